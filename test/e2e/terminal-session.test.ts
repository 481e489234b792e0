/** A session of the built program at a terminal of 80 columns and 24 rows: how it looks, and what keys do. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { noTmux, PERFORMER, Terminal, type TerminalOptions } from '#test/support/tmux.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { recordsOf, stateOf, until, yamo } from '#test/support/yamo.ts';

const SIZE = { columns: 80, rows: 24 };

/** A session with the performer, or whom `args` name. */
const open = async (
  ws: TempWorkspace,
  args: readonly string[] = ['--agent', PERFORMER],
  options: TerminalOptions = {},
): Promise<Terminal> => {
  const terminal = new Terminal(ws, args, { ...SIZE, ...options });
  await terminal.shows('/help lists the commands.');
  return terminal;
};

/** The first row, but for what is said to somebody who runs tests as root. */
const firstOf = ({ rows }: Terminal): string | undefined =>
  rows.find((row) => !/run by root|^ *(?:little )?else\. |\(§4\.1\)$/u.test(row));

const historyOf = (ws: TempWorkspace): string => join(ws.stateHome, 'yamo', 'history');

describe.skipIf(noTmux)('what a session shows', () => {
  it('is one line for a boot that went well, and then a prompt', async () => {
    const terminal = await open(makeBornWorkspace());
    expect(firstOf(terminal)).toMatch(/^✓ booted: loaded AGENTS\.md, /);
    expect(terminal.screen).not.toContain('load_agents');
    expect(terminal.rows.at(-1)).toBe('>');
    expect(terminal.cursor).toBe(`2,${terminal.rows.length - 1}`);
  });

  it('is every step of a boot that was refused, and with --trace', async () => {
    const ws = makeBornWorkspace({ 'AGENTS.md': '# Agents\n' });
    const terminal = new Terminal(ws, ['--strict'], SIZE);
    await terminal.shows('exit code 1.');
    expect(terminal.screen).toMatch(
      /✓ {4}open_workspace[^]*✗ P0 ghost_invariant_check[^]*Refused: /,
    );
    const traced = await open(makeBornWorkspace(), ['--trace']);
    expect(traced.screen).toMatch(/µs\n[^]*✓ P1 load_soul[^]*✓ P2 serve_user/);
  });

  it('is Markdown, line by line, in the columns that there are', async () => {
    const terminal = await open(makeBornWorkspace(), undefined, { ...SIZE, rows: SIZE.rows + 2 });
    terminal.type('markdown');
    await terminal.shows('The end 🎉.');
    const { rows } = terminal;
    expect(rows).toContain(
      'A line that is much longer than eighty columns, so that it has to be broken',
    );
    expect(rows).toContain(
      '• second, which is also much longer than eighty columns, so that it hangs below',
    );
    expect(rows).toContain('  its own bullet');
    expect(rows).toContain('const answer = 42; // **not bold**');
    expect(rows).toContain('漢字 │    20');
    expect(rows.at(-1)).toBe('>');
    expect(terminal.screen).toContain('a link (https://example.org/a).');
    expect(terminal.styled).toContain('\u001B[36m');
  });

  it('has no colours with NO_COLOR, and then keeps the marks of Markdown', async () => {
    const terminal = await open(makeBornWorkspace(), undefined, { env: { NO_COLOR: '1' } });
    terminal.type('markdown');
    await terminal.shows('The end 🎉.');
    expect(terminal.styled).not.toMatch(/\p{Cc}\[[\d;]*m/u);
    expect(terminal.screen).toContain('Some *emphasis*, some **strength**');
  });

  it('draws nothing on a terminal that is dumb, or where errors go elsewhere', async () => {
    const dumb = new Terminal(makeBornWorkspace(), ['--agent', PERFORMER], {
      ...SIZE,
      env: { TERM: 'dumb' },
    });
    await dumb.shows('✓ booted: ');
    expect(dumb.rows.filter((row) => /^[a-z]+\b/.test(row))).toEqual([]);
    dumb.type('lines 2');
    await dumb.shows('line 2');
    // Until the turn has ended, Ctrl-C ends the turn.
    await until(() => dumb.rows.at(-1) === '>');
    dumb.press('C-c');
    await dumb.shows('exit code 0.');
    const log = freshPath('log');
    const terminal = new Terminal(makeBornWorkspace(), [], { ...SIZE, redirect: `2> '${log}'` });
    await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('✓ booted: '));
    terminal.type('/who');
    await terminal.shows('I am Robin');
    expect(readFileSync(log, 'utf8')).not.toContain('\u001B');
  });

  it('is one line for each call of a tool', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.type('tools');
    await terminal.shows('– Left open');
    expect(terminal.screen).toMatch(
      /> tools\n {2}✓ Read notes\.md\n {2}✗ Search memory: failed\nTools were used\.\n {2}– Left open\n>/,
    );
  });

  it('lets no escape code of an agent through', async () => {
    const terminal = await open(makeBornWorkspace());
    const raw = terminal.record();
    terminal.type('escape');
    await terminal.shows('Enter for no');
    terminal.type('');
    await terminal.shows('safe');
    expect(terminal.screen).toContain(String.raw`look \u{1B}[31mred`);
    expect(terminal.screen).toContain(String.raw`Do \u{1B}[31mred`);
    expect(terminal.screen).toContain('\u{FFFD}[31mred');
    expect(raw()).toContain('safe');
    expect(raw()).not.toMatch(/\p{Cc}(?:\[31mred|\]|2J|\[2J|\[H)|title\p{Cc}/u);
  });

  it('shows what an agent hides, and leaves what scripts and emoji need', async () => {
    const shown = String.raw`safe \u{202E}txt.exe\u{202C} pass\u{200B}word hi\u{E0041}\u{E0042} `;
    const kept = '👩\u200D💻 می\u200Cخواهم שלום\nthe end\n';
    const terminal = await open(makeBornWorkspace());
    const raw = terminal.record();
    terminal.type('hidden');
    await terminal.shows('the end');
    await until(() => raw().includes('the end'));
    expect(terminal.screen).toContain(shown);
    expect(terminal.screen).toContain(String.raw`✓ look \u{202E}txt.exe`);
    expect(raw()).not.toMatch(/[\u202A-\u202E\u200B\u{E0000}-\u{E007F}]/u);
    for (const word of ['👩\u200D💻', 'می\u200Cخواهم', 'שלום']) expect(raw()).toContain(word);
    const piped = await yamo(['boot', '--agent', PERFORMER], {
      workspace: makeBornWorkspace(),
      input: 'hidden\n',
    });
    expect(piped.stdout).toBe(shown + kept);
    expect(piped.stderr).toContain(String.raw`look \u{202E}txt.exe`);
  });

  it('does not flicker: a wait and a long answer draw each row once', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.write('a draft that stays');
    await terminal.shows('a draft that stays');
    terminal.press('C-u');
    const raw = terminal.record();
    terminal.type('lines 60');
    await terminal.shows('line 60');
    terminal.type('slow');
    await terminal.shows('thinking, 1 s');
    terminal.press('C-c');
    await terminal.shows('stopped waiting');
    const written = raw();
    for (const line of ['line 1', 'line 30', 'line 59'])
      expect(written.split(new RegExp(`${line}(?!\\d)`)).length - 1).toBeLessThanOrEqual(2);
    expect(written).not.toMatch(/\p{Cc}\[(?:[23]J|H)/u);
  });
});

/** What the performer's changes begin from. */
const TOOLS = { 'TOOLS.md': '# Tools\n\n- a lamp\n- a rope\n' };

describe.skipIf(noTmux)('a permission', () => {
  it('shows the difference, and is given by a number', async () => {
    const terminal = await open(makeBornWorkspace(TOOLS));
    terminal.type('ask');
    await terminal.shows('Enter for no');
    expect(terminal.screen).toMatch(
      /Write TOOLS\.md\?\n {2}TOOLS\.md \(\+1 -1\)\n {2}@@ line \d @@\n[^]* {2}- - a rope\n {2}\+ - a \*\*new\*\* rope\n {2}1 {2}Allow once: "Yes, once"\n {2}2 {2}No\n/,
    );
    terminal.type('9');
    await terminal.shows('Say a number from 1 to 2');
    await terminal.shows('Enter for no):', 2);
    terminal.type('1');
    await terminal.shows('The answer was yes.');
    terminal.type('ask');
    await terminal.shows('Enter for no):', 3);
    terminal.type('');
    await terminal.shows('The answer was no.');
  });

  it('is cut with a count when it is long, and whole when that is wanted', async () => {
    const terminal = await open(makeBornWorkspace(TOOLS));
    terminal.type('ask-long');
    await terminal.shows('d: show all');
    expect(terminal.screen).toMatch(/… \d+ more lines/);
    expect(terminal.screen).not.toContain('+ line 100');
    terminal.type('d');
    await terminal.shows('+ line 100');
    terminal.type('1');
    await terminal.shows('The answer was yes.');
  });

  it('is not given by what was typed before it was asked for', async () => {
    const terminal = await open(makeBornWorkspace(TOOLS));
    terminal.type('slow');
    await terminal.shows('waiting');
    terminal.type('ask');
    terminal.type('1');
    await terminal.shows('next: 1');
    terminal.write('half a th');
    terminal.press('C-c');
    await terminal.shows('Enter for no');
    expect(terminal.rows.at(-1)).toMatch(/Enter for no\):$/);
    terminal.type('2');
    await terminal.shows('The answer was no.');
    await terminal.shows('> half a th');
  });

  it('is refused by Ctrl-C, which stops the turn', async () => {
    const terminal = await open(makeBornWorkspace(TOOLS));
    terminal.type('ask');
    await terminal.shows('Enter for no');
    terminal.press('C-c');
    await terminal.shows('The answer was');
    expect(terminal.screen).not.toContain('The answer was yes');
    terminal.type('say still here');
    await terminal.shows('still here', 2);
  });
});

describe.skipIf(noTmux)('what is typed', () => {
  it('while the agent works is kept for the next turn, and can be taken back', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.type('slow');
    await terminal.shows('waiting');
    terminal.type('say one');
    await terminal.shows('next: say one');
    terminal.type('say two');
    await terminal.shows('next: say two');
    terminal.press('Up');
    await until(() => !terminal.screen.includes('next: say two'));
    terminal.press('C-u');
    terminal.write('say thr');
    terminal.press('C-c');
    await terminal.shows('> say one\none\n> say thr');
    terminal.type('ee');
    await terminal.shows('> say three\nthree\n>');
    expect(terminal.screen).not.toContain('two');
  });

  it('is not garbled by what is said meanwhile', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.type('lines 200');
    for (const word of ['many', 'words', 'meanwhile']) terminal.write(`${word} `);
    await terminal.shows('line 200');
    await terminal.shows('> many words meanwhile');
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 1}`);
    expect(terminal.screen).toContain(`> lines 200\n${lines.join('\n')}\n> many words meanwhile`);
  });

  it('may have several lines: pasted, after a backslash, or by Alt-Enter', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.paste('say one\n  two\n');
    await terminal.shows('  two');
    expect(terminal.screen).toContain('> say one\n    two');
    terminal.write('three\\');
    terminal.press('Enter');
    terminal.write('four');
    terminal.press('M-Enter');
    terminal.type('five');
    await terminal.shows('\none\n  two\nthree\nfour\nfive\n>');
  });

  it('is broken at the end of a row, and drawn anew at another size', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.type('say before');
    await terminal.shows('\nbefore\n');
    terminal.write(`say ${'0123456789'.repeat(12)}`);
    await until(() => terminal.rows.at(-1)?.endsWith('56789') === true);
    expect(terminal.rows.slice(-2).map((row) => row.length)).toEqual([79, 49]);
    terminal.resize(40, 24);
    await until(() => terminal.rows.slice(-4).every((row) => row.length <= 39));
    terminal.resize(100, 30);
    await until(() => terminal.rows.at(-2)?.length === 99);
    terminal.press('Enter');
    await terminal.shows('\n0123456789');
    expect(terminal.screen.split('\nbefore\n')).toHaveLength(2);
    expect(terminal.screen.split('> say\n')).toHaveLength(2);
  });

  it('can be longer than the terminal is high', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.paste(Array.from({ length: 60 }, (_, index) => `row ${index}`).join('\n'));
    await terminal.shows('row 59');
    expect(terminal.rows.length).toBeLessThanOrEqual(24);
    terminal.press('C-c');
    await until(() => terminal.rows.at(-1) === '>');
    expect(firstOf(terminal)).toContain('booted');
    terminal.press('C-c');
    await terminal.shows('exit code 0.');
  });

  it('can be ten thousand lines from the clipboard', async () => {
    const terminal = await open(makeBornWorkspace());
    const lines = Array.from({ length: 10_000 }, (_, index) => `row ${index}`);
    terminal.paste(`say ${lines.join('\n')}`);
    await terminal.shows('row 9999');
    terminal.write('!');
    await terminal.shows('row 9999!');
    expect(terminal.rows.length).toBeLessThanOrEqual(24);
    terminal.press('Enter');
    await terminal.shows('… 9980 more lines');
    terminal.press('C-c');
    await terminal.shows('the turn ended');
    terminal.press('C-d');
    await terminal.shows('exit code 0.');
  });

  it('is completed by Tab, and found again by the arrow keys', async () => {
    const ws = makeBornWorkspace();
    const terminal = await open(ws);
    terminal.write('/qu');
    terminal.press('Tab');
    await terminal.shows('> /quit');
    terminal.press('C-u');
    terminal.write('/');
    terminal.press('Tab');
    await terminal.shows('/help  /join');
    terminal.press('C-u');
    terminal.type('say first');
    await terminal.shows('\nfirst\n');
    terminal.type('say my password: hunter2-and-more');
    await terminal.shows('my password', 2);
    terminal.press('Up', 'Up');
    await until(() => terminal.rows.at(-1) === '> say first');
    terminal.press('C-u');
    terminal.type('/help');
    await terminal.shows('• /quit closes the session');
    terminal.type('/quit');
    await terminal.shows('exit code 0.');
    expect(statSync(historyOf(ws)).mode & 0o777).toBe(0o600);
    expect(readFileSync(historyOf(ws), 'utf8')).toBe('"say first"\n"/help"\n"/quit"\n');
    const again = await open(ws);
    again.press('Up', 'Up', 'Up');
    await until(() => again.rows.at(-1) === '> say first');
  });

  it('in a shared session is neither kept nor shown from others', async () => {
    const ws = makeBornWorkspace();
    const first = await open(ws);
    first.type('say private');
    await first.shows('\nprivate\n');
    first.type('/join discord:bob');
    await first.shows('session closed');
    first.press('Up');
    await first.shows('shared session with');
    first.press('Up');
    first.type('say public');
    await first.shows('\npublic\n');
    first.type('/quit');
    await first.shows('exit code 0.');
    expect(readFileSync(historyOf(ws), 'utf8')).toBe('"say private"\n"/join discord:bob"\n');
  });

  it('is said once where it cannot be kept', async () => {
    const ws = makeBornWorkspace();
    await yamo(['boot', '--message', 'x'], { workspace: ws });
    mkdirSync(historyOf(ws));
    const terminal = await open(ws);
    await terminal.shows('is not kept for the arrow keys');
    terminal.type('say one');
    await terminal.shows('\none\n');
    expect(terminal.screen.split('is not kept')).toHaveLength(2);
  });
});

describe.skipIf(noTmux)('the keys of a terminal', () => {
  it('Ctrl-C clears what is typed, and then ends the session; the terminal is as it was', async () => {
    const terminal = await open(makeBornWorkspace());
    const raw = terminal.record();
    terminal.write('never said');
    await terminal.shows('never said');
    terminal.press('C-c');
    await until(() => terminal.rows.at(-1) === '>');
    terminal.press('C-c');
    await terminal.shows('exit code 0.');
    expect(raw()).toContain('\u001B[?2004l');
    expect(terminal.tmux('display-message', '-p', '#{cursor_flag}').trim()).toBe('1');
  });

  it('Ctrl-D deletes in a text, and ends the session where there is none', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.write('ab');
    terminal.press('C-a', 'C-d');
    await until(() => terminal.rows.at(-1) === '> b');
    terminal.press('C-d', 'C-d');
    await terminal.shows('exit code 0.');
    expect(terminal.screen).toContain('session closed');
  });

  it('Ctrl-L begins at the top', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.write('draft');
    await terminal.shows('draft');
    terminal.press('C-l');
    await until(() => terminal.rows[0] === '> draft');
    expect(terminal.rows).toHaveLength(1);
  });
});

describe.skipIf(noTmux)('Ctrl-Z', () => {
  it('gives the terminal to the shell, and fg takes it back', async () => {
    const terminal = await open(makeBornWorkspace(), undefined, { shell: true });
    terminal.write('say half');
    await terminal.shows('> say half');
    terminal.press('C-z');
    await terminal.shows('in the shell');
    expect(terminal.rows).not.toContain('> say half');
    terminal.press('Enter');
    await until(() => terminal.rows.at(-1) === '> say half');
    terminal.type(' a word');
    await terminal.shows('\nhalf a word\n');
    terminal.press('C-d');
    await terminal.shows('exit code 0.');
  });

  it('goes on by itself where there is no shell to go back to, and loses no key', async () => {
    const terminal = await open(makeBornWorkspace());
    terminal.write('say half');
    await terminal.shows('> say half');
    // In one read with Ctrl-Z, as on a machine that is slow.
    terminal.press('C-z', ' a word', 'Enter');
    await terminal.shows('\nhalf a word\n');
    terminal.write('say the');
    terminal.press('C-z');
    // What is typed meanwhile is read afterwards.
    terminal.type(' other');
    await terminal.shows('\nthe other\n');
    expect(terminal.rows.at(-1)).toBe('>');
    terminal.press('C-d');
    await terminal.shows('exit code 0.');
  });
});

describe.skipIf(noTmux)('a narrow terminal', () => {
  it('breaks wide characters and long words where they fit, typed and said', async () => {
    const terminal = await open(makeBornWorkspace(), undefined, { columns: 40 });
    terminal.write(`say ${'漢字'.repeat(30)}`);
    await until(() => terminal.rows.at(-1)?.endsWith('字') === true);
    // 37 columns beside the prompt: 16 of them behind `say `, then 18 and 18, and 8 are left.
    expect(terminal.cursor).toMatch(/^18,/);
    terminal.press('C-u');
    terminal.type(`say ${'漢'.repeat(60)} ${'x'.repeat(100)} 👩\u200D💻.`);
    await terminal.shows('👩', 2);
    const rows = terminal.rows.filter((row) => /^(?:漢+|x+)$/u.test(row));
    expect(rows.every((row) => row.length <= (row.startsWith('漢') ? 19 : 39))).toBe(true);
    expect(rows.filter((row) => row.startsWith('漢'))).toHaveLength(4);
  });

  it('shows a permission, and a change of size in a long answer loses no line', async () => {
    const terminal = await open(makeBornWorkspace(TOOLS), undefined, { columns: 40 });
    terminal.type('ask');
    await terminal.shows('Your choice (Enter for no):');
    expect(terminal.screen).toContain(
      '\n  - - a rope\n  + - a **new** rope\n  1  Allow once: "Yes, once"\n',
    );
    terminal.type('2');
    await terminal.shows('The answer was no.');
    terminal.type('ask-long');
    await terminal.shows('Your choice (d: show all, Enter for\nno):\n>');
    terminal.type('2');
    await terminal.shows('The answer was no.', 2);
    terminal.type('slow');
    await terminal.shows('thinking, ');
    terminal.resize(30, 24);
    await terminal.shows(' s (Ctrl-C stop…\n>');
    terminal.press('C-c');
    await terminal.shows('stopped waiting');
    terminal.type('lines 1000');
    for (const columns of [60, 100, 45, 80]) {
      terminal.resize(columns, 24);
      await terminal.shows('line 1');
    }
    await terminal.shows('line 1000');
    const lines = terminal.screen.split('\n').filter((row) => /^line \d+$/.test(row));
    expect(lines).toEqual(Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`));
  });
});

describe.skipIf(noTmux)('a terminal that goes away', () => {
  it.each([
    ['at the prompt', 'say hello', '\nhello\n'],
    ['in a turn', 'slow', 'waiting'],
  ])('closes the session in good order: %s', async (_, said, shown) => {
    const ws = makeBornWorkspace();
    const terminal = await open(ws);
    terminal.type(said);
    await terminal.shows(shown);
    terminal.tmux('kill-server');
    await until(() => existsSync(join(stateOf(ws), 'record.jsonl')) && recordsOf(ws).length > 0);
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'closed' } }]);
  });
});

describe('one turn', () => {
  it('of a file, after a message', async () => {
    const ws = makeBornWorkspace();
    const path = freshPath('turn.md');
    writeFileSync(path, 'from a file\nwith two lines\n');
    const args = ['boot', '--agent', PERFORMER];
    const both = await yamo([...args, '--message', 'say hello', '--file', path], { workspace: ws });
    expect(both.stdout).toBe('hello\n\nfrom a file\nwith two lines\n');
    writeFileSync(path, 'say alone');
    expect((await yamo([...args, '--file', path], { workspace: ws })).stdout).toBe('alone\n');
    const piped = await yamo([...args, '--file', '-'], { workspace: ws, input: 'say piped' });
    expect([piped.code, piped.stdout]).toEqual([0, 'piped\n']);
  });

  it.each([
    ['is not there', undefined, 'ENOENT'],
    ['is empty', ' \n', 'empty'],
    ['is no text', Buffer.from([0x61, 0xff]), 'invalid UTF-8'],
    ['is too large', Buffer.alloc(4 * 1024 * 1024 + 1, 'a'), 'larger than 4 MiB'],
  ])('of a file that %s is wrong usage', async (_, content, expected) => {
    const ws = makeBornWorkspace();
    const path = freshPath('turn.md');
    if (content !== undefined) writeFileSync(path, content);
    const { code, stderr } = await yamo(['boot', '--file', path], { workspace: ws });
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
    const folder = await yamo(['boot', '--file', ws.path], { workspace: ws });
    expect([folder.code, folder.stderr]).toEqual([2, expect.stringContaining('no regular file')]);
  });

  it.skipIf(noTmux)('at a terminal is drawn as a session is, and ends by itself', async () => {
    const terminal = new Terminal(
      makeBornWorkspace(),
      ['--agent', PERFORMER, '--message', 'markdown'],
      SIZE,
    );
    await terminal.shows('exit code 0.');
    expect(terminal.screen).toContain('✓ booted: ');
    expect(terminal.screen).toContain('• first');
    const stopped = new Terminal(
      makeBornWorkspace(),
      ['--agent', PERFORMER, '--message', 'slow'],
      SIZE,
    );
    await stopped.shows('thinking');
    stopped.press('C-c');
    await stopped.shows('exit code 130.');
  });
});
