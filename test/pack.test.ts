import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import manifest from '../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');

const PUBLISHED = [
  /^(package\.json|LICENSE|(?:README|CHANGELOG|CONTRIBUTING|RFC-0009|SECURITY)\.md)$/,
  /^dist\/(yamo|audit|audit-worker|bridge|scribe|landlock|relay|conform-provider|mesh)\.js$/,
  /^dist\/(chunks|audit|model)\/[\w-]+\.js$/,
  /^dist\/THIRD_PARTY_LICENSES\.txt$/,
  /^mesh\/install\/[a-z]+\/package(?:-lock)?\.json$/,
  /^schemas\/[\w./-]+\.(json|js|d\.ts)$/,
  /^docs\/(?:(?:rules|reference|conformance)\/)?[\w.-]+\.(?:md|1)$/,
  /^integrations\/(?:openclaw|claude-code)\/(?:[\w.-]+\/)?[\w.-]+\.(?:js|json|d\.ts)$/,
  /^dist\/sbom\.cdx\.json$/,
  /^workspaces\/(templates|newborn)\//,
  /^conform\/(?:cases|kernels|probe)\/[\w./-]+\.(?:ts|mjs|json|sh)$/,
];

const folder = mkdtempSync(join(tmpdir(), 'yamo-pack-'));
const installed = join(folder, 'node_modules', manifest.name);

/** The Node that runs the tests stands first; settings of the npm that started them must not leak in. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$)/i.test(name)),
  ),
  PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
};

function run(command: string, args: readonly string[], cwd = folder): SpawnSyncReturns<string> {
  return spawnSync(command, args, { cwd, env, encoding: 'utf8' });
}

function must({ status, stderr }: SpawnSyncReturns<string>): void {
  if (status !== 0) throw new Error(`npm ended with ${String(status)}: ${stderr}`);
}

describe('the published package', () => {
  beforeAll(() => {
    // `dist/` was built before the first test; building it again here would pull it away under other tests.
    must(run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], ROOT));
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const tarball = join(folder, `soverane-yamo-${manifest.version}.tgz`);
    // Offline: a package without run-time dependencies needs no registry.
    const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    must(run('npm', ['i', ...flags, tarball]));
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('installs into an empty folder and says its version', () => {
    const { status, stdout, stderr } = run('node_modules/.bin/yamo', ['--version']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.trim()).toBe(`yamo ${manifest.version} (implements RFC-0009 v3.0)`);
  });

  it('shows its help', () => {
    const { status, stdout, stderr } = run('node_modules/.bin/yamo', ['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('boot');
  });

  it('says where a section is enforced and documented, although the sources are bundled', () => {
    const { status, stdout, stderr } = run('node_modules/.bin/yamo', ['explain', '§6.3', '--json']);
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

  it('boots from a handful of modules', () => {
    const boot = files().find((file) => /^dist\/chunks\/boot-\w+\.js$/.test(file)) ?? '';
    const loaded = [...loadedWith(boot)];
    expect(loaded).toContainEqual(expect.stringMatching(/^dist\/chunks\/start-/));
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
      '@napi-rs/keyring': expect.any(String),
      koffi: expect.any(String),
    });
    // The optional ones are there if npm has kept what the registry says of them.
    const optional = new Set(['@koromix', '@napi-rs', 'koffi']);
    const others = readdirSync(join(folder, 'node_modules')).filter((name) => !optional.has(name));
    expect(others.filter((name) => !name.startsWith('.'))).toEqual(['@soverane']);
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

function files(): string[] {
  const entries = readdirSync(installed, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => path.slice(installed.length + 1));
}

function read(file: string): string {
  return readFileSync(join(installed, file), 'utf8');
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
