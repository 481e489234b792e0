/** `yamo memory`, as its owner types it. */
import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { makeBornWorkspace, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { refusalOf, type Result, yamo } from '#test/support/yamo.ts';

const TODAY = '2026-03-10';
const OLD = 'memory/2026-01-02.md';

const world = (): TempWorkspace =>
  makeBornWorkspace({
    'MEMORY.md': '# Memory\n\n- 2026-01-02: the tidal model runs on Fridays\n',
    [OLD]:
      '# Memory — 2026-01-02\n\n## Session [09:00]\n\n- The tidal model runs on Fridays.\n- Wren called.\n',
    'memory/2026-03-09.md': '- \u001b[31mred\u001b[0m\n',
    'memory/archive/2026-01-01.md.gz': 'no gzip',
  });

/** The workspace stands behind the action, and before what the action is about. */
const memory = (ws: TempWorkspace, action: string, ...more: readonly string[]): Promise<Result> => {
  const args = ['memory', action, ws.path, ...more, '--date', TODAY, '--tz', 'UTC'];
  return yamo(args, { env: { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome } });
};

describe('yamo memory', () => {
  it('finds, shows and counts, also what was put away, and passes over what cannot be read', async () => {
    const ws = world();
    await memory(ws, 'archive');
    const { code, events, stderr } = await memory(ws, 'grep', 'tidal Fridays', '--json');
    // What was found is not all that there is.
    expect(code).toBe(4);
    expect(events.map(({ file }) => file)).toEqual([
      'MEMORY.md',
      'memory/archive/2026-01-02.md.gz',
    ]);
    expect(stderr).toContain('(FILE_NOT_GZIP)');
    const shown = await memory(ws, 'show', '2026-01-02');
    expect(shown.stdout).toContain('- Wren called.\n');
    expect((await memory(ws, 'show', '2026-03-09')).stdout).not.toContain('\u001b');
    const days = await memory(ws, 'timeline', '--json');
    expect(days.events.map(({ day, sessions }) => [day, sessions])).toEqual([
      ['2026-01-02', 1],
      ['2026-03-09', 0],
    ]);
    const page = await memory(ws, 'timeline', '--html');
    expect(page.stdout).toMatch(/^<!doctype html>\n<html lang="en">[^]*<\/html>\n$/);
    expect(page.stdout).not.toMatch(/<script|https?:|src=/);
    expect((await memory(ws, 'timeline')).stdout).toMatch(
      /^2026-01 .*1 log, 1 session, archived\n/,
    );
  });

  it('takes notes under longer names for notes of their day, and puts none of them away', async () => {
    const notes = [
      'memory/2026-03-09-1514.md',
      `memory/${TODAY}-glaze.md`,
      'memory/2026-01-02-x.md',
    ];
    const [night = '', today = ''] = notes;
    const ws = makeBornWorkspace({
      [OLD]: '# Memory — 2026-01-02\n\n- of the log\n',
      [night]: '# Session: 15:14\n\nthe kiln needs thermocouples\n',
      [today]: 'order cobalt glaze\n',
      'memory/2026-01-02-x.md': 'of the note\n',
      'memory/2026-03-09-DESKTOP-4QK2A7B.md': 'a thermocouple of a copy\n',
    });
    const files = async (action: string, about: string): Promise<readonly unknown[]> =>
      (await memory(ws, action, about, '--json')).events.map(({ file }) => file);
    expect(await files('grep', 'thermocouples')).toEqual([night]);
    expect(await files('show', '2026-03-09')).toEqual([night]);
    expect(await files('show', '2026-01-02')).toEqual([OLD, 'memory/2026-01-02-x.md']);
    expect((await memory(ws, 'show', '2026-01-02')).stdout).toMatch(
      /of the log\n── memory\/2026-01-02-x\.md\nof the note\n$/,
    );
    const { events } = await memory(ws, 'timeline', '--json');
    expect(events.map(({ day }) => day)).toContain(TODAY);
    const env = { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome };
    const found = await yamo(['mesh', 'search', ws.path, 'thermocouples'], { env });
    expect(found.stdout).toContain(night);
    expect(found.stdout).not.toContain('DESKTOP');
    const boot = (...more: readonly string[]) =>
      yamo(['boot', '--date', `${TODAY}T09:00`, '--tz', 'UTC', '--message', '/who', ...more], {
        workspace: ws,
      });
    const main = await boot();
    expect(main.stderr).toMatch(/Not loaded, since a boot loads the log of a day alone:/);
    for (const name of [night, today]) expect(main.stderr).toContain(name);
    expect(main.stderr).not.toContain('2026-01-02-x');
    expect((await boot('--session', 'shared')).stderr).not.toMatch(/-1514|-glaze/);
    await memory(ws, 'archive');
    expect(ws.has(OLD)).toBe(false);
    for (const name of notes) expect(ws.has(name)).toBe(true);
  });

  it('tells of a day, a week or a thing in sentences with their places', async () => {
    const ws = world();
    ws.write(`memory/${TODAY}.md`, '# Memory — 2026-03-10\n\n- Wren came to tea.\n');
    const telling = async (...words: readonly string[]): Promise<string> => {
      const [action = '', ...more] = words;
      return (await memory(ws, action, ...more)).stdout;
    };
    expect(await telling('today')).toBe(`${TODAY}\n  Wren came to tea.  memory/${TODAY}.md:3\n`);
    expect(await telling('today', '--raw')).toBe(ws.text(`memory/${TODAY}.md`));
    expect(await telling('today', '--json')).toContain('"sha256"');
    expect(await telling('on', '2026-01-02')).toContain(`  Wren called.  ${OLD}:6\n`);
    expect(await telling('week')).toMatch(/^2026-03-09\n {2}\S*red\S*  .*\n2026-03-10\n/);
    expect(await telling('about', 'tidal')).toBe(
      `2026-01-02\n  The tidal model runs on Fridays.  ${OLD}:5\nMEMORY.md\n  2026-01-02: the tidal model runs on Fridays  MEMORY.md:3\n`,
    );
    expect((await memory(ws, 'on', '2026-02-02')).stderr).toContain('memory/2026-02-02.md');
    const page = (await memory(ws, 'timeline', '--html')).stdout;
    const place = encodeURIComponent(`memory/${TODAY}.md:3`);
    expect(page).toContain(`<a href="#${place}">Wren came to tea.</a>`);
    expect(page).toContain(`<li id="memory/${TODAY}.md:3" value="3"`);
    expect(await telling('timeline')).toContain('Wren came to tea.');
  });

  it('reviews old logs by what MEMORY.md does not have [Y100]', async () => {
    const { events } = await memory(world(), 'review', '--json');
    expect(events).toMatchObject([{ file: OLD, notes: 2, open: [{ line: 6 }] }]);
  });

  it('removes no young log without consent, none without --apply, and takes it back [Y62, Y101]', async () => {
    const ws = world();
    const young = await memory(ws, 'retain', '--days', '3', '--apply', '--json');
    expect([young.code, refusalOf(young.events)]).toEqual([1, 'LOG_YOUNG']);
    await memory(ws, 'retain', '--days', '30');
    expect(ws.has(OLD)).toBe(true);
    const { events } = await memory(ws, 'retain', '--days', '30', '--apply', '--json');
    expect(events[0]).toMatchObject({
      files: ['memory/archive/2026-01-01.md.gz', OLD],
      journal: [1],
    });
    expect(ws.has(OLD)).toBe(false);
    expect((await memory(ws, 'undo', '--list')).stdout).toMatch(/^ {3}1 .* retain /);
    expect((await memory(ws, 'undo')).code).toBe(0);
    expect(ws.text(OLD)).toContain('Wren called.');
    const purged = await memory(ws, 'undo', '1', '--purge');
    expect(purged.code).toBe(0);
    const gone = await memory(ws, 'undo', '1', '--json');
    expect(refusalOf(gone.events)).toBe('JOURNAL_UNKNOWN');
  });

  it.each([
    [['memory', 'keep'], 'yamo memory has no "keep"'],
    [['memory', 'forget'], 'Say which lines: yamo memory forget MEMORY.md:12'],
    [['memory', 'show', '--days', '3'], '--days says nothing to yamo memory show.'],
    [['memory', 'retain', '.'], '--days N'],
    [['memory', 'grep', '/tmp/'], 'is a folder; say behind it'],
    [['memory', 'retain', '.', '--days', 'x'], '--days takes a number'],
    [['memory', 'show', '.', 'SOUL.md'], 'neither a day'],
    [['memory', 'on', '.', 'MEMORY.md'], '"MEMORY.md" is no day: YYYY-MM-DD'],
    [['memory', 'on', '.', '2026-02-30'], '"2026-02-30" is no day: YYYY-MM-DD'],
    [['memory', 'on', '.'], 'Say which day: yamo memory on'],
    [['memory', 'about'], 'Say about what'],
    [['memory', 'about', '/tmp/'], 'is a folder; say behind it'],
    [['memory', 'undo', '.', 'x'], 'no number of an entry'],
    [['memory', 'grep', '.', 'a', 'b'], 'one word too many'],
    [['memory', 'today', '--date', '2026-02-30'], '--date takes a day'],
  ])('says what is wrong with %j', async (args, words) => {
    const { code, stderr } = await yamo(args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(stderr).toContain('See: yamo memory --help');
  });

  it('says that a day has no log', async () => {
    const { code, events } = await memory(world(), 'show', '2020-01-01', '--json');
    expect([code, refusalOf(events)]).toEqual([1, 'MEMORY_ABSENT']);
    expect((await memory(world(), 'today')).stderr).toContain('memory/2026-03-10.md');
  });
});

describe('yamo memory curate', () => {
  const KEPT = '# Memory\n\n- 2026-01-01: tea\n- 2026-01-01: tea\n';
  const settled = async (): Promise<TempWorkspace> => {
    const ws = makeBornWorkspace({
      'MEMORY.md': KEPT,
      'memory/2026-03-08.md':
        '# Memory — 2026-03-08\n\n- Remember: the lighthouse keeper of Borkum retired after forty years.\n',
    });
    const said = 'From now on Ada writes the lagoon chapter in English.';
    await yamo(['boot', '--date', `${TODAY}T09:00`, '--tz', 'UTC', '--message', said], {
      workspace: ws,
    });
    return ws;
  };

  it('proposes from the logs without a model, applies what was not marked, and is undone [Y102]', async () => {
    const ws = await settled();
    const dry = await memory(ws, 'curate', '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(dry.events[0]).toMatchObject({
      add: [
        { source: 'memory/2026-03-08.md:3', marks: ['who wrote it is not known'] },
        { source: `memory/${TODAY}.md:6`, marks: [] },
      ],
      remove: [{ line: 4, text: '- 2026-01-01: tea' }],
      diff: expect.stringContaining('+- 2026-03-10: From now on Ada writes'),
    });
    expect(ws.text('MEMORY.md')).toBe(KEPT);
    const { stdout, stderr } = await memory(ws, 'curate', '--yes');
    expect(stdout).toContain('✓ MEMORY.md: 1 added, 1 taken out');
    expect(stderr).toContain('1 marked change waits until seen: yamo memory curate');
    const after =
      '# Memory\n\n- 2026-01-01: tea\n- 2026-03-10: From now on Ada writes the lagoon chapter in English.\n';
    expect(ws.text('MEMORY.md')).toBe(after);
    // What waits is shown before an agent is asked again; nobody is here to see it.
    const waits = await memory(ws, 'curate', '--json');
    expect(waits.events[0]).toMatchObject({
      add: [{ source: 'memory/2026-03-08.md:3' }],
      waiting: true,
    });
    expect(ws.text('MEMORY.md')).toBe(after);
    const undone = await memory(ws, 'undo', '--json');
    expect(undone.events[0]).toMatchObject({ undone: [1], files: ['MEMORY.md'] });
    expect(ws.text('MEMORY.md')).toBe(KEPT);
  });

  it('shows with --dry-run what it would do, the proposal that waits first', async () => {
    const ws = await settled();
    const { events: asked } = await memory(ws, 'curate', '--dry-run', '--json');
    const dry = { ...asked[0], waiting: true };
    // Its agent would have something else to say now, and is not asked.
    ws.write('memory/2026-03-09.md', '# Memory — 2026-03-09\n\n- Wren mended the tide gauge.\n');
    expect((await memory(ws, 'curate', '--dry-run', '--json')).events).toEqual(asked);
    expect((await memory(ws, 'curate', '--json')).events).toEqual([dry]);
    const { events } = await yamo(
      ['boot', '--date', `${TODAY}T10:00`, '--tz', 'UTC', '--json', '--message', 'hi'],
      { workspace: ws },
    );
    const told = events.filter(({ text }) => String(text).includes('yamo memory curate'));
    expect(told).toMatchObject([{ event: 'notice', section: '§5.3' }]);
    const shared = await yamo(['boot', '--session', 'shared', '--message', 'hi'], {
      workspace: ws,
    });
    expect(shared.stdout).not.toContain('yamo memory curate');
  });

  it('proposes what a newer log says in the place of a line, once, and not after it was given up', async () => {
    const ws = makeBornWorkspace({
      'MEMORY.md': '# Memory\n\n- 2026-01-01: Ada lives in Lime Row.\n',
      'memory/2026-03-08.md': '# Memory — 2026-03-08\n\n- 09:01 Ada lives in Canal Side now.\n',
    });
    const text = 'Ada lives in Canal Side now.';
    const { events } = await memory(ws, 'curate', '--dry-run', '--json');
    expect(events[0]).toMatchObject({
      add: [{ text, source: 'memory/2026-03-08.md:3', supersedes: 3 }],
      remove: [{ line: 3, why: expect.stringContaining('memory/2026-03-08.md:3 is newer') }],
    });
    const { stdout } = await memory(ws, 'curate');
    expect(stdout).toContain(`+ ${text} (memory/2026-03-08.md:3)`);
    expect((await memory(ws, 'curate', '--give-up')).stdout).toContain('It is given up');
    expect((await memory(ws, 'curate')).stdout).toBe('Nothing is proposed.\n');
    // Another note is another proposal.
    ws.write('memory/2026-03-09.md', '# Memory — 2026-03-09\n\n- Ada lives in Mill Lane now.\n');
    const { events: again } = await memory(ws, 'curate', '--dry-run', '--json');
    expect(again[0]).toMatchObject({ add: [{ source: 'memory/2026-03-09.md:3', supersedes: 3 }] });
  });

  it('shows what waits and asks no agent, applies what is marked once it was seen, and gives up', async () => {
    const ws = await settled();
    expect((await memory(ws, 'curate', '--waiting')).stdout).toBe('Nothing is proposed.\n');
    await memory(ws, 'curate', '--json');
    const { events } = await memory(ws, 'curate', '--waiting', '--dry-run', '--json');
    expect(events[0]).toMatchObject({ add: [{}, {}], remove: [{}] });
    const done = await memory(ws, 'curate', '--waiting', '--yes', '--marked', '--json');
    expect(done.events[0]).toMatchObject({ done: 'curate', added: 2, removed: 1, waiting: null });
    expect(ws.text('MEMORY.md')).toContain('Borkum');
    await memory(ws, 'undo');
    await memory(ws, 'curate', '--json');
    const left = await memory(ws, 'curate', '--waiting', '--give-up', '--json');
    expect(left.events).toEqual([{ done: 'give up', waiting: null }]);
    expect((await memory(ws, 'curate', '--waiting')).stdout).toBe('Nothing is proposed.\n');
    expect(ws.text('MEMORY.md')).toBe(KEPT);
    // Nobody is asked for what is to be given up.
    expect((await memory(ws, 'curate', '--give-up')).stdout).toBe('Nothing is proposed.\n');
    for (const wrong of [['--yes', '--give-up'], ['--marked'], ['--waiting', '--from', 'x']])
      expect((await memory(ws, 'curate', ...wrong)).code).toBe(2);
  });

  it('is refused with --dry-run as without, and nothing is changed', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- a\n- b\n- c\n- d\n' });
    const path = `${ws.path}/../loss.json`;
    const remove = ['a', 'b', 'c', 'd'].map((text, at) => ({
      line: at + 3,
      text: `- ${text}`,
      why: 'old',
    }));
    writeFileSync(path, JSON.stringify({ add: [], remove }));
    for (const how of ['--dry-run', '--yes']) {
      const { code, events } = await memory(ws, 'curate', '--from', path, how, '--json');
      expect([code, refusalOf(events)], how).toEqual([1, 'MEMORY_LOSS']);
    }
    expect(ws.text('MEMORY.md')).toContain('- d\n');
  });

  it('is taken back at once, also where it is most of what stands there', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n' });
    const notes = ['The tide turned at five.', 'Wren called.', 'Ada left.', 'The pier is shut.'];
    await yamo(['boot', '--date', `${TODAY}T09:00`, '--tz', 'UTC'], {
      workspace: ws,
      input: `${notes.join('\n')}\n`,
    });
    const lines = ws.text(`memory/${TODAY}.md`).split('\n');
    const add = notes.map((text) => ({
      text,
      source: `memory/${TODAY}.md:${lines.findIndex((line) => line.includes(text)) + 1}`,
    }));
    const path = `${ws.path}/../much.json`;
    writeFileSync(path, JSON.stringify({ add, remove: [] }));
    expect((await memory(ws, 'curate', '--from', path, '--yes')).stdout).toContain('4 added');
    expect((await memory(ws, 'undo')).code).toBe(0);
    expect(ws.text('MEMORY.md')).toBe('# Memory\n');
  });

  it('takes a proposal from a file, and refuses one that does not fit', async () => {
    const ws = await settled();
    const path = `${ws.path}/../proposal.json`;
    writeFileSync(path, '{"add":[{"text":"x","source":"memory/2026-03-08.md:9"}],"remove":[]}');
    const refused = await memory(ws, 'curate', '--from', path, '--json');
    expect([refused.code, refusalOf(refused.events)]).toEqual([1, 'PROPOSAL_INVALID']);
    writeFileSync(
      path,
      '{"add":[],"remove":[{"line":4,"text":"- 2026-01-01: tea","why":"twice"}]}',
    );
    // What waits already waits on beside what is brought.
    await memory(ws, 'curate', '--json');
    expect((await memory(ws, 'curate', '--from', path, '--yes')).code).toBe(0);
    const waits = await memory(ws, 'curate', '--json');
    expect(waits.events[0]).toMatchObject({ add: [{}, {}], remove: [], waiting: true });
    expect(ws.text('MEMORY.md')).toBe('# Memory\n\n- 2026-01-01: tea\n');
    expect((await memory(ws, 'curate', '--from', '/nonexistent')).code).toBe(2);
  });
});

const utcDay = (): string => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);

it.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'of GSV has its days by UTC, for boots and commands alike, wherever %s is [G5]',
  async (zone) => {
    const before = utcDay();
    const ws = makeWorkspace({ 'SOUL.md': 'Be calm.\n', 'USER.md': `**Timezone:** ${zone}\n` });
    const run = (...args: readonly string[]) => yamo(args, { workspace: ws, env: { TZ: zone } });
    await run('boot', '--layout', 'gsv', '--agent', 'scribe', '--message', '/status');
    for (const more of [[], ['--raw'], ['--tz', zone]]) {
      const { stdout, stderr } = await run('memory', 'today', ...more);
      const [day] = /\d{4}-\d{2}-\d{2}/u.exec(stdout + stderr) ?? [];
      expect([before, utcDay()]).toContain(day);
    }
  },
);
