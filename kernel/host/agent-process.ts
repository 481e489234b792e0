/** The process of an agent: started, heard, and ended with what started it. */
import type { Login } from '#kernel/programs/login.ts';
import type { Readable } from 'node:stream';
import { AGENT_STOP_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type Child, type Command, startChild } from '#kernel/process/child.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { watchUsage } from '#kernel/process/usage.ts';
import type { Acp } from './acp.ts';
import { Floods } from './floods.ts';
import { StderrTail } from './stderr-tail.ts';
import type { AgentHost } from './requests.ts';

/** An agent that is about to be started: what the owner calls it, and how. */
export interface Startable {
  readonly name: string;
  readonly command: Command;
  readonly login?: Login | undefined;
  /** What it is told in `_meta` of its session, beside the kernel's own word. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** What a connection needs of the kernel beside the client that answers. */
export type ConnectionHost = Pick<
  AgentHost,
  'human' | 'terminals' | 'speech' | 'signal' | 'diagnostics' | 'behind' | 'own'
>;

/** One that runs, and the package of its protocol. */
export interface AgentProcess {
  readonly program: Startable;
  readonly child: Child;
  readonly stderr: StderrTail;
  readonly floods: Floods;
  readonly acp: Acp;
}

/** Throws AGENT_UNAVAILABLE. */
export const startAgentProcess = async (
  program: Startable,
  host: ConnectionHost,
  zone: string | undefined,
): Promise<AgentProcess> => {
  const environment = {
    ...program.command.environment,
    ...(zone === undefined ? {} : { TZ: zone }),
  };
  let child: Child;
  try {
    child = await startChild({ ...program.command, environment });
  } catch (error) {
    throw asRefusal(
      error,
      (reason) => new Refusal('AGENT_UNAVAILABLE', { command: program.name, reason }),
    );
  }
  const stop = (): void => {
    host.speech.cut();
    void child.end(AGENT_STOP_MS);
  };
  host.signal.addEventListener('abort', stop, { once: true });
  if (host.signal.aborted) stop();
  void child.ended.then(() => host.signal.removeEventListener('abort', stop));
  const stderr = new StderrTail();
  hear(child.diagnostics, {
    ...host,
    diagnostics: (text) => {
      stderr.hear(text);
      host.diagnostics(text);
    },
  });
  // Loaded while the agent starts: the two run side by side.
  const acp = await import('@agentclientprotocol/sdk').catch(async (error: unknown) => {
    await child.end(0);
    throw error;
  });
  const floods = new Floods(child, host);
  const [scratch = '/'] = host.own;
  // Where nothing holds it, it has no folder of its own.
  if (scratch !== '/') void child.ended.then(watchUsage(child.pid, scratch, floods.flooded));
  return { program, child, stderr, floods, acp };
};

/** What it says about itself; whoever is told of it is not left behind. */
const hear = (
  words: Readable,
  { diagnostics, behind }: Pick<AgentHost, 'diagnostics' | 'behind'>,
): void => {
  words.setEncoding('utf8').on('data', (text: string) => {
    diagnostics(text);
    const wait = behind?.();
    if (wait === undefined) return;
    words.pause();
    const goOn = (): void => void words.resume();
    wait.then(goOn, goOn);
  });
};
