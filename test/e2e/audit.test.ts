/** `yamo audit` of the built program, on real folders. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Report, ReportedFinding, WorkspaceReport } from '#audit/report/report.ts';
import { goldenFiles } from '#test/support/golden.ts';
import { isRoot, stranger } from '#test/support/machine.ts';
import { commit, git } from '#test/support/repository.ts';
import { snapshot } from '#test/support/snapshot.ts';
import {
  freshPath,
  makeUnbornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import {
  type Options,
  type Result,
  skipLoudly,
  startYamo,
  until,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DAY = ['--date', '2026-03-10'];

/** Beyond the longest string of V8, which is about 512 MB; `npm run test:soak` takes one beyond 32 bits. */
const LOG_MB = Number(process.env['YAMO_LOG_MB'] ?? 600);
/** The auditor by itself takes half of it. */
const PEAK_MAX_KB = 450 * 1024;
const TELL_PEAK =
  'process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS} KB\n`))';

/** A copy of one of the workspaces of the project. */
const copyOf = (name: string): TempWorkspace => {
  const workspace = makeWorkspace();
  cpSync(join(ROOT, 'workspaces', name), workspace.path, { recursive: true });
  chmodSync(workspace.path, 0o700);
  return workspace;
};

const golden = (name: string): TempWorkspace => copyOf(`golden/${name}`);

interface Audited extends Result {
  readonly report: Report;
}

const auditJson = async (args: readonly string[], options: Options = {}): Promise<Audited> => {
  const result = await yamo(['audit', '--format', 'json', ...DAY, ...args], options);
  if (!result.stdout.startsWith('{')) throw new Error(result.stdout + result.stderr);
  const report: Report = JSON.parse(result.stdout);
  return { ...result, report };
};

const only = ({ report }: Audited): WorkspaceReport => {
  const [workspace] = report.workspaces;
  if (workspace === undefined || report.workspaces.length > 1) throw new Error('not one workspace');
  return workspace;
};

const rulesOf = (findings: readonly ReportedFinding[]): readonly string[] => [
  ...new Set(findings.map(({ rule }) => rule)),
];

describe('the grade', () => {
  it.each([
    ['v3.0', 'initialised', 'RFC-0009 v3.0', 0],
    ['lite', 'initialised', 'RFC-0009 Lite', 0],
    ['pending', 'bootstrap-pending', 'RFC-0009 v3.0', 1],
    ['uninitialised', 'uninitialised', 'non-conformant', 4],
  ])(
    'of the golden workspace %s is that of its name [Y8 Y9 Y10 Y106]',
    async (name, state, tier, code) => {
      const audited = await auditJson([], { workspace: golden(name) });
      expect([audited.code, only(audited).state, only(audited).tier]).toEqual([code, state, tier]);
    },
  );

  it('is said in the first three lines of the text, with what to do', async () => {
    const { stdout, code } = await yamo(['audit', ...DAY], { workspace: golden('lite') });
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toContain('RFC-0009 Lite (static)');
    expect(lines[1]).toMatch(/^Missing for RFC-0009 v3\.0: /u);
    expect(lines[2]).toMatch(/^Next: yamo boot /u);
    expect(stdout).toMatch(/^v3\.0: \d+ more; --require v3\.0 shows them\.$/mu);
    expect(stdout).not.toContain('\u001B[');
    expect(stdout).toContain('implements RFC-0009 v3.0');
  });

  it('fails where more is required, or claimed, than is reached [Y7]', async () => {
    const workspace = golden('lite');
    const required = await auditJson(['--require', 'v3.0'], { workspace });
    expect([required.code, only(required).tier]).toEqual([1, 'RFC-0009 Lite']);
    writeSettings(workspace, { claim: 'v3.0' });
    const claimed = await auditJson([], { workspace });
    expect([claimed.code, only(claimed).tier]).toEqual([1, 'RFC-0009 Lite']);
    expect(only(claimed).verdict).toContain('claims RFC-0009 v3.0');
  });

  it('passes a template that waits for its first boot where that is allowed', async () => {
    const { code } = await auditJson(['--allow-pending'], { workspace: golden('pending') });
    expect(code).toBe(0);
  });

  it('of what the kernel made of bootstrap instructions is v3.0, and rests on its boot record [Y9]', async () => {
    const workspace = makeUnbornWorkspace({
      'BOOTSTRAP.md': readFileSync(join(ROOT, 'workspaces/newborn/BOOTSTRAP.md')),
    });
    workspace.remove('AGENTS.md');
    const booted = await yamo(['boot', '--message', '/who'], { workspace });
    expect(booted.code).toBe(0);
    const audited = await auditJson(['--require', 'v3.0'], { workspace });
    expect(only(audited).findings.filter(({ level }) => level !== 'note')).toEqual([]);
    expect([audited.code, only(audited).tier, only(audited).basis]).toEqual([
      0,
      'RFC-0009 v3.0',
      'recorded',
    ]);
  });
});

describe('a stock workspace of OpenClaw', () => {
  it('is not conformant where RFC-0009 is asked for, and the reasons are these', async () => {
    const workspace = copyOf('stock');
    const audited = await auditJson(['--layout', 'rfc-0009'], { workspace });
    expect([audited.code, only(audited).state, only(audited).tier]).toEqual([
      1,
      'bootstrap-pending',
      'non-conformant',
    ]);
    const errors = only(audited).findings.filter(({ level }) => level === 'error');
    // One for all headings of a file that say it in other words.
    expect(rulesOf(errors)).toEqual(['2.2/every-session']);
    expect(errors[0]?.found).toMatch(/"session startup".*"red lines"/su);
    // Each is something for its owner to do; what v3.0 would ask is a count.
    const shown = only(audited).findings;
    expect(shown.length).toBeLessThanOrEqual(3);
    expect(
      shown.map(({ rule, remedy, fix }) => [rule, remedy.length > 20 || fix !== 'none']),
    ).toEqual(shown.map(({ rule }) => [rule, true]));
    expect(only(audited).command?.[1]).toBe('init');
  });

  it('is Lite at least after yamo init and --fix', async () => {
    const workspace = copyOf('stock');
    expect((await yamo(['init'], { workspace })).code).toBe(0);
    const fixed = await auditJson(['--fix', '--allow-pending'], { workspace });
    expect([fixed.code, only(fixed).tier]).toEqual([0, 'RFC-0009 Lite']);
  });
});

describe('trees', () => {
  it('are searched for workspaces, and several are reported at once', async () => {
    const tree = freshPath('tree');
    cpSync(join(ROOT, 'workspaces/golden'), tree, { recursive: true });
    mkdirSync(join(tree, 'code/node_modules/x'), { recursive: true });
    writeFileSync(join(tree, 'code/AGENTS.md'), '# of a code repository\n');
    writeFileSync(join(tree, 'code/node_modules/x/SOUL.md'), '# of a package\n');
    symlinkSync('..', join(tree, 'loop'));
    const { report, code } = await auditJson([tree]);
    expect(report.workspaces.map(({ path }) => path.slice(tree.length + 1))).toEqual([
      'code',
      'lite',
      'pending',
      'v3.0',
    ]);
    expect(report.workspaces[0]?.layout).toBe('instruction folder');
    expect(code).toBe(1);
    const { stdout } = await yamo(['audit', ...DAY, tree]);
    expect(stdout.split('\n')[0]).toContain('1 instruction folder');
  });

  it('hold workspaces that have nothing but bootstrap instructions yet, and no documents of that name', async () => {
    const tree = freshPath('tree');
    for (const folder of ['unborn/memory', 'code/src', 'docs', 'pages'])
      mkdirSync(join(tree, folder), { recursive: true });
    for (const folder of ['unborn', 'code', 'docs'])
      writeFileSync(join(tree, folder, 'BOOTSTRAP.md'), 'Name: Robin\n');
    writeFileSync(join(tree, 'unborn/.gitignore'), 'BOOTSTRAP.md\n');
    writeFileSync(join(tree, 'code/package.json'), '{}\n');
    writeFileSync(join(tree, 'docs/install.md'), '# Install\n');
    for (const page of ['agents.md', 'memory.md', 'soul.md'])
      writeFileSync(join(tree, 'pages', page), '# A page\n');
    // Rules for coding agents beside a page of that name.
    mkdirSync(join(tree, 'manual'));
    for (const page of ['AGENTS.md', 'tools.md'])
      writeFileSync(join(tree, 'manual', page), '# A page\n');
    const { report } = await auditJson([tree]);
    expect(report.workspaces.map(({ path }) => path.slice(tree.length + 1))).toEqual([
      'manual',
      'unborn',
    ]);
    expect(report.workspaces[0]?.layout).toBe('instruction folder');
  });

  it('that are given twice are audited once', async () => {
    const { path } = golden('v3.0');
    const { report } = await auditJson([path, `${path}/`, `${path}/memory/..`]);
    expect(report.workspaces.map((workspace) => workspace.path)).toEqual([path]);
  });

  it('of hundreds are audited by several threads, in order, and the same from the cache', async () => {
    const tree = freshPath('many');
    const names = Array.from({ length: 120 }, (_, index) => `a${String(index).padStart(3, '0')}`);
    for (const name of names) {
      mkdirSync(join(tree, name), { recursive: true });
      writeFileSync(join(tree, name, 'SOUL.md'), `You are Robin, a pilot.\n`);
    }
    const home = { env: { XDG_STATE_HOME: freshPath('state') } };
    const fresh = await auditJson([tree], home);
    expect(fresh.report.workspaces.map(({ path }) => path.slice(tree.length + 1))).toEqual(names);
    const again = await auditJson([tree], home);
    expect(again.report).toEqual(fresh.report);
    const past = await auditJson(['--fresh', tree], home);
    expect(past.report).toEqual(fresh.report);
  });

  it('by several threads leave compiled code to shorter runs, and theirs alone', async () => {
    const tree = freshPath('fleet');
    for (let index = 0; index < 100; index += 1)
      cpSync(join(ROOT, 'workspaces/golden/v3.0'), join(tree, `a${index}`), { recursive: true });
    const { home, kept } = keptCode();
    await auditJson(['--fresh', tree], home);
    expect(kept()).toHaveLength(availableParallelism() > 1 ? 0 : 1);
    await auditJson(['--fresh', join(tree, 'a0')], home);
    const short = kept();
    expect(short).toHaveLength(1);
    await auditJson(['--fresh', tree], home);
    expect(kept()).toEqual(short);
  });
});

it('compiled code is that of the run that judged most', async () => {
  const { home, kept } = keptCode();
  const workspace = makeWorkspace({ 'AGENTS.md': '# Agents\n' });
  const audited = async (): Promise<readonly string[]> => {
    await auditJson(['--fresh', workspace.path], home);
    return kept();
  };
  const small = await audited();
  expect(small).toHaveLength(1);
  expect(await audited()).toEqual(small);
  workspace.write('SOUL.md', 'You are Robin, a pilot.\n');
  const large = await audited();
  expect(large).toHaveLength(1);
  expect(large).not.toEqual(small);
  workspace.write('SOUL.md', 'You are Robin, a sailor.\n');
  expect(await audited()).toEqual(large);
});

describe('the cache', () => {
  it('is not believed when a file has changed, and holds no value of a credential', async () => {
    const workspace = golden('v3.0');
    const secret = ['Kw7p', 'Lm2q', 'Xz9v'].join('');
    workspace.write('TOOLS.md', `# Tools\n\nRouter password: ${secret}\n`);
    const found = await auditJson([], { workspace });
    expect(rulesOf(only(found).findings)).toContain('4.2/labelled-credential');
    workspace.write('TOOLS.md', '# Tools\n\nThe password is in the safe.\n');
    const mended = await auditJson([], { workspace });
    expect(rulesOf(only(mended).findings)).not.toContain('4.2/labelled-credential');
    workspace.write('TOOLS.md', `# Tools\n\nRouter password: ${secret}\n`);
    await auditJson([], { workspace });
    const folder = join(workspace.stateHome, 'yamo/audit');
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(kept.some((text) => text.includes('4.2/labelled-credential'))).toBe(true);
    expect(kept.filter((text) => text.includes(secret))).toEqual([]);
  });

  it('tells how many of the findings the last report had, and no program', async () => {
    const workspace = golden('v3.0');
    const said = async (): Promise<string | undefined> =>
      /^.* in the last report\.$/mu.exec(
        (await yamo(['audit', ...DAY], { workspace })).stdout,
      )?.[0];
    workspace.write('TOOLS.md', '# Tools\n\nRouter password: Kw7p!Lm2q\n');
    expect(await said()).toBeUndefined();
    workspace.write('TOOLS.md', '# Tools\n\nRouter password: Kw7p!Lm2q\n\nPIN of the door: 4711\n');
    expect(await said()).toMatch(/^1 of \d findings was/u);
    expect(await said()).toMatch(/^All \d findings were/u);
    const { report } = await auditJson([], { workspace });
    expect(JSON.stringify(report)).not.toContain('last report');
  });

  it('is not kept where the state would lie in a workspace, in reach of its agent', async () => {
    const workspace = golden('v3.0');
    const before = snapshot(workspace.path);
    const env = { XDG_STATE_HOME: workspace.at('.state') };
    const { code } = await auditJson([], { workspace, env });
    expect(code).toBe(0);
    expect(snapshot(workspace.path)).toEqual(before);
  });

  it('is not needed: without a state that can be written the audit is the same', async () => {
    const workspace = golden('v3.0');
    const state = freshPath('state');
    writeFileSync(state, 'a file where a folder should be');
    const { code } = await auditJson([], { workspace, env: { XDG_STATE_HOME: state } });
    expect(code).toBe(0);
  });
});

describe('the forms of the report', () => {
  const secret = ['Kw7p', 'Lm2q', 'Xz9v'].join('');
  const FORMS = ['text', 'json', 'sarif', 'junit', 'github', 'markdown', 'html', 'badge'];

  it('are written at once, and none holds text of the workspace', async () => {
    const workspace = golden('lite');
    workspace.write(
      'USER.md',
      `# User\n\n**Name:** Zebulon-Canary\nPIN: 4711\nPassword: ${secret}\n`,
    );
    const folder = freshPath('out');
    mkdirSync(folder);
    const formats = FORMS.flatMap((form) => ['--format', `${form}=${join(folder, form)}`]);
    const { code, stdout, stderr } = await yamo(['audit', ...DAY, ...formats, '--verbose'], {
      workspace,
    });
    expect([code, stdout, stderr]).toEqual([1, '', '']);
    for (const form of FORMS) {
      const text = readFileSync(join(folder, form), 'utf8');
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toContain(secret);
      expect(text).not.toContain('Zebulon');
    }
  });

  it('cannot be written where nobody may write, and that is said', async () => {
    const out = join(freshPath('nowhere'), 'deep', 'report.json');
    const { code, stderr } = await yamo(['audit', ...DAY, '--format', `json=${out}`], {
      workspace: golden('v3.0'),
    });
    expect(code).toBe(4);
    expect(stderr).toContain('OUTPUT_UNWRITABLE');
  });

  it.each([
    [['--format', 'pdf'], 'There is no format "pdf"'],
    [['--format', 'text', '--format', 'json'], 'Only one form'],
    [['--format', 'markdown=AGENTS.md'], 'is a file of a workspace'],
    [['--dry-run'], '--dry-run shows'],
    [['--accept-new'], '--accept-new goes with'],
    [['--update-baseline'], 'needs --baseline'],
    [['--date', '2026-02-30'], 'the calendar has'],
    [['diff', 'one'], 'takes two revisions'],
    [['--watch', '--fix'], '--watch only looks'],
    [['--require', 'gold'], 'require'],
    [['', '--fix'], 'A path is empty'],
    [['--since', ''], '--since is empty'],
    [['--baseline', ''], '--baseline is empty'],
    [['--format', 'json=a', '--format', 'sarif=a'], 'cannot go to one file'],
  ])('are refused for a mistake on the command line: %j', async (args, words) => {
    const { code, stderr } = await yamo(['audit', ...args]);
    expect([code, stderr.includes(words)]).toEqual([2, true]);
    expect(stderr).not.toContain('    at ');
  });
});

describe('what cannot be audited', () => {
  it.each([
    ['a path that is not there', (path: string) => path],
    [
      'a file',
      (path: string) => {
        writeFileSync(path, 'x');
        return path;
      },
    ],
    [
      'a link that leads to itself',
      (path: string) => {
        symlinkSync(path, path);
        return path;
      },
    ],
  ])('is a sentence and exit code 4: %s', async (_, make) => {
    const { code, report } = await auditJson([make(freshPath('odd'))]);
    expect(code).toBe(4);
    expect(report.workspaces[0]?.error).toMatch(/\(E[A-Z]+\)$/u);
  });

  it('does not hide the workspaces beside it', async () => {
    const workspace = golden('v3.0');
    const { code, report } = await auditJson([freshPath('gone'), workspace.path]);
    expect(code).toBe(4);
    expect(report.workspaces.map(({ error }) => error === undefined)).toEqual([true, false]);
  });

  it('is survived: folders for files, pipes, loops, bad names, no UTF-8, NUL, deep folders', async () => {
    const workspace = golden('v3.0');
    workspace.remove('USER.md');
    mkdirSync(workspace.at('USER.md'));
    execFileSync('mkfifo', [workspace.at('TOOLS.md.fifo'), workspace.at('memory/2026-03-01.md')]);
    symlinkSync('HEARTBEAT.md', workspace.at('loop.md'));
    workspace.remove('HEARTBEAT.md');
    symlinkSync('loop.md', workspace.at('HEARTBEAT.md'));
    workspace.write('memory/line\nbreak\u202E.md', '# a hostile name\n');
    workspace.write('MEMORY.md', Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]));
    workspace.write('memory/2026-03-02.md', 'a\0b\n');
    workspace.write(`memory/${'deep/'.repeat(12)}note.md`, 'deep\n');
    const audited = await auditJson([], { workspace });
    expect(audited.code).toBe(1);
    expect(rulesOf(only(audited).findings)).toEqual(
      expect.arrayContaining(['1/regular-file', '1/utf8', '1/nul-byte']),
    );
    expect(only(audited).partial).toContain('deeper');
    const { stdout } = await yamo(['audit', '--verbose', '--pedantic', ...DAY], { workspace });
    expect(stdout).not.toContain('line\nbreak');
  });

  it('includes a log that is longer than any string, which is looked at and does not fill the memory', async () => {
    const workspace = golden('v3.0');
    const secret = ['Kw7p', 'Lm2q', 'Xz9v'].join('');
    workspace.write('memory/2026-03-08.md', `Router password: ${secret}\n`);
    truncateSync(workspace.at('memory/2026-03-08.md'), LOG_MB * 1024 ** 2);
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL_PEAK)}` };
    const audited = await auditJson([], { workspace, env });
    expect(rulesOf(only(audited).findings)).toEqual(
      expect.arrayContaining(['1/too-large', '4.2/labelled-credential']),
    );
    const [, peak] = /^peak (\d+) KB$/m.exec(audited.stderr) ?? [];
    expect(Number(peak)).toBeLessThan(PEAK_MAX_KB);
  });
});

describe('--fix', () => {
  it('makes what changes no meaning, once, and leaves every other byte as it is', async () => {
    const workspace = golden('lite');
    const agents = workspace
      .text('AGENTS.md')
      .replace('## Every Session', '## Session Start')
      .replaceAll('\n', '\r\n');
    workspace.write('AGENTS.md', `\uFEFF${agents}`, 0o640);
    const before = snapshot(workspace.path);
    const dry = await yamo(['audit', ...DAY, '--fix', '--dry-run'], { workspace });
    expect(dry.stdout).not.toContain('+YAMO-NATIVE');
    expect(snapshot(workspace.path)).toEqual(before);
    expect(dry.stdout).toContain('+## Every Session');
    const fixed = await yamo(['audit', ...DAY, '--fix', '--require', 'v3.0'], { workspace });
    expect(fixed.code).toBe(1);
    expect(workspace.text('AGENTS.md')).toBe(
      `\uFEFFYAMO-NATIVE KERNEL ACTIVE\r\n\r\n${agents.replace('## Session Start', '## Every Session')}`,
    );
    const after = snapshot(workspace.path);
    const again = await yamo(['audit', ...DAY, '--fix'], { workspace });
    expect(again.stderr).toContain('there is nothing to fix');
    expect(snapshot(workspace.path)).toEqual(after);
    const { report } = await auditJson([], { workspace });
    expect(report.workspaces[0]?.findings.filter(({ fix }) => fix === 'safe')).toEqual([]);
  });

  it('leaves standard output to a report for programs', async () => {
    const { report, stderr } = await auditJson(['--fix', '--require', 'v3.0', '--dry-run'], {
      workspace: copyOf('stock'),
    });
    expect([report.workspaces.length, stderr.includes('+YAMO-NATIVE')]).toEqual([1, true]);
  });

  it('never deletes BOOTSTRAP.md and never writes a file that it cannot decode', async () => {
    const workspace = golden('v3.0');
    workspace.write('BOOTSTRAP.md', 'old instructions\n');
    workspace.write('AGENTS.md', Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]));
    const before = snapshot(workspace.path);
    const { code } = await yamo(['audit', ...DAY, '--fix-unsafe'], {
      workspace,
      input: 'y\n'.repeat(50),
    });
    expect(code).toBe(1);
    expect(snapshot(workspace.path)).toEqual(before);
  });

  it('asks for each of the others, and no answer is a no', async () => {
    const workspace = golden('v3.0');
    workspace.remove('USER.md');
    const before = snapshot(workspace.path);
    const silent = await yamo(['audit', ...DAY, '--fix-unsafe'], { workspace });
    expect(silent.stderr).toContain('[y/N]');
    expect(snapshot(workspace.path)).toEqual(before);
    const agreed = await yamo(['audit', ...DAY, '--fix-unsafe'], { workspace, input: 'yes\n' });
    expect([agreed.code, workspace.has('USER.md')]).toEqual([0, true]);
  });
});

const broken = (): TempWorkspace => {
  const workspace = golden('v3.0');
  workspace.write('TOOLS.md', `Router password: ${['Kw7p', 'Lm2q'].join('')}\n`);
  return workspace;
};

describe('a workspace that waits for its first boot', () => {
  it('fails with the way to let it pass', async () => {
    const { report, code } = await auditJson([], { workspace: golden('pending') });
    expect(code).toBe(1);
    expect(report.verdict).toContain('waits for its first boot; --allow-pending lets it pass');
  });

  it('passes where a baseline knows that it waits', async () => {
    const workspace = golden('pending');
    const baseline = ['--baseline', join(freshPath('ci'), '..', 'baseline.json')];
    await yamo(['audit', ...DAY, ...baseline, '--update-baseline', '--accept-new'], { workspace });
    const { report, code } = await auditJson(baseline, { workspace });
    expect([code, report.workspaces[0]?.passes]).toEqual([0, true]);
    expect(report.verdict).toContain('waits for its first boot; the baseline excuses it');
  });

  it('passes where it waited before, and not where it has begun to', async () => {
    const workspace = golden('pending');
    git(workspace.path, 'init', '-q');
    commit(workspace.path, 'a template');
    const still = await auditJson(['--since', 'HEAD'], { workspace });
    expect(still.code).toBe(0);
    expect(still.report.verdict).toContain('waits for its first boot; it did before');
  });
});

describe('a baseline', () => {
  it('takes new findings in only knowingly, then lets them pass and counts them', async () => {
    const workspace = broken();
    const file = join(freshPath('ci'), '..', 'baseline.json');
    const args = ['--baseline', file];
    const refused = await yamo(['audit', ...DAY, ...args, '--update-baseline'], { workspace });
    expect([refused.code, existsSync(file)]).toEqual([1, false]);
    expect(refused.stderr).toContain('4.2/labelled-credential');
    const accepted = await yamo(['audit', ...DAY, ...args, '--update-baseline', '--accept-new'], {
      workspace,
    });
    expect(accepted.code).toBe(0);
    const known = await auditJson(args, { workspace });
    expect([known.code, only(known).suppressed.baseline]).toEqual([0, 1]);
    expect(only(known).tier).toBe('non-conformant');
    const text = await yamo(['audit', ...DAY, ...args], { workspace });
    expect(text.stdout).toContain('1 by the baseline');
    // Another value in the same place is another finding.
    workspace.write('TOOLS.md', `Router password: ${['Zt5n', 'Bq8r'].join('')}\n`);
    const rotated = await auditJson(args, { workspace });
    expect([rotated.code, only(rotated).suppressed.baseline]).toEqual([1, 0]);
  });

  it('holds no value, and forgets what is gone', async () => {
    const workspace = broken();
    const file = join(freshPath('ci'), '..', 'baseline.json');
    const update = ['audit', ...DAY, '--baseline', file, '--update-baseline'];
    await yamo([...update, '--accept-new'], { workspace });
    expect(readFileSync(file, 'utf8')).not.toContain(['Kw7p', 'Lm2q'].join(''));
    workspace.write('TOOLS.md', '# Tools\n');
    const { code, stderr } = await yamo(update, { workspace });
    expect([code, stderr.includes('1 gone')]).toEqual([0, true]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ findings: [] });
  });

  it('keeps what a run did not look at: other workspaces, and rules that were not asked', async () => {
    const [one, other] = [broken(), broken()];
    one.remove('memory/heartbeat-state.json');
    const file = join(freshPath('ci'), '..', 'baseline.json');
    const update = ['audit', ...DAY, '--baseline', file, '--update-baseline'];
    const paths = [one.path, other.path];
    await yamo([...update, '--accept-new', '--pedantic', ...paths], {});
    const held = (): readonly string[] => {
      const { findings }: { findings: { rule: string; workspace: string }[] } = JSON.parse(
        readFileSync(file, 'utf8'),
      );
      return findings.map(({ rule, workspace }) => `${rule} ${workspace}`);
    };
    const before = held();
    await yamo([...update, one.path], {});
    expect(held()).toEqual(before);
    one.write('TOOLS.md', '# Tools\n');
    await yamo([...update, one.path], {});
    const secrets = held().filter((text) => text.startsWith('4.2/'));
    expect(secrets).toHaveLength(1);
    expect(held().length).toBe(before.length - 1);
  });

  it.each([
    ['is not there', undefined],
    ['is no JSON', '{'],
    ['is of another shape', '{"version":1,"findings":[]}'],
    [
      'has a field too many',
      JSON.stringify({ version: 1, key: '0'.repeat(64), findings: [], x: 1 }),
    ],
  ])('that %s ends in exit code 3', async (_, text) => {
    const file = join(freshPath('ci'), '..', 'baseline.json');
    if (text !== undefined) writeFileSync(file, text);
    const { code, stderr } = await yamo(['audit', ...DAY, '--baseline', file], {
      workspace: golden('v3.0'),
    });
    expect([code, stderr.includes('BASELINE_INVALID')]).toEqual([3, true]);
  });
});

const repository = (): TempWorkspace => {
  const workspace = golden('v3.0');
  git(workspace.path, 'init', '-q');
  commit(workspace.path, 'first');
  return workspace;
};

describe('comparing', () => {
  it('with a revision fails only for what is new since', async () => {
    const workspace = repository();
    const agents = workspace.text('AGENTS.md');
    workspace.write('AGENTS.md', agents.replace('## Safety', '## Red Lines'));
    commit(workspace.path, 'worse');
    const since = await auditJson(['--since', 'HEAD~1'], { workspace });
    expect(since.code).toBe(1);
    const status = only(since).findings.find(({ rule }) => rule === '2.2/safety')?.status;
    expect(status).toBe('new');
    const later = await auditJson(['--since', 'HEAD'], { workspace });
    expect(later.code).toBe(0);
    workspace.write('AGENTS.md', agents);
    const mended = await auditJson(['--since', 'HEAD'], { workspace });
    expect(rulesOf(only(mended).fixed)).toContain('2.2/safety');
  });

  it('two revisions, or two folders', async () => {
    const workspace = repository();
    workspace.write('AGENTS.md', workspace.text('AGENTS.md').replace('## Safety', '## Red Lines'));
    commit(workspace.path, 'worse');
    const cwd = workspace.path;
    const worse = await auditJson(['diff', 'HEAD~1', 'HEAD'], { cwd });
    expect([worse.code, rulesOf(only(worse).findings)]).toEqual([
      1,
      expect.arrayContaining(['2.2/safety']),
    ]);
    const better = await auditJson(['diff', 'HEAD', 'HEAD~1'], { cwd });
    expect([better.code, rulesOf(only(better).fixed)]).toEqual([
      0,
      expect.arrayContaining(['2.2/safety']),
    ]);
    const folders = await auditJson(['diff', golden('v3.0').path, workspace.path]);
    expect([folders.code, folders.report.workspaces.length]).toEqual([1, 1]);
  });

  it('with a revision that does not exist is a clear error', async () => {
    const { code, stderr } = await yamo(['audit', ...DAY, '--since', 'no-such-thing'], {
      workspace: repository(),
    });
    expect([code, stderr.includes('REVISION_UNKNOWN')]).toEqual([4, true]);
  });

  it('looks into history where it is asked to', async () => {
    const workspace = golden('v3.0');
    const secret = ['Kw7p', 'Lm2q', 'Xz9v'].join('');
    git(workspace.path, 'init', '-q');
    workspace.write('MEMORY.md', `- 2026-02-01: Router password: ${secret}\n`);
    workspace.write('BOOTSTRAP.md', 'Name: Robin\n');
    commit(workspace.path, 'first');
    workspace.write('MEMORY.md', '- 2026-02-01: The router is set up.\n');
    workspace.remove('BOOTSTRAP.md');
    commit(workspace.path, 'clean');
    const quiet = await auditJson([], { workspace });
    expect(rulesOf(only(quiet).findings)).not.toContain('4.2/secret-in-history');
    const { stdout, ...loud } = await auditJson(['--history'], { workspace });
    expect(rulesOf(only({ stdout, ...loud }).findings)).toContain('4.2/secret-in-history');
    expect(stdout).not.toContain(secret);
  });
});

it('a checkout that git has emptied of private files is unverified, and passes only where that is allowed', async () => {
  const workspace = golden('v3.0');
  git(workspace.path, 'init', '-q');
  workspace.write('.gitignore', 'USER.md\nMEMORY.md\nmemory/\n');
  for (const name of ['USER.md', 'MEMORY.md', 'memory'])
    rmSync(workspace.at(name), { recursive: true });
  const audited = await auditJson([], { workspace });
  expect([audited.code, only(audited).unverified]).toEqual([1, ['2.3/user-exists']]);
  const allowed = await auditJson(['--allow-unverified'], { workspace });
  expect(allowed.code).toBe(0);
});

/** A fresh folder for compiled code, and what the auditor has kept in it: names and times. */
const keptCode = (): {
  readonly home: { readonly env: Readonly<Record<string, string>> };
  readonly kept: () => readonly string[];
} => {
  const cache = freshPath('cache');
  const kept = (): readonly string[] =>
    readdirSync(cache, { recursive: true, encoding: 'utf8' })
      .filter((name) => basename(name).startsWith('yamo-'))
      .map((name) => `${name} ${statSync(join(cache, name)).mtimeMs}`);
  return { home: { env: { XDG_CACHE_HOME: cache } }, kept };
};

const allow = (rest: string): string => `<!-- yamo-allow 4.2/labelled-credential${rest} -->\n`;

it('exceptions need a reason and a use, and are counted', async () => {
  const workspace = golden('v3.0');
  const line = `Router password: ${['Kw7p', 'Lm2q'].join('')}\n`;
  workspace.write('TOOLS.md', allow(' reason="the guest network, on the wall for all"') + line);
  const allowed = await auditJson([], { workspace });
  expect([allowed.code, only(allowed).suppressed.allowed]).toEqual([0, 1]);
  workspace.write('TOOLS.md', allow('') + line);
  const mute = await auditJson([], { workspace });
  expect(rulesOf(only(mute).findings)).toEqual(
    expect.arrayContaining(['4.2/labelled-credential', 'yamo/allow-reason']),
  );
  workspace.write('TOOLS.md', `${allow(' reason="nothing here"')}# Tools\n`);
  expect(rulesOf(only(await auditJson([], { workspace })).findings)).toEqual(['yamo/allow-unused']);
  workspace.write('TOOLS.md', '<!-- yamo-allow 9.9/nothing reason="no such rule" -->\n');
  expect(rulesOf(only(await auditJson([], { workspace })).findings)).toEqual([
    'yamo/allow-unknown',
  ]);
});

describe('--watch', () => {
  it('audits again what changes, and ends on Ctrl-C with the last verdict', async () => {
    const workspace = golden('v3.0');
    const running = startYamo(['audit', ...DAY, '--watch'], { workspace });
    await running.printed('Ctrl-C ends');
    workspace.write('SOUL.md', '');
    await running.printed('2.1/soul-empty');
    await until(() => running.output.split('Ctrl-C ends').length > 2);
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(1);
  });

  it('goes on after many changes, also in a memory/ that was removed and made again', async () => {
    const workspace = golden('v3.0');
    const running = startYamo(['audit', ...DAY, '--watch'], { workspace });
    const reports = (): number => running.output.split('Ctrl-C ends').length - 1;
    const seen = async (change: () => void): Promise<void> => {
      const before = reports();
      change();
      await until(() => reports() > before);
    };
    await running.printed('Ctrl-C ends');
    const memory = join(workspace.path, 'memory');
    await seen(() => workspace.write('USER.md', '# One\n'));
    await seen(() => rmSync(memory, { recursive: true }));
    await seen(() => mkdirSync(memory));
    await seen(() => workspace.write('memory/2026-03-10.md', '# One\n'));
    await seen(() => workspace.write('memory/2026-03-10.md', '# Two\n'));
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(0);
  });
});

it('two audits at once of one workspace agree, whatever they do to the cache', async () => {
  const workspace = golden('lite');
  const all = await Promise.all(Array.from({ length: 6 }, () => auditJson([], { workspace })));
  const [first] = all;
  for (const { report, code } of all) expect([code, report]).toEqual([0, first?.report]);
});

it('yamo explain knows every rule, with examples', async () => {
  const { code, stdout } = await yamo(['explain', '2.2/first-run']);
  expect([code, stdout.includes('First Run'), stdout.includes('finds:')]).toEqual([0, true, true]);
});

describe('what is no file', () => {
  const other = stranger();
  const lacksStranger = skipLoudly(other === undefined, 'files that cannot be read (no setpriv)');
  const SOCKET = 'net.createServer().listen(process.argv[1], () => process.kill(process.pid, 9))';
  const KINDS: readonly (readonly [string, (path: string) => unknown])[] = [
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a socket', (path) => spawnSync(process.execPath, ['-e', SOCKET, path])],
    ['an endless device', (path) => execFileSync('mknod', [path, 'c', '1', '5'])],
    ['a link that leads out', (path) => symlinkSync('/etc/hostname', path)],
    ['a link to an endless device', (path) => symlinkSync('/dev/zero', path)],
    ['a file that cannot be read', (path) => writeFileSync(path, '', { mode: 0 })],
    ['a folder that cannot be read', (path) => mkdirSync(path, { mode: 0 })],
  ];
  const kinds = KINDS.filter(([kind]) => kind !== 'an endless device' || isRoot);
  /** A file of the layout, one that others read, one of hosts, and a note. */
  const PLACES = ['USER.md', 'IDENTITY.md', '.claude/settings.json', 'memory/note.md'];

  /** What a run prints, and what it changes: files only, by their names. */
  const run = async (workspace: TempWorkspace, ...args: readonly string[]) => {
    const before = snapshot(workspace.path);
    const { stdout, stderr, code } = await yamo(['audit', ...DAY, ...args], {
      ...other?.options,
      workspace,
      input: 'y\n'.repeat(20),
    });
    const after = snapshot(workspace.path);
    const changed = Object.keys({ ...before, ...after })
      .filter((path) => path !== workspace.path && before[path] !== after[path])
      .map((path) => relative(workspace.path, path));
    return { said: stdout.replaceAll(/\s+/gu, ' '), stderr, code, changed };
  };

  const withHeading = (): TempWorkspace => {
    if (other === undefined) throw new Error('nobody to be');
    const files = goldenFiles('lite');
    const agents = String(files['AGENTS.md']).replace('## Every Session', '## Session Start');
    return other.workspace({ ...files, 'AGENTS.md': agents, '.claude/note.txt': '' });
  };

  it.skipIf(lacksStranger).each(kinds)(
    '%s is said wherever a file is looked for, and left as it is by every fix',
    async (kind, make) => {
      for (const place of PLACES) {
        const workspace = withHeading();
        rmSync(workspace.at(place), { force: true });
        make(workspace.at(place));
        const plain = await run(workspace);
        expect([plain.code, plain.changed], place).toEqual([1, []]);
        // Of a folder that nobody looks into there is nothing to say.
        expect(plain.said.includes(place) || kind.startsWith('a folder'), place).toBe(true);
        expect((await run(workspace, '--fix')).changed, place).toEqual(['AGENTS.md']);
        const asked = await run(workspace, '--fix-unsafe', '--require', 'v3.0');
        expect(asked.changed, place).toEqual(['AGENTS.md']);
      }
    },
  );

  it.skipIf(lacksStranger).each(kinds)(
    '%s for SOUL.md is the next thing to see to, for no fix is written beside it',
    async (_, make) => {
      const workspace = withHeading();
      rmSync(workspace.at('SOUL.md'));
      make(workspace.at('SOUL.md'));
      expect((await run(workspace)).said).toMatch(/ Next: edit SOUL\.md; yamo explain 1\//u);
      const fixed = await run(workspace, '--fix');
      expect(fixed.changed).toEqual([]);
      expect(fixed.stderr).toMatch(/^Refused: SOUL\.md /u);
    },
  );
});

describe('without permission', () => {
  const other = stranger();
  const lacksStranger = skipLoudly(other === undefined, 'files that cannot be read (no setpriv)');

  it.skipIf(lacksStranger)(
    'a file that cannot be read is a finding, a folder an error',
    async () => {
      if (other === undefined) throw new Error('nobody to be');
      const workspace = other.workspace(goldenFiles('v3.0'));
      chmodSync(workspace.at('SOUL.md'), 0);
      const audited = await auditJson([], { ...other.options, workspace });
      expect(rulesOf(only(audited).findings)).toContain('1/readable');
      chmodSync(workspace.path, 0);
      const closed = await auditJson([], { ...other.options, workspace });
      expect([closed.code, only(closed).error]).toEqual([
        4,
        'no permission to look into it (EACCES)',
      ]);
    },
  );
});
