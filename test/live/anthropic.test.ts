/** One turn with the real service: only where the owner of a key asks for it, since it costs money. */
import { expect, it } from 'vitest';

import { makeBornWorkspace } from '#test/support/workspace.ts';
import { framesNamed, skipLoudly, wordsOf, yamo } from '#test/support/yamo.ts';

const KEY = process.env['ANTHROPIC_API_KEY'] ?? '';
const isWanted = KEY !== '' && process.env['YAMO_LIVE'] === '1';

const notLive = skipLoudly(
  !isWanted,
  'a turn with the real Messages API (needs ANTHROPIC_API_KEY and YAMO_LIVE=1)',
);

it.skipIf(notLive)(
  'a model of the real service reads a file of the workspace, and the turn is paid for',
  async () => {
    const ws = makeBornWorkspace({ 'TOOLS.md': '# Tools\n\nThe printer is called Heron.\n' });
    const { code, events, stdout, stderr } = await yamo(
      [
        'boot',
        '--json',
        '--model',
        process.env['YAMO_LIVE_MODEL'] ?? 'anthropic/claude-haiku-5-5',
        '--message',
        'Read TOOLS.md. What is the printer called? Answer with its name alone.',
      ],
      { workspace: ws, env: { ANTHROPIC_API_KEY: KEY } },
    );
    expect([code, stderr]).toEqual([0, expect.anything()]);
    expect(wordsOf(events)).toContain('Heron');
    expect(framesNamed(events, 'usage').at(-1)).toMatchObject({ session: expect.anything() });
    expect(stdout + stderr).not.toContain(KEY);
  },
);
