/**
 * What the operating system saw: the published bundle under strace. Which call came before which,
 * which files were opened by whom, what left the process, and what happens when a call fails,
 * lies, or is overtaken by somebody else. Where strace cannot run nothing of this is proved.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { beforeAll, describe, expect, it } from 'vitest';

import { packageRoot } from '#kernel/process/package.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';

import {
  before,
  type Call,
  dataOf,
  nameIn,
  nthOf,
  parseTrace,
  programs,
} from '#conform/witness/calls.ts';
import { straceFault } from '../support/strace.ts';
import {
  agentStarts,
  bootCommand,
  callsOn,
  DAY,
  environmentOf,
  injection,
  kernelCalls,
  kernelProcess,
  LOG,
  type TracedBoot,
  tracedBoot,
  trialStarts,
} from '../support/traced-boot.ts';
import {
  bornFiles,
  filled,
  makeBornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '../support/workspace.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { few } from '#test/support/deep.ts';

const fault = straceFault();
if (fault !== undefined)
  console.error(`!!! strace cannot run here, nothing of it is proved: ${fault}`);

/** Nobody has a reason to write these words anywhere. */
const CANARY = 'canary-5b1e07-heron';
const ORDERS = `# First boot Certificate

**Set-up password:** ${CANARY}-password

## Agent

**Name:** Atlas
**Role:** harbour pilot

**Password of the harbour master:** ${CANARY}-word
`;
const YESTERDAY = 'memory/2026-03-03.md';
const BODY = filled('AGENTS.md').replace(/^.*\n/, '');

const unborn = (): TempWorkspace =>
  makeWorkspace({ 'AGENTS.md': filled('AGENTS.md'), 'BOOTSTRAP.md': ORDERS });

/** Born, with every file that a start reads and some that it must leave alone. */
const complete = (): TempWorkspace =>
  makeBornWorkspace({
    'MEMORY.md': '# Memory\n\nThe tide tables are in the left drawer.\n',
    [LOG]: `# Memory — ${DAY}\n\n- 08:00 moored\n`,
    [YESTERDAY]: '# Memory — 2026-03-03\n\n- 08:00 sailed\n',
    'HEARTBEAT.md': '# Heartbeat\n',
    'TOOLS.md': '# Tools\n',
    'NOTES.md': 'not of the layout\n',
    '.env': 'not of the layout\n',
    'memory/2026-03-01.md': '# Memory — 2026-03-01\n',
    'memory/heartbeat-state.json': '{}\n',
    'private/diary.md': 'not of the layout\n',
  });

/** The first such call; fails if there is none. */
const the = (calls: readonly Call[], what: string): Call => {
  const [first] = calls;
  if (first === undefined) throw new Error(`no call: ${what}`);
  return first;
};

const opens = (run: TracedBoot, workspace: TempWorkspace, file: string): readonly Call[] =>
  callsOn(run, workspace, 'openat', file);

/** Each call of the list had returned before the next one began. */
const expectOrder = (calls: readonly Call[]): void => {
  for (const [index, call] of calls.slice(1).entries()) {
    const previous = calls[index];
    const text = `${previous?.name}(${previous?.args}) < ${call.name}(${call.args})`;
    expect(previous !== undefined && before(previous, call), text).toBe(true);
  }
};

/** A refused boot in which no agent was started. */
const expectRefusal = (run: TracedBoot, code: keyof typeof REFUSALS): void => {
  expect(run.timedOut).toBe(false);
  expect({ refused: run.refused, code: run.code }).toEqual({
    refused: code,
    code: REFUSALS[code].exit,
  });
  expect(agentStarts(run)).toEqual([]);
  expect(run.stderr).toBe('');
};

/** Every file below a folder that holds this text. */
const filesHolding = (folder: string, text: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

describe('the trace', () => {
  it('joins the halves of an interrupted call and keeps both lines', () => {
    const [unlink, close] = parseTrace(
      [
        '7     unlink("/w/a \\"b\\303\\251" <unfinished ...>',
        '8     close(3</w/x>)                = 0',
        '7     <... unlink resumed>)           = -1 EIO (Input/output error) (INJECTED)',
      ].join('\n'),
    );
    expect(unlink).toMatchObject({
      entry: 0,
      exit: 2,
      errno: 'EIO',
      injected: true,
      paths: ['/w/a "bé'],
    });
    expect(close).toMatchObject({ entry: 1, exit: 1, errno: undefined, paths: ['/w/x'] });
  });

  it('counts calls of one name and one thread from one, as strace does', () => {
    const calls = parseTrace(
      ['7     close(3</w/a>) = 0', '8     close(4</w/b>) = 0', '7     close(5</w/c>) = 0'].join(
        '\n',
      ),
    );
    expect(calls.map((call) => nthOf(calls, call))).toEqual([1, 1, 2]);
  });

  it('resolves directory descriptors, and names through /proc', () => {
    const text = [
      '7     openat(AT_FDCWD</w>, "ws", O_RDONLY) = 21</w/ws>',
      '7     statx(AT_FDCWD</w>, "/proc/self/fd/21/SOUL.md", 0, 0, {}) = 0',
      '7     openat(21</w/ws>, "memory", O_RDONLY) = 22</w/ws/memory>',
      '7     fsync(22</w/ws/memory>)             = 0',
    ].join('\n');
    expect(parseTrace(text).map((call) => nameIn('/w/ws', call))).toEqual([
      '.',
      'SOUL.md',
      'memory',
      'memory',
    ]);
  });
});

describe.skipIf(fault !== undefined)('a first boot', () => {
  let workspace: TempWorkspace;
  let run: TracedBoot;

  beforeAll(async () => {
    workspace = unborn();
    run = await tracedBoot(workspace, {
      env: { NODE_DISABLE_COMPILE_CACHE: '', TMPDIR: dirname(workspace.path) },
    });
  });

  it('boots and is born', () => {
    expect(run.code, run.stderr + run.stdout).toBe(0);
    expect(agentStarts(run)).toHaveLength(2);
  });

  it('looks for AGENTS.md, examines, reads, deletes, proves, makes durable, and only then starts an agent [Y34] [Y111] [Y112]', () => {
    const agents = the(opens(run, workspace, 'AGENTS.md'), 'open AGENTS.md');
    const opened = the(opens(run, workspace, 'BOOTSTRAP.md'), 'open BOOTSTRAP.md');
    const looks = callsOn(run, workspace, 'statx', 'BOOTSTRAP.md');
    const examined = the(
      looks.filter((look) => before(agents, look) && before(look, opened)),
      'lstat BOOTSTRAP.md after the ghost check',
    );
    const reads = callsOn(run, workspace, 'pread64', 'BOOTSTRAP.md');
    const unlinked = the(callsOn(run, workspace, 'unlink', 'BOOTSTRAP.md'), 'unlink');
    const proved = the(
      looks.filter((look) => before(unlinked, look) && look.errno === 'ENOENT'),
      'lstat: ENOENT',
    );
    const durable = the(
      callsOn(run, workspace, 'fsync', '.').filter((sync) => before(proved, sync)),
      'fsync of the directory',
    );
    expect(unlinked.result).toBe('0');
    expect(durable.result).toBe('0');
    expectOrder([
      agents,
      examined,
      opened,
      ...reads,
      unlinked,
      proved,
      durable,
      the(agentStarts(run), 'agent'),
    ]);
  });

  it('tries the agent before that, where nothing of the workspace is opened, and ends it [Y111] [Y112]', () => {
    const trial = the(trialStarts(run), 'trial');
    expect(trialStarts(run)).toHaveLength(1);
    const opened = the(opens(run, workspace, 'BOOTSTRAP.md'), 'open BOOTSTRAP.md');
    const calls = run.calls.filter(({ pid }) => pid === trial.pid);
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.filter((call) => !before(call, opened)).map(({ name }) => name)).toEqual([]);
    expect(calls.flatMap((call) => nameIn(workspace.path, call) ?? [])).toEqual([]);
  });

  it('opens nothing of the program between the deletion and the answer to it, but in the agent [Y112]', () => {
    const unlinked = the(callsOn(run, workspace, 'unlink', 'BOOTSTRAP.md'), 'unlink');
    const soul = the(
      run.calls.filter(
        (call) => /^(link|rename)/.test(call.name) && call.args.includes('/SOUL.md"'),
      ),
      'SOUL.md is put in its place',
    );
    const own = kernelProcess(run).filter(
      (call) =>
        /^(open|openat|readlink|execve)$/.test(call.name) &&
        before(unlinked, call) &&
        before(call, soul) &&
        call.paths.some((path) => path.startsWith(packageRoot())),
    );
    expect(own.map(({ name, args }) => `${name}(${args})`)).toEqual([]);
  });

  it('never opens the instructions again', () => {
    expect(opens(run, workspace, 'BOOTSTRAP.md')).toHaveLength(1);
    expect(callsOn(run, workspace, 'unlink', 'BOOTSTRAP.md')).toHaveLength(1);
  });

  it('runs the normal start after the first boot, in order [Y110]', () => {
    const session = the(agentStarts(run).slice(1), 'agent of the session');
    const files = ['AGENTS.md', 'SOUL.md', 'USER.md', LOG].map((file) =>
      the(
        opens(run, workspace, file)
          .filter((open) => before(open, session) && open.errno === undefined)
          .slice(-1),
        file,
      ),
    );
    expectOrder([...files, session]);
    expect(files).toHaveLength(4);
  });

  it('leaves no piece of the instructions on disk: workspace, state, caches, temporary files [Y68] [Y111]', () => {
    // Everything of this boot lies in one folder: workspace, state, HOME with its caches, TMPDIR.
    expect(filesHolding(dirname(workspace.path), CANARY)).toEqual([]);
  });

  it('writes no piece of the instructions to any file, whatever became of the file later [Y68]', () => {
    const holding = run.calls.filter(
      ({ name, paths }) =>
        /^(p?write|send)/.test(name) && paths.some((path) => path.startsWith('/')),
    );
    expect(holding.length).toBeGreaterThan(10);
    expect(holding.filter((call) => dataOf(call).join('').includes(CANARY))).toEqual([]);
    // The pipe to the agent is where they go: the look at the data works.
    expect(
      run.calls.filter((call) => call.name.startsWith('write') && call.args.includes(CANARY)),
    ).not.toEqual([]);
  });

  it('gives no piece of them as an argument or in the environment [Y112]', () => {
    expect(programs(run.calls).length).toBeGreaterThan(1);
    expect(programs(run.calls).filter(({ args }) => args.includes(CANARY))).toEqual([]);
  });

  it('opens no network socket, neither kernel nor agent [Y98]', () => {
    const network = run.calls.filter(
      ({ name, args }) =>
        // bubblewrap talks to the system about its own, empty network: AF_NETLINK.
        /^(socket|connect|bind|sendto)$/.test(name) && /AF_INET|AF_PACKET/.test(args),
    );
    expect(network).toEqual([]);
  });

  it('opens nothing in the workspace but the layout, and what it writes [Y2]', () => {
    expect(foreign(run, workspace)).toEqual([]);
  });
});

/** Names in the workspace that were opened and are neither of the layout nor temporary files of its own. */
const foreign = (run: TracedBoot, { path }: TempWorkspace): readonly string[] => {
  const own =
    /^(\.|memory|(AGENTS|SOUL|USER|MEMORY|BOOTSTRAP)\.md|memory\/\d{4}-\d{2}-\d{2}\.md|(memory\/)?\..+\.[0-9a-f]{12}\.yamo-tmp)$/;
  return run.calls
    .filter(({ name }) => /^(openat|open|creat|readlink|getdents64)$/.test(name))
    .flatMap((call) => nameIn(path, call) ?? [])
    .filter((name) => !own.test(name));
};

/** The words of an agent that thinks, as far as the kernel knows. */
const thinking = (...more: readonly string[]): readonly string[] => [
  '--agent',
  agentCommand('echo', 'embeds'),
  ...more,
];

/** The starts of a program. */
const starts = (run: TracedBoot, what: RegExp): readonly Call[] =>
  programs(run.calls).filter(({ args }) => what.test(args));

describe.skipIf(fault !== undefined)('a main session that recalls', () => {
  const OLD = 'memory/2026-01-12.md';
  const withOld = (): TempWorkspace => {
    const workspace = complete();
    workspace.write(OLD, '# Memory — 2026-01-12\n\n- The pier of Emden closes at four.\n');
    return workspace;
  };
  const INDEX = /\/mesh\.js"/u;

  it('opens no log but those of today and yesterday at its boot, and starts no index [Y55] [R-111]', async () => {
    const workspace = withOld();
    const run = await tracedBoot(workspace, {}, thinking());
    expect(run.code, run.stderr).toBe(0);
    expect(opens(run, workspace, LOG).length).toBeGreaterThan(0);
    expect(opens(run, workspace, OLD)).toEqual([]);
    expect(starts(run, INDEX)).toEqual([]);
  });

  it('starts the index with the first turn, and opens the others behind that', async () => {
    const workspace = withOld();
    const run = await tracedBoot(
      workspace,
      {},
      thinking('--message', 'When does the pier of Emden close?'),
    );
    expect(run.code, run.stderr).toBe(0);
    expect(JSON.stringify(run.frames)).toContain(`Recalled ${OLD}:3`);
    const agent = the(starts(run, /echo\.mjs/u).slice(-1), 'agent');
    expectOrder([agent, the(opens(run, workspace, OLD), OLD)]);
    expectOrder([agent, the(starts(run, INDEX), 'index')]);
  });
});

describe.skipIf(fault !== undefined)('the agent of a first boot', () => {
  it('has no piece of the instructions in /proc, command line or environment, while it runs [Y112]', async () => {
    const workspace = unborn();
    const [program = '', ...args] = bootCommand(workspace, '--message', 'hi');
    const child = spawn(program, args, { env: environmentOf(workspace), stdio: 'ignore' });
    const seen = new Map<string, string>();
    const look = setInterval(() => {
      for (const pid of childrenOf(child.pid ?? 0)) {
        const text = ['cmdline', 'environ']
          .map((name) => readQuietly(`/proc/${pid}/${name}`))
          .join('\n');
        if (text.includes('--permission')) seen.set(pid, text);
      }
    }, 2);
    const code = await new Promise((done) => child.once('close', done));
    clearInterval(look);
    expect(code).toBe(0);
    expect(seen.size).toBeGreaterThan(0);
    expect([...seen.values()].filter((text) => text.includes(CANARY))).toEqual([]);
  });
});

const childrenOf = (pid: number): readonly string[] =>
  readQuietly(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((text) => text !== '');

const readQuietly = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

describe.skipIf(fault !== undefined)('a normal boot', () => {
  let workspace: TempWorkspace;
  let run: TracedBoot;
  const LOADED = ['AGENTS.md', 'SOUL.md', 'USER.md', LOG, YESTERDAY, 'MEMORY.md'];

  beforeAll(async () => {
    workspace = complete();
    run = await tracedBoot(workspace);
  });

  it('reads AGENTS, SOUL, USER, today, yesterday, MEMORY, each after the one before it [Y23] [Y34] [Y39] [Y44]', () => {
    expect(run.code, run.stderr).toBe(0);
    const loads = LOADED.map((file) => the(opens(run, workspace, file), file));
    expectOrder([...loads, the(agentStarts(run), 'agent')]);
    const first = the(
      run.calls.filter(
        (call) => call.name === 'openat' && nameIn(workspace.path, call)?.endsWith('.md') === true,
      ),
      'any file',
    );
    expect(nameIn(workspace.path, first)).toBe('AGENTS.md');
  });

  it('opens each of them exactly once before the agent starts, and AGENTS.md to learn whose workspace it is [Y15]', () => {
    const agent = the(agentStarts(run), 'agent');
    const counts = LOADED.map(
      (file) => opens(run, workspace, file).filter((open) => before(open, agent)).length,
    );
    expect(counts).toEqual(LOADED.map((file) => (file === 'AGENTS.md' ? 2 : 1)));
    expect(opens(run, workspace, 'SOUL.md')).toHaveLength(1);
  });

  it('runs the guard before any agent [Y111]', () => {
    const agent = the(agentStarts(run), 'agent');
    for (const file of ['BOOTSTRAP.yamo', 'BOOTSTRAP.md'])
      expect(before(the(callsOn(run, workspace, 'statx', file), file), agent)).toBe(true);
  });

  it('opens no file outside the layout, no HEARTBEAT.md, no TOOLS.md [Y2] [Y70] [Y74]', () => {
    expect(foreign(run, workspace)).toEqual([]);
  });

  it('lets the agent open nothing of the workspace itself, and nobody the network [Y98]', () => {
    const kernel = new Set(kernelCalls(run).map(({ pid }) => pid));
    const opened = run.calls.filter(
      (call) =>
        !kernel.has(call.pid) &&
        /^(open|creat|getdents|rename|unlink|link|symlink)/.test(call.name) &&
        nameIn(workspace.path, call) !== undefined,
    );
    // What holds the agent mounts the folder as a whole.
    expect(opened.filter(({ args }) => !/O_PATH/.test(args))).toEqual([]);
    expect(
      opened.map((call) => nameIn(workspace.path, call)).filter((name) => name !== '.'),
    ).toEqual([]);
    expect(
      run.calls.filter(({ args, name }) => name === 'socket' && args.includes('AF_INET')),
    ).toEqual([]);
  });
});

describe.skipIf(fault !== undefined)('a shared session', () => {
  const shared = ['--session', 'shared', '--message', 'what do you remember?'];

  it('has no process that opens MEMORY.md; the kernel examines it and no more [Y37] [Y44] [Y116]', async () => {
    const workspace = complete();
    const run = await tracedBoot(workspace, {}, shared);
    expect(run.code, run.stderr).toBe(0);
    const touching = run.calls.filter((call) => nameIn(workspace.path, call) === 'MEMORY.md');
    expect(touching.length).toBeGreaterThan(0);
    expect([...new Set(touching.map(({ name }) => name))]).toEqual(['statx']);
    const daily = run.calls.filter(
      (call) =>
        call.name === 'openat' && [LOG, YESTERDAY].includes(nameIn(workspace.path, call) ?? ''),
    );
    const agent = the(agentStarts(run), 'agent');
    expect(daily.filter((open) => before(open, agent))).toEqual([]);
  });

  it.skipIf(spawnSync('inotifywait', ['--help']).error !== undefined)(
    'reads MEMORY.md by no name and no descriptor, says a witness on the inode [Y44] [Y116]',
    async () => {
      const workspace = complete();
      const witness = spawn('inotifywait', [
        '-m',
        '-e',
        'open,access',
        '--format',
        '%e',
        workspace.at('MEMORY.md'),
      ]);
      let events = '';
      witness.stdout.setEncoding('utf8').on('data', (text: string) => (events += text));
      await new Promise<void>((ready) => {
        createInterface(witness.stderr).on(
          'line',
          (line) => line.includes('established') && ready(),
        );
      });
      const run = await tracedBoot(workspace, {}, shared);
      const seen = events;
      readFileSync(workspace.at('MEMORY.md'));
      await expect.poll(() => events).toContain('OPEN');
      witness.kill();
      expect(run.code).toBe(0);
      expect(seen).toBe('');
    },
  );
});

describe.skipIf(fault !== undefined)('a missing ghost header', () => {
  it('is put back by a rename after fsync, never in place, and is logged before the agent starts [K4] [K8]', async () => {
    const workspace = makeWorkspace({ ...bornFiles(), 'AGENTS.md': BODY });
    const run = await tracedBoot(workspace);
    expect(run.code, run.stderr).toBe(0);
    expect(workspace.text('AGENTS.md').match(/YAMO-NATIVE KERNEL ACTIVE/g)).toHaveLength(1);
    const inPlace = opens(run, workspace, 'AGENTS.md').filter(
      ({ args }) => !args.includes('O_RDONLY'),
    );
    expect(inPlace).toEqual([]);
    const renamed = the(
      run.calls.filter(
        ({ name, paths }) => name === 'rename' && paths[1] === workspace.at('AGENTS.md'),
      ),
      'rename',
    );
    const [temporary = ''] = renamed.paths;
    const synced = the(
      run.calls.filter(({ name, paths }) => name === 'fsync' && paths[0] === temporary),
      'fsync',
    );
    const logged = the(
      run.calls.filter(
        (call) => call.name === 'write' && dataOf(call).join('').includes('ghost_repair_event'),
      ),
      'the log',
    );
    const durable = the(
      callsOn(run, workspace, 'fsync', '.').filter((sync) => before(renamed, sync)),
      'fsync',
    );
    expectOrder([synced, renamed, durable, logged, the(agentStarts(run), 'agent')]);
    expect(workspace.text(LOG).match(/ghost_repair_event/g)).toHaveLength(1);
  });
});

/** A first boot in which nothing goes wrong: it tells which call is which. */
let rehearsal: { readonly run: TracedBoot; readonly workspace: TempWorkspace };

const nth = (
  name: string,
  file: string,
  pick: (calls: readonly Call[]) => Call | undefined,
): Call => {
  const calls = callsOn(rehearsal.run, rehearsal.workspace, name, file);
  return the(
    [pick(calls)].flatMap((call) => call ?? []),
    `${name} ${file}`,
  );
};

const unlinkOfOrders = (): Call => nth('unlink', 'BOOTSTRAP.md', (calls) => calls[0]);
const openOfOrders = (): Call => nth('openat', 'BOOTSTRAP.md', (calls) => calls[0]);
const syncOfDirectory = (): Call =>
  nth('fsync', '.', (calls) => calls.find((call) => before(unlinkOfOrders(), call)));

/** The proof that the name leads nowhere. */
const proofByName = (): Call =>
  nth('statx', 'BOOTSTRAP.md', (calls) =>
    calls.find((call) => call.errno === 'ENOENT' && before(unlinkOfOrders(), call)),
  );

/** The proof that the file that was read has no name left. */
const proofByDescriptor = (): Call => {
  const first = rehearsal.run.calls.find(
    (call) => call.name === 'statx' && before(unlinkOfOrders(), call),
  );
  return the(first === undefined ? [] : [first], 'statx of the descriptor');
};

/** The guard's own look, after the ghost check. */
const firstCheck = (): Call => {
  const looks = callsOn(rehearsal.run, rehearsal.workspace, 'statx', 'BOOTSTRAP.md');
  return the(looks.filter((look) => before(look, openOfOrders())).slice(-1), 'first check');
};

/** How many times a call has named the orders when the guard opens them. */
const looksBeforeOpen = (): number =>
  rehearsal.run.calls
    .filter((call) => before(call, openOfOrders()))
    .reduce((sum, { args }) => sum + args.split('BOOTSTRAP.md"').length - 1, 0);

/** The guard's listing of the workspace: the last one before the first check. */
const listing = (): Call => {
  const lists = callsOn(rehearsal.run, rehearsal.workspace, 'getdents64', '.');
  return the(lists.filter((call) => before(call, firstCheck())).slice(-2), 'getdents');
};

/** A refused or finished boot, and what it left. */
interface Outcome {
  readonly run: TracedBoot;
  readonly workspace: TempWorkspace;
}

const nameOf = (call: Call, { path }: TempWorkspace): string | undefined =>
  nameIn(path, call)?.replace(' (deleted)', '');

/** How many calls of its kind on its file came before it: a listing of the workspace is followed by another one. */
const rankOf = (call: Call, { run, workspace }: Outcome): number =>
  callsOn(run, workspace, call.name, nameOf(call, workspace) ?? '').filter((one) =>
    before(one, call),
  ).length;

/** What another process does once the trace holds such a line. */
interface Act {
  readonly when: RegExp;
  readonly run: (workspace: TempWorkspace) => void;
}

/** A delayed call of the kernel's main thread, the first in the trace, is made; others in the trace may be delayed too. */
const KERNEL_WAITED = /^(\d+) [^]*\n\1 .*\(DELAYED\)/;

/**
 * Boots once more, with this call going wrong. strace counts calls, and V8 may make one more in whichever thread comes
 * first: a run in which another call was hit is done again, with the count that this one had in it.
 */
const bootWith = async (call: Call, what: string, act?: Act): Promise<Outcome> => {
  const inject = (run: TracedBoot, one: Call, shift = 0): string =>
    injection(run, one, what, shift);
  let next = inject(rehearsal.run, call);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const workspace = unborn();
    let isInTime = act === undefined;
    const options = act && {
      act: {
        when: act.when,
        run: (soFar: () => string) => {
          act.run(workspace);
          isInTime = !what.startsWith('delay_enter') || !KERNEL_WAITED.test(soFar());
        },
      },
    };
    const run = await tracedBoot(workspace, { inject: [next], ...options });
    const ofItsName = kernelCalls(run).filter(({ name }) => name === call.name);
    const hit = ofItsName.find((one) => one.injected || one.delayed);
    const meant = ofItsName.find(
      (one) =>
        nameOf(one, workspace) === nameOf(call, rehearsal.workspace) &&
        rankOf(one, { run, workspace }) === rankOf(call, rehearsal),
    );
    if (hit !== undefined && hit === meant && isInTime) return { run, workspace };
    const shift = SHIFTS[attempt % SHIFTS.length] ?? 0;
    next = meant === undefined ? inject(rehearsal.run, call, shift) : inject(run, meant);
  }
  throw new Error(`${call.name}(${call.args}) was not hit in ${ATTEMPTS} runs`);
};

const ATTEMPTS = 25;
const SHIFTS = [0, 1, -1, 2, -2];

const rehearse = async (): Promise<void> => {
  const workspace = unborn();
  const run = await tracedBoot(workspace);
  expect(run.code, run.stderr).toBe(0);
  rehearsal = { run, workspace };
};

describe.skipIf(fault !== undefined)('a call of the guard that fails', () => {
  beforeAll(rehearse);

  it.each(few(['EACCES', 'EPERM', 'EBUSY', 'EROFS', 'EIO', 'ENOSPC'], 3))(
    'unlink %s: refused, and the instructions stay [Y114]',
    async (errno) => {
      const { run, workspace } = await bootWith(unlinkOfOrders(), `error=${errno}`);
      expectRefusal(run, 'BOOTSTRAP_UNDELETABLE');
      expect(run.stdout).toContain(errno);
      expect(workspace.text('BOOTSTRAP.md')).toBe(ORDERS);
    },
  );

  it('a boot after a refused one carries the instructions out [Y114]', async () => {
    const { workspace } = await bootWith(unlinkOfOrders(), 'error=EIO');
    expect((await tracedBoot(workspace)).code).toBe(0);
  });

  it('unlink says 0 and does nothing: refused', async () => {
    const { run, workspace } = await bootWith(unlinkOfOrders(), 'retval=0');
    expectRefusal(run, 'BOOTSTRAP_SURVIVES');
    expect(workspace.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it.each([
    ['of the descriptor', proofByDescriptor],
    ['of the name', proofByName],
  ])('the proof %s fails: what could not be proved is not taken for proved', async (_, call) => {
    const { run, workspace } = await bootWith(call(), 'error=EIO');
    expectRefusal(run, 'BOOTSTRAP_UNPROVEN');
    expect(workspace.has('BOOTSTRAP.md')).toBe(false);
  });

  it.each(['EIO', 'ENOSPC'])('fsync of the directory %s: refused', async (errno) => {
    const { run, workspace } = await bootWith(syncOfDirectory(), `error=${errno}`);
    expectRefusal(run, 'BOOTSTRAP_NOT_DURABLE');
    expect(workspace.has('BOOTSTRAP.md')).toBe(false);
    expectRefusal(await tracedBoot(workspace), 'BOOTSTRAP_CONSUMED');
  });

  it('fsync of the directory EINVAL: the file system has no such call and needs none', async () => {
    const { run } = await bootWith(syncOfDirectory(), 'error=EINVAL');
    expect(run.code).toBe(0);
  });

  it.each([
    ['the first check', firstCheck, 'EIO'],
    ['the first check', firstCheck, 'EACCES'],
    ['the listing', listing, 'EIO'],
    ['the open', openOfOrders, 'EMFILE'],
    ['the open', openOfOrders, 'EACCES'],
  ])('%s: %#. not taken for absence, nothing deleted', async (_, call, errno) => {
    const { run, workspace } = await bootWith(call(), `error=${errno}`);
    expectRefusal(run, 'BOOTSTRAP_UNREADABLE');
    expect(workspace.text('BOOTSTRAP.md')).toBe(ORDERS);
  });
});

/** How long the other process has for its act; a run in which it needs longer is done again. */
const WINDOW_US = 700_000;

/** Acts after the instructions were read and before they are deleted. */
const beforeUnlink = (act: (workspace: TempWorkspace) => void): Promise<Outcome> =>
  bootWith(unlinkOfOrders(), `delay_enter=${WINDOW_US}`, {
    when: /rename\(.*"\/proc\/self\/fd\/\d+\/birth\.json"\) = 0[^]*fsync\(/,
    run: act,
  });

/** Instructions without a line that could be left unread, so that nothing else refuses them. */
const LATE = '';

const outside = ({ path }: TempWorkspace, name: string): string => join(dirname(path), name);

describe.skipIf(fault !== undefined)('somebody who acts between two calls', () => {
  beforeAll(rehearse);

  it('instructions come after it was looked whether there are any: no agent was tried for them, and they stay', async () => {
    const calm = makeBornWorkspace();
    const first = await tracedBoot(calm);
    const agents = the(opens(first, calm, 'AGENTS.md'), 'open AGENTS.md');
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const workspace = makeBornWorkspace();
      const shift = SHIFTS[attempt % SHIFTS.length] ?? 0;
      const run = await tracedBoot(workspace, {
        inject: [injection(first, agents, `delay_enter=${WINDOW_US}`, shift)],
        act: {
          when: /statx\(.*\/BOOTSTRAP\.md"/,
          run: () => workspace.write('BOOTSTRAP.md', LATE),
        },
      });
      if (run.code === 0 || run.frames.some(({ step }) => step === 'try_agent')) continue;
      expectRefusal(run, 'BOOTSTRAP_LATE');
      expect(trialStarts(run)).toEqual([]);
      expect(workspace.text('BOOTSTRAP.md')).toBe(LATE);
      return;
    }
    throw new Error('the instructions never came in time');
  });

  it('the instructions are renamed away: refused', async () => {
    const { run, workspace } = await beforeUnlink((ws) =>
      renameSync(ws.at('BOOTSTRAP.md'), outside(ws, 'kept')),
    );
    expectRefusal(run, 'BOOTSTRAP_VANISHED');
    expect(readFileSync(outside(workspace, 'kept'), 'utf8')).toBe(ORDERS);
  });

  it('they are renamed away and a decoy is put in their place: refused', async () => {
    const { run, workspace } = await beforeUnlink((ws) => {
      renameSync(ws.at('BOOTSTRAP.md'), outside(ws, 'kept'));
      ws.write('BOOTSTRAP.md', 'decoy');
    });
    expectRefusal(run, 'BOOTSTRAP_SURVIVES');
    expect(readFileSync(outside(workspace, 'kept'), 'utf8')).toBe(ORDERS);
  });

  it('they get a second name after they were examined: refused', async () => {
    const { run, workspace } = await beforeUnlink((ws) =>
      linkSync(ws.at('BOOTSTRAP.md'), outside(ws, 'copy')),
    );
    expectRefusal(run, 'BOOTSTRAP_SURVIVES');
    expect(statSync(outside(workspace, 'copy')).nlink).toBe(1);
  });

  it('another file is renamed over them: both are gone, the boot goes on', async () => {
    const { run, workspace } = await beforeUnlink((ws) => {
      writeFileSync(outside(ws, 'other'), 'never read');
      renameSync(outside(ws, 'other'), ws.at('BOOTSTRAP.md'));
    });
    expect(run.code, run.stderr + run.stdout).toBe(0);
    expect(workspace.has('BOOTSTRAP.md')).toBe(false);
    expect(run.stdout).not.toContain('never read');
  });

  it('the workspace is swapped for another directory: refused, the decoy untouched, the instructions deleted', async () => {
    const { run, workspace } = await beforeUnlink((ws) => {
      renameSync(ws.path, outside(ws, 'moved'));
      mkdirSync(ws.path);
      ws.write('BOOTSTRAP.md', 'decoy');
    });
    expectRefusal(run, 'WORKSPACE_SWAPPED');
    expect(existsSync(join(outside(workspace, 'moved'), 'BOOTSTRAP.md'))).toBe(false);
    expect(workspace.text('BOOTSTRAP.md')).toBe('decoy');
  });

  it('somebody adds to them after they were read: refused', async () => {
    const { run, workspace } = await beforeUnlink((ws) =>
      appendFileSync(ws.at('BOOTSTRAP.md'), 'and more'),
    );
    expectRefusal(run, 'BOOTSTRAP_CHANGED');
    expect(workspace.has('BOOTSTRAP.md')).toBe(false);
  });

  it('they are created again after their deletion: refused', async () => {
    const { run, workspace } = await bootWith(unlinkOfOrders(), `delay_exit=${WINDOW_US}`, {
      when: /birth\.json"\) = 0/,
      run: (ws) => {
        const wait = setInterval(() => {
          if (ws.has('BOOTSTRAP.md')) return;
          clearInterval(wait);
          ws.write('BOOTSTRAP.md', 'again');
        }, 2);
      },
    });
    expectRefusal(run, 'BOOTSTRAP_REAPPEARED');
    expect(workspace.text('BOOTSTRAP.md')).toBe('again');
  });

  const SECRET = 'not what was examined';

  it.each([
    ['another file', (path: string, other: string) => renameSync(other, path)],
    [
      'a symbolic link',
      (path: string, other: string) => {
        symlinkSync(other, `${other}.link`);
        renameSync(`${other}.link`, path);
      },
    ],
  ])(
    '%s takes their place between the look and the open: refused, nothing read',
    async (_, act) => {
      const { run, workspace } = await bootWith(openOfOrders(), `delay_enter=${WINDOW_US}`, {
        // The last look before the open is the guard's own: layout and preflight have looked before.
        when: new RegExp(`(?:BOOTSTRAP\\.md"[^]*){${looksBeforeOpen()}}`),
        run: (ws) => {
          writeFileSync(outside(ws, 'other'), SECRET);
          act(ws.at('BOOTSTRAP.md'), outside(ws, 'other'));
        },
      });
      expectRefusal(run, 'BOOTSTRAP_CHANGED');
      expect(workspace.has('BOOTSTRAP.md')).toBe(true);
      expect(run.calls.filter((call) => dataOf(call).join('').includes(SECRET))).toEqual([]);
    },
  );
});
