/** Places of the owner beside the page: the terminal of `yamo start`, and an editor. */
import { expect, it } from 'vitest';

import { TerminalPlace, type TypedLines } from '#cli/daemon/terminal-place.ts';
import type { Questions } from '#daemon/data/questions.ts';
import { ServerReach } from '#daemon/phases/reach.ts';
import { Editor, type EditorOptions } from '#test/support/editor.ts';
import { serveHere } from '#test/support/served.ts';
import { makeTls } from '#test/support/tls.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const QUESTION = {
  session: 's1',
  kind: 'choice',
  text: 'Go on?',
  options: [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ],
} as const;

const never = (): AbortSignal => new AbortController().signal;

const questionsOf = async (ws: TempWorkspace, reach?: ServerReach): Promise<Questions> => {
  const { workspace } = await serveHere(ws, reach);
  if (workspace.serving === undefined) throw new Error('it is not served');
  return workspace.serving.questions;
};

/** What is typed comes when the test says so; a line that was typed before is forgotten. */
class Typing implements TypedLines {
  readonly shown: string[] = [];
  #early: string[] = [];
  #answer: ((line: string | undefined) => void) | undefined;

  readonly next: TypedLines['next'] = (prompt, signal) => {
    this.shown.push(prompt ?? '');
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    signal?.addEventListener('abort', () => {
      this.#answer = undefined;
      resolve(undefined);
    });
    const early = this.#early.shift();
    if (early !== undefined) resolve(early);
    this.#answer = resolve;
    return promise;
  };

  forget(): void {
    this.#early = [];
  }

  early(line: string): void {
    this.#early.push(line);
  }

  /** Types it at the question that is shown, or is shown next. */
  async type(line: string | undefined): Promise<void> {
    while (this.#answer === undefined) await new Promise(setImmediate);
    const answer = this.#answer;
    this.#answer = undefined;
    answer(line);
  }
}

const atTerminal = async () => {
  const questions = await questionsOf(makeBornWorkspace());
  const typing = new Typing();
  const place = new TerminalPlace(typing);
  place.attend('~/atlas', questions);
  return { questions, typing, place };
};

it('a terminal shows questions one after the other, and takes what is typed then', async () => {
  const { questions, typing } = await atTerminal();
  typing.early('1');
  const one = questions.ask(QUESTION, never());
  const two = questions.ask({ ...QUESTION, text: 'Really?' }, never());
  await typing.type('2');
  expect(await one).toBe('no');
  await typing.type('');
  expect(await two).toBeUndefined();
  const three = questions.ask({ session: 's1', kind: 'text', text: 'Who?' }, never());
  await typing.type('Kestrel');
  expect(await three).toBe('Kestrel');
  expect(typing.shown.map((text) => text.split('\n')[0])).toEqual([
    '~/atlas: Go on?',
    '~/atlas: Really?',
    '~/atlas: Who?',
  ]);
  expect(await questions.open()).toEqual([]);
});

it('a terminal whose input has ended answers nothing', async () => {
  const { questions, typing } = await atTerminal();
  const one = questions.ask(QUESTION, never());
  await typing.type(undefined);
  const [open] = await questions.open();
  expect(await questions.answer(open?.id ?? '', 'yes', 'the page')).toBe('taken');
  expect(await one).toBe('yes');
});

it('a terminal withdraws what was answered elsewhere, and shows the next one', async () => {
  const { questions, typing } = await atTerminal();
  const one = questions.ask(QUESTION, never());
  const two = questions.ask({ ...QUESTION, text: 'Really?' }, never());
  while (typing.shown.length === 0) await new Promise(setImmediate);
  const [open] = await questions.open();
  expect(await questions.answer(open?.id ?? '', 'yes', 'the page')).toBe('taken');
  expect(await one).toBe('yes');
  while (!typing.shown.at(-1)?.includes('Really?')) await new Promise(setImmediate);
  await typing.type('1');
  expect(await two).toBe('yes');
});

/** An editor that nobody else uses, on a workspace that is served. */
const atEditor = async (options: EditorOptions, args: readonly string[], reach?: ServerReach) => {
  const ws = makeBornWorkspace();
  const questions = await questionsOf(ws, reach);
  const editor = await Editor.start(ws, [ws.path, ...args], { name: 'quill', ...options });
  await editor.open();
  return { questions, editor };
};

it('an editor of the owner alone shows questions of the daemon, also over encryption, and the first answer counts', async () => {
  const asked = Promise.withResolvers<string>();
  const reach = new ServerReach({
    bind: undefined,
    tls: makeTls(),
    isBehindProxy: false,
    names: [],
  });
  const permit: EditorOptions['permit'] = ({ toolCall: { title } }) => {
    asked.resolve(title ?? '');
    return title === 'Go on?' ? 'yes' : undefined;
  };
  const { questions, editor } = await atEditor({ permit }, ['--session', 'main'], reach);
  const told = Promise.withResolvers<string>();
  questions.watch({ asked: () => undefined, ended: (_id, by) => told.resolve(by) });
  expect(await questions.ask(QUESTION, never())).toBe('yes');
  expect([await asked.promise, await told.promise]).toEqual(['Go on?', 'quill']);
  // What it dismisses is for another place.
  const other = questions.ask({ ...QUESTION, text: 'Really?' }, never());
  while (editor.permissions.length < 2) await new Promise(setImmediate);
  const [open] = await questions.open();
  expect(await questions.answer(open?.id ?? '', 'no', 'the page')).toBe('taken');
  expect(await other).toBe('no');
});

it('an editor that others may see shows none of them', async () => {
  const { questions, editor } = await atEditor({ permit: () => 'yes' }, []);
  const end = new AbortController();
  const answer = questions.ask(QUESTION, end.signal);
  const sessionId = await editor.open();
  await editor.say(sessionId, 'The kettle is blue.');
  end.abort();
  expect(await answer).toBeUndefined();
  expect(editor.permissions).toEqual([]);
});
