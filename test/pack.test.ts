import { createHash } from 'node:crypto';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, posix, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { COMMANDS } from '#cli/args/options.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';
import { skipLoudly } from '#test/support/yamo.ts';

import lock from '../package-lock.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');

const PUBLISHED = [
  /^(package\.json|LICENSE|(?:README|CHANGELOG|CONTRIBUTING|RFC-0009|SECURITY)\.md)$/,
  /^dist\/(yamo|audit|audit-worker|hook|bridge|query|scribe|landlock|relay|conform-provider|mesh|discord|slack|telegram|webhook)\.js$/,
  /^dist\/(chunks|audit|hook|model)\/[\w-]+\.js$/,
  /^dist\/THIRD_PARTY_LICENSES\.txt$/,
  /^dist\/openapi\.json$/,
  /^dist\/page\/(?:index\.html|[\w-]+-[A-Z0-9]{8}\.(?:js|css|svg))$/,
  /^mesh\/install\/[a-z]+\/package(?:-lock)?\.json$/,
  /^schemas\/[\w-]+\.schema\.json$/,
  /^docs\/(?:(?:rules|reference|conformance)\/)?[\w.-]+\.(?:md|1)$/,
  /^integrations\/(?:openclaw|claude-code)\/(?:[\w.-]+\/)?[\w.-]+\.(?:js|json|d\.ts)$/,
  /^workspaces\/(templates|newborn|automations)\//,
  /^conform\/(?:cases|kernels|probe)\/[\w./-]+\.(?:ts|mjs|json|sh|py)$/,
];

const folder = mkdtempSync(join(tmpdir(), 'yamo-pack-'));
const prefix = join(folder, 'prefix');
const installed = join(prefix, 'lib/node_modules', manifest.name);
const yamo = join(prefix, 'bin/yamo');
let made: Packages;
let install: SpawnSyncReturns<string>;

/** A candidate comes before its release: 1.0.0~rc.1. */
const debianVersion = manifest.version.replace('-', '~');

const noDpkg = skipLoudly(
  spawnSync('dpkg-deb', ['--version']).status !== 0,
  'the Debian package (needs dpkg-deb)',
);

/** The Node that runs the tests stands first; settings of the npm that started them must not leak in. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$)/i.test(name)),
  ),
  PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  npm_config_userconfig: join(folder, 'npmrc'),
};

function run(command: string, args: readonly string[], cwd = folder): SpawnSyncReturns<string> {
  return spawnSync(command, args, { cwd, env, encoding: 'utf8' });
}

interface Packages {
  readonly tarball: string;
  readonly debian: string;
}

/** What `npm run package` makes of a tree, under this umask. */
function packages(to: string, umask: string, root = ROOT): Packages {
  const deb = noDpkg ? '' : '&& bash .ci/debian "$1"';
  const script = `umask ${umask}; node scripts/package.ts "$1" --no-build ${deb}`;
  must(run('sh', ['-c', script, 'sh', to], root));
  return {
    tarball: join(to, `soverane-yamo-${manifest.version}.tgz`),
    debian: join(to, `yamo_${debianVersion}_all.deb`),
  };
}

function must({ status, stderr }: SpawnSyncReturns<string>): void {
  if (status !== 0) throw new Error(`npm ended with ${String(status)}: ${stderr}`);
}

describe('the published package', () => {
  beforeAll(() => {
    // `dist/` was built before the first test; building it again here would pull it away under other tests.
    made = packages(join(folder, 'out'), '022');
    // Offline: a package without run-time dependencies needs no registry.
    const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=warn'];
    must((install = run('npm', ['i', '-g', '--prefix', prefix, ...flags, made.tarball])));
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('installs into an empty folder and says its version', () => {
    const { status, stdout, stderr } = run(yamo, ['--version']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.trim()).toBe(`yamo ${manifest.version} (implements RFC-0009 v3.0)`);
  });

  it('shows its help', () => {
    const { status, stdout, stderr } = run(yamo, ['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('boot');
  });

  it('says where a section is enforced and documented, although the sources are bundled', () => {
    const { status, stdout, stderr } = run(yamo, ['explain', '§6.3', '--json']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { where }: Record<string, unknown> = { ...JSON.parse(stdout) };
    expect(where).toMatchObject({
      enforced: expect.arrayContaining(['kernel/startup/guard.ts']),
      tested: expect.arrayContaining(['test/kernel/startup/guard.test.ts']),
      documented: expect.arrayContaining(['docs/records.md', 'docs/rules/6.3-record-chain.md']),
    });
  });

  it('holds what is published and nothing else', () => {
    const strays = files().filter((file) => !PUBLISHED.some((pattern) => pattern.test(file)));
    expect(strays).toEqual([]);
    expect(files()).toEqual(
      expect.arrayContaining([
        'dist/yamo.js',
        'LICENSE',
        'mesh/install/lancedb/package-lock.json',
        'integrations/claude-code/.claude-plugin/plugin.json',
        'integrations/claude-code/hooks/hooks.json',
        'integrations/openclaw/openclaw.plugin.json',
        'integrations/openclaw/index.js',
      ]),
    );
  });

  it('installs for all of a machine without a script or a warning, and with its manual', () => {
    expect(install.stderr).toBe('');
    const published: Record<string, unknown> = { ...JSON.parse(read('package.json')) };
    expect(published).not.toHaveProperty('scripts');
    expect(readFileSync(join(prefix, 'share/man/man1/yamo.1'), 'utf8')).toMatch(/^\.TH YAMO 1/m);
    for (const field of ['repository', 'homepage', 'bugs'])
      expect(JSON.stringify(published[field])).toContain('github.com/soverane/yamo');
  });

  it('lays out, audits and plans the boot of a workspace', () => {
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    for (const args of [
      ['init', 'atlas'],
      ['audit', 'atlas'],
      ['boot', 'atlas', '--plan'],
    ]) {
      const { status, stderr } = spawnSync(yamo, args, {
        cwd: home,
        env: { PATH: env.PATH, HOME: home },
        encoding: 'utf8',
      });
      expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
    }
  });

  it('is the same bytes from a copy of other modes and times, under another umask', () => {
    const copy = join(folder, 'copy');
    const left = new Set(
      ['node_modules', '.git', 'out', 'coverage'].map((name) => join(ROOT, name)),
    );
    cpSync(ROOT, copy, { recursive: true, filter: (path) => !left.has(path) });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || path.includes('node_modules')) continue;
      chmodSync(path, 0o600);
      utimesSync(path, 1_000_000_000, 1_000_000_000);
    }
    const again = packages(join(folder, 'again'), '077', copy);
    expect(digests(again)).toEqual(digests(made));
  });

  it('has each page and file that it names', () => {
    const pages = files().filter((file) => file.endsWith('.md'));
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([\w./-]+)(?:#[^)\s]*)?\)/g)].map(([, link = '']) =>
        posix.join(posix.dirname(page), link),
      ),
    );
    const texts = JSON.stringify([REFUSALS, COMMANDS]);
    const named = texts.match(/\b(?:docs|schemas|integrations)\/[\w./-]*\w/g) ?? [];
    expect(links.length).toBeGreaterThan(200);
    expect(named.length).toBeGreaterThan(5);
    expect([
      ...links.filter(isLost),
      ...named.filter((file) => !existsSync(join(installed, file))),
    ]).toEqual([]);
  });

  it('has schemas that say where they are', () => {
    const schemas = files().filter((file) => file.endsWith('.schema.json'));
    expect(schemas.length).toBeGreaterThan(8);
    for (const file of schemas)
      expect(JSON.parse(read(file))).toMatchObject({
        $id: `https://raw.githubusercontent.com/soverane/yamo/main/${file}`,
      });
  });

  it('lists what is in it: packages of the lock file, each with its licence', () => {
    const locked = new Set(
      Object.entries<Locked>(lock.packages).map(
        ([path, { name, version, license }]) =>
          `${name ?? path.replace(/^.*node_modules\//, '')} ${version ?? ''} (${license ?? ''})`,
      ),
    );
    const notices = read('dist/THIRD_PARTY_LICENSES.txt').matchAll(/^## (\S+ \d\S* \(.+\))$/gm);
    const listed = Array.from(notices, ([, line = '']) => line);
    expect(listed).toEqual(expect.arrayContaining([expect.stringMatching(/^zod /)]));
    expect(listed.filter((line) => !locked.has(line))).toEqual([]);
  });

  it('answers a host from its script, which finds the auditor, and later from kept code', () => {
    const home = join(folder, 'asked');
    const workspace = join(home, 'workspace');
    mkdirSync(workspace, { recursive: true, mode: 0o700 });
    const settings = join(home, 'settings.json');
    writeFileSync(settings, JSON.stringify({ hook: { mainProjects: [workspace] } }));
    const asked = (args: readonly string[], event: object): string => {
      const { status, stdout, stderr } = spawnSync(yamo, args, {
        cwd: workspace,
        env: { PATH: env.PATH, HOME: home },
        input: JSON.stringify({ session_id: 's', cwd: workspace, ...event }),
        encoding: 'utf8',
      });
      expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
      return stdout;
    };
    asked(['init', workspace, '--name', 'Robin'], {});
    const hook = ['hook', '--settings', settings];
    for (const _ of ['compiled', 'kept'])
      expect(asked(hook, { hook_event_name: 'SessionStart' })).toContain(
        'yamo audit: The workspace is RFC-0009',
      );
    const write = { file_path: join(workspace, 'SOUL.md'), content: 'x' };
    const denied = { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: write };
    expect(asked(hook, denied)).toContain('GATE_DENIED');
    expect(asked(['hook', 'status'], {})).toContain('No hooks are installed');
    const kept = readdirSync(join(home, '.cache/yamo'), { recursive: true, encoding: 'utf8' });
    expect(kept.filter((name) => /^yamo-\w+$/.test(name))).toHaveLength(2);
  });

  it('boots from a handful of modules', () => {
    const boot = files().find((file) => /^dist\/chunks\/boot-\w+\.js$/.test(file)) ?? '';
    const loaded = [...loadedWith(boot)];
    expect(loaded).toContain('dist/chunks/start.js');
    expect(loaded.length).toBeLessThanOrEqual(5);
  });

  it('names no path of the machine that built it', () => {
    const built = files().filter((file) => file.startsWith('dist/'));
    expect(built.length).toBeGreaterThan(2);
    // The second form is how esbuild names a package that stands outside the repository.
    const leaks = built.filter((file) => {
      const text = read(file);
      return text.includes(`${ROOT}/`) || /"\.\.\/[^"]*node_modules\//.test(text);
    });
    expect(leaks).toEqual([]);
  });

  it('depends on no other package, but for Landlock, a keychain and LanceDB, where it can have them', () => {
    const published: Record<string, unknown> = { ...JSON.parse(read('package.json')) };
    expect(published).not.toHaveProperty('dependencies');
    const peers = { '@lancedb/lancedb': expect.any(String), 'apache-arrow': expect.any(String) };
    expect(published['peerDependencies']).toEqual(peers);
    const isOptional = { optional: true };
    expect(published['peerDependenciesMeta']).toEqual({
      '@lancedb/lancedb': isOptional,
      'apache-arrow': isOptional,
    });
    expect(published['optionalDependencies']).toEqual({
      '@koromix/koffi-linux-arm64': expect.any(String),
      '@koromix/koffi-linux-x64': expect.any(String),
      '@napi-rs/keyring': expect.any(String),
    });
    // The optional ones are there if npm has kept what the registry says of them.
    const others = join(installed, 'node_modules');
    const names = existsSync(others) ? readdirSync(others) : [];
    expect(
      names.filter((name) => !['@koromix', '@napi-rs', '.package-lock.json'].includes(name)),
    ).toEqual([]);
  });

  describe.skipIf(noDpkg)('as a Debian package', () => {
    it('says what it needs', () => {
      const { stdout } = run('dpkg-deb', ['--field', made.debian]);
      expect(stdout).toContain(`Version: ${debianVersion}\n`);
      expect(stdout).toContain(`Depends: nodejs (${manifest.engines.node.replace('>=', '>= ')})\n`);
    });

    it('lets everybody in, the root of the machine first, and nobody but root change it', () => {
      const { stdout } = run('dpkg-deb', ['--contents', made.debian]);
      const modes = new Set(Array.from(stdout.matchAll(/^(\S+ \S+) .*$/gm), ([, mode]) => mode));
      const expected = ['-rw-r--r--', '-rwxr-xr-x', 'drwxr-xr-x', 'lrwxrwxrwx'];
      expect(modes).toEqual(new Set(expected.map((mode) => `${mode} root/root`)));
    });

    it('runs from where it is unpacked, with its manual and completions', () => {
      const root = join(folder, 'root');
      must(run('dpkg-deb', ['--extract', made.debian, root]));
      const { status, stdout, stderr } = run(join(root, 'usr/bin/yamo'), ['--version']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain(manifest.version);
      const inside = readdirSync(join(root, 'usr/share'), { recursive: true });
      expect(inside).toEqual(
        expect.arrayContaining([
          'man/man1/yamo.1.gz',
          'bash-completion/completions/yamo',
          'zsh/vendor-completions/_yamo',
          'fish/vendor_completions.d/yamo.fish',
          'doc/yamo/copyright',
        ]),
      );
      expect(readdirSync(join(root, 'usr/lib/yamo')).toSorted()).toEqual(
        readdirSync(installed)
          .filter((name) => name !== 'node_modules')
          .toSorted(),
      );
    });
  });

  it('has an image made of it, on a Node that it takes (that it is built and run: test/third-party)', () => {
    const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
      .replaceAll(/\\\n/g, '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const of = (instruction: string): string[] =>
      lines
        .filter((line) => line.startsWith(`${instruction} `))
        .map((line) => line.slice(instruction.length + 1));
    const known = /^(?:FROM|ARG|RUN|COPY|USER|ENV|WORKDIR|ENTRYPOINT|CMD) /;
    expect(lines.filter((line) => !known.test(line))).toEqual([]);
    // No minor version: the newest of this line is above what the package wants.
    const [, major] = /^>=(\d+)\./.exec(manifest.engines.node) ?? [];
    expect(of('FROM')).toEqual([expect.stringMatching(`^node:${major ?? ''}-[a-z]+-slim$`)]);
    expect(of('COPY')).toEqual(['${TARBALL} /tmp/yamo.tgz']);
    expect(readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')).toContain('!out');
    expect(of('USER')).toEqual(['node']);
    expect(JSON.parse(of('ENTRYPOINT')[0] ?? '')).toEqual(Object.keys(manifest.bin));
  });

  it('has the version of its plugins', () => {
    const plugins = [
      'integrations/openclaw/package.json',
      'integrations/claude-code/.claude-plugin/plugin.json',
    ].map((file) => read(file));
    const editor = readFileSync(join(ROOT, 'integrations/vscode/package.json'), 'utf8');
    for (const text of [...plugins, editor])
      expect(JSON.parse(text)).toMatchObject({ version: manifest.version });
  });

  it('tells a too old Node in one line and ends with 4', () => {
    const main = join(installed, 'dist/yamo.js');
    // Node's own table cannot be written to, but it can be replaced before the program starts.
    const pretend = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'24.14.1'}})`;
    const outcomes = [
      run(process.execPath, [
        '--import',
        `data:text/javascript,${encodeURIComponent(pretend)}`,
        main,
        'boot',
      ]),
      ...oldNodes().map((node) => run(node, [main, 'boot'])),
    ];
    for (const { status, stdout, stderr } of outcomes) {
      expect({ status, stdout }).toEqual({ status: 4, stdout: '' });
      expect(stderr).toMatch(/^[^\n]*24\.15[^\n]*\n$/);
    }
  });
});

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

function files(): string[] {
  const entries = readdirSync(installed, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return paths
    .map((path) => path.slice(installed.length + 1))
    .filter((path) => !path.startsWith('node_modules/'));
}

function read(file: string): string {
  return readFileSync(join(installed, file), 'utf8');
}

/** Does only the repository have it? Links of examples lead nowhere in either. */
function isLost(file: string): boolean {
  return existsSync(join(ROOT, file)) && !existsSync(join(installed, file));
}

function digests({ tarball, debian }: Packages): readonly string[] {
  const paths = noDpkg ? [tarball] : [tarball, debian];
  return paths.map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
}

/** A module and all that it imports statically. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  seen.add(file);
  for (const [, path = ''] of read(file).matchAll(/(?:from|import)"(\.[^"]+)"/g)) {
    const next = join(dirname(file), path);
    if (!seen.has(next)) loadedWith(next, seen);
  }
  return seen;
}

/** Every other Node of this machine that is older than the package allows: the real thing, where there is one. */
function oldNodes(): string[] {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, 'node'));
  return candidates
    .filter((node) => existsSync(node))
    .filter((node) => {
      const [, major = 0, minor = 0] =
        /^v(\d+)\.(\d+)/.exec(run(node, ['--version']).stdout)?.map(Number) ?? [];
      return major > 0 && (major < 24 || (major === 24 && minor < 15));
    });
}
