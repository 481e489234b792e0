/** `yamo lsp`: a language server on standard input and output. */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { EXIT } from '#lib/spec/exits.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { disk } from '#kernel/fs/disk.ts';
import { closeInherited } from '#kernel/process/inherited.ts';
import { xdgFolder, xdgVariables } from '#kernel/process/xdg.ts';
import { KeptItems } from '#kernel/snapshot/kept-items.ts';
import { Repositories } from '#kernel/snapshot/git.ts';
import { AuditCache } from '#kernel/state/audit-cache.ts';
import type { Given } from '#cli/args/options.ts';
import { localDay } from '#cli/audit/request.ts';
import type { AuditJob } from '#cli/audit/one.ts';
import { isInteractive, onClosedPipe, print, screen } from '#cli/io/terminal.ts';
import type { AnalysisHost } from '../lsp/analysis.ts';
import { serveEditor } from '../lsp/server.ts';

/** Serves until the editor goes away. Returns the exit code. */
export const lsp = async (given: Given<'lsp'>): Promise<number> => {
  if (isInteractive()) {
    print(setupText());
    return EXIT.done;
  }
  closeInherited();
  // It stands beside an editor all day: garbage is collected before more memory is asked for.
  setFlagsFromString('--optimize-for-size');
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  onClosedPipe(() => end(undefined));
  process.stdin.once('end', () => end(undefined)).once('close', () => end(undefined));
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(screen()),
  );
  serveEditor(connection, hostsBy(given));
  await ended;
  connection.dispose();
  return EXIT.done;
};

/** One job for a day: what is known of unchanged files is kept with it. */
const hostsBy = (given: Given<'lsp'>): (() => AnalysisHost) => {
  const repositories = new Repositories(disk);
  const hashKey = AuditCache.anyKey().toString('hex');
  const [pedantic, strict] = [given.flag('pedantic'), given.flag('strict')];
  const host = {
    disk,
    uid: process.geteuid?.() ?? 0,
    stateRoot: xdgFolder('XDG_STATE_HOME', process.env),
    environment: process.env,
    isCi: false,
    kept: new KeptItems(disk),
  };
  const jobOf = (today: string): AuditJob => ({
    layout: 'rfc-0009',
    // An editor shows the findings of a workspace that is open.
    instructions: false,
    recognise: true,
    pedantic,
    strict,
    history: false,
    here: false,
    today,
    hashKey,
    build: '',
  });
  let job = jobOf(localDay(new Date()));
  return () => {
    const today = localDay(new Date());
    if (job.today !== today) job = jobOf(today);
    return { job, host, repositories };
  };
};

const setupText = (): string => {
  const [, program = 'yamo'] = process.argv;
  const variables = Object.entries(xdgVariables(process.env)).map(([name, at]) => `${name}=${at}`);
  const words = [...(variables.length > 0 ? ['env', ...variables] : []), process.execPath, program];
  return `An editor starts this command, and speaks the Language Server Protocol with it:

  ${words.map(shellWord).join(' ')} lsp --stdio

It is for Markdown files, and for those in memory/. For VS Code, each release has an extension, yamo-audit.vsix; in a clone, npm run vscode makes it.
`;
};
