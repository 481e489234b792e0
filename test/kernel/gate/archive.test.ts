/** Logs that were put away, as agents see them: in main sessions to be read and searched, never to be written. */
import { describe, expect, it } from 'vitest';

import type { AccessContext } from '#kernel/gate/decide.ts';
import { archiveOf, pack } from '#kernel/memory/archive.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { searchMemory } from '#kernel/session/search.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { SHARED } from '#lib/spec/session-policy.ts';
import { deskOf } from '#test/support/desk.ts';
import { enterWorkspace, laterRefusalOf } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const FILE = 'memory/archive/2020-01-02.md.gz';
const BROKEN = 'memory/archive/2020-01-01.md.gz';

const brokerOf = (context: Partial<AccessContext> = {}): Broker => {
  const temp = makeBornWorkspace({
    [FILE]: pack(Buffer.from('- The tide was green.\n')),
    [BROKEN]: 'no gzip',
    'memory/2026-11-20.md': '- green\n',
    'memory/archive/old.md': '- green\n',
    '2020-01-03.md.gz': 'x',
  });
  const opened = enterWorkspace(temp, { start: '2026-11-21T09:05' });
  return deskOf(opened, context, { archive: archiveOf(opened.workspace) });
};

const found = async (broker: Broker): Promise<object> => {
  const { hits, skipped } = await searchMemory(
    {
      broker,
      redactor: new CredentialRedactor(),
      redacted: () => undefined,
    },
    { query: 'green' },
  );
  return { files: hits.map(({ file }) => file), skipped };
};

describe('an archived log', () => {
  it('is read and searched in a main session, behind the logs and before other files [Y100]', async () => {
    const broker = brokerOf();
    expect(await broker.read(FILE)).toBe('- The tide was green.\n');
    expect(await found(broker)).toEqual({
      files: ['memory/2026-11-20.md', FILE, 'memory/archive/old.md'],
      skipped: 1,
    });
    expect(await laterRefusalOf(() => broker.read(BROKEN))).toBe('FILE_NOT_GZIP');
    expect(await broker.list('memory/archive')).toEqual([BROKEN, FILE, 'memory/archive/old.md']);
  });

  it('is not there in a shared session, whatever the settings say', async () => {
    const broker = brokerOf({ kind: SHARED, seesLogs: true });
    expect(await laterRefusalOf(() => broker.read(FILE))).toBe('GATE_DENIED');
    expect(await found(broker)).toEqual({ files: ['memory/2026-11-20.md'], skipped: undefined });
  });

  it('is never written, also where the settings name its folder', async () => {
    const broker = brokerOf({ workFolders: ['memory', 'memory/archive'] });
    for (const file of [
      FILE,
      'memory/archive/2021-01-01.md.gz',
      'memory/archive/x.md',
      'memory/archive',
    ])
      expect(await laterRefusalOf(() => broker.write(file, 'x')), file).toBe('GATE_DENIED');
    expect(await laterRefusalOf(() => broker.append(FILE, 'x'))).toBe('GATE_DENIED');
  });
});
