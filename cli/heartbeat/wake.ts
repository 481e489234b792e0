/** A heartbeat that wakes the agent, as a command: what ends it, and what is told of it. */
import { constants, setPriority } from 'node:os';
import { EXIT } from '#lib/spec/exits.ts';
import { peekShouldRun, type ShouldRunRequest } from '#kernel/heartbeat/should-run.ts';
import { type Decided, wake } from '#kernel/heartbeat/wake.ts';
import { closeInherited } from '#kernel/process/inherited.ts';
import { hostFor } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import { onClosedPipe } from '#cli/io/terminal.ts';
import { shouldRunHost } from './host.ts';
import { frameOf, type HeartbeatFrame, reportHeartbeat } from './report.ts';

/** What stops a heartbeat in good order. */
export class Stop {
  readonly #stop = new AbortController();
  #by: Signal | undefined;

  constructor() {
    const end = (signal: Signal): void => {
      this.#by ??= signal;
      this.#stop.abort();
    };
    // What cannot be told any more ends it.
    const unheard = (): void => end('SIGHUP');
    onClosedPipe(unheard, unheard);
    onSignals(end);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  exit(code: number): number {
    return exitAfterSignal(this.#by, code);
  }
}

/** Wakes the agent once. Returns the exit code; throws what a boot throws. */
export const wakeOnce = async (
  given: Given<'heartbeat'>,
  request: ShouldRunRequest,
  decided: Decided,
): Promise<number> => {
  closeInherited();
  const stop = new Stop();
  const frame = await woken(given, request, { decided, stop });
  reportHeartbeat(frame, { json: given.flag('json'), isQuiet: request.byClock });
  return stop.exit(frame.outcome === 'failed' ? EXIT.machine : EXIT.done);
};

/** What became of it. Throws what a boot throws. */
export const woken = async (
  given: Given<'heartbeat'>,
  request: ShouldRunRequest,
  { decided, stop }: { readonly decided: Decided; readonly stop: Stop },
): Promise<HeartbeatFrame> => {
  const { signal } = stop;
  // Nobody waits for it, and others work meanwhile; its agent inherits that.
  if (request.byClock) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const host = await hostFor(
    { settings: given.text('settings') },
    { human: undefined, emit: () => undefined, signal },
  );
  const { path, zone } = request;
  const [agent, model] = [given.text('agent'), given.text('model')];
  const came = await wake({ path, zone, agent, model }, decided, host);
  if (!came.wakes) {
    const { facts } = await peekShouldRun(request, await shouldRunHost(given));
    return frameOf(came, facts);
  }
  const { wakes: _, text, ...rest } = came;
  return { event: 'heartbeat', ...rest, ...(text !== '' && { text }) };
};
