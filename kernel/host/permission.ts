/**
 * An agent asks for permission (RFC-0009 §2.2, "External vs Internal"). What the gate would refuse is refused without
 * bothering the human; everything else is the human's to give, with the files as they would be; without a human the
 * answer is no. A permission lets nobody past the gate or out of the view: the agent only hears that it may try.
 */
import { resolve } from 'node:path';
import type {
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import {
  PERMISSION_DIFFS,
  PERMISSION_EDITS,
  PERMISSION_FILES,
  PERMISSION_OPTIONS,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { textAt } from '#lib/text/json.ts';
import type { Choice, Human, Subject } from '#kernel/contract/events.ts';
import { isWithin } from '#kernel/process/places.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { relativeTo } from '#kernel/gate/decide.ts';
import { byFile, type Current, diffIn, type ProposedEdit } from './changes.ts';
import type { ToolCalls } from './tool-calls.ts';

export interface PermissionParts {
  readonly broker: Pick<Broker, 'judge' | 'name' | 'readForSearch'>;
  /** The workspace. */
  readonly root: string;
  /** Folders that the agent may fill by itself. */
  readonly own: readonly string[];
  readonly calls: ToolCalls;
  /** What the one who is asked is told that asks. */
  readonly asker: string;
  /** To whom nothing comes that must be redacted. */
  readonly human: Human | undefined;
  readonly notice: (section: string, text: string) => void;
  /** Aborted when the agent waits for no answer any more. */
  readonly signal: AbortSignal;
}

type Call = ReturnType<ToolCalls['take']>;

/** What a tool would do to a file, as far as the agent says. */
interface Change {
  readonly path: string;
  readonly does: 'write' | 'remove';
}

interface Refused {
  readonly refusal: Refusal;
  readonly path: string;
}

/** Answers an agent's request for permission by the gate, and by the human where the gate leaves it to one. */
export const permit = async (
  { toolCall, options }: RequestPermissionRequest,
  parts: PermissionParts,
): Promise<RequestPermissionResponse> => {
  const { human, notice, calls } = parts;
  const call = calls.take(toolCall);
  const changes = changesOf(call, parts.root);
  if (changes.length > PERMISSION_FILES || options.length > PERMISSION_OPTIONS) {
    notice('§2.2', 'The agent asked more at once than anybody can answer, and was told no.');
    return answer(refusing(options));
  }
  const refused = firstRefusal(changes, parts);
  if (refused !== undefined) {
    notice(
      refused.refusal.section,
      `The agent asked to be allowed what the gate refuses, and was told no: ${reasonOf(refused, parts)}`,
    );
    return answer(refusing(options));
  }
  const id = await human?.choose(
    `${parts.asker} asks: ${call.title ?? 'may it do something that it does not name?'}`,
    options.map(choiceOf),
    subjectOf(call, toolCall.rawInput, parts),
    parts.signal,
  );
  const chosen = options.find(({ optionId }) => optionId === id);
  const what = changes.length === 0 ? 'for a permission' : `to change ${namesOf(changes, parts)}`;
  const said = human === undefined ? 'nobody was there to answer' : WORDS[kindOf(chosen)];
  notice('§2.2', `The agent asked ${what}: ${said}.`);
  return answer(chosen ?? refusing(options));
};

/** Says no for a manager, whoever is there: its agent has other tools than those that it asks for. */
export const decline = (
  { toolCall, options }: RequestPermissionRequest,
  { calls, notice }: Pick<PermissionParts, 'calls' | 'notice'>,
): RequestPermissionResponse => {
  calls.take(toolCall);
  notice('§2.2', 'The agent of a manager asked to use a tool of its own, and was told no.');
  return answer(refusing(options));
};

type Kind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'none';

const WORDS: Readonly<Record<Kind, string>> = {
  allow_once: 'allowed, this once',
  allow_always: 'allowed, from now on',
  reject_once: 'refused',
  reject_always: 'refused, from now on',
  none: 'not answered, so refused',
};

const isKind = (kind: string): kind is Kind => Object.hasOwn(WORDS, kind);

/** The protocol leaves the set of kinds open. */
const kindOf = (option: PermissionOption | undefined): Kind =>
  option !== undefined && isKind(option.kind) ? option.kind : 'none';

/** What an answer does, in the kernel's words: those of the agent could say the opposite of it. */
const LABELS: Readonly<Record<Kind, string>> = {
  allow_once: 'Allow once',
  allow_always: 'Allow from now on',
  reject_once: 'No',
  reject_always: 'No, from now on',
  none: 'Another answer',
};

/** The agent's own words stand behind them, in quotes. */
const choiceOf = (option: PermissionOption): Choice => {
  const kind = kindOf(option);
  const own = LABELS[kind];
  const label = option.name === own ? own : `${own}: ${JSON.stringify(option.name)}`;
  return { id: option.optionId, label, ...(kind === 'none' ? {} : { kind }) };
};

const refusing = (options: readonly PermissionOption[]): PermissionOption | undefined =>
  options.find(({ kind }) => kind === 'reject_once') ??
  options.find(({ kind }) => kind === 'reject_always');

const answer = (option: PermissionOption | undefined): RequestPermissionResponse => ({
  outcome:
    option === undefined
      ? { outcome: 'cancelled' }
      : { outcome: 'selected', optionId: option.optionId },
});

/** The files that stand in the call's diffs, and for calls that change files, those that it names. */
const changesOf = (call: Call, root: string): readonly Change[] => {
  const { kind = 'other', locations = [], content = [] } = call;
  const does = kind === 'delete' || kind === 'move' ? 'remove' : 'write';
  const named = kind === 'edit' || does === 'remove' ? locations.map(({ path }) => path) : [];
  const shown = content.flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  // To be taken as the agent's own programs would take it, which start in the workspace.
  const paths = [...new Set([...named, ...shown].map((path) => resolve(root, path)))];
  return paths.map((path) => ({ path, does }));
};

const firstRefusal = (
  changes: readonly Change[],
  { broker, root, own }: PermissionParts,
): Refused | undefined => {
  for (const { path, does } of changes) {
    const isOwn = !isWithin(root, path) && own.some((folder) => isWithin(folder, path));
    const refusal = isOwn ? undefined : broker.judge(does, path);
    if (refusal !== undefined) return { refusal, path };
  }
  return undefined;
};

/** A name that is none of the layout's may be made of anything: it is told as the journal has it. */
const reasonOf = ({ refusal, path }: Refused, { broker }: PermissionParts): string =>
  refusal.code === 'GATE_OUTSIDE'
    ? `${broker.name(path)} is no file of an agent.`
    : refusal.message;

/**
 * The files as they are and as they would be, and the command. What else the agent says of its input may be anything,
 * and is not shown.
 */
const subjectOf = (call: Call, input: unknown, parts: PermissionParts): Subject | undefined => {
  const edits = editsOf(call, parts.root);
  const files = [...byFile(edits.slice(0, PERMISSION_EDITS))];
  const diffs = files
    .slice(0, PERMISSION_DIFFS)
    .map(([path, those]) =>
      diffIn(relativeTo(parts.root, path) ?? path, currentAt(path, parts), those),
    );
  const hidden = files.slice(PERMISSION_DIFFS).reduce((sum, [, those]) => sum + those.length, 0);
  const more = hidden + Math.max(0, edits.length - PERMISSION_EDITS);
  const command = call.kind === 'execute' ? commandIn(input) : undefined;
  if (diffs.length === 0 && command === undefined) return undefined;
  return { diffs, ...(more > 0 && { more }), ...(command !== undefined && { command }) };
};

const editsOf = ({ content = [] }: Call, root: string): readonly ProposedEdit[] =>
  content.flatMap((part) =>
    part.type === 'diff'
      ? [{ path: resolve(root, part.path), oldText: part.oldText, newText: part.newText }]
      : [],
  );

/** What a file holds now, as this session may see it. */
const currentAt = (path: string, { broker, root }: PermissionParts): Current => {
  const file = relativeTo(root, path);
  if (file === undefined)
    return { unknown: 'the folder is its own, and what is there is not read' };
  try {
    return { text: broker.readForSearch(file)?.text };
  } catch (error) {
    if (error instanceof Refusal)
      return { unknown: `what is there cannot be shown (${error.code})` };
    throw error;
  }
};

/** A title is one line that may be cut; who allows a command sees all of it. */
const commandIn = (input: unknown): string | undefined => textAt(input, 'command');

const namesOf = (changes: readonly Change[], { broker }: PermissionParts): string => {
  const names = changes.slice(0, PERMISSION_DIFFS).map(({ path }) => broker.name(path));
  const more = changes.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more files` : names.join(', ');
};
