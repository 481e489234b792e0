/** The log of a quiet day: a session in which nothing was said is one line in it, however it ends (RFC-0009 §2.5). */
import { describe, expect, it } from 'vitest';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { recordsOf, type Running, startYamo, until, yamo } from '#test/support/yamo.ts';

const DAY = '2026-03-14';
const LOG = `memory/${DAY}.md`;
const AT = ['--date', `${DAY}T09:26`, '--tz', 'UTC'];
const TITLE = `# Memory — ${DAY}\n`;
const LINE = String.raw`- session;[-\dT:.]+Z;[-\dT:.]+Z;kind;main;reason;[^;\n]+;boot;[-\da-f]+;\n`;
const QUIET = new RegExp(`^${TITLE}\n(?:${LINE})+$`);

const open = async (ws: TempWorkspace): Promise<Running> => {
  const running = startYamo(['boot', '--json', ...AT], { workspace: ws });
  await running.ready();
  return running;
};
const quietSession = (ws: TempWorkspace) =>
  yamo(['boot', '--json', ...AT], { workspace: ws, input: '' });
const linesOf = (ws: TempWorkspace): number =>
  ws.text(LOG).match(new RegExp(LINE, 'g'))?.length ?? 0;

describe('a session in which nothing was said', () => {
  it('is one line under the title, with its times, and the auditor finds nothing', async () => {
    const ws = makeBornWorkspace();
    for (const _ of [1, 2]) expect((await quietSession(ws)).code).toBe(0);
    expect(ws.text(LOG)).toMatch(QUIET);
    expect(linesOf(ws)).toBe(2);
    const ids = recordsOf(ws).map((record) => record['bootId']);
    for (const id of ids) expect(ws.text(LOG)).toContain(`;boot;${String(id)};`);
    const audit = await yamo(['audit', ws.path, '--pedantic', '--date', DAY]);
    expect(audit.stdout).not.toContain(LOG);
  });

  it('is one line in the last block of a day in which something was said', async () => {
    const ws = makeBornWorkspace();
    await yamo(['boot', '--json', ...AT, '--message', 'A note.'], { workspace: ws });
    await quietSession(ws);
    expect(ws.text(LOG)).toMatch(
      new RegExp(
        `^${TITLE}\n## Session \\[09:\\d\\d\\]\n\n- session_opened;.*\n[^]*A note\\.\n- session_closed;.*\n${LINE}$`,
      ),
    );
  });

  it('and that is killed is that line at the next boot, and never a second', async () => {
    const ws = makeBornWorkspace();
    const running = await open(ws);
    expect(ws.text(LOG)).toBe(TITLE);
    running.kill('SIGKILL');
    await running.ended;
    await quietSession(ws);
    await quietSession(ws);
    expect(ws.text(LOG)).toMatch(QUIET);
    expect(ws.text(LOG).match(/the kernel died/g)).toHaveLength(1);
    expect(linesOf(ws)).toBe(3);
  });
});

it('a session is in the log before the first word of a turn reaches its agent', async () => {
  const ws = makeBornWorkspace();
  const running = await open(ws);
  running.say('A note.');
  await until(() => ws.text(LOG).includes('A note.'));
  expect(ws.text(LOG)).toMatch(/\n\n- session_opened;.*\n.*A note\./);
  running.kill('SIGKILL');
  await running.ended;
  await quietSession(ws);
  expect(ws.text(LOG)).toMatch(/A note\.\n- session_closed;.*;reason;the kernel died;/);
  expect(linesOf(ws)).toBe(1);
});
