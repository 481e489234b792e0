/** The table of refusals itself: complete in its texts, and met by tests, every one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

import { describe, expect, it } from 'vitest';

import { EXIT } from '#lib/spec/exits.ts';
import { COMMAND_REFUSALS } from '#lib/spec/refusals-commands.ts';
import { DAEMON_REFUSALS } from '#lib/spec/refusals-daemon.ts';
import { KERNEL_REFUSALS } from '#lib/spec/refusals-kernel.ts';
import { Ring0Refusal } from '#lib/spec/refusal.ts';
import { RING_0_REFUSALS } from '#lib/spec/refusals-ring-0.ts';
import { type RefusalFacts, Refusal, type RefusalCode, REFUSALS } from '#lib/spec/refusals.ts';

const TESTS = resolve(import.meta.dirname, '../..');

const isCode = (name: string): name is RefusalCode => Object.hasOwn(REFUSALS, name);
const CODES = Object.keys(REFUSALS).filter((name) => isCode(name));

/** One fact for every name that any text has: the compiler asks for those that are missing. */
const FACTS: RefusalFacts<RefusalCode> = {
  address: 's3://b/w',
  advice: 'Ask your human.',
  said: ' It printed last: no key.',
  after: 'fedcba',
  agent: 'claude-code',
  at: '2026-03-01T08:00:00.000Z',
  before: 'abcdef',
  bucket: 'logbook',
  key: 'SOUL.md',
  bytes: 4096,
  call: 'uv_spawn git',
  client: 'claude-ai',
  command: 'some-agent --flag',
  device: 'my phone',
  days: 3,
  diff: 'diff one other',
  done: 'removed',
  entry: 17,
  errno: 'EACCES',
  evidence: 'memory/ holds daily logs',
  expected: 'BOOTSTRAP.md',
  lines: 12,
  unread: 3,
  file: 'SOUL.md',
  known: 1,
  port: 18_790,
  session: '0198c0de',
  least: '3.51.3',
  version: '3.45.1',
  faults: 'IDENTITY.md is missing',
  pattern: 'skills/*/SKILL.md',
  pointer: '/files/3/for',
  gone: 'BOOTSTRAP.yamo',
  hidden: '/home/ada/robin',
  id: '3f2b6c1e-0000-4000-8000-000000000000',
  inode: 4711,
  install: 'npm install -g opencode-ai',
  named: '; it names SOUL.md',
  what: 'an image',
  written: 2,
  keep: 7,
  kind: 'shared',
  layout: 'Aletheia',
  limit: 2048,
  line: 99,
  links: 2,
  lost: 9,
  login: 'ant auth login',
  missing: '"## Safety"',
  mode: '0777',
  model: 'ollama/some-model',
  name: 'anthropic/claude-sonnet-5-5',
  near: ' (line 5 resembles it)',
  operation: 'append',
  owner: '1001',
  orders: 'BOOTSTRAP.md (512 bytes, SHA-256 abcdef)',
  path: '/home/ada/robin',
  pid: '31337',
  place: 'env:ANTHROPIC_API_KEY',
  program: 'some-agent',
  provider: 'anthropic',
  reason: 'it is no text',
  revision: 'main~3',
  row: 'workspace/zone.json',
  rule: '§4.1',
  sandbox: 'landlock',
  seconds: 5,
  service: 'yamo',
  sha256: 'abcdef0123456789',
  state: '/home/ada/.local/state/yamo',
  terms: 'its terms decide',
  type: 'directory',
  uid: 1000,
  was: 'main',
};

/** The `{names}` in a text. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);

/** Every test, except the ones that say nothing about a single refusal. */
const testFiles = (): readonly string[] =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && file.split(sep)[0] !== 'faults')
    .filter((file) => file !== relative(TESTS, import.meta.filename));

describe('the table of refusals', () => {
  it('is one that can be looked at', () => {
    expect(CODES.length).toBeGreaterThan(60);
    expect(CODES).toHaveLength(Object.keys(REFUSALS).length);
    expect(testFiles().length).toBeGreaterThan(30);
    expect(CODES.flatMap((code) => namesIn(REFUSALS[code].what)).length).toBeGreaterThan(60);
  });

  it.each(CODES)('%s: every name in its texts is filled in', (code) => {
    const { what, remedy } = REFUSALS[code];
    const refusal = new Refusal(code, FACTS);
    expect(refusal.message + refusal.remedy).not.toMatch(/[{}]|undefined|\[object/);
    const facts = new Map<string, unknown>(Object.entries(FACTS));
    for (const [text, shown] of [
      [what, refusal.message],
      [remedy, refusal.remedy],
    ] as const)
      for (const name of namesIn(text)) expect(shown).toContain(String(facts.get(name)));
  });

  it.each(CODES)('%s: says what, by which rule, what to do, and how it ends', (code) => {
    const { section, exit, message, remedy } = new Refusal(code, FACTS);
    expect(section).toMatch(/^(?:§|RFC-\d{4} §)\d+(?:\.\d+)?$/);
    expect([EXIT.refused, EXIT.settings, EXIT.machine]).toContain(exit);
    expect([1, 3, 4]).toContain(exit);
    expect(message).toMatch(/^\S[^]*[.)]$/);
    expect(remedy).not.toBe('');
  });

  it('has no fact that no text asks for', () => {
    const asked = new Set(
      CODES.flatMap((code) => namesIn(REFUSALS[code].what + REFUSALS[code].remedy)),
    );
    expect(Object.keys(FACTS).filter((name) => !asked.has(name))).toEqual([]);
  });

  it('says what a code of the operating system means, and keeps any other word', () => {
    const known = new Refusal('WORKSPACE_UNUSABLE', { path: 'x', reason: 'ENOENT' });
    expect(known.message).toBe(
      'x cannot be opened as a workspace (ENOENT: no such file or folder).',
    );
    const unknown = new Refusal('WORKSPACE_UNUSABLE', { path: 'x', reason: 'EUCLEAN' });
    expect(unknown.message).toBe('x cannot be opened as a workspace (EUCLEAN).');
  });

  it('leaves in place what it was not told, so that it is seen', () => {
    const facts: Record<string, string> = {};
    const { message } = Reflect.construct(Refusal, ['FILE_MOVED', facts]);
    expect(message).toMatch(/^\{file\} was replaced/);
  });
});

describe('a refusal of ring 0', () => {
  it('is one for everybody, and has the row of the whole table', () => {
    const own = new Ring0Refusal('FILE_MOVED', { file: 'USER.md' });
    const whole = new Refusal('FILE_MOVED', { file: 'USER.md' });
    expect(own).toBeInstanceOf(Refusal);
    const { message, section, remedy, exit } = own;
    expect({ message, section, remedy, exit }).toEqual({
      message: whole.message,
      section: whole.section,
      remedy: whole.remedy,
      exit: whole.exit,
    });
    expect(own.renamed(() => 'SOUL.md').message).toMatch(/^SOUL\.md was replaced/);
    for (const other of [new Error('x'), { code: 'FILE_MOVED' }, undefined, 'FILE_MOVED'])
      expect(other instanceof Refusal).toBe(false);
  });

  it('has a row of its own', () => {
    // @ts-expect-error that row is not one of ring 0
    expect(() => new Ring0Refusal('SETTINGS_INVALID', { path: 'x', reason: 'y' })).toThrow(
      TypeError,
    );
    // @ts-expect-error a fact is missing
    expect(new Ring0Refusal('FILE_MOVED', {}).message).toContain('{file}');
  });

  it('stands in one table of three', () => {
    const tables = [RING_0_REFUSALS, KERNEL_REFUSALS, COMMAND_REFUSALS, DAEMON_REFUSALS];
    expect(tables.flatMap((table) => Object.keys(table))).toEqual(CODES);
  });
});

describe('every refusal', () => {
  const texts = testFiles().map((file) => readFileSync(join(TESTS, file), 'utf8'));

  // In quotes: some codes are the names of constants too.
  it.each(CODES)('%s is met by a test', (code) => {
    const met = texts.filter((text) => text.includes(`'${code}'`));
    expect(met.length, `no test under test/ names '${code}'`).toBeGreaterThan(0);
  });
});
