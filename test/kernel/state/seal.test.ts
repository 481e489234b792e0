/** What was removed from the state is found out: by the seal, and by the record where the seal is gone too (§6.3, R-83). */
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BootRequest } from '#kernel/contract/boot-request.ts';
import { acceptWorkspace } from '#kernel/owner/accept.ts';
import { disk } from '#kernel/fs/disk.ts';
import { laterRefusalOf, stateRootOf, uid } from '#test/support/kernel.ts';
import { mainSession } from '#test/support/lived.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { stateOf, yamo } from '#test/support/yamo.ts';

/** What the next session is told of its state. */
const session = async (
  ws: TempWorkspace,
  request: Partial<BootRequest> = {},
): Promise<readonly string[]> =>
  (await mainSession(ws, request)).filter((text) =>
    /boot record|copy of the accepted|changed outside/u.test(text),
  );

/** Where a main session has ended. */
const lived = async (): Promise<TempWorkspace> => {
  const ws = makeBornWorkspace();
  expect(await session(ws)).toEqual([]);
  return ws;
};

const recordOf = (ws: TempWorkspace): string => join(stateOf(ws), 'record.jsonl');
const sealsOf = (ws: TempWorkspace): string => join(stateOf(ws), '../seals');
const removeCopy = (ws: TempWorkspace, file = 'SOUL.md'): void =>
  rmSync(join(stateOf(ws), `baseline-${file}`));

const OTHER = '# Soul\n\nYou are somebody else.\n';

describe('a baseline that was removed', () => {
  it.each(['SOUL.md', 'AGENTS.md'])('is told, and kept again: %s', async (file) => {
    const ws = await lived();
    removeCopy(ws, file);
    expect(await session(ws)).toEqual([
      expect.stringContaining(`the accepted ${file} was removed`),
    ]);
    expect(await session(ws)).toEqual([]);
  });

  it.each<[string, (ws: TempWorkspace) => void]>([
    ['its copy alone', () => undefined],
    ['its copy and the record', (ws) => rmSync(recordOf(ws))],
    ['its copy and the seal', (ws) => rmSync(sealsOf(ws), { recursive: true })],
    ['the whole state of the workspace', (ws) => rmSync(stateOf(ws), { recursive: true })],
  ])('hides no change, where %s is gone', async (_what, remove) => {
    const ws = await lived();
    ws.write('SOUL.md', OTHER);
    removeCopy(ws);
    remove(ws);
    const changed = expect.stringContaining('SOUL.md was changed outside');
    expect(await session(ws)).toContainEqual(changed);
    // Who goes on has not accepted it.
    expect(await session(ws)).toContainEqual(changed);
    expect(await laterRefusalOf(() => session(ws, { strict: true }))).toBe('INTEGRITY_CHANGED');
    acceptWorkspace(disk, ws.path, { uid, stateRoot: stateRootOf(ws) });
    expect(await session(ws)).toEqual([]);
  });

  it('that is damaged hides no change: the hash still tells', async () => {
    const ws = await lived();
    writeFileSync(join(stateOf(ws), 'baseline-SOUL.md'), '');
    ws.write('SOUL.md', OTHER);
    expect(await session(ws)).toContainEqual(expect.stringContaining('was changed outside'));
  });

  it('was never there, where an older version kept none: nothing is said', async () => {
    const ws = await lived();
    removeCopy(ws);
    rmSync(sealsOf(ws), { recursive: true });
    // As versions wrote it that sealed nothing.
    const [entry = ''] = readFileSync(recordOf(ws), 'utf8').split('\n');
    const { accepted: _, ...older }: Record<string, unknown> = JSON.parse(entry);
    writeFileSync(recordOf(ws), `${JSON.stringify(older)}\n`);
    expect(await session(ws)).toEqual([]);
  });
});

describe('a boot record', () => {
  const cut: readonly (readonly [string, (path: string) => void, string])[] = [
    ['removed', (path) => rmSync(path), 'was emptied: it had 2 entries'],
    ['emptied', (path) => truncateSync(path), 'was emptied: it had 2 entries'],
    [
      'cut',
      (path) => writeFileSync(path, `${readFileSync(path, 'utf8').split('\n')[0]}\n`),
      'entry 2 was written, and it ends with entry 1',
    ],
  ];

  it.each(cut)('that was %s is told once, and by yamo log', async (_how, harm, told) => {
    const ws = await lived();
    await session(ws);
    harm(recordOf(ws));
    const log = await yamo(['log'], { workspace: ws });
    expect([log.code, log.stderr]).toEqual([1, expect.stringContaining(told)]);
    expect(await session(ws)).toEqual([expect.stringContaining(told)]);
    expect(await session(ws)).toEqual([]);
    expect((await yamo(['log'], { workspace: ws })).code).toBe(0);
  });

  it('in whose place another one was put is told', async () => {
    const [ws, other] = [await lived(), await lived()];
    writeFileSync(recordOf(ws), readFileSync(recordOf(other)));
    expect(await session(ws)).toEqual([
      expect.stringContaining('Entry 1 of the boot record is not the one that was written'),
    ]);
  });

  it('whose seal is damaged is gone on with, and that is told', async () => {
    const ws = await lived();
    const seal = join(sealsOf(ws), stateOf(ws).split('/').at(-1) ?? '', 'seal.json');
    writeFileSync(seal, '{');
    expect(await session(ws)).toEqual([expect.stringContaining('cannot be told')]);
    expect(await session(ws)).toEqual([]);
  });
});
