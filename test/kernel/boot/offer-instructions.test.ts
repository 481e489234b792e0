/** What is shown of instructions that are gone, on whose terminal, and where they may be written. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { offerInstructions } from '#kernel/boot/offer-instructions.ts';
import { hostOf } from '#test/support/in-process.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { freshPath, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const PASSWORD = 'correct-horse-battery-9';
const ORDERS = `Greet Ada.\nPassword: ${PASSWORD}\nWater the fern.\n`;

const parted = async (
  ws: TempWorkspace,
  answers: readonly (string | undefined)[],
  text = ORDERS,
): Promise<{ readonly shown: string; readonly asked: number }> => {
  let shown = '';
  let asked = 0;
  const left = [...answers];
  const terminal = {
    show: (said: string) => void (shown += said),
    ask: async (question: string) => {
      shown += question;
      asked += 1;
      return left.shift();
    },
  };
  const opened = enterWorkspace(ws);
  await offerInstructions({ host: hostOf(ws, { terminal }), opened }, [
    { file: 'BOOTSTRAP.md', text },
  ]);
  return { shown, asked };
};

describe('instructions that nobody carried out', () => {
  it('are shown without their credentials, and let go', async () => {
    const ws = makeWorkspace();
    const { shown, asked } = await parted(ws, ['']);
    expect(shown).toContain('Greet Ada.');
    expect(shown).toContain('Water the fern.');
    expect(shown).not.toContain(PASSWORD);
    expect(asked).toBe(1);
  });

  it('are shown with them where their owner asks for it', async () => {
    const { shown, asked } = await parted(makeWorkspace(), ['s', undefined]);
    expect(shown).toContain(PASSWORD);
    expect(asked).toBe(2);
  });

  it('offer no credentials where there are none', async () => {
    expect((await parted(makeWorkspace(), [''], 'Greet Ada.')).shown).not.toContain('s: show');
  });

  it('are written where their owner says, whole, for nobody else', async () => {
    const path = freshPath('kept');
    const { shown } = await parted(makeWorkspace(), [path]);
    expect(readFileSync(path, 'utf8')).toBe(ORDERS);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(shown).not.toContain(PASSWORD);
  });

  it.each<[string, (ws: TempWorkspace, folder: string) => string]>([
    ['the workspace', (ws) => ws.at('kept.md')],
    ['a folder of the workspace', (ws) => ws.at('notes/kept.md')],
    ['the memory of the workspace', (ws) => ws.at('memory/kept.md')],
    ['a way back into the workspace', (ws, folder) => join(folder, '..', ws.path, 'kept.md')],
    ['a link to the workspace', (ws, folder) => linked(folder, ws.path)],
    ['a link to a folder of it', (ws, folder) => linked(folder, ws.at('notes'))],
    ['the state', (ws) => join(ws.stateHome, 'yamo', 'kept.md')],
    ['a link to the state', (ws, folder) => linked(folder, join(ws.stateHome, 'yamo'))],
    ['what is there', (_ws, folder) => placed(join(folder, 'there'))],
    ['a link that leads nowhere', (_ws, folder) => dangling(join(folder, 'link'))],
    ['a folder', (_ws, folder) => folder],
    ['a folder that is not there', (_ws, folder) => join(folder, 'none', 'kept.md')],
    ['a path that begins nowhere', () => 'kept.md'],
  ])('are not written to %s', async (_what, place) => {
    const ws = makeWorkspace({ 'notes/a.md': 'x\n', 'memory/2026-01-02.md': 'x\n' });
    const folder = freshPath('folder');
    mkdirSync(folder);
    const path = place(ws, folder);
    const before = [snapshot(ws.path), readdirSync(folder)];
    const { shown, asked } = await parted(ws, [path, '']);
    expect(shown).toContain('It was not written');
    expect(asked).toBe(2);
    expect([snapshot(ws.path), readdirSync(folder)]).toEqual(before);
    expect(existsSync(join(ws.stateHome, 'yamo', 'kept.md'))).toBe(false);
  });

  it('are shown to nobody where there is no terminal', async () => {
    const ws = makeWorkspace();
    const orders = [{ file: 'BOOTSTRAP.md', text: ORDERS } as const];
    await offerInstructions({ host: hostOf(ws), opened: enterWorkspace(ws) }, orders);
    expect(ws.list()).toEqual([]);
  });
});

const linked = (folder: string, to: string): string => {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(to, join(folder, 'way'));
  return join(folder, 'way', 'kept.md');
};

const placed = (path: string): string => {
  writeFileSync(path, 'mine');
  return path;
};

const dangling = (path: string): string => {
  symlinkSync('/nowhere', path);
  return path;
};
