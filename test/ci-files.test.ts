/** What other projects take from this repository to run `yamo audit` in CI, and the pages that tell them how. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';

import parseWords from 'string-argv';
import { describe, expect, it } from 'vitest';

import { COMMANDS } from '#cli/args/options.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { FILES } from '#lib/spec/files.ts';
import { few } from '#test/support/deep.ts';
import { freshPath } from '#test/support/workspace.ts';
import { mapAt, readYaml, textAt, textsAt } from '#test/support/yaml.ts';
import { straceFault } from '#test/support/strace.ts';
import { skipLoudly, YAMO } from '#test/support/yamo.ts';

import manifest from '../package.json' with { type: 'json' };
import { pagesOf } from '../scripts/pages/list.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SCRIPT = join(ROOT, '.ci/audit-action');
const DAY = ['--date', '2026-03-10'];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

/** A folder to run in, with homes of its own beside it. */
class Runner {
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor() {
    this.folder = freshPath('work');
    mkdirSync(this.folder, { mode: 0o700 });
    const home = freshPath('home');
    mkdirSync(home, { mode: 0o700 });
    this.#env = {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: home,
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CONFIG_HOME: join(home, 'config'),
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      CI: 'true',
    };
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  /** A copy of a golden workspace below the folder, under any name. */
  add(golden: string, name: string): void {
    this.copy(join('workspaces/golden', golden), name);
  }

  /** A copy of a folder of the project. */
  copy(folder: string, name: string): void {
    cpSync(join(ROOT, folder), this.at(name), { recursive: true });
    chmodSync(this.at(name), 0o700);
  }

  run(
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      encoding: 'utf8',
    });
    return { code: status, stdout, stderr };
  }

  /** The body of the action with these inputs, as the runner of GitHub gives them: all of them, in the environment. */
  action(inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
    const given = { path: '.', args: DAY.join('\n'), ...inputs };
    const named = Object.entries(given).map(([name, value]) => [variableOf(name), value] as const);
    return this.run(SCRIPT, [], { YAMO_PROGRAM: YAMO, ...Object.fromEntries(named), ...env });
  }

  git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', [...identity, ...args], { cwd: this.folder, stdio: 'pipe' });
  }
}

const variableOf = (input: string): string => `YAMO_${input.toUpperCase().replaceAll('-', '_')}`;

/** Words that a shell, a list of options or a format would take for something else. */
const HOSTILE = [
  'two words',
  ' spaces around ',
  `"double" and 'single'`,
  '$(touch x)',
  '`touch x`',
  '; touch x #',
  '$HOME',
  '*',
  '-x',
  '--fix',
  '--format=html',
  '%0A::error::x',
  'a=b',
  '\\',
] as const;

describe('action.yml', () => {
  const action = readYaml(read('action.yml'));
  const inputs = [...mapAt(action, 'inputs').keys()];
  const env = mapAt(action, 'runs', 'steps', 1, 'env');
  const run = textAt(action, 'runs', 'steps', 1, 'run');

  it('can be read, and is a composite action', () => {
    expect(textAt(action, 'runs', 'using')).toBe('composite');
    expect(textAt(action, 'runs', 'steps', 1, 'shell')).toBe('bash');
    expect(inputs.length).toBeGreaterThan(5);
    for (const input of inputs) {
      expect(textAt(action, 'inputs', input, 'description')).toMatch(/\S\.$/u);
      expect(typeof textAt(action, 'inputs', input, 'default')).toBe('string');
    }
  });

  it('hands every input to the script through the environment, and none as shell text', () => {
    const wanted = inputs.map((name) => [variableOf(name), `\${{ inputs.${name} }}`]);
    expect([...env]).toEqual(wanted);
    expect(run).not.toContain('${{');
  });

  it('has a script that asks for every input, and for nothing that is no input', () => {
    const asked = new Set(
      [...readFileSync(SCRIPT, 'utf8').matchAll(/\$\{?(YAMO_[A-Z_]+)/gu)].map(([, name]) => name),
    );
    asked.delete('YAMO_PROGRAM');
    expect(asked).toEqual(new Set(env.keys()));
  });

  it('runs a file that is there and can be run, on a Node that is new enough', () => {
    const [, file = ''] = /^"\$GITHUB_ACTION_PATH\/([^"$]+)"$/u.exec(run) ?? [];
    expect(join(ROOT, file)).toBe(SCRIPT);
    expect(() => accessSync(SCRIPT, constants.X_OK)).not.toThrow();
    const node = textAt(action, 'runs', 'steps', 0, 'with', 'node-version');
    expect(manifest.engines.node).toMatch(new RegExp(`^>=${node}(?:\\.|$)`, 'u'));
  });
});

describe('the action', () => {
  it.each([
    ['a workspace that passes', EXIT.done, { path: 'v3.0' }],
    ['a tier that is not reached', EXIT.refused, { path: 'lite', require: 'v3.0' }],
    ['a workspace that waits for its first boot', EXIT.refused, { path: 'pending' }],
    ['a tier that does not exist', EXIT.usage, { path: 'v3.0', require: 'gold' }],
    ['an option that does not exist', EXIT.usage, { path: 'v3.0', args: '--gold' }],
    ['a baseline that is not there', EXIT.settings, { path: 'v3.0', baseline: 'none.json' }],
    ['a folder that is not there', EXIT.machine, { path: 'none' }],
  ] as const)('passes the exit code of %s through: %i', (_, code, inputs) => {
    const runner = new Runner();
    for (const name of ['v3.0', 'lite', 'pending']) runner.add(name, name);
    expect(runner.action(inputs)).toMatchObject({ code });
  });

  it('audits where it stands if it is told nothing, as with the defaults of action.yml', () => {
    const runner = new Runner();
    runner.add('v3.0', '.');
    const inputs = mapAt(readYaml(read('action.yml')), 'inputs');
    const defaults = [...inputs].map(([name, input]) => [name, textAt(input, 'default')] as const);
    const { code, stdout } = runner.action(Object.fromEntries(defaults));
    expect([code, stdout]).toEqual([0, expect.stringContaining('RFC-0009 v3.0')]);
    const none = Object.fromEntries(defaults.map(([name]) => [name, '']));
    expect(runner.action(none).code).toBe(0);
  });

  it('writes annotations, a page for the summary of the run, and SARIF', () => {
    const runner = new Runner();
    runner.add('lite', 'robin');
    const summary = runner.at('summary.md');
    const { code, stdout } = runner.action(
      { path: 'robin', require: 'v3.0', sarif: 'yamo.sarif' },
      { GITHUB_STEP_SUMMARY: summary },
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error [^\n]*file=robin\/AGENTS\.md/mu);
    expect(readFileSync(summary, 'utf8')).toMatch(/^\| .*robin.* \|$/mu);
    const sarif: unknown = JSON.parse(readFileSync(runner.at('yamo.sarif'), 'utf8'));
    expect(sarif).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'yamo audit' } } }],
    });
  });

  it('audits several paths, one a line', () => {
    const runner = new Runner();
    runner.add('v3.0', 'one');
    runner.add('lite', 'two words');
    const { code, stdout } = runner.action({ path: 'one\n\ntwo words\n' });
    expect([code, stdout]).toEqual([0, expect.stringContaining('All 2 workspaces pass')]);
  });

  it('takes further options, one word a line', () => {
    const runner = new Runner();
    runner.add('pending', 'template');
    const args = ['--allow-pending', '--format', 'html=my report.html', ...DAY].join('\n');
    expect(runner.action({ path: 'template', args }).code).toBe(0);
    expect(readFileSync(runner.at('my report.html'), 'utf8')).toMatch(/^<!doctype html>/iu);
  });

  it.each(few(HOSTILE, 3))('takes %j for the name of a workspace, and for nothing else', (name) => {
    const runner = new Runner();
    runner.add('v3.0', name);
    const { code, stderr } = runner.action({ path: name });
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(runner.folder)).toEqual([name]);
  });

  it.each(few(['two words', '$(touch x)', '"', '-x', '--fix', 'a=b'], 3))(
    'takes %j for the name of a SARIF file and of a baseline',
    (name) => {
      const runner = new Runner();
      runner.add('v3.0', 'robin');
      const update = ['--update-baseline', ...DAY].join('\n');
      const made = runner.action({ path: 'robin', baseline: name, args: update });
      expect([made.code, readdirSync(runner.folder).toSorted()]).toEqual([
        0,
        [name, 'robin'].toSorted(),
      ]);
      const sarif = `${name}.sarif`;
      const { code } = runner.action({ path: 'robin', baseline: name, sarif });
      expect(code).toBe(0);
      expect(readdirSync(runner.folder).toSorted()).toEqual([name, 'robin', sarif].toSorted());
    },
  );

  it.each(few(['two words', '$(touch x)', '*', '-x', '--fix', '--output=x', 'HEAD\nHEAD'], 3))(
    'takes %j for a revision, which git does not know',
    (since) => {
      const runner = new Runner();
      runner.add('v3.0', '.');
      runner.git('init', '-q');
      runner.git('add', '-A');
      runner.git('commit', '-q', '-m', 'first');
      const before = readdirSync(runner.folder);
      const { code, stderr } = runner.action({ since });
      expect([code, stderr]).toEqual([4, expect.stringContaining('REVISION_UNKNOWN')]);
      expect(readdirSync(runner.folder)).toEqual(before);
      expect(runner.action({ since: 'HEAD' }).code).toBe(0);
    },
  );

  it('lets no name of a folder give instructions to the log of the run', () => {
    const runner = new Runner();
    const name = 'x\n::warning::injected %0A::error::y';
    runner.add('lite', name);
    const { code, stdout } = runner.action({ path: '.', require: 'v3.0' });
    expect(code).toBe(1);
    const orders = stdout.split(/[\r\n]/u).filter((line) => line.startsWith('::'));
    expect(orders.length).toBeGreaterThan(0);
    for (const order of orders) expect(order).toMatch(/^::(?:error|warning) title=[\d./a-z-]+ /u);
    expect(stdout).not.toMatch(/##\[/u);
  });

  it.skipIf(skipLoudly(straceFault() !== undefined, 'the action on a kernel'))(
    'holds a kernel, says so in the log, the summary and SARIF, and audits nothing',
    () => {
      const runner = new Runner();
      runner.copy('conform/kernels', 'two words');
      const inputs = { conform: 'two words/shell.json', sarif: 'left.sarif' };
      const args = '--only\nB-01\n--only\nB-17';
      const summary = { GITHUB_STEP_SUMMARY: runner.at('summary.md') };
      const { code, stdout } = runner.action({ ...inputs, args }, summary);
      expect([code, stdout]).toEqual([1, expect.stringContaining('1 of 2 cases pass, 1 fail')]);
      expect(readFileSync(runner.at('summary.md'), 'utf8')).toMatch(/^## Failed\n\n- B-17: /mu);
      const { runs } = JSON.parse(readFileSync(runner.at('left.sarif'), 'utf8'));
      expect(runs[0].results).toMatchObject([{ ruleId: 'B-17' }]);
    },
  );

  it('builds the commit that it is, once, and starts that with the same words', () => {
    const runner = new Runner();
    runner.copy('.ci', 'two words/.ci');
    const dist = runner.at('two words/dist');
    mkdirSync(dist);
    // What `npm ci` comes to: the program, and lines that must not get among the annotations.
    const program = 'process.stdout.write(process.argv.slice(2).map((w) => `<${w}>\n`).join(``));';
    const npm = join(runner.folder, 'npm');
    writeFileSync(
      npm,
      `#!/bin/sh\necho "$(basename "$PWD") $*"\nprintf '%s process.exitCode = 7' '${program}' > dist/yamo.js\n`,
      { mode: 0o755 },
    );
    const PATH = [runner.folder, dirname(process.execPath), process.env['PATH'] ?? ''].join(
      delimiter,
    );
    const start = () =>
      runner.run(runner.at('two words/.ci/audit-action'), [], {
        YAMO_PATH: '--fix',
        YAMO_SINCE: '$(touch x)',
        YAMO_HISTORY: 'true',
        PATH,
      });
    const words = ['audit', '--format', 'github', '--since=$(touch x)', '--history', '--', '--fix'];
    const said = { code: 7, stdout: words.map((word) => `<${word}>\n`).join('') };
    expect(start()).toEqual({ ...said, stderr: 'two words ci --no-audit --no-fund\n' });
    expect(start()).toEqual({ ...said, stderr: '' });
  });
});

describe('.pre-commit-hooks.yaml', () => {
  const hooks = readYaml(read('.pre-commit-hooks.yaml'));
  // Python's flag for letters of either case.
  const files = new RegExp(textAt(hooks, 0, 'files').replace(/^\(\?i\)/u, ''), 'iu');

  it('runs a command that the package has', () => {
    const [program = '', command = '', ...rest] = textAt(hooks, 0, 'entry').split(' ');
    expect([Object.hasOwn(manifest.bin, program), isCommand(command), rest]).toEqual([
      true,
      true,
      [],
    ]);
    expect(textAt(hooks, 0, 'language')).toBe('node');
    expect(manifest.engines.node).toBe(
      `>=${textAt(hooks, 0, 'language_version').replace(/\.0$/u, '')}`,
    );
    // The workspace is audited as a whole, not file by file.
    expect(textAt(hooks, 0, 'pass_filenames')).toBe('false');
  });

  it.each(FILES.map(({ name }) => name.replace('YYYY-MM-DD', '2026-03-10')))(
    'runs when %s is committed, in the root or in a folder',
    (name) => {
      expect([files.test(name), files.test(`agents/robin/${name}`)]).toEqual([true, true]);
    },
  );

  // The auditor reads every text of a workspace, and which folders are one is not in a name.
  it.each(['lib/main.ts', 'package.json', 'a.png', 'SOULXmd', 'memories', 'a.memory/x'])(
    'does not run for %s',
    (name) => {
      expect(files.test(name)).toBe(false);
    },
  );
});

/** The code blocks of a page in these languages, with their lines. */
const blocksOf = (page: string, language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gmu'))].map(
    ([, text = '']) => text,
  );

describe('docs/ci.md', () => {
  const page = read('docs/ci.md');
  const [github = '', gitlab = '', preCommit = ''] = blocksOf(page, 'yaml');

  it('has examples that can be read', () => {
    for (const block of blocksOf(page, 'yaml')) expect(() => readYaml(block)).not.toThrow();
    expect(blocksOf(page, 'yaml')).toHaveLength(3);
  });

  it('gives the action inputs that it has', () => {
    const given = [...mapAt(readYaml(github), 'jobs', 'audit', 'steps', 1, 'with').keys()];
    const known = mapAt(readYaml(read('action.yml')), 'inputs');
    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((name) => !known.has(name))).toEqual([]);
  });

  const commands = [
    ...blocksOf(page, 'sh').flatMap((block) => block.split('\n')),
    ...textsAt(readYaml(gitlab), 'audit', 'script'),
  ]
    .map((line) => line.replace(/ +#.*$/u, ''))
    .filter((line) => line !== '');
  const hook = textsAt(readYaml(preCommit), 'repos', 0, 'hooks', 0, 'args');

  it('has commands to try', () => {
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) expect(command).toMatch(/^yamo audit /u);
    expect(textAt(readYaml(preCommit), 'repos', 0, 'hooks', 0, 'id')).toBe(
      textAt(readYaml(read('.pre-commit-hooks.yaml')), 0, 'id'),
    );
  });

  it('has commands that work as they stand, one after the other', () => {
    const runner = new Runner();
    runner.add('lite', '.');
    for (const command of [...commands, `yamo audit ${hook.join(' ')}`]) {
      const [, ...words] = parseWords(command);
      const { code, stderr } = runner.run(YAMO, [...words, ...DAY]);
      expect([command, code, code === 0 ? '' : stderr]).toEqual([command, 0, '']);
    }
    for (const name of textsAt(readYaml(gitlab), 'audit', 'artifacts', 'paths'))
      expect(existsSync(runner.at(name))).toBe(true);
    const junit = textAt(readYaml(gitlab), 'audit', 'artifacts', 'reports', 'junit');
    expect(existsSync(runner.at(junit))).toBe(true);
  });

  it('installs yamo on GitLab once for a commit', () => {
    const job = readYaml(gitlab);
    expect(textAt(job, 'audit', 'variables', 'YAMO')).toMatch(/#\$YAMO_COMMIT$/u);
    expect(textAt(job, 'audit', 'cache', 'key')).toBe('yamo-$YAMO_COMMIT');
    const [install = ''] = textsAt(job, 'audit', 'before_script');
    const [kept = ''] = textsAt(job, 'audit', 'cache', 'paths');
    const runner = new Runner();
    mkdirSync(runner.at('bin'));
    const made = `${kept}node_modules/.bin`;
    const script = `#!/bin/sh\necho "$@" >> asked\nmkdir -p ${made}\ncp "$0" ${made}/yamo\n`;
    writeFileSync(runner.at('bin/npm'), script, { mode: 0o755 });
    const env = { PATH: `${runner.at('bin')}:${process.env['PATH'] ?? ''}`, YAMO: 'git+x#y' };
    for (const _ of ['without the cache', 'with it'])
      expect(runner.run('sh', ['-c', install], env).code).toBe(0);
    expect(readFileSync(runner.at('asked'), 'utf8')).toMatch(
      /^install --prefix \/\S+\/\.yamo-ci git\+x#y\n$/,
    );
  });

  it('says the exit codes that there are', () => {
    for (const code of [EXIT.done, EXIT.refused, EXIT.usage, EXIT.settings, EXIT.machine, EXIT.bug])
      expect(page).toMatch(new RegExp(`\\b${code} \\w`, 'u'));
  });
});

/** Options of programs that are not ours, as our pages name them. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  '--seed': 'node scripts/mutants.ts',
  '--draw': 'node scripts/mutants.ts',
  '--group': 'node scripts/mutants.ts',
  '--prefix': 'npm',
  '--global': 'npm',
  '--omit': 'npm',
  '--missed': 'bench/recall.ts',
  '--dialogues': 'bench/recall.ts',
  '--permission': 'node',
  '--optimize-for-size': 'node',
  '--cpu-prof': 'node',
  '--title': 'a command of the settings',
  '--disable-userns': 'bwrap',
  '--security-opt': 'docker run',
  '--cached': 'git rm',
  '--unshallow': 'git fetch',
  '--invert-paths': 'git filter-repo',
  '--path': 'git filter-repo',
  '--check': 'scripts/rules.ts',
  '--write': 'scripts/pages.ts',
  '--acp': 'gemini',
  '--local': 'openclaw agent',
  '--fast': 'an agent of the reader',
  '--plugin-dir': 'claude',
  '--skip-trust': 'gemini',
  '--link': 'openclaw',
  '--access': 'npm publish',
  '--provenance': 'npm publish',
  '--no-git-tag-version': 'npm version',
  '--allow-same-version': 'npm version',
  '--build-arg': 'docker build',
  '--extract': 'dpkg-deb',
};

describe('the pages for readers', () => {
  const pages = pagesOf(ROOT);
  const options = new Set([
    '--help',
    '--version',
    ...Object.values(COMMANDS).flatMap(({ options: own }) =>
      Object.keys(own).map((name) => `--${name}`),
    ),
  ]);

  it('name no option that there is not', () => {
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/(?<![\w-])--[a-z][a-z-]*/gu)].map(
        ([option]) => `${page}: ${option}`,
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    const unknown = named.filter((one) => {
      const option = one.slice(one.indexOf(': ') + 2);
      return !options.has(option) && OF_OTHERS[option] === undefined;
    });
    expect(unknown).toEqual([]);
  });

  it('lead to files that are there', () => {
    // Pages of rules show workspaces, whose links lead nowhere here.
    const written = pages.filter((page) => !/^docs\/rules\/\d/u.test(page));
    const named = written.flatMap((page) => {
      const text = read(page);
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu)].map(([, link = '']) =>
        join(dirname(page), link),
      );
      const tests = [...text.matchAll(/`((?:test|lib|kernel|cli|audit)\/[\w./-]+\.ts)`/gu)].map(
        ([, file = '']) => file,
      );
      return [...links, ...tests].map((file) => ({ page, file }));
    });
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
