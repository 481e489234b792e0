/**
 * What a prompt may say that no file of the workspace knows, as its owner gives it: by `--facts FILE`, or by the setting
 * `layouts.NAME.facts`. Never from the workspace, where an agent writes.
 */
import { basename, dirname, join } from 'node:path';
import type { LayoutDocument, LayoutFile } from '#lib/layout/document.ts';
import { weakens } from '#lib/layout/weakens.ts';
import { type PromptFacts, withSession } from '#lib/prompt/facts.ts';
import { withExtraFiles } from '#lib/prompt/select.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { errnoInWords } from '#lib/spec/causes.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { type Environment, homeOf } from '#kernel/process/xdg.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { ownersText, promptFacts } from './document.ts';
import { Folders } from './folders.ts';
import { readUnlessSkill } from './read-layout.ts';

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
  /** What of the facts could not be had. */
  readonly notes: readonly string[];
}

/** `said`: by `--facts`, before the setting. Throws FACTS_INVALID, PROMPT_FILES, and LAYOUT_WEAKENS for files that no layout may name. */
export const withFacts = async (
  document: LayoutDocument,
  { machine, environment, settings }: FactsHost,
  workspace: Workspace,
  said: string | undefined,
): Promise<LayoutWithFacts> => {
  const place = said ?? settings.layouts?.[document.layout]?.facts;
  if (place === undefined) return { document, facts: {}, notes: [] };
  const outside = (named: string): string => {
    const path = named.startsWith('~/') ? join(homeOf(environment), named.slice(2)) : named;
    if (isWithin(machine, path, workspace)) throw invalid(path, WITHIN);
    return path;
  };
  const path = outside(place);
  const given = await promptFacts(machine, path);
  const textAt = (named: string): string => {
    const at = outside(named);
    return ownersText(machine, at, FILE_MAX_BYTES, (reason) => invalid(at, reason));
  };
  const notes: string[] = [];
  const textsIn = (
    named: string | undefined,
    pattern: string,
    role: TextRole,
  ): Texts | undefined => {
    if (named === undefined) return undefined;
    const folder = outside(named);
    const texts = fitting(machine, folder, pattern, role).flatMap((name) => {
      const text = readUnlessSkill(role, () => textAt(join(folder, name)));
      if (typeof text === 'string') return [[name, text] as const];
      const reason = errnoInWords(String(text.facts['reason']), 'workspace');
      notes.push(`A skill is left out: ${join(folder, name)} cannot be had (${reason}).`);
      return [];
    });
    return Object.fromEntries(texts);
  };
  const { skillsFolder, ...others } = given;
  const base = given.base === undefined ? undefined : textAt(given.base);
  const rules = textsIn(given.rules, '**/*.md', 'rule');
  const skills = textsIn(skillsFolder, '*/SKILL.md', 'skill');
  return {
    document: extended(withApart(document, base, rules), given, path),
    facts: {
      ...others,
      ...(base !== undefined && { base }),
      ...(rules !== undefined && { rules: Object.values(rules).join(GAP) }),
      ...(skills !== undefined && { skillsSection: skillsSection(given, skills) }),
    },
    notes,
  };
};

/** By name, below a folder. */
type Texts = Readonly<Record<string, string>>;

/** What a folder of texts is for; of skills one may be lost. */
type TextRole = 'skill' | 'rule';

const GAP = '\n\n';

/** The names of the files in a folder that fit a pattern. Throws FACTS_INVALID, PROMPT_FILES. */
const fitting = (
  machine: Disk,
  path: string,
  pattern: string,
  role: TextRole,
): readonly string[] => {
  try {
    const root = Directory.open(machine, path);
    const folders = new Folders(root);
    try {
      return folders.fitting(pattern, role === 'skill');
    } finally {
      folders.close();
      root.close();
    }
  } catch (error) {
    throw asRefusal(error, (errno) => invalid(path, errno));
  }
};

/** What is said of skills, and those that all agents share, each under its name. */
const skillsSection = ({ skillsSection: said }: PromptFacts, skills: Texts): string => {
  const shared = Object.entries(skills).map(
    ([name, text]) => `### ${dirname(name)}${GAP}${text.trim()}`,
  );
  return [...(said === undefined ? [] : [said]), ...shared].join(GAP);
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

/** What comes with the system is this: its base, and its rules. */
const withApart = (
  document: LayoutDocument,
  base: string | undefined,
  rules: Texts = {},
): LayoutDocument => ({
  ...document,
  files: document.files.map((row): LayoutFile => {
    if (row.bundled !== undefined && base !== undefined)
      return { ...row, apart: { [row.name]: base } };
    if (row.role !== 'rule') return row;
    const below = row.name.slice(0, row.name.indexOf('*'));
    const apart = Object.entries(rules).map(([name, text]) => [`${below}${name}`, text]);
    return { ...row, apart: Object.fromEntries(apart) };
  }),
});

/** With what its owner keeps apart as `screen` leaves it. */
export const screenedApart = (
  document: LayoutDocument,
  screen: (name: string, text: string) => string,
): LayoutDocument => ({
  ...document,
  files: document.files.map((row): LayoutFile => {
    const apart = Object.entries(row.apart ?? {}).map(([name, text]) => [name, screen(name, text)]);
    return apart.length === 0 ? row : { ...row, apart: Object.fromEntries(apart) };
  }),
});

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
  /** Of the conversation so far, where a model of ours counted it. */
  readonly conversationTokens?: number | undefined;
}

/** As a prompt says it, before what the owner says. */
export const sessionFacts = (
  facts: PromptFacts,
  { path, id, zone, tools, model, channel, query, conversationTokens }: KnownSession,
): PromptFacts =>
  withSession(facts, {
    tools,
    ...(query !== undefined && { query }),
    ...(conversationTokens !== undefined && { conversationTokens }),
    runtime: {
      agent: basename(path),
      sessionKey: id,
      timezone: zone,
      ...(model !== undefined && { model }),
      ...(channel !== undefined && { channel }),
    },
  });

/** Files of the owner's choice are held to what a layout is held to. */
const extended = (
  document: LayoutDocument,
  { extraFiles }: PromptFacts,
  path: string,
): LayoutDocument => {
  if (extraFiles === undefined) return document;
  const longer = withExtraFiles(document, extraFiles);
  const fault = weakens(longer);
  if (fault === undefined) return longer;
  const name = longer.files[Number(fault.pointer.split('/')[2])]?.name ?? '';
  const pointer = `/extraFiles/${extraFiles.indexOf(name)}`;
  throw new Refusal('LAYOUT_WEAKENS', { path, pointer, reason: fault.reason });
};
