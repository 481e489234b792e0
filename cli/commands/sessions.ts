/** `yamo sessions`: what was said in a workspace and can be resumed, is searched, or is to be gone. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { plural } from '#lib/report/plural.ts';
import {
  type FoundSession,
  forgetTranscript,
  searchTranscripts,
} from '#kernel/owner/transcripts.ts';
import {
  listTranscripts,
  readTranscript,
  type TranscriptEntry,
  type TranscriptSummary,
} from '#kernel/state/transcripts.ts';
import { workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';

/** Throws WORKSPACE_…, STATE_… refusals, SESSION_UNKNOWN, SESSION_OPEN, SEARCH_EMPTY. */
export const sessions = (given: Given<'sessions'>): number => {
  const [id, query, gone] = [given.text('show'), given.text('find'), given.text('delete')];
  if ([id, query, gone].filter((one) => one !== undefined).length > 1) {
    printError('--show, --find and --delete exclude each other.\n');
    return EXIT.usage;
  }
  withHome(workspaceOf(given), (home) => {
    if (gone !== undefined) remove(home, gone, given.flag('json'));
    else if (query !== undefined)
      found(home === undefined ? [] : searchTranscripts(home, query), given.flag('json'));
    else if (id === undefined)
      list(home === undefined ? [] : listTranscripts(home), given.flag('json'));
    else show(home && readTranscript(home, id)?.entries, id, given.flag('json'));
  });
  return EXIT.done;
};

const withHome = (path: string, work: (home: StateHome | undefined) => void): void => {
  const uid = process.geteuid?.() ?? 0;
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', process.env), workspace, uid);
    try {
      work(home);
    } finally {
      home?.close();
    }
  } finally {
    workspace.close();
  }
};

const list = (found: readonly TranscriptSummary[], json: boolean): void => {
  for (const session of found) {
    const { id, kind, updatedAt, turns, title } = session;
    const said = `${String(turns).padStart(4)} ${turns === 1 ? 'turn ' : 'turns'}`;
    print(
      json
        ? jsonLine(session)
        : `${id}  ${updatedAt.slice(0, 16)}Z  ${kind.padEnd(6)} ${said}  ${harmless(title)}\n`,
    );
  }
  if (json) return;
  print(
    found.length === 0
      ? 'No session of this workspace is kept.\n'
      : styled('dim', 'Go on with one: yamo boot --resume ID, or --resume last\n'),
  );
};

const found = (all: readonly FoundSession[], json: boolean): void => {
  for (const session of all) {
    if (json) {
      print(jsonLine(session));
      continue;
    }
    const { id, updatedAt, title, hits, more } = session;
    print(`${id}  ${updatedAt.slice(0, 16)}Z  ${harmless(title)}\n`);
    for (const { by, text } of hits)
      print(styled('dim', `  ${by === 'human' ? '>' : ' '} ${harmless(text)}\n`));
    if (more > 0) print(styled('dim', `    and ${plural(more, 'more line')}\n`));
  }
  if (all.length === 0 && !json) print('Nobody said that in a session that is kept.\n');
};

const remove = (home: StateHome | undefined, id: string, json: boolean): void => {
  forgetTranscript(home, id);
  print(
    json
      ? jsonLine({ deleted: id })
      : `${styled('green', '✓')} what was said in ${id} is gone; the record of its boots stays\n`,
  );
};

const show = (entries: readonly TranscriptEntry[] | undefined, id: string, json: boolean): void => {
  if (entries === undefined) throw new Refusal('SESSION_UNKNOWN', { id: JSON.stringify(id) });
  // What an agent kept for itself is for nobody else.
  for (const entry of entries.filter(({ t }) => t !== 'kept'))
    print(json ? jsonLine(entry) : lineOf(entry));
};

const lineOf = (entry: TranscriptEntry): string => {
  switch (entry.t) {
    case 'human':
      return `${styled('bold', `> ${harmless(entry.text)}`)}\n`;
    case 'agent':
      return harmless(entry.text).replace(/\n?$/, '\n');
    case 'tool':
      return styled('dim', `  · ${harmless(entry.text)}: ${entry.status}\n`);
    case 'boot':
      return styled('dim', `-- ${entry.at}\n`);
    case 'kept':
      return '';
  }
};
