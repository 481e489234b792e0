/** Several kernels, each a process, an editor and git, at work on one workspace at the same time. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from 'vitest';

import { deskOf } from '#test/support/desk.ts';
import { enterWorkspace, stateRootOf } from '#test/support/kernel.ts';
import { makeBornWorkspace, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { thirdPartyAgent, startYamo } from '#test/support/yamo.ts';

const LOG = 'memory/2026-11-21.md';
const AT_WORK_MS = 1500;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** What a session says at its end was acknowledged. */
interface Account {
  readonly name: string;
  readonly lines: number;
  readonly items: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** A session at work. */
class Worker {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #said: Promise<readonly string[]>;
  readonly ready: Promise<unknown>;

  constructor(temp: TempWorkspace, name: string, kind: 'main' | 'shared') {
    const script = join(import.meta.dirname, '../../support/session-child.ts');
    const child = spawn(process.execPath, [script, temp.path, stateRootOf(temp), name, kind], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const said: string[] = [];
    lines.on('line', (line) => said.push(line));
    this.name = name;
    this.#child = child;
    this.#said = once(child, 'close').then(() => said);
    this.ready = Promise.race([once(lines, 'line'), this.#said]);
  }

  /** Lets it finish what it does. Rejects if it has ended by an error: then its last words are no account. */
  async stop(): Promise<Account> {
    this.#child.stdin?.end('stop');
    const account: Omit<Account, 'name'> = JSON.parse((await this.#said).at(-1) ?? '{}');
    return { name: this.name, ...account };
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#said;
  }
}

const atWork = async (
  temp: TempWorkspace,
  names: Readonly<Record<string, 'main' | 'shared'>>,
): Promise<readonly Worker[]> => {
  const workers = Object.entries(names).map(([name, kind]) => new Worker(temp, name, kind));
  await Promise.all(workers.map(({ ready }) => ready));
  return workers;
};

/** The numbers of one session's lines, in the order of the file. */
const numbersOf = (text: string, name: string, form: RegExp): readonly number[] =>
  text.split('\n').flatMap((line) => {
    const [, by, number] = form.exec(line) ?? [];
    return by === name ? [Number(number)] : [];
  });

const upTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

const LINES_MIN = 3;
const VERSIONS_MIN = 4;
const POLL_MS = 20;
const LINE = /^- (\w+) (\d+) x* end$/;
const ITEM = /^- (\w+) (\d+) item$/;

/** Each of them has written. */
const haveWritten = (temp: TempWorkspace, workers: readonly Worker[]): boolean => {
  const log = temp.has(LOG) ? temp.text(LOG) : '';
  return workers.every(({ name }) => numbersOf(log, name, LINE).length >= LINES_MIN);
};

/** They have worked beside each other for a while, each of them. */
const worked = async (temp: TempWorkspace, workers: readonly Worker[]): Promise<void> => {
  await pause(AT_WORK_MS);
  while (!haveWritten(temp, workers)) await pause(POLL_MS);
};

/** Everything that was acknowledged is there, once, in order; nothing is torn; nothing is left over. */
const expectAllKept = (temp: TempWorkspace, accounts: readonly Account[]): void => {
  const log = temp.text(LOG);
  const memory = temp.has('MEMORY.md') ? temp.text('MEMORY.md') : '';
  for (const { name, lines, items } of accounts) {
    expect(lines).toBeGreaterThanOrEqual(LINES_MIN);
    expect(numbersOf(log, name, LINE)).toEqual(upTo(lines));
    expect(numbersOf(memory, name, ITEM)).toEqual(upTo(items));
  }
  const other = log.split('\n').filter((line) => line !== '' && !LINE.test(line));
  expect(other.filter((line) => line !== '## Session [12:00]')).toEqual(['# Memory — 2026-11-21']);
  expect(memory.split('\n').filter((line) => line !== '' && !ITEM.test(line))).toEqual([]);
  expect(temp.list().filter((name) => name.endsWith('.yamo-tmp'))).toEqual([]);
};

describe('two main and four shared sessions', () => {
  const CREW = {
    m1: 'main',
    m2: 'main',
    s1: 'shared',
    s2: 'shared',
    s3: 'shared',
    s4: 'shared',
  } as const;

  it('lose no line and no item of each other, and tear none', async () => {
    const temp = makeWorkspace({ 'USER.md': 'Ada\nend\n' });
    const workers = await atWork(temp, CREW);
    await worked(temp, workers);
    const accounts = await Promise.all(workers.map((worker) => worker.stop()));
    expectAllKept(temp, accounts);
    // Both wrote to MEMORY.md: had nobody been refused, nothing would have been compared.
    expect(accounts.some(({ refused }) => (refused['GATE_CHANGED'] ?? 0) > 0)).toBe(true);
  });

  it('do so, too, while an editor and git work on other files of the workspace', async () => {
    const temp = makeWorkspace({
      'USER.md': 'editor 0\nend\n',
      'TOOLS.md': 'x\n',
      '.gitignore': 'MEMORY.md\nmemory\n',
    });
    const git = gitIn(temp);
    await git('init', '-q');
    await git('add', '.');
    await git('commit', '-qm', 'begin');
    const workers = await atWork(temp, CREW);
    const until = Date.now() + AT_WORK_MS;
    const versions: string[] = [];
    const isEnough = (): boolean =>
      Date.now() > until && versions.length >= VERSIONS_MIN && haveWritten(temp, workers);
    for (let save = 1; !isEnough(); save += 1) {
      const text = `editor ${save}\n${'z'.repeat(save)}\nend\n`;
      if (save % 2 === 0) writeFileSync(temp.at('USER.md'), text);
      else {
        writeFileSync(temp.at('USER.md~'), text);
        renameSync(temp.at('USER.md~'), temp.at('USER.md'));
      }
      await git('stash', '-q');
      versions.push(temp.text('USER.md'));
      await git('checkout', '-q', '--', '.');
      await git('stash', 'drop', '-q');
      versions.push(temp.text('USER.md'));
    }
    const accounts = await Promise.all(workers.map((worker) => worker.stop()));
    expectAllKept(temp, accounts);
    // Whoever wrote it last, it is one whole version of somebody's.
    for (const text of [...versions, temp.text('USER.md')])
      expect(text).toMatch(/^(editor \d+\n(z+\n)?|kernel m\d \d+\ny*\n)end\n$/);
    const codes = new Set(accounts.flatMap(({ refused }) => Object.keys(refused)));
    for (const code of codes)
      expect(['GATE_CHANGED', 'GATE_ABSENT', 'FILE_MOVED', 'GATE_FAILED']).toContain(code);
  });

  it('go on when some of them are killed: what they had is given back', async () => {
    const temp = makeWorkspace({ 'USER.md': 'Ada\nend\n' });
    const workers = await atWork(temp, { ...CREW, s5: 'shared', s6: 'shared' });
    const [victims, survivors] = [workers.slice(-3), workers.slice(0, -3)];
    for (const victim of victims) {
      await pause(150);
      await victim.kill();
    }
    await pause(AT_WORK_MS / 2);
    const accounts = await Promise.all(survivors.map((worker) => worker.stop()));
    const log = temp.text(LOG);
    for (const { name, lines } of accounts) expect(numbersOf(log, name, LINE)).toEqual(upTo(lines));
    for (const { name } of victims) {
      const numbers = numbersOf(log, name, LINE);
      expect(numbers).toEqual(upTo(numbers.length));
    }
    const opened = enterWorkspace(temp);
    opened.takeLease();
    opened.sweep();
    opened.close();
    expect(temp.list().filter((name) => name.endsWith('.yamo-tmp'))).toEqual([]);
  });
});

const gitIn = (temp: TempWorkspace): ((...args: readonly string[]) => Promise<unknown>) => {
  const home = join(dirname(temp.path), 'git-home');
  mkdirSync(home);
  const run = promisify(execFile);
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'gc.auto=0'];
  return (...args) =>
    // What git finds changed under its hands it says, and is tried again by the next round.
    run('git', [...who, ...args], {
      cwd: temp.path,
      env: { PATH: process.env['PATH'], HOME: home },
    }).catch((error: unknown) => {
      if (args[0] === 'init' || args[0] === 'commit') throw error;
    });
};

describe('two agents that change one file', () => {
  it('are offered both changes in one text where these do not meet', async () => {
    const base = '# Memory\n\n- one\n- two\n- three\n- four\n- five\n';
    const temp = makeWorkspace({ 'MEMORY.md': base });
    const [mine, theirs] = [deskOf(enterWorkspace(temp)), deskOf(enterWorkspace(temp))];
    await Promise.all([mine.read('MEMORY.md'), theirs.read('MEMORY.md')]);
    await theirs.write('MEMORY.md', base.replace('five', 'FIVE'));
    const text = base.replace('one', 'ONE');
    await expect(mine.write('MEMORY.md', text)).rejects.toMatchObject({
      code: 'GATE_CHANGED',
      current: base.replace('five', 'FIVE'),
      attempt: { base, mine: text },
    });
    expect(readFileSync(temp.at('MEMORY.md'), 'utf8')).toBe(base.replace('five', 'FIVE'));
    await mine.write('MEMORY.md', text.replace('five', 'FIVE'));
    expect(temp.text('MEMORY.md')).toBe(base.replace('one', 'ONE').replace('five', 'FIVE'));
  });

  it('are offered nothing for a file that the agent has never looked at, or for a log', async () => {
    const temp = makeWorkspace({ 'MEMORY.md': 'theirs\n', 'memory/2026-11-21.md': 'theirs\n' });
    const broker = deskOf(enterWorkspace(temp, { start: '2026-11-21T12:00' }));
    for (const file of ['MEMORY.md', LOG])
      await expect(broker.write(file, 'mine\n')).rejects.toMatchObject({
        current: 'theirs\n',
        attempt: undefined,
      });
  });

  it('of another make learn it over the protocol, and decide themselves', async () => {
    const base = 'one\ntwo\nthree\nfour\nfive\n';
    const temp = makeBornWorkspace({ 'TOOLS.md': base });
    const options = ['--json', '--session', 'main', '--agent', thirdPartyAgent('obedient')];
    const session = startYamo(['boot', '--attended', ...options], { workspace: temp });
    await session.ready();
    const turn = async (line: string, times: number): Promise<void> => {
      session.say(line);
      await session.printed('"event":"turn"', times);
    };
    await turn('read TOOLS.md', 1);
    temp.write('TOOLS.md', base.replace('five', 'FIVE'));
    await turn('change TOOLS.md one ONE', 2);
    expect(session.output).toContain('<<merged>>');
    expect(temp.text('TOOLS.md')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n');
    await turn('read TOOLS.md', 3);
    temp.write('TOOLS.md', base);
    await turn('change TOOLS.md ONE two', 4);
    expect(session.output).toContain('<<conflicts: 1>>');
    expect(temp.text('TOOLS.md')).toBe(base);
    session.finish();
    expect((await session.ended).code).toBe(0);
  });
});
