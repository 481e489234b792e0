/** What the built program says about itself and about mistakes. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { RULES } from '#audit/engine/rules.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';
import { requirementsIn, sectionsIn } from '#lib/spec/requirements.ts';
import { STARTUP } from '#lib/spec/startup.ts';
import { few } from '#test/support/deep.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { type Frame, type Result, yamo } from '#test/support/yamo.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SPECIFICATION = readFileSync(join(ROOT, 'RFC-0009.md'), 'utf8');
const COMMANDS = ['boot', 'init', 'audit', 'log', 'explain', 'accept'];

/** All that it knows, by code. */
const explained = async (): Promise<ReadonlyMap<unknown, Frame>> => {
  const { events } = await yamo(['explain', '--json']);
  return new Map(events.map((entry) => [entry['code'], entry]));
};

describe('yamo explain', () => {
  it('knows every refusal, with its section and remedy', async () => {
    const known = await explained();
    for (const [code, { section, what, exit, remedy }] of Object.entries(REFUSALS))
      expect(known.get(code)).toMatchObject({
        code,
        kind: 'refusal',
        section,
        text: what,
        facts: { remedy, 'exit code': String(exit) },
      });
  });

  it('knows every step', async () => {
    const known = await explained();
    for (const { step, section, what } of STARTUP)
      expect(known.get(step)).toMatchObject({ code: step, kind: 'step', section, text: what });
  });

  it.each(['Y112', 'load_memory', 'BOOTSTRAP_SYMLINK', RULES[0]?.id ?? 'no rule'])(
    'says the same of %s alone as among all',
    async (code) => {
      const { events } = await yamo(['explain', code, '--json']);
      expect(events).toEqual([(await explained()).get(code)]);
    },
  );

  it('knows every requirement, and lists all that it knows', async () => {
    const { code, events } = await yamo(['explain', '--json']);
    expect(code).toBe(0);
    const ids = requirementsIn(SPECIFICATION).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(100);
    const known = events.map((entry) => entry['code']);
    expect(known).toEqual([
      ...RULES.map(({ id }) => id),
      ...Object.keys(REFUSALS),
      ...STARTUP.map(({ step }) => step),
      ...ids,
      ...sectionsIn(SPECIFICATION).map((section) => section.code),
    ]);
  });

  it.each(['Y112', 'y112', 'K19', 'load_memory', 'bootstrap_symlink'])(
    'explains %s in words',
    async (code) => {
      const { stdout, ...result } = await yamo(['explain', code]);
      expect(result.code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^${code} \\(.*RFC-000\\d .*\\)\n {2}\\S`, 'i'));
    },
  );

  it.each([
    [
      '§6.3',
      'kernel/startup/guard.ts',
      'test/e2e/strace.test.ts',
      '6.3-record-chain',
      'records.md',
    ],
    ['§4.1', 'kernel/startup/load.ts', 'test/e2e/leak.test.ts', '4.1-memory-copy', 'sessions.md'],
    [
      'Y112',
      'kernel/boot/take-instructions.ts',
      'test/e2e/trial.test.ts',
      '6.3-bootstrap-unusual',
      'records.md',
    ],
  ])(
    'says where %s is specified, enforced, tested, audited and documented',
    async (code, ...paths) => {
      const [enforced, tested, rule, page] = paths;
      const { events } = await yamo(['explain', code, '--json']);
      const where = {
        specified: [expect.stringMatching(/^RFC-0009\.md#\w/u)],
        enforced: expect.arrayContaining([enforced]),
        tested: expect.arrayContaining([tested]),
        audited: expect.arrayContaining([`audit/rules/${rule}.ts`]),
        documented: expect.arrayContaining([`docs/${page}`, `docs/rules/${rule}.md`]),
      };
      expect(events).toMatchObject([{ where }]);
      const { stdout } = await yamo(['explain', code]);
      for (const path of paths.slice(0, 2)) expect(stdout).toContain(` ${path}\n`);
    },
  );

  it('names only files that are there', async () => {
    const known = [...(await explained()).values()];
    const wheres = known.flatMap(({ where }) =>
      typeof where === 'object' && where !== null ? [Object.entries(where)] : [],
    );
    expect(wheres.length).toBeGreaterThan(150);
    const paths = wheres.flat().flatMap(([what, list]) => (what === 'notBuilt' ? [] : list));
    const missing = paths.filter((path) => !existsSync(join(ROOT, path.replace(/#.*$/u, ''))));
    expect([...new Set(missing)]).toEqual([]);
  });

  it.each(['6.3', '§6.3', 'RFC-0009 §6.3', '0009 §6.3'])('takes %s for §6.3', async (code) => {
    expect((await yamo(['explain', code])).stdout).toMatch(/^§6\.3 \(section, RFC-0009\)\n/u);
  });

  it.each([
    ['§6.9', '§6.3'],
    ['0006 §2.9', 'RFC-0006 §2.1'],
    ['Y999', 'Y99'],
  ])('suggests what is near to %s', async (wrong, right) => {
    const { code, stderr } = await yamo(['explain', wrong]);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain(right);
  });

  it('suggests what is near to an unknown code', async () => {
    const { code, stderr } = await yamo(['explain', 'BOOTSTRAP_SYMLNK']);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain('BOOTSTRAP_SYMLINK');
  });
});

describe('help', () => {
  it('lists every command and every exit code', async () => {
    const { code, stdout } = await yamo(['--help']);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(`yamo ${command}`);
    for (const exit of Object.values(EXIT))
      expect(stdout).toMatch(new RegExp(`^ +${exit} +\\S`, 'm'));
    expect((await yamo([])).stdout).toContain('yamo boot');
  });

  it.each(COMMANDS)('of %s shows its options and examples', async (command) => {
    const { code, stdout } = await yamo([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain('--json');
    expect(stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  });

  it('has no colours in a pipe', async () => {
    expect((await yamo(['--help'])).stdout).not.toContain('\u001B');
  });
});

describe('wrong usage', () => {
  const MISTAKES: readonly (readonly [readonly string[], RegExp])[] = [
    [['boto'], /boot/],
    [['boot', '--seesion', 'main'], /seesion/],
    [['boot', '--session', 'private'], /main[^]*shared/],
    [['boot', '--session', 'main', '--session', 'shared'], /once/],
    [['boot', '--session'], /session/],
    [['boot', 'one', 'two'], /two/],
    [['boot', '--tz', 'Mars/Olympus'], /Mars\/Olympus/],
    [['boot', '--date', '2026-02-30'], /2026-02-30/],
    [['boot', '--date', '2026-02-03T25:00'], /T25:00/],
    [['boot', '--message', ''], /empty/],
    [
      ['boot', '--agent', 'scribe', '--model', 'ollama/x'],
      /--agent and --model exclude each other/,
    ],
    [['acp', '--agent', 'scribe', '--model', 'ollama/x'], /--agent and --model exclude each other/],
    [['init', '--template', 'v9'], /--template cannot be "v9"; it is one of "v3", "lite"\./],
    [['init', '--dry-rn'], /There is no option --dry-rn\. Did you mean --dry-run\?/],
    [['init', 'x', 'y', '--dry-run'], /"y" is one word too many\./],
    [['boot', '-m', 'hi'], /There is no option -m\./],
    [['prompt', '--layout'], /--layout needs a value\./],
    [['log', '--entry'], /entry/],
    [['audit', '--fix', '--dry-run=1'], /--dry-run takes no value/],
    [['audit', '--fix', '--dryRun=yes'], /--dry-run takes no value/],
    [['boot', '--plan=on'], /--plan takes no value/],
    [['audit', '--constructor'], /There is no option --constructor\./],
    [['--frobnicate'], /Say what to do/],
  ];

  it.each(few(MISTAKES, 2))(
    '%j exits with 2, says what is wrong and where help is',
    async (args, said) => {
      const ws = makeBornWorkspace();
      const { code, stdout, stderr }: Result = await yamo(args, { cwd: ws.path });
      expect([code, stdout]).toEqual([EXIT.usage, '']);
      expect(stderr).toMatch(said);
      expect(stderr).toMatch(/yamo (\w+ )?--help/);
      expect(stderr).not.toMatch(/\n +at /);
      expect(ws.has('memory')).toBe(false);
    },
  );

  it('a full disk behind standard output is said, and is no finding', async () => {
    const shell = ['sh', '-c', 'exec "$@" > /dev/full', 'sh'];
    for (const args of [['audit'], ['explain']]) {
      const { code, stderr } = await yamo(args, {
        cwd: makeBornWorkspace().path,
        wrapper: shell,
      });
      expect(code).toBe(EXIT.machine);
      expect(stderr).toBe('Standard output cannot be written (ENOSPC).\n');
    }
  });

  it('an entry of the log that does not exist, an unknown code: the same', async () => {
    const ws = makeBornWorkspace();
    expect((await yamo(['log', '--entry', '1'], { workspace: ws })).code).toBe(EXIT.usage);
    expect((await yamo(['explain', 'Y99999'])).code).toBe(EXIT.usage);
  });
});
