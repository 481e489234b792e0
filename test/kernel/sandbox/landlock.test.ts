import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { systemPlaces } from '#kernel/process/places.ts';
import { landlock, landlockAbi } from '#kernel/sandbox/landlock.ts';
import { packed, unpacked } from '#kernel/wire/environment.ts';
import { parsePolicy } from '#kernel/wire/policy.ts';
import { pathBeneathAttribute, RIGHTS, rulesetAttribute } from '#agents/launch/landlock/rights.ts';
import type { View } from '#kernel/sandbox/view.ts';
import { straceFault } from '#test/support/strace.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PATHS = {
  node: process.execPath,
  launcher: join(ROOT, 'agents/launch/landlock/main.ts'),
};

/** A machine with a secret beside what a view shows. */
const makeView = (
  changes: Partial<View> = {},
): { readonly view: View; readonly secret: string } => {
  const place = freshPath('landlock');
  for (const folder of ['shown', 'shown/below', 'writable', 'scratch', 'hidden'])
    mkdirSync(join(place, folder), { recursive: true });
  writeFileSync(join(place, 'shown/below/file'), 'shown');
  const secret = join(place, 'hidden/secret');
  writeFileSync(secret, 'secret');
  const scratch = join(place, 'scratch');
  const view: View = {
    readable: [
      ...systemPlaces().folders,
      dirname(realpathSync(process.execPath)),
      join(place, 'shown'),
    ],
    links: [],
    writable: [join(place, 'writable')],
    scratch,
    copies: undefined,
    network: 'none',
    directory: scratch,
    environment: { PATH: '/usr/bin:/bin', HOME: scratch },
    ...changes,
  };
  return { view, secret };
};

const run = (
  view: View,
  program: string,
  args: readonly string[],
  paths = PATHS,
): SpawnSyncReturns<string> => {
  const command = landlock(paths).enclose(view, program, args);
  return spawnSync(command.program, command.args, {
    cwd: command.directory,
    env: command.environment,
    encoding: 'utf8',
    input: 'from the kernel',
  });
};

const words = (attribute: Buffer): readonly number[] =>
  [0, 8, 16].map((at) => Number(attribute.readBigUInt64LE(at)));

describe('the rights', () => {
  it.each([
    // Files; files and TCP; scopes. Bits of linux/landlock.h.
    [1, 0x1fff, 0, 0],
    [2, 0x3fff, 0, 0],
    [3, 0x7fff, 0, 0],
    [4, 0x7fff, 3, 0],
    [5, 0xffff, 3, 0],
    [6, 0xffff, 3, 3],
    [7, 0xffff, 3, 3],
    [8, 0xffff, 3, 3],
  ])('handled with ABI %i are all that it has', (abi, files, tcp, scopes) => {
    expect(words(rulesetAttribute(abi, 'none'))).toEqual([files, tcp, scopes]);
    expect(words(rulesetAttribute(abi, 'all'))).toEqual([files, 0, scopes]);
  });

  it.each([
    ['readable', true, 7, 0b1101],
    ['readable', false, 7, 0b101],
    // All but MAKE_CHAR, MAKE_BLOCK and IOCTL_DEV.
    ['writable', true, 7, 0x7fff & ~(1 << 6) & ~(1 << 11)],
    ['writable', true, 1, 0x1fff & ~(1 << 6) & ~(1 << 11)],
    ['writable', false, 7, 0b100_0000_0000_0111],
    ['device', false, 7, 0b110],
    ['figures', false, 7, 0b100],
  ] as const)('of a %s place, folder %s, ABI %i', (place, isFolder, abi, rights) => {
    const attribute = pathBeneathAttribute(abi, RIGHTS[place], { fd: 17, isFolder });
    expect(Number(attribute.readBigUInt64LE(0))).toBe(rights);
    expect(attribute.readInt32LE(8)).toBe(17);
    expect(attribute.byteLength).toBe(12);
  });
});

describe('a policy', () => {
  const good = { readable: ['/a'], writable: [], network: 'none', channels: 0 };

  it('is read back as it was written', () => {
    expect(parsePolicy(JSON.stringify(good))).toEqual(good);
  });

  it.each([
    ['{', 'the policy is no JSON'],
    ['7', 'the policy is no object'],
    ['null', 'the policy is no object'],
    ['[]', 'the policy is no object'],
    [JSON.stringify({ ...good, readable: undefined }), 'readable is no list of absolute paths'],
    [JSON.stringify({ ...good, readable: ['a'] }), 'readable is no list of absolute paths'],
    [JSON.stringify({ ...good, writable: [7] }), 'writable is no list of absolute paths'],
    [JSON.stringify({ ...good, network: 'some' }), 'network is neither none nor all'],
    [JSON.stringify({ ...good, channels: 3 }), 'channels is no number of descriptors'],
  ])('%s is none', (text, reason) => {
    expect(() => parsePolicy(text)).toThrow(reason);
  });
});

it('the environment passes the launcher unread', () => {
  const environment = { NODE_OPTIONS: '--x', LD_PRELOAD: '/x.so', EMPTY: '', A: 'b=c' };
  const inside = packed(environment);
  expect(Object.keys(inside).filter((name) => name in environment)).toEqual([]);
  expect(unpacked({ ...inside, LEFT: 'behind' })).toEqual([
    'NODE_OPTIONS=--x',
    'LD_PRELOAD=/x.so',
    'EMPTY=',
    'A=b=c',
  ]);
});

it('the command holds no network where it cannot hold hosts, and starts where something is', () => {
  const copies = { folder: '/copies', files: [] };
  const { view } = makeView({ network: ['example.org'], copies, directory: '/copies' });
  const { args, directory } = landlock(PATHS).enclose(view, '/bin/true', ['x']);
  expect(directory).toBe(view.scratch);
  expect(args.slice(2)).toEqual(['--', '/bin/true', 'x']);
  expect(parsePolicy(args[1] ?? '')).toEqual({
    readable: view.readable,
    writable: [...view.writable, view.scratch],
    network: 'none',
    channels: 0,
  });
});

/** Each line of a shell, with what came of it. */
const shell = (view: View, ...lines: readonly string[]): readonly string[] => {
  const script = lines.map(
    (line) => `if (${line}) > /dev/null 2>&1; then echo yes; else echo no; fi`,
  );
  const { stdout, stderr } = run(view, '/bin/sh', ['-c', script.join('\n')]);
  return stderr === '' ? stdout.trim().split('\n') : [stderr];
};

const abi = await landlockAbi(PATHS);
const noLandlock = skipLoudly(abi === undefined, 'Landlock (the system has none)');

it('is not there where the launcher cannot run', async () => {
  expect(await landlockAbi({ ...PATHS, launcher: '/nonexistent' })).toBeUndefined();
});

describe.skipIf(noLandlock)('a program under Landlock', () => {
  it('reads what is shown and nothing else', () => {
    const { view, secret } = makeView();
    const shown = join(dirname(dirname(secret)), 'shown');
    symlinkSync(secret, join(shown, 'link'));
    const answers = shell(
      view,
      `cat ${shown}/below/file`,
      `ls ${shown}/below`,
      `cat ${secret}`,
      `cat ${shown}/link`,
      `cat ${shown}/../hidden/secret`,
      `ls ${dirname(secret)}`,
      `cp ${secret} ${view.scratch}/copy`,
      `ln ${secret} ${view.scratch}/hard`,
      `ln -s ${secret} ${view.scratch}/soft && cat ${view.scratch}/soft`,
      `mv ${secret} ${view.scratch}/moved`,
    );
    expect(answers).toEqual(['yes', 'yes', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no']);
    expect(readFileSync(secret, 'utf8')).toBe('secret');
  });

  it('is what holds it: without Landlock the same lines read the secret', () => {
    const { secret } = makeView();
    expect(spawnSync('/bin/cat', [secret], { encoding: 'utf8' }).stdout).toBe('secret');
  });

  it('does not see a file that takes the place of a shown one', () => {
    const { secret, view } = makeView();
    const single = join(dirname(secret), 'single');
    writeFileSync(single, 'before\n');
    writeFileSync(`${single}.new`, 'after\n');
    // The folder is writable to the tool that replaces, which is outside: a rule is about a file, not its name.
    const one = { ...view, readable: [...view.readable, single] };
    const command = landlock(PATHS).enclose(one, '/bin/sh', [
      '-c',
      `cat ${single}; until [ -e ${view.scratch}/go ]; do sleep 0.02; done; cat ${single} || echo closed`,
    ]);
    const child = spawn(command.program, command.args, { env: command.environment });
    const { promise, resolve: done } = Promise.withResolvers<string>();
    let heard = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
      if (heard !== 'before\n') return;
      renameSync(`${single}.new`, single);
      writeFileSync(join(view.scratch, 'go'), '');
    });
    child.once('close', () => done(heard));
    return expect(promise).resolves.toBe('before\nclosed\n');
  });

  it('writes where it may and nowhere else', () => {
    const { view, secret } = makeView();
    const [writable = ''] = view.writable;
    const shown = join(dirname(dirname(secret)), 'shown');
    const answers = shell(
      view,
      `echo x > ${view.scratch}/new && mv ${view.scratch}/new ${writable}/new`,
      `mkdir ${writable}/folder && mkfifo ${writable}/fifo && ln -s x ${writable}/soft`,
      `rm ${writable}/fifo && rmdir ${writable}/folder`,
      `printf '#!/bin/sh\nexit 0' > ${view.scratch}/run && sh ${view.scratch}/run`,
      // Modes stay as they are; whoever sets them is not told.
      `chmod 700 ${view.scratch}/run && ${view.scratch}/run`,
      `chmod 644 ${view.scratch}/run && touch -d 2001-01-01 ${view.scratch}/run && [ ${view.scratch}/run -ot ${secret} ]`,
      `mknod ${writable}/device c 1 3`,
      `echo x > ${shown}/new`,
      `echo x >> ${shown}/below/file`,
      `rm ${shown}/below/file`,
      `mkdir ${shown}/folder`,
      `echo x > ${secret}`,
      `echo x > ${dirname(secret)}/new`,
      `perl -e 'truncate($ARGV[0], 0) or exit 1' ${secret}`,
    );
    expect(answers).toEqual([...Array(4).fill('yes'), ...Array(10).fill('no')]);
    expect(readdirSync(writable).toSorted()).toEqual(['new', 'soft']);
    expect(readdirSync(join(shown, 'below'))).toEqual(['file']);
    expect(readFileSync(secret, 'utf8')).toBe('secret');
  });

  it('has five devices, and no other process', () => {
    const { view, secret } = makeView();
    const kernel = `/proc/${process.pid}`;
    const answers = shell(
      view,
      'head -c 1 /dev/zero && head -c 1 /dev/urandom && head -c 1 /dev/random && echo > /dev/null',
      'echo x > /dev/full',
      'ls /dev',
      'exec 3<> /dev/ptmx',
      'ls /proc',
      `cat ${kernel}/environ`,
      `cat ${kernel}/cmdline`,
      `cat ${kernel}/mem`,
      `cat ${kernel}/root${secret}`,
      'cat /proc/self/environ',
      'cat /proc/kcore',
      'cat /sys/kernel/mm/transparent_hugepage/enabled',
    );
    expect(answers).toEqual(['yes', ...Array(11).fill('no')]);
  });

  it.runIf((abi ?? 0) >= 6)('sends no signal out of its sandbox', () => {
    const { view } = makeView();
    expect(shell(view, `kill -0 ${process.pid}`, 'kill -0 $$')).toEqual(['no', 'yes']);
  });

  const filteringOutput = `
    const { createServer } = require('node:net');
    const { once } = require('node:events');
    const listen = async (where) => {
      const server = createServer();
      try {
        server.listen(where);
        await once(server, 'listening');
        server.close();
        return 'ok';
      } catch (error) {
        return error.code;
      }
    };
    (async () => {
      console.log(await listen({ port: 0, host: '127.0.0.1' }), await listen('./socket'));
    })();
  `;

  it.each([
    ['none', 'EAFNOSUPPORT EAFNOSUPPORT'],
    [['example.org'], 'EAFNOSUPPORT EAFNOSUPPORT'],
    ['all', 'ok EAFNOSUPPORT'],
  ] as const)('has the sockets of network %j: %s', (network, outcome) => {
    const { view } = makeView({ network });
    const { stdout, stderr } = run(view, process.execPath, ['-e', filteringOutput]);
    expect({ stdout, stderr }).toEqual({ stdout: `${outcome}\n`, stderr: '' });
  });

  it('is Node with its figures, its threads and its children', () => {
    const { view } = makeView();
    const script = `
      const os = require('node:os');
      const { execFileSync } = require('node:child_process');
      const { readFile } = require('node:fs/promises');
      const figures = [process.memoryUsage().rss, os.cpus().length, process.availableMemory()];
      readFile(${JSON.stringify(join(view.readable.at(-1) ?? '', 'below/file'))}, 'utf8').then((text) => {
        console.log(figures.every((one) => one > 0), execFileSync('/bin/echo', ['child']).toString().trim(), text);
      });
    `;
    const { stdout, stderr, status } = run(view, process.execPath, ['-e', script]);
    expect({ stdout, stderr, status }).toEqual({
      stdout: 'true child shown\n',
      stderr: '',
      status: 0,
    });
  });

  it('is git, which may not read the settings of the system', () => {
    const { view } = makeView();
    const git = 'git -c user.name=a -c user.email=a@example.org';
    const script = `git init -q . && ${git} commit -q --allow-empty -m works && git log --format=%s`;
    const { stdout, stderr } = run(view, '/bin/sh', ['-c', script]);
    expect({ stdout, stderr }).toEqual({ stdout: 'works\n', stderr: '' });
  });

  it('starts with the environment of its view, and nothing else', () => {
    const marker = freshPath('marker');
    const script = `${freshPath('preload')}.cjs`;
    writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');`);
    const environment = { NODE_OPTIONS: `--require=${script}`, EMPTY: '' };
    const { view } = makeView({ environment });
    const { stdout, stderr } = run(view, '/usr/bin/env', []);
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').toSorted()).toEqual([
      'EMPTY=',
      'GIT_ATTR_NOSYSTEM=1',
      'GIT_CONFIG_NOSYSTEM=1',
      `NODE_OPTIONS=--require=${script}`,
    ]);
    expect(existsSync(marker)).toBe(false);
  });

  it('starts with the descriptors of a program, and the signals of one', () => {
    const { view, secret } = makeView();
    expect(run(view, '/bin/cat', []).stdout).toBe('from the kernel');
    expect(run(view, '/bin/sh', ['-c', 'exit 7']).status).toBe(7);
    expect(run(view, '/bin/sh', ['-c', 'kill -9 $$']).signal).toBe('SIGKILL');

    const withProc = { ...view, readable: [...view.readable, '/proc'] };
    const { stdout } = run(withProc, '/bin/cat', ['/proc/self/status']);
    expect(stdout.match(/^Sig(?:Blk|Ign|Cgt):\t0+$/gm)).toHaveLength(3);

    const command = landlock(PATHS).enclose(view, '/bin/sh', ['-c', 'cat <&3 || echo closed']);
    const fd = openSync(secret, 'r');
    const inherited = spawnSync(command.program, command.args, {
      env: command.environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore', fd],
    });
    closeSync(fd);
    expect(inherited.stdout).toBe('closed\n');
  });

  it('gains nothing by a program that belongs to root', () => {
    const { view } = makeView();
    const withProc = { ...view, readable: [...view.readable, '/proc'] };
    const { stdout } = run(withProc, '/bin/grep', [
      '-E',
      '^(NoNewPrivs|Seccomp):',
      '/proc/self/status',
    ]);
    expect(stdout).toBe('NoNewPrivs:\t1\nSeccomp:\t2\n');
  });

  it('comes out of the bundle as well', () => {
    const { view, secret } = makeView();
    const paths = { ...PATHS, launcher: join(ROOT, 'dist/landlock.js') };
    expect(run(view, '/bin/echo', ['started'], paths).stdout).toBe('started\n');
    expect(run(view, '/bin/cat', [secret], paths)).toMatchObject({ status: 1, stdout: '' });
  });
});

describe.skipIf(noLandlock)('nothing is started', () => {
  it.each([
    [
      'where a place is not there',
      { readable: ['/nonexistent'] },
      '/bin/echo',
      'open failed with ENOENT',
    ],
    ['where a path is relative', { readable: ['usr'] }, '/bin/echo', 'readable is no list'],
    ['where the program is no path', {}, 'echo', 'the program is no absolute path'],
    ['where there is no program', {}, '/nonexistent', 'execve failed with ENOENT'],
    [
      'where the program is not shown',
      { readable: ['/etc'] },
      '/bin/echo',
      'execve failed with EACCES',
    ],
    ['where it cannot be executed', {}, '/usr/lib', 'execve failed with EACCES'],
  ])('%s', (_why, changes, program, reason) => {
    const { view } = makeView(changes);
    const { status, stdout, stderr } = run(view, program, ['started']);
    expect({ status, stdout }).toEqual({ status: 126, stdout: '' });
    expect(stderr).toMatch(/^yamo: nothing was started under Landlock: [^\n]+\n$/);
    expect(stderr).toContain(reason);
  });

  it.each([
    [[]],
    [['{}']],
    [['{}', '/bin/echo', 'started']],
    [['{}', '--']],
    [['{', '--', '/bin/echo']],
  ])('by the arguments %j', (args) => {
    const { status, stdout, stderr } = spawnSync(PATHS.node, [PATHS.launcher, ...args], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 126, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});

const noStrace = skipLoudly(
  straceFault() !== undefined,
  'Landlock that fails half way (no strace)',
);

describe.skipIf(noLandlock || noStrace)('nothing is started where the system refuses', () => {
  const calls =
    'prctl,landlock_create_ruleset,landlock_add_rule,landlock_restrict_self,close_range';
  /** Starts a program under strace; the calls of its first thread, as strace shows them. */
  const traced = (
    ...options: readonly string[]
  ): { readonly lines: readonly string[]; readonly outcome: unknown } => {
    const { view } = makeView();
    const { program, args, environment } = landlock(PATHS).enclose(view, '/bin/echo', ['started']);
    const log = freshPath('strace');
    const { status, stdout } = spawnSync(
      'strace',
      ['-f', '-qq', '-o', log, '-e', `trace=${calls}`, ...options, '--', program, ...args],
      { env: environment, encoding: 'utf8' },
    );
    const lines = readFileSync(log, 'utf8').split('\n');
    const [first = ''] = lines.find((line) => line.includes('landlock_'))?.split(' ') ?? [];
    return {
      lines: lines.filter((line) => line.startsWith(`${first} `)),
      outcome: { status, stdout },
    };
  };
  let whole: ReturnType<typeof traced>;
  beforeAll(() => {
    whole = traced();
  });

  it.each([
    ['its ABI', 'landlock_create_ruleset', /_VERSION\)/],
    ['a ruleset', 'landlock_create_ruleset', /handled_access_fs/],
    ['a rule', 'landlock_add_rule', /PATH_BENEATH/],
    ['the restriction', 'landlock_restrict_self', /landlock_restrict_self/],
    ['to renounce new privileges', 'prctl', /PR_SET_NO_NEW_PRIVS/],
    ['the filter', 'prctl', /PR_SET_SECCOMP/],
    ['to close what was open', 'close_range', /CLOSE_RANGE_CLOEXEC/],
  ])('%s', (_what, name, wanted) => {
    expect(whole.outcome).toEqual({ status: 0, stdout: 'started\n' });
    const ofName = whole.lines.filter((line) => line.includes(` ${name}(`));
    const when = ofName.findIndex((line) => wanted.test(line)) + 1;
    expect(when).toBeGreaterThan(0);
    const failed = traced('-e', `inject=${name}:error=ENOMEM:when=${when}`);
    expect(failed.outcome).toEqual({ status: 126, stdout: '' });
    expect(failed.lines.filter((line) => line.includes('(INJECTED)'))).toHaveLength(1);
  });
});
