/** Where nobody can tell who takes part in sessions of a host with channels: they are shared, and their owner hears why. */
import { isJsonObject } from '#lib/text/json.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { type ChainEntry, recentRecords } from '#kernel/state/chain.ts';
import { StateHome } from '#kernel/state/home.ts';
import type { Machine } from './machine.ts';

/** What the last answers in one workspace leave open. */
export interface UndecidedSessions {
  readonly workspace: string;
  /** How many of the last answers, and of how many. */
  readonly untold: number;
  readonly answers: number;
  /** Why, each reason once. */
  readonly reasons: readonly string[];
}

/** Every workspace whose last answers leave it open, by its record. Throws STATE_UNUSABLE. */
export const untoldSessions = ({
  disk,
  uid,
  environment,
}: Pick<Machine, 'disk' | 'uid' | 'environment'>): readonly UndecidedSessions[] => {
  const root = xdgFolder('XDG_STATE_HOME', environment);
  const all: UndecidedSessions[] = [];
  for (const home of StateHome.each(root, disk, uid)) all.push(...untoldIn(recentRecords(home)));
  return all;
};

const untoldIn = (entries: readonly ChainEntry[]): readonly UndecidedSessions[] => {
  const answers = entries.flatMap((entry) => answerOf(entry) ?? []);
  const open = answers.filter(({ why }) => why !== undefined);
  const workspace = open.at(-1)?.workspace;
  if (workspace === undefined) return [];
  const reasons = new Set(open.flatMap(({ why }) => why ?? []));
  return [{ workspace, untold: sum(open), answers: sum(answers), reasons: [...reasons] }];
};

interface Answer {
  readonly workspace: string;
  readonly times: number;
  readonly why: string | undefined;
}

/** Of an entry that is of a hook; `undefined` for others. */
const answerOf = ({ hook, workspace }: ChainEntry): Answer | undefined => {
  if (!isJsonObject(hook) || typeof workspace !== 'string') return undefined;
  const { untold: why, times } = hook;
  return {
    workspace,
    times: typeof times === 'number' ? times : 1,
    why: typeof why === 'string' ? why : undefined,
  };
};

const sum = (answers: readonly Answer[]): number =>
  answers.reduce((all, { times }) => all + times, 0);
