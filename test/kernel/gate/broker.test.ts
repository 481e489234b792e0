import { SHARED } from '#lib/spec/session-policy.ts';
import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { describe, expect, it, vi } from 'vitest';

import { sha256 } from '#kernel/fs/bytes.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { Lock } from '#kernel/process/lock.ts';
import { Broker } from '#kernel/gate/broker.ts';
import { StaleWrite } from '#kernel/gate/files.ts';
import type { Credential } from '#kernel/gate/ports.ts';
import type { AccessContext } from '#kernel/gate/decide.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { Journal } from '#kernel/run/journal.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { forbidMemory } from '#kernel/startup/preflight.ts';
import type { Forbidden } from '#kernel/startup/read.ts';
import { FILE_MAX_BYTES, SEEN_FILES } from '#lib/spec/limits-ring-0.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { deskOf } from '#test/support/desk.ts';
import { acting, FaultyDisk } from '#test/support/disk.ts';
import {
  laterRefusalOf,
  refusalFrom,
  enterWorkspace,
  openWorkspace,
  stateRootOf,
} from '#test/support/kernel.ts';
import {
  filled,
  makeBornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';

// The four kernels that append at once are processes of their own, with the real limits.
vi.mock('#lib/spec/limits.ts', async (original) => ({
  ...(await original<object>()),
  WRITE_LOCK_WAIT_MS: 100,
}));
vi.mock('#lib/spec/limits-ring-0.ts', async (original) => ({
  ...(await original<object>()),
  SEEN_FILES: 20,
}));

const START = '2026-11-21T09:05';
const LOG = 'memory/2026-11-21.md';
const YESTERDAY = 'memory/2026-11-20.md';
const OLD = '# Memory — 2026-11-21\n\n## Session [08:00]\n\n- Before.\n';

interface Setting extends Partial<AccessContext> {
  readonly disk?: Disk;
  readonly loaded?: readonly string[];
  readonly find?: (text: string) => Promise<readonly Credential[]>;
  readonly forbidden?: Forbidden;
  readonly screen?: (file: string, text: string) => string;
}

interface Desk {
  readonly broker: Broker;
  readonly journal: Journal;
  readonly told: readonly JournalEntry[];
  readonly written: readonly string[];
}

/** A broker as a session opens one. */
const deskAt = (temp: TempWorkspace, setting: Setting = {}): Desk => {
  const { disk = real, loaded = [], find, forbidden, screen, ...more } = setting;
  const opened = enterWorkspace(temp, { disk, start: START });
  const told: JournalEntry[] = [];
  const written: string[] = [];
  const journal = new Journal((entry) => told.push(entry));
  let { reconfigure = () => false } = more;
  const broker = deskOf(opened, more, {
    loaded,
    ...(find !== undefined && { credentialsIn: find }),
    ...(screen !== undefined && { redact: screen }),
    ...(forbidden !== undefined && { forbidden }),
    reconfigures: (file) => reconfigure(file),
    note: (entry) => journal.note(entry),
    written: (file) => {
      written.push(file);
      if (file === 'SOUL.md') reconfigure = () => false;
    },
  });
  return { broker, journal, told, written };
};

const brokerAt = (temp: TempWorkspace, setting?: Setting): Broker => deskAt(temp, setting).broker;

const staleness = async (run: Promise<unknown>): Promise<StaleWrite> => {
  const error: unknown = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof StaleWrite) return error;
  throw new Error('expected a refusal for what has changed', { cause: error });
};

describe('reading and listing', () => {
  it('answers with the text, by name or by absolute path', async () => {
    const temp = makeBornWorkspace({ 'USER.md': '\uFEFFAda\n' });
    const broker = brokerAt(temp);
    expect(await broker.read('USER.md')).toBe('Ada\n');
    expect(await broker.read(temp.at('USER.md'))).toBe('Ada\n');
  });

  it.each([
    ['../outside.md', 'GATE_OUTSIDE'],
    ['./USER.md', 'GATE_OUTSIDE'],
    ['memory/../USER.md', 'GATE_OUTSIDE'],
    ['user.md', 'GATE_OUTSIDE'],
    ['.env', 'GATE_OUTSIDE'],
    ['skills/none.md', 'GATE_ABSENT'],
    ['/etc/hostname', 'GATE_OUTSIDE'],
    ['USER.md\0', 'GATE_OUTSIDE'],
    ['', 'GATE_OUTSIDE'],
    ['TOOLS.md', 'GATE_ABSENT'],
    [YESTERDAY, 'GATE_ABSENT'],
    ['BOOTSTRAP.md', 'GATE_DENIED'],
  ])('does not answer %j: %s', async (path, code) => {
    const temp = makeBornWorkspace({ 'notes.md': 'x', 'BOOTSTRAP.md': 'orders' });
    expect(await laterRefusalOf(() => brokerAt(temp).read(path))).toBe(code);
  });

  it('lists what may be read, and nothing else', async () => {
    const temp = makeBornWorkspace({
      'MEMORY.md': 'x',
      'notes.md': 'x',
      'BOOTSTRAP.md': 'x',
      '.git/config': 'x',
      [LOG]: OLD,
      'memory/archive/2020-01-01.md': 'x',
      'memory/heartbeat-state.json': '{}',
    });
    const main = brokerAt(temp);
    expect(await main.list('')).toEqual([
      'AGENTS.md',
      'MEMORY.md',
      'SOUL.md',
      'USER.md',
      'memory/',
      'notes.md',
    ]);
    for (const root of [temp.path, '.', `${temp.path}/.`])
      expect(await main.list(root)).toEqual(await main.list(''));
    expect(await main.list('memory')).toEqual([
      LOG,
      'memory/archive/',
      'memory/heartbeat-state.json',
    ]);
    expect(await main.list('memory/')).toEqual(await main.list('memory'));
    const shared = brokerAt(temp, { kind: SHARED });
    expect(await shared.list('')).toEqual(['AGENTS.md', 'SOUL.md', 'USER.md']);
    expect(await shared.list('memory')).toEqual([]);
    expect(await laterRefusalOf(() => main.list('.git'))).toBe('GATE_DENIED');
  });

  it('says nothing of what has a second name in a shared session, not even how large it is', async () => {
    const temp = makeBornWorkspace({ 'diary.md': 'x'.repeat(FILE_MAX_BYTES + 1) });
    temp.remove('USER.md');
    linkSync(temp.at('diary.md'), temp.at('USER.md'));
    const broker = brokerAt(temp, { kind: SHARED });
    expect(await laterRefusalOf(() => broker.read('USER.md'))).toBe('FILE_HARDLINKED');
  });

  it('refuses links, and does not follow them', async () => {
    const temp = makeBornWorkspace({ 'secret.md': 'secret' });
    temp.remove('USER.md');
    symlinkSync('secret.md', temp.at('USER.md'));
    expect(await laterRefusalOf(() => brokerAt(temp).read('USER.md'))).toBe('FILE_SYMLINK');
    expect(await laterRefusalOf(() => brokerAt(temp).write('USER.md', 'x'))).toBe('FILE_SYMLINK');
    expect(temp.text('secret.md')).toBe('secret');
  });
});

describe('compare before replace', () => {
  it('replaces what the agent has read, and knows what it wrote', async () => {
    const temp = makeBornWorkspace();
    const { broker, written } = deskAt(temp);
    await broker.read('USER.md');
    await broker.write('USER.md', 'one');
    await broker.write('USER.md', 'two');
    expect(temp.text('USER.md')).toBe('two');
    expect(written).toEqual(['USER.md', 'USER.md']);
  });

  it('replaces what the agent has had in its context from the start', async () => {
    const temp = makeBornWorkspace();
    await brokerAt(temp, { loaded: ['USER.md'] }).write('USER.md', 'one');
    expect(temp.text('USER.md')).toBe('one');
  });

  it('does not overwrite what the agent has never seen; the refusal shows it, then it may', async () => {
    const temp = makeBornWorkspace({ 'USER.md': 'Ada\n' });
    const broker = brokerAt(temp);
    const stale = await staleness(broker.write('USER.md', 'mine'));
    expect([stale.code, stale.current]).toEqual(['GATE_CHANGED', 'Ada\n']);
    expect(stale.message).not.toContain('Ada');
    expect(temp.text('USER.md')).toBe('Ada\n');
    await broker.write('USER.md', 'Ada\nmine');
    expect(temp.text('USER.md')).toBe('Ada\nmine');
  });

  it('does not overwrite what changed since it was read', async () => {
    const temp = makeBornWorkspace();
    const broker = brokerAt(temp);
    await broker.read('USER.md');
    temp.write('USER.md', 'changed by an editor');
    expect((await staleness(broker.write('USER.md', 'mine'))).current).toBe('changed by an editor');
    expect(temp.text('USER.md')).toBe('changed by an editor');
  });

  it('notices that a file was deleted meanwhile, then creates it', async () => {
    const temp = makeBornWorkspace();
    const broker = brokerAt(temp);
    await broker.read('USER.md');
    temp.remove('USER.md');
    expect((await staleness(broker.write('USER.md', 'mine'))).current).toBe('');
    expect(temp.has('USER.md')).toBe(false);
    await broker.write('USER.md', 'mine');
    expect(temp.text('USER.md')).toBe('mine');
  });

  it('remembers what the agent has read, however many files it looked for in vain since', async () => {
    const temp = makeBornWorkspace();
    const broker = brokerAt(temp);
    await broker.read('USER.md');
    for (let nth = 0; nth < SEEN_FILES; nth += 1)
      expect(await laterRefusalOf(() => broker.read(`guess-${nth}.md`))).toBe('GATE_ABSENT');
    await broker.write('USER.md', 'mine');
    expect(temp.text('USER.md')).toBe('mine');
  });

  it('creates what is not there, with mode 0600', async () => {
    const temp = makeBornWorkspace();
    await brokerAt(temp).write('TOOLS.md', 'new');
    expect(temp.text('TOOLS.md')).toBe('new');
    expect(statSync(temp.at('TOOLS.md')).mode & 0o777).toBe(0o600);
  });

  it('does not overwrite a file that appears while it creates it', async () => {
    const temp = makeBornWorkspace();
    const disk = acting('before', 'fsync .TOOLS.md.TMP', () => temp.write('TOOLS.md', 'theirs'));
    const code = await laterRefusalOf(() => brokerAt(temp, { disk }).write('TOOLS.md', 'mine'));
    expect(code).toBe('GATE_FAILED');
    expect(temp.text('TOOLS.md')).toBe('theirs');
    expect(temp.list().filter((name) => name.includes('tmp'))).toEqual([]);
  });

  it('does not overwrite a file that is saved while it replaces it', async () => {
    const temp = makeBornWorkspace();
    const disk = acting('before', 'fsync .USER.md.TMP', () => temp.write('USER.md', 'theirs'));
    const broker = brokerAt(temp, { disk, loaded: ['USER.md'] });
    expect(await laterRefusalOf(() => broker.write('USER.md', 'mine'))).toBe('FILE_MOVED');
    expect(temp.text('USER.md')).toBe('theirs');
  });

  it('keeps the mode of what it replaces', async () => {
    const temp = makeBornWorkspace();
    temp.remove('USER.md');
    temp.write('USER.md', 'x', 0o640);
    await brokerAt(temp, { loaded: ['USER.md'] }).write('USER.md', 'y');
    expect(statSync(temp.at('USER.md')).mode & 0o777).toBe(0o640);
  });

  it('nothing is said of the group of a file that keeps it', async () => {
    const regrouped: string[] = [];
    const broker = deskOf(
      enterWorkspace(makeBornWorkspace(), { start: START }),
      {},
      {
        loaded: ['USER.md'],
        regrouped: (file) => void regrouped.push(file),
      },
    );
    await broker.write('USER.md', 'y');
    expect(regrouped).toEqual([]);
  });
});

describe('what may not be written', () => {
  it.each([
    ['a NUL character', 'a\0b', 'GATE_NOT_TEXT'],
    ['a lone surrogate', 'a\uD800b', 'GATE_NOT_TEXT'],
    ['too much', 'x'.repeat(FILE_MAX_BYTES + 1), 'GATE_TOO_LARGE'],
    ['too much in bytes', 'é'.repeat(FILE_MAX_BYTES / 2 + 1), 'GATE_TOO_LARGE'],
  ])('%s', async (_what, text, code) => {
    const temp = makeBornWorkspace();
    const broker = brokerAt(temp);
    expect(await laterRefusalOf(() => broker.write('TOOLS.md', text))).toBe(code);
    expect(await laterRefusalOf(() => broker.append(LOG, text))).toBe(code);
    expect([temp.has('TOOLS.md'), temp.has(LOG)]).toEqual([false, false]);
  });

  it('AGENTS.md without its header or without a section', async () => {
    const temp = makeBornWorkspace();
    const agents = temp.text('AGENTS.md');
    const broker = brokerAt(temp, { loaded: ['AGENTS.md'] });
    const headless = agents.split('\n').slice(1).join('\n');
    const lax = agents.replace('## Safety', '## Good Advice');
    for (const text of [headless, lax, ''])
      expect(await laterRefusalOf(() => broker.write('AGENTS.md', text))).toBe('GATE_INVARIANT');
    expect(temp.text('AGENTS.md')).toBe(agents);
    await broker.write('AGENTS.md', `${agents}\nMore.\n`);
    expect(temp.text('AGENTS.md')).toBe(`${agents}\nMore.\n`);
  });

  it('SOUL.md, except once in a session that was opened for it [Y80]', async () => {
    const temp = makeBornWorkspace();
    const loaded = ['SOUL.md'];
    const plain = brokerAt(temp, { loaded });
    expect(await laterRefusalOf(() => plain.write('SOUL.md', 'x'))).toBe('GATE_DENIED');
    const opened = brokerAt(temp, { loaded, reconfigure: () => true });
    await opened.write('SOUL.md', 'You are new.');
    expect(await laterRefusalOf(() => opened.write('SOUL.md', 'again'))).toBe('GATE_DENIED');
    expect(temp.text('SOUL.md')).toBe('You are new.');
  });

  it.each([['BOOTSTRAP.md'], ['BOOTSTRAP.yamo']])('%s, ever', async (name) => {
    const temp = makeBornWorkspace();
    for (const more of [
      {},
      { firstBoot: true },
      { kind: SHARED },
      { reconfigure: () => true },
    ] as const)
      expect(await laterRefusalOf(() => brokerAt(temp, more).write(name, 'x'))).toBe('GATE_DENIED');
    expect(temp.has(name)).toBe(false);
  });
});

/** Put together here, so that no scanner of this repository takes them for real ones. */
const GITHUB = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
const ANTHROPIC = ['sk-', 'ant-', 'api03-', 'Ab1'.repeat(31), 'AA'].join('');

describe('credentials', () => {
  const find = credentialFinder();

  it.each([
    ['of GitHub', `token: ${GITHUB}`, GITHUB],
    ['of Anthropic', `key ${ANTHROPIC}`, ANTHROPIC],
    ['with a label', 'password: tide-table-7-Emden', 'tide-table-7-Emden'],
  ])(
    '%s are not written to any file, and the answer does not repeat them [Y50, Y95]',
    async (_what, text, value) => {
      const temp = makeBornWorkspace({ 'MEMORY.md': 'kept\n' });
      const { broker, journal } = deskAt(temp, { find, loaded: ['MEMORY.md', 'USER.md'] });
      for (const file of ['MEMORY.md', 'USER.md', 'TOOLS.md', LOG]) {
        const { code, message, remedy, facts } = await refusalFrom(() =>
          broker.write(file, `line one\n${text}\n`),
        );
        expect(code, file).toBe('GATE_CREDENTIAL');
        expect(facts['line']).toBe(2);
        expect(remedy).toMatch(/keychain|password manager/);
        expect(remedy).toContain('yamo credentials import');
        expect(message + remedy).not.toContain(value);
      }
      expect(await laterRefusalOf(() => broker.append(LOG, text))).toBe('GATE_CREDENTIAL');
      expect(temp.text('MEMORY.md')).toBe('kept\n');
      expect([temp.has('TOOLS.md'), temp.has(LOG)]).toEqual([false, false]);
      expect(JSON.stringify(journal.summary())).not.toContain(value);
    },
  );

  it('that stand in the file already do not block an edit elsewhere in it [Y95]', async () => {
    const temp = makeBornWorkspace({ 'TOOLS.md': `${GITHUB}\n` });
    const broker = brokerAt(temp, { find, loaded: ['TOOLS.md'] });
    await broker.write('TOOLS.md', `${GITHUB}\nThe printer is upstairs.\n`);
    expect(temp.text('TOOLS.md')).toContain('printer');
    const other = `${GITHUB}\n${ANTHROPIC}\n`;
    expect(await laterRefusalOf(() => broker.write('TOOLS.md', other))).toBe('GATE_CREDENTIAL');
  });

  it.each([
    ['a label', '- Wi-Fi password:\n', '  - tide-table-7-Emden\n', 1],
    ['a heading, and more before it', '\n## Password\n\n', 'tide-table-7-Emden\nNext.\n', 1],
    [
      'the head of a table',
      '| Login | Password |\n|---|---|\n',
      '| Ada | tide-table-7-Emden |\n',
      1,
    ],
  ])(
    'are not added to a log below %s that was added before [Y95]',
    async (_, first, next, line) => {
      const temp = makeBornWorkspace();
      const broker = brokerAt(temp, { find });
      await broker.append(LOG, `${'The tide is low. '.repeat(400)}\n`);
      await broker.append(LOG, first);
      const before = temp.text(LOG);
      const { code, facts } = await refusalFrom(() => broker.append(LOG, next));
      expect([code, facts['line']]).toEqual(['GATE_CREDENTIAL', line]);
      expect(temp.text(LOG)).toBe(before);
      await broker.append(LOG, '- The mail came.\n');
      expect(temp.text(LOG)).toBe(`${before}- The mail came.\n`);
    },
  );

  it('are not seen in a note below a line that only ends as a heading would [Y95]', async () => {
    const temp = makeBornWorkspace();
    const broker = brokerAt(temp, { find });
    const end = '## Password\n';
    // What stands above is looked at from 4096 characters on, and those begin in the middle of this line.
    await broker.append(LOG, `- The form says ${end}${'\n'.repeat(4096 - end.length)}`);
    await broker.append(LOG, 'tide-table-7-Emden\nNext.\n');
    expect(temp.text(LOG)).toContain('tide-table-7-Emden');
  });

  it('are not added to a log below their name by calls that run at once [Y95]', async () => {
    const temp = makeBornWorkspace();
    const broker = brokerAt(temp, { find });
    const calls = ['- The tide is low.\n', '## Password\n\n', 'tide-table-7-Emden\n'];
    const ends = await Promise.allSettled(calls.map((text) => broker.append(LOG, text)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(temp.text(LOG)).not.toContain('Emden');
  });

  it('of the bootstrap instructions are recognised by their value [Y95]', async () => {
    const temp = makeWorkspace();
    const broker = brokerAt(temp, {
      firstBoot: true,
      find: credentialFinder(['once-upon-a-tide']),
    });
    const text = 'You are Robin.\nRemember once-upon-a-tide.\n';
    expect(await laterRefusalOf(() => broker.write('SOUL.md', text))).toBe('GATE_CREDENTIAL');
    expect(await laterRefusalOf(() => broker.append(LOG, text))).toBe('GATE_CREDENTIAL');
  });

  it('ordinary text is let through [Y95]', async () => {
    const temp = makeBornWorkspace();
    const text = 'We talked about passwords, keys and tokens in general. Commit 3f2a9c1b.\n';
    await brokerAt(temp, { find }).write('TOOLS.md', text);
    expect(temp.text('TOOLS.md')).toBe(text);
  });
});

describe('the daily log', () => {
  it('is appended to, today only', async () => {
    const temp = makeBornWorkspace({ [LOG]: OLD, [YESTERDAY]: 'old\n' });
    const broker = brokerAt(temp);
    await broker.append(LOG, '- One.');
    await broker.append(LOG, '- Two.\n');
    expect(temp.text(LOG)).toBe(`${OLD}\n## Session [09:05]\n\n- One.\n- Two.\n`);
    expect(await laterRefusalOf(() => broker.append(YESTERDAY, 'x'))).toBe('GATE_DENIED');
    expect(await laterRefusalOf(() => broker.append('USER.md', 'x'))).toBe('GATE_DENIED');
    expect(temp.text(YESTERDAY)).toBe('old\n');
  });

  it('may be written with lines at its end; what is there stays', async () => {
    const temp = makeBornWorkspace({ [LOG]: OLD });
    const broker = brokerAt(temp);
    await broker.write(LOG, `${OLD}- New.\n`);
    expect(temp.text(LOG)).toBe(`${OLD}\n## Session [09:05]\n\n- New.\n`);
    const now = temp.text(LOG);
    await broker.write(LOG, now);
    expect(temp.text(LOG)).toBe(now);
  });

  it('may not be written otherwise; what changed meanwhile is shown first', async () => {
    const temp = makeBornWorkspace({ [LOG]: OLD });
    const broker = brokerAt(temp);
    expect((await staleness(broker.write(LOG, 'mine'))).current).toBe(OLD);
    expect(await laterRefusalOf(() => broker.write(LOG, 'mine'))).toBe('GATE_APPEND_ONLY');
    expect(await laterRefusalOf(() => broker.write(LOG, ''))).toBe('GATE_APPEND_ONLY');
    expect(temp.text(LOG)).toBe(OLD);
  });

  it('of another day may not be written at all', async () => {
    const temp = makeBornWorkspace({ [YESTERDAY]: 'old\n' });
    const broker = brokerAt(temp, { loaded: [YESTERDAY] });
    expect(await laterRefusalOf(() => broker.write(YESTERDAY, 'old\nx'))).toBe('GATE_DENIED');
  });

  it('comes into being with the first line', async () => {
    const temp = makeBornWorkspace();
    await brokerAt(temp).write(LOG, '- First.');
    expect(temp.text(LOG)).toBe('# Memory — 2026-11-21\n\n## Session [09:05]\n\n- First.\n');
  });
});

describe('a first boot', () => {
  it('creates and never overwrites', async () => {
    const temp = makeWorkspace({ 'USER.md': 'Ada\n' });
    const broker = brokerAt(temp, { firstBoot: true });
    await broker.write('SOUL.md', 'You are Robin.\n');
    await broker.write('AGENTS.md', 'no sections yet\n');
    await broker.append(LOG, '- Born.');
    for (const [file, text] of [
      ['SOUL.md', 'another'],
      ['USER.md', 'another'],
    ] as const) {
      await broker.read(file);
      expect(await laterRefusalOf(() => broker.write(file, text))).toBe('GATE_EXISTS');
    }
    for (const file of ['MEMORY.md', 'TOOLS.md', 'HEARTBEAT.md'])
      expect(await laterRefusalOf(() => broker.write(file, 'x'))).toBe('GATE_DENIED');
    expect(temp.text('SOUL.md')).toBe('You are Robin.\n');
    expect(temp.text('USER.md')).toBe('Ada\n');
  });
});

describe('a shared session', () => {
  const kind = SHARED;

  it('writes nothing but the log of today [Y90]', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'private', [LOG]: OLD });
    const broker = brokerAt(temp, { kind, loaded: ['SOUL.md', 'AGENTS.md', 'USER.md'] });
    for (const file of ['SOUL.md', 'AGENTS.md', 'USER.md', 'MEMORY.md', 'TOOLS.md', 'HEARTBEAT.md'])
      expect(await laterRefusalOf(() => broker.write(file, 'x')), file).toBe('GATE_DENIED');
    await broker.append(LOG, '- Said hello.');
    expect(temp.text(LOG).startsWith(OLD)).toBe(true);
    expect(await laterRefusalOf(() => broker.read('MEMORY.md'))).toBe('GATE_DENIED');
    expect(await laterRefusalOf(() => broker.read(LOG))).toBe('GATE_DENIED');
  });

  it('does not learn what is in the log by writing to it', async () => {
    const temp = makeBornWorkspace({ [LOG]: OLD });
    const closed = brokerAt(temp, { kind });
    for (const guess of ['x', OLD, `${OLD}x`])
      expect(await laterRefusalOf(() => closed.write(LOG, guess))).toBe('GATE_APPEND_ONLY');
    await brokerAt(temp, { kind, seesLogs: true }).write(LOG, `${OLD}- x\n`);
    expect(temp.text(LOG)).toBe(`${OLD}\n## Session [09:05]\n\n- x\n`);
  });

  it('does not read MEMORY.md under the name of USER.md', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'private' });
    const broker = brokerAt(temp, { kind });
    temp.remove('USER.md');
    linkSync(temp.at('MEMORY.md'), temp.at('USER.md'));
    expect(await laterRefusalOf(() => broker.read('USER.md'))).toBe('MEMORY_ALIASED');
  });

  it('does not append to MEMORY.md under the name of the log', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'private', 'memory/keep.md': '' });
    const broker = brokerAt(temp, { kind });
    linkSync(temp.at('MEMORY.md'), temp.at(LOG));
    expect(await laterRefusalOf(() => broker.append(LOG, 'x'))).toBe('MEMORY_ALIASED');
    expect(temp.text('MEMORY.md')).toBe('private');
  });

  it('does not read what was MEMORY.md at the start and has another name now', async () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'private' });
    const atStart = forbidMemory(openWorkspace(temp));
    const broker = brokerAt(temp, { kind, forbidden: atStart });
    renameSync(temp.at('MEMORY.md'), temp.at('USER.md'));
    expect(await laterRefusalOf(() => broker.read('USER.md'))).toBe('FILE_HARDLINKED');
  });

  it('does not read a file with a second name', async () => {
    const temp = makeBornWorkspace();
    linkSync(temp.at('USER.md'), temp.at('second.md'));
    expect(await laterRefusalOf(() => brokerAt(temp, { kind }).read('USER.md'))).toBe(
      'FILE_HARDLINKED',
    );
  });
});

describe('the journal', () => {
  it('notes every request with its answer, sizes and hashes, and no text', async () => {
    const temp = makeBornWorkspace({ 'USER.md': 'tide-table' });
    const { broker, journal, told } = deskAt(temp);
    await broker.read('USER.md');
    await broker.write('USER.md', 'new tide-table');
    await laterRefusalOf(() => broker.read('TOOLS.md'));
    await laterRefusalOf(() => broker.read('../../etc/passwd\u202E'));
    await laterRefusalOf(() => broker.write('SOUL.md', 'tide-table'));
    await broker.list('');
    const { asked, refused, entries } = journal.summary();
    expect([asked, refused]).toEqual([6, 2]);
    expect(entries).toEqual(told);
    expect(entries).toEqual([
      {
        operation: 'read',
        file: 'USER.md',
        answer: 'done',
        bytes: 10,
        sha256: sha256('tide-table'),
      },
      {
        operation: 'write',
        file: 'USER.md',
        answer: 'done',
        bytes: 14,
        sha256: sha256('new tide-table'),
      },
      { operation: 'read', file: 'TOOLS.md', answer: 'GATE_ABSENT' },
      { operation: 'read', file: String.raw`../../etc/passwd\u{202E}`, answer: 'GATE_OUTSIDE' },
      { operation: 'write', file: 'SOUL.md', answer: 'GATE_DENIED' },
      { operation: 'list', file: '.', answer: 'done' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('tide-table"');
  });

  it('shows a long or hostile name cut and escaped', async () => {
    const { broker, told } = deskAt(makeBornWorkspace());
    await laterRefusalOf(() => broker.read(`\u001B[2J\n${'a'.repeat(500)}`));
    const file = told[0] !== undefined && 'file' in told[0] ? told[0].file : '';
    expect(file).toMatch(/^\\u\{1B\}\[2J\\u\{A\}a+…$/);
    expect(file.length).toBeLessThan(210);
  });
});

const eachCall = async (
  files: Readonly<Record<string, string>>,
  request: (broker: Broker) => Promise<void>,
  check: (temp: TempWorkspace, error: unknown, call: string) => void,
  code: string,
): Promise<number> => {
  for (let nth = 1; nth < 100; nth += 1) {
    const temp = makeBornWorkspace(files);
    const faulty = new FaultyDisk();
    const broker = brokerAt(temp, { disk: faulty.disk, loaded: Object.keys(files) });
    faulty.arm(nth, code);
    const error: unknown = await request(broker).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    check(temp, error, faulty.calls[nth - 1] ?? 'none');
    expect(temp.list().filter((name) => name.endsWith('.yamo-tmp'))).toEqual([]);
    if (faulty.calls.length < nth) return nth;
  }
  return Infinity;
};

describe('every disk call fails in turn', () => {
  it.each([['EIO'], ['EACCES'], ['ENOSPC']])(
    'with %s: a replaced file is the old one or the new one, whole',
    async (code) => {
      const calls = await eachCall(
        { 'USER.md': 'the old text' },
        (broker) => broker.write('USER.md', 'the new text'),
        (temp, error, call) => {
          expect(['the old text', 'the new text'], call).toContain(temp.text('USER.md'));
          const done = error === undefined && temp.text('USER.md') === 'the new text';
          expect(done || error instanceof Refusal, call).toBe(true);
        },
        code,
      );
      expect(calls).toBeGreaterThan(12);
      expect(calls).toBeLessThan(99);
    },
  );

  it.each([['EIO'], ['EACCES'], ['ENOSPC']])(
    'with %s: a log has the whole line more, or none of it',
    async (code) => {
      const after = `${OLD}\n## Session [09:05]\n\n- One.\n`;
      const calls = await eachCall(
        { [LOG]: OLD },
        (broker) => broker.append(LOG, '- One.'),
        (temp, error, call) => {
          expect([OLD, after], call).toContain(temp.text(LOG));
          const done = error === undefined && temp.text(LOG) === after;
          expect(done || error instanceof Refusal, call).toBe(true);
          const undone = /^(write|fsync) .*\.md$/.test(call);
          expect(undone ? temp.text(LOG) : OLD, call).toBe(OLD);
        },
        code,
      );
      expect(calls).toBeGreaterThan(8);
      expect(calls).toBeLessThan(99);
    },
  );

  it('a disk that is full half-way through a line leaves the log as it was', async () => {
    const temp = makeBornWorkspace({ [LOG]: OLD });
    const full: Disk = { ...real, write: (fd, bytes) => real.write(fd, bytes.subarray(0, 9)) };
    const broker = brokerAt(temp, { disk: full });
    expect(await laterRefusalOf(() => broker.append(LOG, '- One.'))).toBe('DAILY_LOG_UNWRITABLE');
    expect(temp.text(LOG)).toBe(OLD);
  });

  it('a write that is cut short again and again is still whole', async () => {
    const temp = makeBornWorkspace();
    const slow: Disk = { ...real, write: (fd, bytes) => real.write(fd, bytes.subarray(0, 7)) };
    await brokerAt(temp, { disk: slow }).write('TOOLS.md', 'x'.repeat(100));
    expect(temp.text('TOOLS.md')).toBe('x'.repeat(100));
  });

  it('memory/ that cannot be made is said', async () => {
    const temp = makeBornWorkspace({ memory: 'a file' });
    const code = await laterRefusalOf(() => brokerAt(temp).append(LOG, 'x'));
    expect(code).toBe('MEMORY_DIR_UNUSABLE');
    temp.remove('memory');
    mkdirSync(temp.at(LOG), { recursive: true });
    expect(await laterRefusalOf(() => brokerAt(temp).append(LOG, 'x'))).toBe('FILE_NOT_REGULAR');
  });
});

describe('several kernels at once', () => {
  it('append to one log: no line is lost, none is torn', async () => {
    const temp = makeBornWorkspace({ [LOG]: OLD });
    const script = join(import.meta.dirname, '../../support/append-child.ts');
    const [kernels, lines] = [4, 200];
    const run = promisify(execFile);
    await Promise.all(
      Array.from({ length: kernels }, (_, index) =>
        run(process.execPath, [script, temp.path, stateRootOf(temp), `k${index}`, String(lines)]),
      ),
    );
    const text = temp.text(LOG);
    expect(text.startsWith(OLD)).toBe(true);
    const written = text.slice(OLD.length).split('\n');
    const entries = written.filter((line) => line.startsWith('- '));
    expect(entries).toHaveLength(kernels * lines);
    for (let kernel = 0; kernel < kernels; kernel += 1) {
      const own = entries.filter((line) => line.startsWith(`- k${kernel} `));
      const expected = Array.from(
        { length: lines },
        (_, index) => `- k${kernel} ${index + 1} ${'x'.repeat((index + 1) * 7)} end`,
      );
      expect(own).toEqual(expected);
    }
    const others = written.filter((line) => line !== '' && !line.startsWith('- '));
    expect(others.every((line) => line === '## Session [12:00]')).toBe(true);
    expect(text.match(/^# Memory/gm)).toHaveLength(1);
  });
});

describe('while another session keeps the write lock', () => {
  it.each([
    ['an append', LOG, (broker: Broker) => broker.append(LOG, '- One.')],
    ['a write that adds to the log', LOG, (broker: Broker) => broker.write(LOG, `${OLD}- One.\n`)],
    ['a write to a file', 'USER.md', (broker: Broker) => broker.write('USER.md', 'Ada\n')],
    ['a new file', 'TOOLS.md', (broker: Broker) => broker.write('TOOLS.md', 'x\n')],
  ])('%s is refused, and nothing is changed', async (_what, file, write) => {
    const temp = makeBornWorkspace({ [LOG]: OLD });
    const { broker, journal, written } = deskAt(temp, { loaded: ['USER.md', LOG] });
    const other = enterWorkspace(temp, { start: START });
    const before = temp.list().map((name) => [name, name.endsWith('/') || temp.text(name)]);
    await expect(broker.read(LOG)).resolves.toBe(OLD);
    const lock = new Lock(join(other.home.path, 'write.lock'), 0);
    expect(lock.take()).toBe(true);
    try {
      expect(await laterRefusalOf(() => write(broker))).toBe('WORKSPACE_WRITING');
    } finally {
      lock.close();
    }
    expect(temp.list().map((name) => [name, name.endsWith('/') || temp.text(name)])).toEqual(
      before,
    );
    expect(written).toEqual([]);
    expect(journal.summary()?.entries.at(-1)).toMatchObject({ file, answer: 'WORKSPACE_WRITING' });
    expect(await laterRefusalOf(() => write(broker))).toBeUndefined();
  });
});

describe('the helper for templates', () => {
  it('gives files that pass the gate as they are', async () => {
    const temp = makeBornWorkspace();
    const broker = brokerAt(temp, { loaded: ['AGENTS.md'] });
    await broker.write('AGENTS.md', filled('AGENTS.md'));
    expect(temp.text('AGENTS.md')).toBe(filled('AGENTS.md'));
  });
});

const screen = (_file: string, text: string): string => text.replaceAll('private', 'WITHHELD');

describe('what a session must not pass on', () => {
  it('is taken out of what is read, what is added to a log, and what a refusal shows', async () => {
    const temp = makeBornWorkspace({
      'USER.md': 'a private line\n',
      [LOG]: `${OLD}a private line\n`,
    });
    const broker = brokerAt(temp, { kind: SHARED, seesLogs: true, screen });
    expect(await broker.read('USER.md')).toBe('a WITHHELD line\n');
    const error = await staleness(broker.write(LOG, 'other'));
    expect(error.current).toContain('a WITHHELD line');
    expect(error.current).not.toContain('private');
    await broker.append(LOG, 'my private note');
    expect(temp.text(LOG)).toMatch(/my WITHHELD note\n$/);
    const seen = await broker.read(LOG);
    await broker.write(LOG, `${seen}more\n`);
    expect(temp.text(LOG)).toContain(`${OLD}a private line\n`);
    expect(temp.text(LOG)).toMatch(/more\n$/);
  });
});
