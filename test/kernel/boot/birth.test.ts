/**
 * Births by models that are not up to it, at a terminal and without one: what the trial can tell is refused with
 * BOOTSTRAP.md untouched; after that, the instructions are finished by a second try, or shown to their owner, or said to
 * be gone.
 */
import { describe, expect, it } from 'vitest';
import { boot } from '#kernel/boot/boot.ts';
import { DEFAULT_SETTINGS, PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';
import type { Human, KernelEvent } from '#kernel/contract/events.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { few } from '#test/support/deep.ts';
import { hostOf } from '#test/support/in-process.ts';
import {
  type Answer,
  answer,
  call,
  HANG_UP,
  heard,
  inOrder,
  type Reply,
  say,
  type Script,
  SILENCE,
  trialCall,
  use,
} from '#test/support/messages-api/reply.ts';
import { type Exchange, FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { filesHolding } from '#test/support/snapshot.ts';
import {
  type Files,
  filled,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';

const PASSWORD = 'correct-horse-battery-9';
const ORDERS = `Your human is Ada. Water the fern.\n\n**Password:** ${PASSWORD}\n`;
const [SOUL, USER] = [filled('SOUL.md'), filled('USER.md')];
/** Its owner's own words: no name, no role, no values that a heuristic would find. */
const OTHER = 'ひとつずつ、ゆっくり。\n';

/** The same at each step. */
const always =
  (reply: Reply): Script =>
  () =>
    reply;

const SILENT = always(SILENCE);

const soul = use('write_file', { path: 'SOUL.md', text: SOUL });
const user = use('write_file', { path: 'USER.md', text: USER });
const REFUSAL: Answer = answer([{ type: 'text', text: 'No.' }], { stop: 'refusal' });

interface Born {
  readonly ws: TempWorkspace;
  readonly code: string;
  readonly what: string;
  /** What only the owner's terminal showed. */
  readonly shown: string;
  /** What was told to whoever listens. */
  readonly events: readonly KernelEvent[];
  /** Requests behind the trial. */
  readonly asked: readonly Exchange[];
}

/** A birth by a model; `atTrial`: it answers the trial, too. At a terminal its human says nothing, and leaves. */
const birth = async (
  script: Script,
  atTerminal: boolean,
  atTrial = false,
  files: Files = {},
): Promise<Born> => {
  const ws = makeUnbornWorkspace({ 'BOOTSTRAP.md': ORDERS, ...files });
  await using api = await MessagesApi.start({ script, ...(atTrial && { scriptsTrial: true }) });
  const events: KernelEvent[] = [];
  let shown = '';
  const terminal = {
    show: (text: string): void => void (shown += text),
    ask: async () => undefined,
  };
  const human: Human = {
    isAtTerminal: true,
    next: async () => undefined,
    answer: async () => undefined,
    choose: async () => undefined,
  };
  const host = hostOf(ws, {
    environment: { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url },
    settings: {
      ...DEFAULT_SETTINGS,
      sandbox: 'none',
      // Who is to be waited for is given time: machines may be slow.
      providers: { anthropic: { idleSeconds: script === SILENT ? 1 : 60, tries: 1 } },
    },
    emit: (event) => events.push(event),
    ...(atTerminal && { terminal, human }),
  });
  const request = {
    ...PLAIN_REQUEST,
    path: ws.path,
    session: MAIN,
    zone: 'UTC',
    model: 'anthropic/claude-sonnet-5',
    // As `init` has said, where it took over what another system left.
    layout: 'rfc-0009',
    unsandboxed: true,
  } as const;
  const told = (): Omit<Born, 'code' | 'what'> => ({
    ws,
    shown,
    events,
    asked: api.accepted.filter((one) => trialCall(one.request) === undefined),
  });
  try {
    await (await boot(request, host)).close('done');
    return { ...told(), code: 'born', what: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...told(), code: error.code, what: error.message };
  }
};

/** The calls first, words when they were run. */
const once =
  (...calls: Parameters<typeof answer>[0]): Script =>
  (_request, nth) =>
    nth === 0 ? answer(calls) : say('Done.');

const isOfDay = (name: string): boolean => /^memory\/.*\.md$/.test(name);

describe.each([
  ['at a terminal', true],
  ['without one', false],
])('%s, a model is refused before anything is deleted', (_where, atTerminal) => {
  it.each<[string, Script, string]>([
    ['is silent', SILENT, 'MODEL_SILENT'],
    ['says words only', always(say('ready')), 'MODEL_UNFIT'],
    ['says nothing', always(answer([])), 'MODEL_UNFIT'],
    ['calls tools that there are not', always(call('writeFile', { word: 'ready' })), 'MODEL_UNFIT'],
    [
      'gives the wrong input',
      (request) => call(request.tools?.[0]?.name ?? '', { words: ['ready'] }),
      'MODEL_UNFIT',
    ],
    ['writes its call as text', always(say('{"name":"note","input":{}}')), 'MODEL_UNFIT'],
    ['refuses', always(REFUSAL), 'MODEL_UNFIT'],
    ['hangs up', always(HANG_UP), 'MODEL_SILENT'],
  ])('that %s', async (_what, script, expected) => {
    const { ws, code, what, shown, asked } = await birth(script, atTerminal, true);
    expect(code).toBe(expected);
    expect(what).toContain('not touched');
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
    expect([ws.has('SOUL.md'), shown, asked]).toEqual([false, '', []]);
  });
});

const FAILING: readonly (readonly [string, Script, readonly string[]])[] = [
  ['says words only', always(say('I am born!')), []],
  ['calls tools that there are not', always(call('create_file', { path: 'SOUL.md' })), []],
  ['gives the wrong input', always(call('write_file', { file: 'SOUL.md', body: SOUL })), []],
  ['writes half of the files', once(user), ['USER.md']],
  [
    'writes a SOUL.md that says nothing',
    once(use('write_file', { path: 'SOUL.md', text: '# Soul\n\n**Name:**\n' })),
    ['SOUL.md'],
  ],
  ['refuses', always(REFUSAL), []],
  ['loops', always(call('append_today', { text: '- Born.' })), []],
  ['dies', always(HANG_UP), []],
  ['falls silent', SILENT, []],
];

describe('IDENTITY.md, which init has found in the workspace [R-107]', () => {
  const form = '# Who am I?\n\n- **Name:**\n  _(pick one (yours))_\n- **Emoji:**\n';
  const fills = once(
    soul,
    user,
    use('write_file', { path: 'IDENTITY.md', text: '- **Name:** Fern\n' }),
  );

  it('is filled in where nobody has', async () => {
    const { ws, code } = await birth(fills, false, false, { 'IDENTITY.md': form });
    expect([code, ws.text('IDENTITY.md')]).toEqual(['born', '- **Name:** Fern\n']);
  });

  it.each([
    ['on the line of its label', form.replace('Name:**', 'Name:** Wren')],
    ['below its label', form.replace('_(pick one (yours))_', 'Wren')],
    ['as a sign', form.replace('Emoji:**', 'Emoji:** 🦊')],
    ['in words of its own', 'I am Wren.\n'],
  ])('is left alone where somebody wrote %s', async (_where, text) => {
    const { ws, code } = await birth(fills, false, false, { 'IDENTITY.md': text });
    expect([code, ws.text('IDENTITY.md')]).toEqual(['born', text]);
  });

  it('is not made where there is none', async () => {
    const { ws, code } = await birth(fills, false);
    expect([code, ws.has('IDENTITY.md')]).toEqual(['born', false]);
  });
});

describe('what a model did not carry out', () => {
  it.each(few(FAILING, 2))(
    'is said to be gone, with size and hash, where it %s',
    async (_what, script, kept) => {
      const { ws, code, what, shown, events, asked } = await birth(script, false);
      expect(code).toBe('BIRTH_FAILED');
      expect(what).toContain(`BOOTSTRAP.md (${ORDERS.length} bytes, SHA-256 ${sha256(ORDERS)})`);
      expect(ws.has('BOOTSTRAP.md')).toBe(false);
      expect(ws.list().filter((name) => ['SOUL.md', 'USER.md'].includes(name))).toEqual(kept);
      expect(shown).toBe('');
      expect(
        JSON.stringify(events) + filesHolding('fern', ws.path, ws.stateHome).join(),
      ).not.toContain('fern');
      // It was spoken to twice: with the instructions, and about what is missing.
      const spoken = asked.flatMap(({ request }) => request ?? []).map(heard);
      const turns = spoken.filter(({ results }) => results.length === 0);
      expect(turns.length).toBeLessThanOrEqual(2);
      expect(turns.slice(1).every(({ words }) => words.includes('not over'))).toBe(true);
    },
  );

  it.each(few(FAILING, 2, 1))(
    'is shown to its owner alone, without the password, where it %s',
    async (_what, script) => {
      const { ws, code, shown, events } = await birth(script, true);
      expect(code).toMatch(/^BIRTH_(?:LEFT|FAILED)$/);
      expect(shown).toContain('Water the fern.');
      expect(shown).not.toContain(PASSWORD);
      expect(JSON.stringify(events)).not.toContain('fern');
      expect(filesHolding('fern', ws.path, ws.stateHome)).toEqual([]);
    },
  );
});

describe('a birth is finished', () => {
  it('by a second try, in the same conversation, which is told what is missing', async () => {
    const script = inOrder(say('Hello!'), answer([soul, user]), say('Done.'));
    const { ws, code, asked } = await birth(script, false);
    expect(code).toBe('born');
    expect([ws.text('SOUL.md'), ws.text('USER.md')]).toEqual([SOUL, USER]);
    expect(asked[1]?.request?.messages).toHaveLength(3);
    expect(JSON.stringify(asked[1]?.request?.messages)).toContain('SOUL.md: who you are');
  });

  it('by a second try for the other half of the files', async () => {
    const script = inOrder(answer([soul]), say('Done.'), answer([user]), say('Done.'));
    const { ws, code } = await birth(script, false);
    expect([code, ws.text('USER.md')]).toEqual(['born', USER]);
  });

  it('with a stub where nobody wrote USER.md', async () => {
    const { ws, code } = await birth(once(soul), false);
    expect(code).toBe('born');
    expect(ws.text('USER.md')).toContain('not known yet');
    const log = ws.list('memory').find(isOfDay) ?? '';
    expect(ws.text(log)).toMatch(/bootstrap_completed;[^;]+;agent;model;boot;[0-9a-f-]+;/u);
  });

  it.each([
    ['slowly', once(soul, user), { pauseMs: 30 }],
    [
      'in another language, in words of its own',
      once(use('write_file', { path: 'SOUL.md', text: OTHER }), user),
      {},
    ],
  ])('%s', async (_what, script, how) => {
    const slowly: Script = async (request, nth) => {
      const reply = await script(request, nth);
      return reply.kind === 'answer' ? { ...reply, ...how } : reply;
    };
    const { ws, code, asked } = await birth(slowly, false);
    expect(code).toBe('born');
    expect(ws.has('SOUL.md')).toBe(true);
    expect(ws.list().some(isOfDay) || ws.list('memory').length > 0).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('and a call with the wrong input is shown on the way', async () => {
    const script = inOrder(
      call('write_file', { file: 'SOUL.md' }),
      answer([soul, user]),
      say('Done.'),
    );
    const { code, events } = await birth(script, false);
    expect(code).toBe('born');
    const shown = events.filter((event) => event.event === 'tool' && event.status === 'failed');
    expect(shown).toMatchObject([
      { title: 'Call write_file', detail: expect.stringContaining('path') },
    ]);
  });
});
