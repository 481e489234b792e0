/** `yamo mcp`: a workspace for a program that speaks the Model Context Protocol, on standard input and output. */
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { EXIT } from '#lib/spec/exits.ts';
import { disk } from '#kernel/fs/disk.ts';
import { closeInherited } from '#kernel/process/inherited.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import { settingsPlace } from '#kernel/contract/settings.ts';
import { hostFor, workspaceOf } from '#cli/args/host.ts';
import { kindNamed } from '#lib/spec/session-policy.ts';
import { Client } from '../mcp/client.ts';
import { serverFor } from '../mcp/server.ts';
import { mcpSetupText } from '../mcp/setup.ts';
import { ScreenedTransport } from '../mcp/transport.ts';
import type { Given } from '#cli/args/options.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import {
  harmless,
  isInteractive,
  onClosedPipe,
  print,
  printError,
  screen,
} from '#cli/io/terminal.ts';

/** Serves until the client goes away or a signal comes; the session is closed then. Returns the exit code. */
export const mcp = async (given: Given<'mcp'>): Promise<number> => {
  const allowed = given.text('allow-export');
  if (allowed !== undefined) return await allowExport(allowed, given);
  if (isInteractive()) {
    print(mcpSetupText(workspaceOf(given)));
    return EXIT.done;
  }
  return await serve(given);
};

const serve = async (given: Given<'mcp'>): Promise<number> => {
  closeInherited();
  const stop = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<Signal | undefined>();
  // A reader that is gone is a client that is gone.
  onClosedPipe(() => end(undefined));
  onSignals(end);
  process.stdin.once('end', () => end(undefined)).once('close', () => end(undefined));
  const client = new Client({
    workspace: workspaceOf(given),
    session: kindNamed(given.text('session')),
    client: given.text('client'),
    host: () =>
      hostFor(
        { settings: given.text('settings') },
        { human: undefined, emit: tell, signal: stop.signal },
      ),
  });
  const connection = serveStdio(() => serverFor(client, given.text('settings')), {
    transport: new ScreenedTransport(),
    onerror: ({ message }) => printError(`${harmless(message)}\n`),
  });
  const signal = await ended;
  stop.abort();
  await connection.close();
  await client.close(signal ?? 'the client went away');
  process.stdin.destroy();
  return exitAfterSignal(signal, EXIT.done);
};

/** Standard output is the protocol's; what the owner should know goes where clients keep what their servers say. */
const tell = (event: KernelEvent): void => {
  if (event.event === 'notice') printError(`${harmless(event.text)} (${event.section})\n`);
};

/** The owner's word, once for each client; a program that can only run commands cannot give it. */
const allowExport = async (client: string, given: Given<'mcp'>): Promise<number> => {
  if (client.trim() === '') {
    printError('--allow-export wants the name of a client.\nSee: yamo mcp --help\n');
    return EXIT.usage;
  }
  const place = settingsPlace(process.env, given.text('settings'));
  if (!isInteractive()) {
    printError(
      `Texts of the workspace may leave this machine only if a person says so: run this at a terminal, or write {"clients": {${JSON.stringify(client)}: {"export": true}}} to ${place} yourself.\n`,
    );
    return EXIT.refused;
  }
  const lines = createInterface({ input: process.stdin, output: screen() });
  const answer = await lines.question(
    `May ${harmless(JSON.stringify(client))} have texts of your workspaces? It may send them on, for example to the provider of its model (RFC-0009 §4.4). [y/N] `,
  );
  lines.close();
  if (!/^\s*y(?:es)?\s*$/i.test(answer)) {
    print('Nothing was changed.\n');
    return EXIT.refused;
  }
  const { changeSettings } = await import('#kernel/owner/settings-change.ts');
  changeSettings(disk, place, ['clients', client, 'export'], true);
  print(`Allowed, in ${place}. To take it back, set it to false there.\n`);
  return EXIT.done;
};
