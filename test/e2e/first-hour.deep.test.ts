/**
 * The first hour of three people with nothing prepared: whatever they try and however their provider answers, nothing of
 * theirs is lost, what is said on the way is short, and in the end there is an agent with a name in a workspace that
 * keeps the rules.
 */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { answer, heard, say, type Script, use } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { filled, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Result, yamo } from '#test/support/yamo.ts';

const STOCK = resolve(import.meta.dirname, '../../workspaces/stock');
const names = { name: 'Wren', role: 'night watch', user: 'Ada', timezone: 'Europe/Berlin' };

/** Gives itself a name when it is born, and answers otherwise. */
const MODEL: Script = (request) => {
  const isFirstBoot = (request.tools ?? []).every(({ name }) => name !== 'read_file');
  if (!isFirstBoot || heard(request).results.length > 0) return say('Good morning, Ada.');
  return answer([
    use('write_file', { path: 'SOUL.md', text: filled('SOUL.md', 'v3', names) }),
    use('write_file', { path: 'USER.md', text: filled('USER.md', 'v3', names) }),
    use('append_today', { text: '- 09:26 I was born, and my name is Wren.' }),
  ]);
};

const open: MessagesApi[] = [];
afterAll(() => Promise.all(open.map((api) => api.close())));

const provider = async (): Promise<MessagesApi> => {
  const api = await MessagesApi.start({ script: MODEL });
  open.push(api);
  return api;
};

const newcomer = (): TempWorkspace => {
  const ws = makeWorkspace();
  for (const file of ['AGENTS.md', 'BOOTSTRAP.md', 'IDENTITY.md', 'SOUL.md', 'USER.md'])
    cpSync(join(STOCK, file), ws.at(file));
  return ws;
};

const livedIn = (): TempWorkspace => {
  const ws = newcomer();
  ws.remove('BOOTSTRAP.md');
  ws.write('IDENTITY.md', '# IDENTITY.md\n\n- **Name:** Wren\n- **Creature:** owl\n');
  ws.write('USER.md', '# USER.md\n\n- **Name:** Ada\n- **Timezone:** Europe/Berlin\n');
  ws.write('MEMORY.md', '# Memory\n\nAda likes short answers.\n');
  ws.write('memory/2026-03-12.md', '# 2026-03-12\n\nThe crane was repaired.\n');
  ws.write('skills/tides/SKILL.md', '---\nname: tides\n---\n\nRead the table.\n');
  ws.write('notes.md', 'The berth plan is late.\n');
  return ws;
};

const repository = (): TempWorkspace => {
  const ws = makeWorkspace({
    'CLAUDE.md': '# Rules for code\n\nRun the tests.\n',
    'AGENTS.md': '# Rules for code\n\nSee CLAUDE.md.\n',
    'src/main.c': 'int main(void) { return 0; }\n',
  });
  mkdirSync(ws.at('.git'));
  return ws;
};

/** One person at work in a folder: what was said to them is kept, and so is what they had. */
class Person {
  readonly #had: Readonly<Record<string, string>>;
  readonly #folder: TempWorkspace;
  readonly #tedious: string[] = [];
  /** Where the agent lives; it may be beside the folder that they began in. */
  home: TempWorkspace;

  constructor(folder: TempWorkspace) {
    this.#folder = folder;
    this.#had = textsOf(folder);
    this.home = folder;
  }

  /** A command, with the key that they have. */
  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Result> {
    const result = await yamo(args, { workspace: this.home, env });
    this.#tedious.push(...tediousIn(`${result.stderr}\n${result.stdout}`));
    return result;
  }

  /** What was said that nobody reads: too many lines at once, lines too long, traces of a stack. */
  get tedious(): readonly string[] {
    return this.#tedious;
  }

  /** Instructions that are gone were carried out by `api`; of every other file nothing is missing but what was asked for. */
  lost(api?: MessagesApi): readonly string[] {
    const has = textsOf(this.#folder);
    return Object.entries(this.#had).flatMap(([file, before]) => {
      const after = has[file];
      if (after === before) return [];
      if (after === undefined && file === 'BOOTSTRAP.md')
        return wereTold(api, before) ? [] : [file];
      if (after === undefined) return [file];
      const left = new Set(after.split('\n'));
      const gone = before.split('\n').filter((line) => !left.has(line));
      return gone.filter((line) => !wasToGo(file, line)).map((line) => `${file}: ${line}`);
    });
  }
}

/** Beside its steps a command says a dozen lines at most. */
const LINES_MAX = 12;
const LINE_MAX_CHARS = 400;

const tediousIn = (said: string): readonly string[] => {
  const lines = said
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^[✓·–+✗] {1,4}(?:P\d )?[a-z]/u.test(line));
  const odd = lines.filter((line) => line.length > LINE_MAX_CHARS || /^ {4}at /u.test(line));
  return lines.length > LINES_MAX ? lines : odd;
};

/** Headings that got their names, and the texts of templates in place of which an agent wrote its own. */
const wasToGo = (file: string, line: string): boolean => {
  if (file === 'AGENTS.md') return ['## Session Startup', '## Red Lines'].includes(line);
  const isTemplate = file === 'SOUL.md' || file === 'USER.md' || file === 'IDENTITY.md';
  return isTemplate && readFileSync(join(STOCK, file), 'utf8').includes(line);
};

const textsOf = (ws: TempWorkspace): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ws
      .list()
      .filter((file) => !file.endsWith('/'))
      .map((file) => [file, ws.text(file)]),
  );

/** Did a model get every line of these instructions? */
const wereTold = (api: MessagesApi | undefined, orders: string): boolean => {
  const asked = JSON.stringify(api?.accepted.map(({ request }) => request) ?? []);
  return orders.split('\n').every((line) => asked.includes(JSON.stringify(line).slice(1, -1)));
};

const PEOPLE = [
  ['an OpenClaw user with a stock workspace', newcomer],
  ['an OpenClaw user whose workspace has been lived in', livedIn],
  ['a Claude Code user in a repository', repository],
  ['somebody with an empty folder', () => makeWorkspace()],
] as const;

const BOOT = ['boot', '--date', '2026-03-14T09:26', '--tz', 'Europe/Berlin', '--message', 'Hello.'];
const WITH_MODEL = [...BOOT, '--model', 'anthropic/claude-sonnet-5'];

type Environment = Readonly<Record<string, string>>;

/** What they try before it goes well; what is wrong with how that ended, if anything is. */
const TRIES = {
  'no key': async (person: Person): Promise<string> => {
    const { code, stdout, stderr } = await person.run(BOOT);
    const isTold = /--model/.test(stderr);
    return code === 0 || isTold ? '' : stdout + stderr;
  },
  'a wrong key': async (person: Person, env: Environment): Promise<string> => {
    const wrong = { ...env, ANTHROPIC_API_KEY: 'wrong' };
    const { code, stdout, stderr } = await person.run(WITH_MODEL, wrong);
    return code !== 0 && /\bkey\b/.test(stdout + stderr) ? '' : stdout + stderr;
  },
  'a key': async (): Promise<string> => Promise.resolve(''),
} as const;
const KEYS = ['no key', 'a wrong key', 'a key'] as const;

describe.each(PEOPLE)('%s', (_, prepare) => {
  it.each(KEYS)('and %s', async (key) => {
    const person = new Person(prepare());
    const api = await provider();
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: FAKE_KEY };

    // They begin with the one command that they have heard of, and may be refused; nothing happens to their files.
    await person.run(BOOT);
    expect(person.lost()).toEqual([]);

    await settle(person);
    expect(person.lost()).toEqual([]);

    const tried = await TRIES[key](person, env);
    expect(tried).toBe('');
    expect(person.lost()).toEqual([]);

    const { code, stdout, stderr } = await person.run(WITH_MODEL, env);
    expect([code, stderr], stderr).toEqual([0, expect.any(String)]);
    expect(stdout).toContain('Good morning, Ada.');
    expect(person.lost(api)).toEqual([]);
    await graded(person.home);
    expect(person.tedious).toEqual([]);
  });
});

/** `init`, there or where it says. */
const settle = async (person: Person): Promise<void> => {
  const before = snapshot(person.home.path);
  const { code, stdout, stderr } = await person.run(['init']);
  if (code === 0) {
    expect(stdout).toContain('Next: yamo boot ');
    return;
  }
  expect(stderr).toMatch(/USER\.md, MEMORY\.md and memory\/ .*may be committed/);
  expect(snapshot(person.home.path)).toEqual(before);
  const [, elsewhere = ''] = /`yamo init ([^`]+)`/.exec(stderr) ?? [];
  const { path } = person.home;
  person.home = { ...person.home, path: elsewhere, at: (file) => join(elsewhere, file) };
  expect([elsewhere, (await person.run(['init'])).code]).toEqual([`${path}-agent`, 0]);
};

/** The agent has a name, and the workspace reaches a tier. */
const graded = async (workspace: TempWorkspace): Promise<void> => {
  const { code, stdout } = await yamo(['audit', '--json', '--date', '2026-03-14'], { workspace });
  const report: unknown = JSON.parse(stdout);
  expect([code, report]).toMatchObject([
    0,
    {
      workspaces: [{ state: 'initialised', tier: expect.stringMatching(/^RFC-0009 (?:Lite|v3)/) }],
    },
  ]);
  const findings = [...stdout.matchAll(/"rule":"([^"]+)"/gu)].map(([, rule]) => rule);
  expect(findings).not.toContain('2.1/name');
};
