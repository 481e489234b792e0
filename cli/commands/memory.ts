/** `yamo memory`: what an agent remembers, looked at and looked after by its owner. */
import { EXIT } from '#lib/spec/exits.ts';
import { dayMistake } from '#cli/args/days.ts';
import { isDirectory, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, printError } from '#cli/io/terminal.ts';
import { ACTIONS, type Action, type MemoryAction } from '#cli/memory/actions.ts';
import { parseWords } from '#cli/memory/words.ts';

export const memory = async (given: Given<'memory'>): Promise<number> => {
  const [name, ...words] = given.positionals;
  const row: MemoryAction | undefined = isAction(name) ? ACTIONS[name] : overviewOf(name);
  if (row === undefined)
    return misuse(
      `yamo memory has no ${JSON.stringify(name)}, and no folder has this name; there are: ${Object.keys(ACTIONS).join(', ')}.`,
    );
  const { takes, options, load } = row;
  const stray = [...FLAGS.filter((flag) => given.flag(flag)), ...TEXTS.filter(isGiven(given))].find(
    (option) => !COMMON.has(option) && !options.includes(option),
  );
  if (stray !== undefined)
    return misuse(`--${stray} says nothing to yamo memory ${isAction(name) ? name : 'alone'}.`);
  const mistake = dayMistake(given, ['date']) ?? countMistake(given);
  if (mistake !== undefined) return misuse(mistake);
  const place = parseWords(isAction(name) ? words : given.positionals, takes);
  if ('mistake' in place) return misuse(place.mistake);
  const run = await load();
  const said = await run(given, place);
  if (said === EXIT.done && isAction(name) && CHANGES.has(name) && !given.flag('dry-run')) {
    const { tellDaemon } = await import('#cli/daemon/beside.ts');
    await tellDaemon(`memory ${name}`, workspaceOf({ ...place, positionals: [] }));
  }
  return typeof said === 'string' ? misuse(said) : said;
};

const isAction = (name: string | undefined): name is Action =>
  name !== undefined && Object.hasOwn(ACTIONS, name);

/** Without an action: what there is in a workspace, which a word may name. */
const overviewOf = (name: string | undefined): MemoryAction | undefined =>
  name === undefined || isDirectory(name)
    ? {
        takes: 'nothing',
        options: ['settings'],
        load: async () => (await import('#cli/memory/overview.ts')).memoryOverview,
      }
    : undefined;

/** What a daemon that serves the workspace is told of. */
const CHANGES: ReadonlySet<Action> = new Set(['curate', 'undo', 'archive', 'retain', 'forget']);

const FLAGS = [
  'json',
  'apply',
  'commit',
  'consent',
  'dry-run',
  'give-up',
  'html',
  'list',
  'marked',
  'purge',
  'raw',
  'waiting',
  'yes',
] as const;
const TEXTS = ['days', 'from', 'agent', 'model', 'settings', 'date', 'tz', 'layout'] as const;
const COMMON: ReadonlySet<string> = new Set(['json', 'date', 'tz', 'layout']);

const isGiven =
  (given: Given<'memory'>) =>
  (option: (typeof TEXTS)[number]): boolean =>
    given.text(option) !== undefined;

const countMistake = (given: Given<'memory'>): string | undefined => {
  const days = given.text('days');
  if (days !== undefined && !/^\d{1,5}$/.test(days))
    return `--days takes a number of days, not ${JSON.stringify(days)}.`;
  return undefined;
};

const misuse = (mistake: string): number => {
  printError(harmless(`${mistake}\nSee: yamo memory --help\n`));
  return EXIT.usage;
};
