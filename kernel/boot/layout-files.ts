/** The files of another layout as a session may have them, from names to texts (R-01, RFC-0009 §2.4, §4.1); a boot and its plan share it. */
import type { Context, SessionContext } from '#lib/prompt/assemble.ts';
import { type PromptFacts, screenedFacts } from '#lib/prompt/facts.ts';
import type { SeenFile } from '#lib/prompt/items.ts';
import {
  fileStatusLines,
  layoutContext,
  layoutFence,
  layoutNames,
} from '#lib/prompt/layout-context.ts';
import { lostSince, type ShownFile, shownLines } from '#lib/prompt/lost.ts';
import { planPrompt, type PromptPlan } from '#lib/prompt/plan.ts';
import type { PromptContext } from '#lib/prompt/select.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { policyOf, type SessionKind } from '#lib/spec/session-policy.ts';
import { dailyFile } from '#lib/text/day.ts';
import { notesFor } from '#lib/workspace/daily.ts';
import { toolsFor } from '#lib/model/tools-for.ts';
import {
  type BootRequest,
  type Host,
  isAttended,
  triggerOf,
} from '#kernel/contract/boot-request.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { promptContextOf } from '#kernel/prompt/context.ts';
import { type LayoutWithFacts, screenedApart, sessionFacts } from '#kernel/prompt/facts.ts';
import { promptIn } from '#kernel/prompt/last-boot.ts';
import { lacksFiles, type PersonaNow } from '#kernel/prompt/personas.ts';
import { budgetIn } from '#kernel/prompt/budget.ts';
import { forbiddenFor, usableFiles, wantedFiles } from '#kernel/prompt/read-layout.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { SessionCapabilities } from '#kernel/session/capabilities.ts';
import type { BootstrapInstructions } from '#kernel/startup/guard.ts';
import { recentRecords } from '#kernel/state/chain.ts';
import { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import { LayoutLoaded } from '#kernel/startup/load-layout.ts';
import { lookAt, readAt } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { wasReminded } from '#kernel/state/reminded.ts';

/** Whose files are looked at, and for which session. */
export interface Looking {
  readonly workspace: Workspace;
  readonly request: BootRequest;
  readonly host: Host;
  readonly kind: SessionKind;
  /** It has logs by day. */
  readonly isLogged: boolean;
  /** What the kernel knows of it; `undefined` where nothing is kept yet. */
  readonly home: StateHome | undefined;
  /** The agent comes with yamo: it asks its human, and runs commands where it may. */
  readonly isOurs: boolean;
  readonly runsCommands: boolean;
  readonly notice: (section: string, text: string) => void;
}

/** What is known before a file is loaded. */
export interface LayoutContext extends Pick<LayoutWithFacts, 'notes'> {
  readonly foreign: ThirdPartyLayout;
  readonly context: PromptContext;
  readonly persona: PersonaNow;
  /** IANA name; `undefined`: the machine's. */
  readonly zone: string | undefined;
  readonly names: readonly string[];
  /** Skills that cannot be had. */
  readonly lost: ReadonlyMap<string, SeenFile>;
  readonly budget: number | undefined;
  readonly tools: NonNullable<PromptFacts['tools']>;
  /** As the owner gave them. */
  readonly facts: PromptFacts;
}

/** By names, and what settings and zone say. Throws FILE_… refusals, PROMPT_FILES, LAYOUT_WEAKENS. */
export const lookAtLayout = (
  looking: Looking,
  { document, facts, notes: lacking }: LayoutWithFacts,
): LayoutContext => {
  const { workspace, home, request, host, kind, notice } = looking;
  const folders = new Folders(workspace.root);
  try {
    const { context, zone, persona, notes } = promptContextOf(
      folders,
      document,
      {
        ...facts,
        ...(request.automation !== undefined && { automation: request.automation }),
        ...(request.persona !== undefined && { agent: request.persona }),
      },
      {
        audience: request.audience ?? kind.permissions.audiences[0],
        heartbeat: triggerOf(request, host) === 'heartbeat',
        firstRun: false,
        date: request.date,
        zone: request.zone,
        dailyInShared: true,
        isReminded: home !== undefined && wasReminded(home),
      },
    );
    for (const note of notes) notice('§6.1', note);
    const { agent, automation } = context.variables;
    // A worker writes what its manager's human has told (N26).
    const isOfHuman =
      (kind.permissions.takesInstructions || context.audience === 'subagent') &&
      isAttended(request, host);
    const creates = isOfHuman && lacksFiles(folders, document, persona);
    const foreign = ThirdPartyLayout.vet(document, { agent, automation, creates });
    const now = forKind(context, kind, notice);
    const limit = budgetIn(workspace, folders, document);
    return {
      foreign,
      context: now,
      persona,
      zone,
      ...usableFiles(wantedFiles(folders, foreign.document, now), (name) => {
        const forbidden = forbiddenFor(folders, foreign.document, now.audience);
        const read = readAt(() => folders.place(name), name, forbidden);
        if (read !== undefined) workspace.refuseStrangersOf(name, read.stat);
      }),
      budget: limit.budget,
      tools: toolsIn(looking, foreign, now),
      facts,
      notes: [...lacking, ...limit.notes],
    };
  } finally {
    folders.close();
  }
};

/** What its agent gets. */
const toolsIn = (
  { request, host, kind, isLogged, isOurs, runsCommands }: Looking,
  layout: ThirdPartyLayout,
  { variables: { today } }: PromptContext,
): LayoutContext['tools'] => {
  const { proposes, notesChecks } = policyOf({
    kind,
    attended: isAttended(request, host),
    trigger: triggerOf(request, host),
    firstBoot: false,
    layout,
    settings: host.settings,
  });
  return toolsFor({
    kind,
    phase: 'session',
    human: isOurs && host.human !== undefined,
    search: [dailyFile(today), 'MEMORY.md'].some(
      (file) => (layout.rightsTo(kind, file)?.read ?? 'never') !== 'never',
    ),
    commands: isOurs && runsCommands,
    log: isLogged,
    heartbeat: notesChecks,
    propose: proposes,
    records: host.records !== undefined,
    manager: host.workers !== undefined,
  }).map(({ name, description }) => ({ name, description }));
};

/** A first run is for the human alone: with others there its instructions wait (§4.1). */
const forKind = (
  context: PromptContext,
  kind: SessionKind,
  notice: (section: string, text: string) => void,
): PromptContext => {
  if (kind.permissions.takesInstructions || context.order !== 'first run') return context;
  notice('§4.1', 'The first run waits for a main session: its instructions are not for others.');
  return { ...context, order: 'normal' };
};

/** Instructions are not deleted for a session that would be refused, as far as names tell. Throws PROMPT_FAULTY, FILE_… refusals. */
export const tryNames = (
  { workspace }: Pick<Looking, 'workspace'>,
  { foreign: { document }, context, names, budget }: LayoutContext,
): void => {
  const isThere = (name: string): boolean => {
    const place = workspace.place(name);
    return place !== undefined && lookAt(place.directory, place.name, name) !== undefined;
  };
  const files = new Map(names.filter(isThere).map((name) => [name, { text: '…', sha256: '' }]));
  refuseFaulty(planPrompt({ document, context, budget, facts: {}, files }));
};

/** Throws as `LayoutLoaded.after`. */
export const loadLayout = (
  { workspace, kind, request }: Pick<Looking, 'workspace' | 'kind' | 'request'>,
  { foreign, context, names }: LayoutContext,
  proof: Parameters<typeof LayoutLoaded.after>[0],
): LayoutLoaded =>
  LayoutLoaded.after(proof, {
    workspace,
    foreign,
    kind,
    // Whoever names a layout that gives its logs to shared sessions opts in with that.
    notes: notesFor(kind, { chat: request.chat, since: () => '' }),
    today: context.variables.today,
    names,
  });

/** Throws PROMPT_FAULTY. */
export const refuseFaulty = ({ faults }: PromptPlan): void => {
  if (faults.length === 0) return;
  const words = faults.map(({ file, problem }) => `${file} is ${problem}`).join(', ');
  throw new Refusal('PROMPT_FAULTY', { faults: words });
};

/** What the agent is told. */
export interface ToldLayout {
  readonly loaded: LayoutLoaded;
  readonly orders: readonly BootstrapInstructions[];
  /** At the start, as its human asked for it, or for each turn, of which nothing is said. */
  readonly at: 'start' | 'reload' | 'turn';
  /** What the human asks. */
  readonly asks?: string | undefined;
  /** What the conversation takes, in tokens. */
  readonly conversation?: number | undefined;
}

/** What was loaded, as `screen` leaves it, and what could not be. */
export const seenFiles = (
  { files }: LayoutLoaded,
  { lost }: LayoutContext,
  screen: (file: string, text: string) => string,
): ReadonlyMap<string, SeenFile> =>
  new Map([
    ...files.map(({ file, text, sha256 }) => [file, { text: screen(file, text), sha256 }] as const),
    ...lost,
  ]);

/** Throws PROMPT_FAULTY. */
export const tellLayout = (
  run: Boot,
  known: LayoutContext,
  { loaded, orders, at, asks, conversation }: ToldLayout,
  sessionContext: SessionContext,
  { privacy }: SessionCapabilities,
): Context => {
  const { meter, opened, recorder, request, transcript } = run;
  const { foreign, context, budget, tools, facts, notes } = known;
  const { document } = foreign;
  const files = seenFiles(loaded, known, privacy.screen);
  const plan = planPrompt({
    document: screenedApart(document, privacy.screen),
    context,
    budget,
    facts: sessionFacts(screenedFacts(facts, privacy.screen), {
      path: opened.workspace.path,
      id: transcript.head.id,
      zone: sessionContext.zone,
      tools,
      model: meter?.setup.name,
      channel: request.channel,
      query: asks,
      conversationTokens: conversation,
    }),
    files,
    fence: layoutFence(sessionContext),
  });
  refuseFaulty(plan);
  const said = [
    ...notes,
    ...plan.warnings,
    `${document.title}: ${fileStatusLines(plan).join(' ')}`,
  ];
  if (at !== 'turn') for (const one of said) recorder.notice('§2.2', one);
  if (at === 'start') keepShown(run, shownLines(plan, files));
  const names = layoutNames(foreign, document, context.variables);
  return layoutContext(plan, document, { ...sessionContext, ...names }, orders);
};

/** For the record, and one warning where something is cut or left out that was whole at the last start of its kind. */
const keepShown = ({ recorder, opened: { home } }: Boot, shown: readonly ShownFile[]): void => {
  recorder.body.prompt = shown;
  const before = recentRecords(home).findLast(
    ({ kind, prompt }) => kind === recorder.body.kind && prompt !== undefined,
  );
  const lost = lostSince(promptIn(before), shown);
  if (lost.length === 0) return;
  const words = lost.map(({ file, fate }) => `${file} is ${fate === 'cut' ? 'cut' : 'left out'}`);
  recorder.notice(
    '§2.2',
    `${words.join(', ')}: at the last start it was whole. yamo prompt --diff says what has changed, and --table what each file takes.`,
  );
};
