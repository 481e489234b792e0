/** Memory as the index gets it: every change is noticed, and no credential goes along. */
import { afterEach, describe, expect, it, vi } from 'vitest';

import { readMasked, stampsNow } from '#kernel/mesh/reader.ts';
import { CredentialRedactor, REDACTED } from '#kernel/redact/credential-redactor.ts';
import { FILE_SETTLED_MS } from '#lib/spec/limits.ts';
import { deskOf } from '#test/support/desk.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

afterEach(() => void vi.restoreAllMocks());

describe('a file of memory', () => {
  it.each(['MEMORY.md', 'memory/2026-11-20.md'])(
    'that is still being written is read again, since a second change may bear the same time: %s',
    (file) => {
      const temp = makeBornWorkspace({ [file]: '- one\n' });
      const { workspace } = enterWorkspace(temp);
      const stamp = (ms: number): string | undefined => {
        vi.spyOn(Date, 'now').mockReturnValue(written + ms);
        return stampsNow(workspace, {})(file);
      };
      const written = Date.now();
      expect(stamp(0)).toBeUndefined();
      expect(stamp(FILE_SETTLED_MS / 2)).toBeUndefined();
      expect(stamp(2 * FILE_SETTLED_MS)).toBeDefined();
    },
  );

  it('has no credential anywhere, also where it is repeated without its name [Y96]', async () => {
    const secret = 'tide-table-emden';
    const temp = makeBornWorkspace({
      'MEMORY.md': `# Memory\n\n- Wi-Fi password: ${secret}\n- Say ${secret} at the desk.\n`,
      'memory/2026-11-20.md': `# A day\n\n- They asked for ${secret} again.\n`,
    });
    const opened = enterWorkspace(temp, { start: '2026-11-21T09:05' });
    const reading = {
      broker: deskOf(opened),
      redactor: new CredentialRedactor(),
      redacted: () => undefined,
    };
    for (const file of ['MEMORY.md', 'memory/2026-11-20.md']) {
      const text = (await readMasked(reading, file))?.text;
      expect(text).toContain(REDACTED);
      expect(text).not.toContain(secret);
    }
  });
});
