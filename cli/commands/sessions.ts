/** `yamo sessions`: what was said in a workspace and can be resumed. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import {
  listTranscripts,
  readTranscript,
  type TranscriptEntry,
  type TranscriptSummary,
} from '#kernel/state/transcripts.ts';
import { workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, jsonLine, print, styled } from '#cli/io/terminal.ts';

/** Throws WORKSPACE_…, STATE_… refusals, SESSION_UNKNOWN. */
export const sessions = (given: Given<'sessions'>): number => {
  const id = given.text('show');
  withHome(workspaceOf(given), (home) => {
    if (id === undefined) list(home === undefined ? [] : listTranscripts(home), given.flag('json'));
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
