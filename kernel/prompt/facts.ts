/**
 * What a prompt may say that no file of the workspace knows, as its owner gives it: by `--facts FILE`, or by the setting
 * `layouts.NAME.facts`. Never from the workspace, where an agent writes.
 */
import { basename, join } from 'node:path';
import type { LayoutDocument, LayoutFile } from '#lib/layout/document.ts';
import { weakens } from '#lib/layout/weakens.ts';
import { type PromptFacts, withSession } from '#lib/prompt/facts.ts';
import { withExtraFiles } from '#lib/prompt/select.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import { type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { type Environment, homeOf } from '#kernel/process/xdg.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { ownersText, promptFacts } from './document.ts';

/** Where the owner's facts may be. */
export interface FactsHost {
  /** The disk of this machine, wherever the workspace is. */
  readonly machine: Disk;
  readonly environment: Environment;
  readonly settings: Pick<Settings, 'layouts'>;
}

/** A layout with the files that the facts add, and the facts. */
export interface LayoutWithFacts {
  readonly document: LayoutDocument;
  readonly facts: PromptFacts;
}

/** `said`: by `--facts`, before the setting. Throws FACTS_INVALID, and LAYOUT_WEAKENS for files that no layout may name. */
export const withFacts = async (
  document: LayoutDocument,
  { machine, environment, settings }: FactsHost,
  workspace: Workspace,
  said: string | undefined,
): Promise<LayoutWithFacts> => {
  const place = said ?? settings.layouts?.[document.layout]?.facts;
  if (place === undefined) return { document, facts: {} };
  const outside = (named: string): string => {
    const path = named.startsWith('~/') ? join(homeOf(environment), named.slice(2)) : named;
    if (isWithin(machine, path, workspace)) throw invalid(path, WITHIN);
    return path;
  };
  const given = await promptFacts(machine, outside(place));
  if (given.base === undefined) return { document: extended(document, given), facts: given };
  const path = outside(given.base);
  const base = ownersText(machine, path, FILE_MAX_BYTES, (reason) => invalid(path, reason));
  return { document: extended(based(document, base), given), facts: { ...given, base } };
};

const WITHIN = 'it lies in the workspace, where its agent writes';

const invalid = (path: string, reason: string): Refusal =>
  new Refusal('FACTS_INVALID', { path, reason });

/** By whatever path it is named; what is not there lies nowhere. */
const isWithin = (machine: Disk, path: string, workspace: Workspace): boolean => {
  try {
    return `${machine.realpath(path)}/`.startsWith(`${workspace.path}/`);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
};

/** The text that comes with the system is this one. */
const based = (document: LayoutDocument, text: string): LayoutDocument => ({
  ...document,
  files: document.files.map((row) => (row.bundled === undefined ? row : withBundled(row, text))),
});

const withBundled = (row: LayoutFile, bundled: string): LayoutFile => ({ ...row, bundled });

/** What the kernel knows of a session. */
interface KnownSession {
  /** The workspace, by whose name its agent goes. */
  readonly path: string;
  readonly id: string;
  /** IANA name. */
  readonly zone: string;
  readonly tools: NonNullable<PromptFacts['tools']>;
  /** `PROVIDER/MODEL`, where a model of ours thinks. */
  readonly model: string | undefined;
  readonly channel: string | undefined;
  /** What its human asks now. */
  readonly query?: string | undefined;
}

/** As a prompt says it, before what the owner says. */
export const sessionFacts = (
  facts: PromptFacts,
  { path, id, zone, tools, model, channel, query }: KnownSession,
): PromptFacts =>
  withSession(facts, {
    tools,
    ...(query !== undefined && { query }),
    runtime: {
      agent: basename(path),
      sessionKey: id,
      timezone: zone,
      ...(model !== undefined && { model }),
      ...(channel !== undefined && { channel }),
    },
  });

/** Files of the owner's choice are held to what a layout is held to. */
const extended = (document: LayoutDocument, { extraFiles }: PromptFacts): LayoutDocument => {
  if (extraFiles === undefined) return document;
  const longer = withExtraFiles(document, extraFiles);
  const fault = weakens(longer);
  if (fault !== undefined)
    throw new Refusal('LAYOUT_WEAKENS', {
      path: 'extraFiles',
      pointer: fault.pointer,
      reason: fault.reason,
    });
  return longer;
};
