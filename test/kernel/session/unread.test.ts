/** What is asked before the guard deletes anything, of whom, and what becomes of the answers. */
import { describe, expect, it } from 'vitest';
import { PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';
import type { Human } from '#kernel/contract/events.ts';
import { type AgentProgram, scribe } from '#kernel/programs/program.ts';
import { Agreement } from '#kernel/session/unread.ts';
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { scribeIdentity, soulText, userText } from '#lib/workspace/first-files.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { hostOf } from '#test/support/in-process.ts';
import { laterRefusalOf, openWorkspace } from '#test/support/kernel.ts';
import { type Files, makeWorkspace } from '#test/support/workspace.ts';

const FOREIGN: AgentProgram = { ...scribe(), builtIn: false };

interface Setting {
  readonly files?: Files;
  /** In turn; `undefined`: the human is gone, or has no form to answer in. */
  readonly answers?: readonly (string | undefined)[];
  readonly isAtTerminal?: boolean;
  readonly human?: false;
  readonly program?: AgentProgram;
  readonly dropUnread?: boolean;
}

/** Somebody who answers in turn, and says yes to whatever is given up. */
const humanWith = (
  answers: readonly (string | undefined)[],
  isAtTerminal: boolean,
): { readonly human: Human; readonly asked: string[] } => {
  const asked: string[] = [];
  const left = [...answers];
  return {
    asked,
    human: {
      ...(isAtTerminal && { isAtTerminal }),
      next: async () => undefined,
      answer: async (question) => {
        asked.push(question.split('\n').at(-1) ?? '');
        return left.shift();
      },
      choose: async () => 'go',
    },
  };
};

const settled = async (
  text: string,
  { files = {}, answers = [], isAtTerminal = true, human, program, dropUnread = true }: Setting,
) => {
  const ws = makeWorkspace(files);
  const someone = humanWith(answers, isAtTerminal);
  const host = hostOf(ws, human === false ? {} : { human: someone.human });
  const agreement = new Agreement({
    program: program ?? scribe(),
    request: { ...PLAIN_REQUEST, path: ws.path, session: MAIN, dropUnread },
    host,
    opened: { workspace: openWorkspace(ws) },
  });
  const orders = [{ file: 'BOOTSTRAP.md', text }];
  const refused = await laterRefusalOf(async () => {
    for (;;) {
      try {
        agreement.check(orders);
        return;
      } catch (error) {
        await agreement.reach(error);
      }
    }
  });
  return {
    asked: someone.asked.map((one) => one.split(' (')[0]),
    answers: agreement.answers,
    refused,
  };
};

const ALL = ['Name', 'Role', 'Your name', 'Time zone', 'Communication style'];

describe('the kernel asks for the scribe', () => {
  it.each<[string, string, Setting, readonly string[], Readonly<Record<string, string>>]>([
    [
      'everything, of instructions that say nothing',
      'Be.\n',
      { answers: ['Io', 'pilot', 'Ada', 'Europe/Berlin', 'brief'] },
      ALL,
      { name: 'Io', role: 'pilot', user: 'Ada', timezone: 'Europe/Berlin', style: 'brief' },
    ],
    [
      'only what is open',
      '**Name:** Io\n\n## User\n\n**Name:** Ada\n',
      { answers: ['pilot', '', ''] },
      ['Role', 'Time zone', 'Communication style'],
      { role: 'pilot' },
    ],
    ['nothing where name and role are said', '**Name:** Io\n**Role:** pilot\n', {}, [], {}],
    ['nothing beside a SOUL.md', 'Be.\n', { files: { 'SOUL.md': 'Be kind.\n' } }, [], {}],
    ['nobody where nobody is there', 'Be.\n', { human: false }, [], {}],
    ['nothing for another agent', 'Be.\n', { program: FOREIGN }, [], {}],
    ['no answer in particular', 'Be.\n', { answers: ['', ' ', '', '', ''] }, ALL, {}],
    [
      'again for a zone that is none',
      '**Name:** Io\n',
      { answers: ['', '', 'Mars/Base', 'UTC', ''] },
      ['Role', 'Your name', 'Time zone', 'Time zone', 'Communication style'],
      { timezone: 'UTC' },
    ],
    [
      'again for what is no line of a file',
      '**Role:** pilot\n',
      { answers: ['x'.repeat(201), 'Io', '', '', ''] },
      ['Name', 'Name', 'Your name', 'Time zone', 'Communication style'],
      { name: 'Io' },
    ],
    [
      'and takes an answer as one line',
      '**Role:** pilot\n',
      { answers: ['Io\u0007\n# Evil', '', '', ''] },
      ['Name', 'Your name', 'Time zone', 'Communication style'],
      { name: 'Io # Evil' },
    ],
    [
      'once where an editor has no forms',
      'Be.\n',
      { isAtTerminal: false, answers: [undefined] },
      ['Name'],
      {},
    ],
  ])('%s', async (_what, text, setting, asked, answers) => {
    expect(await settled(text, setting)).toEqual({ asked, answers, refused: undefined });
  });

  it.each([
    ['at the first question', []],
    ['at the last', ['Io', 'pilot', 'Ada', 'UTC']],
  ])('and who leaves a terminal %s stops the boot', async (_what, answers) => {
    const { refused } = await settled('Be.\n', { answers });
    expect(refused).toBe('INTERRUPTED');
  });

  it('after the lines that would be lost were given up', async () => {
    const setting = { answers: ['Io', '', '', '', ''], dropUnread: false };
    const { asked, refused } = await settled('Feed the walrus.\n', setting);
    expect([asked, refused]).toEqual([ALL, undefined]);
  });
});

describe('what a first boot that did not finish has made', () => {
  const ORDERS = '**Name:** Io\n**Role:** pilot\n\n## User\n\n**Name:** Ada\n';
  const fields = readBootstrapFields(ORDERS);
  const soul = soulText(fields, scribeIdentity(fields));
  const stub = userText(readBootstrapFields(''));
  const setting = { human: false, dropUnread: false } as const;

  it('is not lost when its instructions are given again [Y108]', async () => {
    const files = { 'SOUL.md': soul, 'USER.md': stub };
    expect((await settled(ORDERS, { ...setting, files })).refused).toBeUndefined();
  });

  it.each([
    ['another SOUL.md', { 'SOUL.md': '# Soul\n\nYou are Robin.\n', 'USER.md': stub }],
    [
      'a USER.md that somebody wrote',
      { 'SOUL.md': soul, 'USER.md': `${stub}\n- She likes tea.\n` },
    ],
  ])('%s keeps lines of the instructions out, and that is said', async (_what, files) => {
    expect((await settled(ORDERS, { ...setting, files })).refused).toBe('ORDERS_UNREAD');
  });
});
