/** `yamo acp`: the agent of a workspace for an editor, over the Agent Client Protocol on standard input and output. */
import process from 'node:process';
import { Readable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { EXIT } from '#lib/spec/exits.ts';
import { closeInherited } from '#kernel/process/inherited.ts';
import { EditorServer } from '../acp/server.ts';
import { acpSetupText } from '../acp/setup.ts';
import { agentMistake, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import { type Dialect, screenedLines } from '#cli/io/json-rpc-lines.ts';
import {
  isInteractive,
  onClosedPipe,
  print,
  printError,
  printFrame,
  protocolOut,
} from '#cli/io/terminal.ts';

/** The library reads every message whose form is right; batches are no part of the protocol. */
const ACP: Dialect = { takesBatches: false, reads: () => true };

/** Serves until the editor goes away or a signal comes; every session is closed then. Returns the exit code. */
export const acp = async (given: Given<'acp'>): Promise<number> => {
  const mistake = agentMistake(given);
  if (mistake !== undefined) {
    printError(`${mistake}\nSee: yamo acp --help\n`);
    return EXIT.usage;
  }
  if (isInteractive()) {
    print(acpSetupText(workspaceOf(given)));
    return EXIT.done;
  }
  closeInherited();
  const { promise: ended, resolve: end } = Promise.withResolvers<Signal | undefined>();
  // A reader that is gone is an editor that is gone.
  onClosedPipe(() => end(undefined));
  onSignals(end);
  const lines = screenedLines(
    () => ACP,
    ({ answers }) => answers.forEach(printFrame),
  );
  process.stdin.pipe(lines);
  const server = new EditorServer(
    given,
    ndJsonStream(await protocolOut(), Readable.toWeb(lines) as ReadableStream<Uint8Array>),
  );
  void server.gone.then(() => end(undefined));
  const signal = await ended;
  await server.close(signal ?? 'the editor went away');
  // What the editor still says is read by nobody, and would keep the process.
  process.stdin.destroy();
  return exitAfterSignal(signal, EXIT.done);
};
