/**
 * The launcher of a Landlock sandbox, a process of its own:
 *
 *     node landlock.js POLICY -- PROGRAM ARGUMENT…
 *
 * restricts itself to POLICY (JSON) and becomes PROGRAM, an absolute path, with the environment that is packed in
 * its own (environment.ts).
 *
 *     node landlock.js --probe
 *
 * prints `{"abi":7}`, the ABI of Landlock that it would hold a program with.
 *
 * Where any step fails nothing is started; one line on stderr says why, and the exit code is 126, that of a
 * shell that found a program and could not execute it.
 */
import { isAbsolute } from 'node:path';
import { isSocket, startReaper } from '#agents/launch/reaper.ts';
import { seccompFilter } from '#kernel/wire/seccomp.ts';
import type { Architecture } from '#kernel/wire/system-calls.ts';
import { unpacked } from '#kernel/wire/environment.ts';
import { CallError, loadLibc, type Libc } from './libc.ts';
import { CHANNEL, parsePolicy, type Policy } from '#kernel/wire/policy.ts';
import { DEVICES, FIGURES, pathBeneathAttribute, RIGHTS, rulesetAttribute } from './rights.ts';

/** The other end of this descriptor is the kernel's; it is closed when the session ends, or the kernel. */
const KERNEL = 3;
/** The ABI of Landlock from which on a process reaches with signals only its own domain and those within. */
const LANDLOCK_SCOPES_SIGNALS = 6;
const PROBE = '--probe';
const CANNOT_EXECUTE = 126;

const run = async (parameters: readonly string[]): Promise<void> => {
  const architecture = architectureHere();
  const libc = await loadLibc();
  const abi = libc.landlockAbi();
  if (parameters[0] === PROBE) process.stdout.write(`${JSON.stringify({ abi })}\n`);
  else launch(parameters, { libc, abi, architecture });
};

/** Throws where there is no filter of system calls for this processor. */
const architectureHere = (): Architecture => {
  const { arch } = process;
  if (arch === 'x64' || arch === 'arm64') return arch;
  throw new Error(`there is no filter of system calls for ${arch}`);
};

interface Machine {
  readonly libc: Libc;
  /** Of Landlock. */
  readonly abi: number;
  readonly architecture: Architecture;
}

const launch = (parameters: readonly string[], machine: Machine): void => {
  const [text, separator, program, ...args] = parameters;
  if (text === undefined || separator !== '--' || program === undefined)
    throw new Error('expected POLICY -- PROGRAM ARGUMENT…');
  // A name would have to be looked for, before anything is restricted.
  if (!isAbsolute(program)) throw new Error('the program is no absolute path');
  const policy = parsePolicy(text);
  const { libc, abi, architecture } = machine;
  libc.renounceCapabilities();
  libc.renounceNewPrivileges();
  const kept = restrict(machine, policy);
  libc.installFilter(
    seccompFilter(architecture, { network: policy.network === 'all', landlock: abi }),
  );
  try {
    libc.execute(program, [program, ...args], unpacked(process.env), kept);
  } catch (error) {
    complain(error);
    // Node's own exit goes through its loop of events, and under the filter that aborts.
    libc.exit(CANNOT_EXECUTE);
  }
};

/** Returns descriptors that must stay open: a file of `/proc` whose name is forgotten comes back as another one. */
const restrict = (
  machine: Machine,
  { readable, writable, network, channels }: Policy,
): readonly number[] => {
  const { libc, abi } = machine;
  const ruleset = libc.createRuleset(rulesetAttribute(abi, network));
  const allow = (path: string, rights: number): number => {
    const fd = libc.openPath(path);
    try {
      libc.addRule(ruleset, pathBeneathAttribute(abi, rights, { fd, isFolder: true }));
    } catch (error) {
      if (!(error instanceof CallError) || error.errno !== 'EINVAL') throw error;
      libc.addRule(ruleset, pathBeneathAttribute(abi, rights, { fd, isFolder: false }));
    }
    return fd;
  };
  const allowAll = (paths: readonly string[], rights: number): void => {
    for (const path of paths) libc.close(allow(path, rights));
  };
  allowAll(readable, RIGHTS.readable);
  allowAll(writable, RIGHTS.writable);
  allowAll(DEVICES, RIGHTS.device);
  const kept = FIGURES.map((path) => allow(path, RIGHTS.figures));
  libc.restrictSelf(ruleset);
  if (abi >= LANDLOCK_SCOPES_SIGNALS && isSocket(KERNEL)) {
    startReaper(KERNEL);
    // One domain further down: the reaper reaches whatever runs there, and is not reached.
    libc.restrictSelf(ruleset);
  }
  return [...kept, ...[CHANNEL, CHANNEL + 1].slice(0, channels)];
};

const complain = (error: unknown): void => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `yamo: nothing was started under Landlock: ${reason.replaceAll('\n', ' ')}\n`,
  );
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  complain(error);
  process.exitCode = CANNOT_EXECUTE;
}
