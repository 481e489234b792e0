/** The smaller parts of the display: tools, steps, differences, questions, commands, figures. */
import { stripVTControlCharacters } from 'node:util';

import { describe, expect, it } from 'vitest';

import { complete, helpText } from '#cli/session/commands.ts';
import { viewDiff } from '#cli/tui/diff-view.ts';
import { InputLine } from '#cli/session/prompt.ts';
import { humanBehind } from '#cli/session/questions.ts';
import type { Key } from '#cli/tui/keys.ts';
import type { Row } from '#cli/tui/spans.ts';
import { Steps } from '#cli/tui/steps.ts';
import { RunningTools } from '#cli/tui/tools.ts';
import { cut, fitted, untabbed } from '#cli/io/width.ts';
import { noteOf } from '#cli/tui/show.ts';
import type { KernelEvent, UsageEvent } from '#kernel/contract/events.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { widthOf } from '#lib/text/terminal.ts';

const ESCAPE = '\u001B[2J\u202E';

const textOf = (row: Row): string => row.map(({ text }) => text).join('');
const textsOf = (rows: readonly Row[]): readonly string[] => rows.map(textOf);

const call = (status: string, more = {}): Parameters<RunningTools['take']>[0] => ({
  event: 'tool',
  id: 'a',
  title: 'Read notes.md',
  status,
  ...more,
});

type StepEvent = Extract<KernelEvent, { event: 'step' }>;

const step = (
  name: StepEvent['step'],
  status: StepEvent['status'] = 'ok',
  more: Partial<StepEvent> = {},
): StepEvent => ({
  event: 'step',
  seq: 1,
  step: name,
  priority: 1,
  section: '§1',
  status,
  ms: 400,
  ...more,
});

const lines = (mark: string): string =>
  Array.from({ length: 5000 }, (_, index) => `${mark}${index}\n`).join('');

describe('widths', () => {
  it.each([
    ['abc', 3],
    ['漢字', 4],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['ｱ', 1],
    ['한글', 4],
    ['─│…', 3],
  ])('%s takes %i columns', (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });

  it('cut what is too wide, and turn tabs into blanks', () => {
    expect(cut('abcdef', 4)).toBe('abc…');
    expect(cut('漢字漢字', 5)).toBe('漢字…');
    expect(cut('abc', 3)).toBe('abc');
    expect(untabbed('a\tb\t漢\tc')).toBe('a   b   漢  c');
  });

  const WORDS =
    '  Do:   Say what only this boot is to do, as \u001B[31m漢字 and\u001B[39m it/is/one/word.';
  it.each([20, 24, 30, 40, 50, 60, 72, 79, 80, 100, 120])(
    'break lines between words at %i columns, and nowhere else',
    (columns) => {
      const rows = fitted(`${WORDS}\nnext\n`, columns).split('\n');
      for (const row of rows)
        expect(widthOf(stripVTControlCharacters(row))).toBeLessThanOrEqual(columns);
      expect(rows.join(' ').split(/ +/)).toEqual(`${WORDS} next `.split(/ +/));
      expect(rows.slice(-2)).toEqual(['next', '']);
    },
  );

  it('break no word that is longer than a line, and leave what fits as it is', () => {
    expect(fitted('x'.repeat(50), 20)).toBe('x'.repeat(50));
    expect(fitted('\r\u001B[Kworking  on [y/N] ', 20)).toBe('\r\u001B[Kworking  on [y/N] ');
  });
});

describe('a call of a tool', () => {
  it('is one row, which stays when it is over, with what came of it', () => {
    const tools = new RunningTools();
    expect(tools.take(call('pending'), 60)).toEqual([]);
    expect(tools.take(call('in_progress'), 60)).toEqual([]);
    expect(textsOf(tools.rows('*', 60))).toEqual(['  * Read notes.md']);
    expect(textsOf(tools.take(call('completed', { detail: '12 lines' }), 60))).toEqual([
      '  ✓ Read notes.md: 12 lines',
    ]);
    expect(tools.rows('*', 60)).toEqual([]);
    expect(textsOf(tools.take(call('failed'), 60))).toEqual(['  ✗ Read notes.md: failed']);
  });

  it('that was not ended is told when the turn is over, and many are counted', () => {
    const tools = new RunningTools();
    for (let id = 0; id < 6; id += 1) tools.take(call('pending', { id: String(id) }), 60);
    expect(textsOf(tools.rows('*', 60)).at(-1)).toBe('  … and 2 more');
    expect(tools.end(60)).toHaveLength(6);
    expect(tools.isRunning).toBe(false);
  });

  it('fits into its row, with nothing hidden', () => {
    const tools = new RunningTools();
    const [row] = textsOf(
      tools.take(call('completed', { title: `a\nb${ESCAPE} ${'x'.repeat(99)}` }), 40),
    );
    expect(row).toMatch(/^ {2}✓ a b\\u\{1B\}\[2J\\u\{202E\} x+…$/);
    expect(widthOf(row ?? '')).toBe(40);
  });
});

const shown = (steps: Steps, events: readonly KernelEvent[]): readonly string[] =>
  events.flatMap((event) => textsOf(steps.take(event)));

describe('the steps of a boot', () => {
  const READY: KernelEvent = {
    event: 'ready',
    implements: 'RFC-0009 v3.0',
    kind: MAIN,
    reason: 'asked for',
    agent: 'scribe',
    zone: 'UTC',
    index: false,
  };
  const ORDINARY: readonly StepEvent[] = [
    step('preflight', 'ok', { priority: 'prepare' }),
    step('bootstrap_deletion', 'absent', { priority: 0 }),
    step('load_agents', 'ok', { file: 'AGENTS.md' }),
    step('load_today', 'absent', { file: 'memory/2026-03-14.md' }),
    step('load_memory', 'skipped', { file: 'MEMORY.md' }),
    step('persona_activation', 'ok', { priority: 2, detail: 'scribe, sandboxed by bubblewrap' }),
    step('serve_user', 'ok', { priority: 2, detail: 'shared session: asked for' }),
  ];
  const SUM =
    '✓ booted: loaded AGENTS.md; shared session: asked for; scribe, sandboxed by bubblewrap; index of memory off (yamo mesh); 7 steps, 2.8 s';

  it('are one row that says what was loaded, for whom and why, who serves and in what', () => {
    const steps = new Steps(false);
    expect(shown(steps, ORDINARY)).toEqual([]);
    expect(textOf(steps.row ?? [])).toContain('serve_user');
    expect(shown(steps, [READY])).toEqual([SUM]);
    expect([steps.row, steps.unfold()]).toEqual([undefined, []]);
  });

  it.each([
    ['healed', step('ghost_invariant_check', 'healed', { priority: 0 })],
    ['refused', step('load_user', 'refused')],
    ['of a first boot', step('try_agent', 'ok', { priority: 'prepare' })],
    ['of a first boot, late', step('bootstrap_flow', 'ok', { priority: 0 })],
  ])('all have their row where one is %s', (_, told) => {
    for (let at = 0; at <= ORDINARY.length; at += 1) {
      const steps = new Steps(false);
      const all = [...ORDINARY.slice(0, at), told, ...ORDINARY.slice(at), READY];
      expect(
        shown(steps, all)
          .slice(0, -1)
          .map((row) => row.slice(5).split(' ')[0]),
      ).toEqual(all.slice(0, -1).map((event) => (event.event === 'step' ? event.step : '')));
      expect(shown(steps, [...ORDINARY, READY]), 'the next boot is one row again').toEqual([SUM]);
    }
  });

  it.each([
    ['ok', 'vacuous'],
    ['absent', 'skipped'],
  ] as const)('stay one row where they are %s or %s', (...statuses) => {
    const steps = new Steps(false);
    const events = statuses.map((status) => step('load_user', status));
    expect(shown(steps, [...events, READY])).toHaveLength(1);
  });

  it('are all shown where that is wanted, and where the boot ended without a word', () => {
    expect(shown(new Steps(true), [...ORDINARY, READY])).toHaveLength(ORDINARY.length + 1);
    const steps = new Steps(false);
    shown(steps, ORDINARY);
    expect(steps.unfold()).toHaveLength(ORDINARY.length);
    expect(steps.unfold()).toEqual([]);
  });

  it('name eight files at most', () => {
    const files = Array.from({ length: 12 }, (_, at) =>
      step('load_layout', 'ok', { file: `f${at}` }),
    );
    expect(shown(new Steps(false), [...files, READY])[0]).toContain(
      'loaded f0, f1, f2, f3, f4, f5, f6, f7 and 4 more;',
    );
    expect(shown(new Steps(false), [READY])[0]).toContain('loaded no file;');
  });
});

const DIFF = { file: 'TOOLS.md', before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\n' };

describe('a difference', () => {
  it('shows what goes and what comes', () => {
    const { rows, more } = viewDiff(DIFF, false);
    expect(textsOf(rows)).toEqual([
      '  TOOLS.md (+1 -1)',
      '  @@ line 1 @@',
      '    one',
      '  - two',
      '  + 2',
      '    three',
    ]);
    expect(rows.map(([span]) => span?.style?.[0])).toEqual([
      'bold',
      'dim',
      undefined,
      'red',
      'green',
      undefined,
    ]);
    expect(more).toBe(0);
  });

  it('is cut, with a count, and whole where that is asked for', () => {
    const after = Array.from({ length: 60 }, (_, index) => `${index}\n`).join('');
    const diff = { file: 'new.md', before: undefined, after };
    expect(viewDiff(diff, false)).toMatchObject({ more: 37 });
    expect(textsOf(viewDiff(diff, false).rows)[0]).toBe('  new.md (a new file)');
    expect(viewDiff(diff, true).rows).toHaveLength(62);
  });

  it('hides nothing', () => {
    const diff = { file: `a${ESCAPE}.md`, before: '', after: `x${ESCAPE}\u200B\n` };
    const text = textsOf(viewDiff(diff, false).rows).join('\n');
    expect(text).toContain(String.raw`x\u{1B}[2J\u{202E}\u{200B}`);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  it('of texts that have nothing in common is told at once', () => {
    const { rows } = viewDiff({ file: 'a.md', before: lines('a'), after: lines('b') }, true);
    expect(rows).toHaveLength(10_001);
  });
});

const key = (name: string): Key => ({ name, sequence: name });

/** A terminal at which somebody types. */
const terminalOf = () => {
  const said: string[] = [];
  const say = (rows: readonly Row[]): void => void said.push(...textsOf(rows));
  const line = new InputLine({
    say,
    width: () => 79,
    commands: () => [],
    interrupted: () => undefined,
    said: () => undefined,
  });
  const human = humanBehind({
    say,
    next: () => line.next(),
    ask: (prompt, signal) => line.ask(prompt, signal),
    width: () => 79,
  });
  const below = (): string => textsOf(line.view(10).rows).join('\n');
  return { line, human, said, below };
};

describe('a question that is withdrawn', () => {
  const OPTIONS = [{ id: 'yes', label: 'Yes' }];

  it.each([
    ['the page', '  The question has its answer: the page.'],
    [undefined, '  The question is over: nobody waits for its answer any more.'],
  ])(
    'leaves the terminal, which says why, and gives back what was being typed: %s',
    async (reason, why) => {
      const { line, human, said, below } = terminalOf();
      line.paste('half a word');
      const withdrawn = new AbortController();
      const chosen = human.choose('May I?', OPTIONS, undefined, withdrawn.signal);
      expect(line.isAsking).toBe(true);
      line.key(key('1'));
      withdrawn.abort(reason);
      expect(await chosen).toBeUndefined();
      expect([line.isAsking, below()]).toEqual([false, '> half a word']);
      expect(said.at(-1)).toBe(why);
    },
  );

  it('before it was asked is not asked, and one that has its answer stays as it is', async () => {
    const { line, human, said } = terminalOf();
    expect(await human.answer('Who?', AbortSignal.abort('the page'))).toBeUndefined();
    expect(line.isAsking).toBe(false);
    const withdrawn = new AbortController();
    const answer = human.answer('Who?', withdrawn.signal);
    line.paste('Ada');
    line.key(key('return'));
    withdrawn.abort();
    expect(await answer).toBe('Ada');
    const later = human.answer('Where?');
    expect(line.isAsking).toBe(true);
    expect(said.filter((text) => text.includes('over'))).toEqual([]);
    line.end();
    await later;
  });
});

describe('a question', () => {
  const OPTIONS = [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ];

  const asked = async (answers: readonly (string | undefined)[], after = DIFF.after) => {
    const said: string[] = [];
    const prompts: string[] = [];
    const waiting = [...answers];
    const human = humanBehind({
      say: (rows) => said.push(...textsOf(rows)),
      next: () => Promise.resolve(undefined),
      ask: async (prompt) => {
        prompts.push(prompt);
        return waiting.shift();
      },
      width: () => 79,
    });
    const chosen = await human.choose(`Write ${ESCAPE}?`, OPTIONS, {
      diffs: [{ ...DIFF, after }],
      command: 'ls\nrm',
    });
    return { chosen, said: said.join('\n'), prompts };
  };

  it.each([
    [['1'], 'yes'],
    [[' 2 '], 'no'],
    [[''], undefined],
    [[undefined], undefined],
    [['yes', '0', '3', '1e0', '1'], 'yes'],
    [['3', undefined], undefined],
  ])('answered by %j is %s', async (answers, expected) => {
    expect((await asked(answers)).chosen).toBe(expected);
  });

  it('shows what it is about, with nothing hidden', async () => {
    const { said } = await asked(['1']);
    expect(said).toMatch(
      /^Write \\u\{1B\}\[2J\\u\{202E\}\?\n {2}\$ ls\n {2}\$ rm\n {2}TOOLS\.md[^]* {2}1 {2}Yes\n {2}2 {2}No$/,
    );
  });

  it('shows all of a long difference when that is wanted', async () => {
    const after = Array.from({ length: 60 }, (_, index) => `line ${index}\n`).join('');
    const { said, prompts, chosen } = await asked(['d', '1'], after);
    expect(said.split('line 59')).toHaveLength(2);
    expect(prompts[0]).toContain('d: show all');
    expect(chosen).toBe('yes');
  });
});

describe('commands with a slash', () => {
  const OFFERED = [
    { name: 'status', description: 'what this is' },
    { name: 'start', description: 'x', hint: 'NOW' },
    { name: 'help', description: 'help of another' },
  ];

  it.each([
    ['/stat', { text: '/status ', candidates: [] }],
    ['/st', { text: '/sta', candidates: ['/start', '/status'] }],
    ['/q', { text: '/quit ', candidates: [] }],
    ['/x', undefined],
    ['/status now', undefined],
    ['status', undefined],
  ])('%s is completed', (text, expected) => {
    expect(complete(text, OFFERED)).toEqual(expected);
  });

  it('are listed, each once, and those of the terminal by its own words', () => {
    const help = helpText(OFFERED);
    expect(help).toContain('- `/start NOW` x\n- `/status` what this is');
    expect(help.split('`/help`')).toHaveLength(2);
    expect(help).toContain('`/quit`');
  });
});

describe('the figures of a turn', () => {
  const turn = { input: 200, cacheRead: 10_100, cacheWritten: 1900, output: 512 };

  it.each([
    [{}, '12k tokens in (10k cached), 512 out; session: 13k tokens'],
    [
      { turnUsd: 0.0123, sessionUsd: 1.5, contextUsed: 0.118 },
      '12k tokens in (10k cached), 512 out; $0.0123; session: $1.50; 12 % of the context',
    ],
  ])('%j', (more, expected) => {
    const event: UsageEvent = { event: 'usage', model: 'm', turn, session: turn, ...more };
    expect(textOf(noteOf(event) ?? [])).toBe(`  · ${expected}`);
  });
});
