/** `yamo prompt`: what a session would be told, and what became of each file. */
import process from 'node:process';
import { promptText } from '#lib/prompt/plan.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { kindOfAudience } from '#lib/spec/session-policy.ts';
import { isDay } from '#lib/text/day.ts';
import { isZone } from '#lib/text/zones.ts';
import { readSettings } from '#kernel/contract/settings.ts';
import { disk } from '#kernel/fs/disk.ts';
import {
  type Prompt,
  type PromptHost,
  promptOf,
  type PromptRequest,
} from '#kernel/prompt/prompt.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { agentMistake, workspacePlaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { promptTable } from '#cli/prompt/table.ts';
import { harmless, jsonLine, print, printError } from '#cli/io/terminal.ts';

/** 0; 1 where a session with this prompt would be refused. */
export const prompt = async (given: Given<'prompt'>): Promise<number> => {
  const mistake = mistakeIn(given);
  if (mistake !== undefined) {
    printError(`${mistake}\n`);
    return EXIT.usage;
  }
  const asked = requestOf(given);
  const { host, request, notes, named } = await placed(asked, await hostOf(given), given);
  for (const note of notes) printError(`${harmless(note)}\n`);
  const made = await promptOf(request, host).then(
    (one) => ({ ...one, workspace: named(one.workspace) }),
    (error: unknown) => {
      throw error instanceof Refusal ? error.renamed(named) : error;
    },
  );
  for (const note of made.notes) printError(`${harmless(note)}\n`);
  const since = given.text('since');
  if (since !== undefined)
    return showSince(made, request, host, { since, isJson: given.flag('json') });
  if (given.flag('diff')) return showDiff(made, request, host, given.flag('json'));
  print(await shown(made, host, given));
  refuseFaulty(made);
  return EXIT.done;
};

/** A workspace in a bucket is fetched first. Throws STORE_… refusals. */
const placed = async (
  request: PromptRequest,
  host: PromptHost,
  given: Given<'prompt'>,
): Promise<{
  readonly host: PromptHost;
  readonly request: PromptRequest;
  readonly notes: readonly string[];
  /** How people call a path of that host's disk. */
  readonly named: (text: string) => string;
}> => {
  if (!request.path.startsWith('s3://')) return { host, request, notes: [], named: (text) => text };
  const { openBucket } = await import('#kernel/store/open.ts');
  const { store } = await readSettings(disk, process.env, given.text('settings'));
  const wanted = kindOfAudience(request.audience).permissions.isPrivate
    ? 'prompt'
    : 'prompt for others';
  const { uid } = host;
  const bucket = await openBucket(request.path, wanted, {
    disk,
    uid,
    environment: process.env,
    settings: store,
  });
  const { path, notes, named } = bucket;
  return { host: { ...host, disk: bucket.disk }, request: { ...request, path }, notes, named };
};

/** Throws PROMPT_FAULTY. */
const refuseFaulty = ({ plan: { faults } }: Prompt): void => {
  if (faults.length === 0) return;
  const words = faults.map(({ file, problem }) => `${file} is ${problem}`).join(', ');
  throw new Refusal('PROMPT_FAULTY', { faults: words });
};

const FORMS = ['table', 'json', 'diff', 'html', 'wire'] as const;

const mistakeIn = (given: Given<'prompt'>): string | undefined => {
  const forms = FORMS.filter((form) => given.flag(form));
  const isDiffForPrograms = forms.join() === 'json,diff' && given.text('layout') === undefined;
  if (forms.length > 1 && !isDiffForPrograms)
    return `--${forms.join(' and --')} exclude each other.`;
  if (given.flag('wire') && given.flag('first-run'))
    return '--wire shows a session, and --first-run is before there is one.';
  const ofWire = (['agent', 'model'] as const).find((one) => given.text(one) !== undefined);
  if (ofWire !== undefined && !given.flag('wire'))
    return `--${ofWire} says nothing without --wire.`;
  const agents = agentMistake(given);
  if (agents !== undefined) return agents;
  const [budget, date] = [given.text('budget'), given.text('date')];
  if (budget !== undefined && !/^[1-9]\d{0,8}$/u.test(budget))
    return '--budget is a number of tokens, such as 40000.';
  if (date !== undefined && !isDay(date)) return '--date is a day, such as 2026-03-14.';
  const since = given.text('since');
  if (since !== undefined && !isDay(since)) return '--since is a day, such as 2026-03-14.';
  if (since !== undefined && !given.flag('diff')) return '--since says nothing without --diff.';
  if (since !== undefined && given.text('layout') !== undefined)
    return '--diff compares with a layout or with a day: not with --layout and --since.';
  const zone = given.text('tz');
  if (zone !== undefined && !isZone(zone))
    return `--tz ${JSON.stringify(zone)} is not the name of a time zone, such as Europe/Berlin.`;
  return undefined;
};

const hostOf = async (given: Given<'prompt'>): Promise<PromptHost> => ({
  disk,
  machine: disk,
  environment: process.env,
  uid: process.geteuid?.() ?? 0,
  stateRoot: xdgFolder('XDG_STATE_HOME', process.env),
  settings: await readSettings(disk, process.env, given.text('settings')),
});

const AUDIENCES: Readonly<Record<string, Audience>> = {
  shared: 'shared',
  subagent: 'subagent',
  cron: 'cron',
};

const requestOf = (given: Given<'prompt'>): PromptRequest => {
  const budget = given.text('budget');
  return {
    path: workspacePlaceOf(given),
    audience: AUDIENCES[given.text('session') ?? ''] ?? 'main',
    heartbeat: given.flag('heartbeat'),
    firstRun: given.flag('first-run'),
    date: given.text('date'),
    zone: given.text('tz'),
    layout: given.text('layout'),
    facts: given.text('facts'),
    persona: given.text('persona'),
    budget: budget === undefined ? undefined : Number(budget),
  };
};

const shown = async (made: Prompt, host: PromptHost, given: Given<'prompt'>): Promise<string> => {
  if (given.flag('table')) return promptTable(made);
  if (given.flag('json')) return jsonLine((await import('#cli/prompt/json.ts')).promptJson(made));
  if (given.flag('wire')) return `${harmless(await wireText(made, host, given))}\n`;
  if (given.flag('html')) return (await import('#cli/prompt/html.ts')).promptPage(made);
  return `${harmless(promptText(made.plan))}\n`;
};

/** What goes out, and where the human's words stand. */
const wireText = async (
  made: Prompt,
  host: PromptHost,
  given: Given<'prompt'>,
): Promise<string> => {
  const { wireOf } = await import('#kernel/prompt/wire.ts');
  const isOurs = given.text('agent') === undefined;
  const parts = wireOf(made, host, { isOurs, model: given.text('model') });
  return [...parts, '(What your human says.)'].join('\n\n');
};

/** From a day: of what each file is shown, in lines. */
const showSince = async (
  made: Prompt,
  request: PromptRequest,
  host: PromptHost,
  { since, isJson }: { readonly since: string; readonly isJson: boolean },
): Promise<number> => {
  const [{ sinceThen }, { shownBefore }, { shownChanges, shownLines }] = await Promise.all([
    import('#cli/prompt/diff.ts'),
    import('#kernel/prompt/last-boot.ts'),
    import('#lib/prompt/lost.ts'),
  ]);
  const kind = kindOfAudience(request.audience).name;
  const then = shownBefore(request.path, { day: since, kind }, host);
  if (isJson) {
    const changes = then && shownChanges(then.files, shownLines(made.plan, made.files));
    print(jsonLine({ since: then?.at ?? null, shown: changes ?? [] }));
  } else
    print(
      then === undefined
        ? 'No record says what a prompt of this workspace showed; those of the next starts do.\n'
        : sinceThen(made, then),
    );
  return EXIT.done;
};

/** From the last boot; with `--layout`, from what the workspace is. */
const showDiff = async (
  made: Prompt,
  request: PromptRequest,
  host: PromptHost,
  isJson: boolean,
): Promise<number> => {
  const { betweenLayouts, changesSinceBoot, sinceLastBoot } = await import('#cli/prompt/diff.ts');
  if (request.layout !== undefined) {
    const own = await promptOf({ ...request, layout: undefined }, host);
    print(harmless(betweenLayouts(own, made)));
    return EXIT.done;
  }
  const { bootedFiles } = await import('#kernel/prompt/last-boot.ts');
  const booted = bootedFiles(request.path, host);
  if (isJson) {
    const changes = booted === undefined ? [] : changesSinceBoot(made, booted);
    print(jsonLine({ since: booted?.at ?? null, changes }));
    return EXIT.done;
  }
  print(
    booted === undefined
      ? 'The workspace was not booted yet. --layout NAME compares with another layout.\n'
      : sinceLastBoot(made, booted),
  );
  return EXIT.done;
};
