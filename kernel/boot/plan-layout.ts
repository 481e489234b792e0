/** `--plan` of a workspace of another system: the steps of its boot on the dry disk, and the status of each of its files. */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { layoutFence } from '#lib/prompt/layout-context.ts';
import { withSession } from '#lib/prompt/facts.ts';
import { planPrompt, type PromptPlan } from '#lib/prompt/plan.ts';
import type { FileStatus } from '#lib/prompt/select.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { shellAllowed } from '#lib/spec/shell.ts';
import type { StepName } from '#lib/spec/startup.ts';
import { dailyFile } from '#lib/text/day.ts';
import { hasLogs } from '#lib/layout/logs.ts';
import { withFacts } from '#kernel/prompt/facts.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import { reportInjection } from '#kernel/redact/injection.ts';
import type { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import { BootstrapGone } from '#kernel/startup/guard.ts';
import { BootstrapKept } from '#kernel/startup/load-layout.ts';
import { readBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { runSequence } from './sequence.ts';
import {
  type LayoutContext,
  type Looking,
  loadLayout,
  lookAtLayout,
  refuseFaulty,
  seenFiles,
  tryNames,
} from './layout-files.ts';
import { agreeing, hasInstructions } from './layout-instructions.ts';
import { agreed } from './take-instructions.ts';

/** A step of a plan. */
export type Add = (step: StepName, would: string, file?: string) => void;

/** What a plan is made from. */
interface LayoutPlanning extends Omit<Looking, 'isLogged' | 'isOurs' | 'runsCommands' | 'notice'> {
  readonly document: LayoutDocument;
  readonly program: AgentProgram;
  readonly add: Add;
}

type Agent = Pick<LayoutPlanning, 'add' | 'program'>;

export const addSandbox = ({ add, program: { name } }: Agent): void =>
  add('hold_agent', `find a sandbox for ${name} (yamo doctor tries them)`);

/** On a first boot. */
export const addTrial = ({ add, program: { name } }: Agent): void =>
  add('try_agent', `start ${name} where it sees nothing of the workspace, and end it`);

/** The agent, and its session; `log`: where there is one. */
export const addSession = (
  { add, program, kind }: Pick<LayoutPlanning, 'add' | 'program' | 'kind'>,
  log: string | undefined,
): void => {
  add('persona_activation', `assemble the context, start ${program.name}`);
  add(
    'serve_user',
    `open a ${kind.name} session${log === undefined ? ', which has no log' : ` in ${log}`}`,
  );
};

/** From the sandbox to the session. Throws as the boot does. */
export const addLayoutSteps = async (planning: LayoutPlanning): Promise<void> => {
  const { add, document, host, kind, program, request, workspace } = planning;
  const given = await withFacts(
    document,
    { ...host, machine: host.disk },
    workspace,
    request.facts,
  );
  const isLogged = hasLogs(document);
  const notice = (_section: string, text: string): void => add('preflight', text);
  const load = ({ proof }: Settled, _held: unknown, known: LayoutContext): string =>
    planFiles(planning, known, proof);
  return runSequence({
    checkAhead: () =>
      lookAtLayout(
        {
          ...planning,
          isLogged,
          isOurs: program.builtIn,
          runsCommands: shellAllowed(host.settings.shell, kind, request.channel).allowed,
          notice,
        },
        given,
      ),
    holdAgent: (known) => {
      const firstBoot = kind.permissions.takesInstructions && hasInstructions(workspace);
      addSandbox(planning);
      if (known.foreign.leavesBootstrapToAgent || !firstBoot) return;
      tryNames(planning, known);
      addTrial(planning);
    },
    seal: (_held, { foreign }) => foreign,
    takeInstructions: (foreign) => planInstructions(planning, foreign),
    carryOut: load,
    load,
    serve: (today) => addSession(planning, isLogged ? dailyFile(today) : undefined),
  });
};

interface Settled {
  readonly firstBoot: boolean;
  readonly proof: BootstrapGone<ThirdPartyLayout> | BootstrapKept;
}

/** Loads them, and says what became of each. Returns the day. Throws as the boot does. */
const planFiles = (
  planning: LayoutPlanning,
  known: LayoutContext,
  proof: Settled['proof'],
): string => {
  const { add, kind, request } = planning;
  const { foreign, context, budget, facts, tools, notes } = known;
  for (const note of notes) add('load_layout', note);
  const border = kind.permissions.preparesFiles
    ? foreign.document.files.filter((row) => row.border)
    : [];
  for (const row of border)
    if (row.border !== undefined) add('load_layout', BORDER[row.border], row.name);
  const emptied = new Set(border.filter((row) => row.border === 'clear').map(({ name }) => name));
  const loaded = loadLayout(planning, known, proof);
  if (request.strict) reportInjection(loaded.files, { strict: true, notice: () => undefined });
  const plan = planPrompt({
    document: foreign.document,
    context,
    budget,
    facts: withSession(facts, { tools }),
    files: seenFiles(loaded, known, (file, text) => (emptied.has(file) ? '' : text)),
    fence: layoutFence({ kind, nonce: NO_NONCE, names: foreign }),
  });
  addFates(planning, plan, foreign);
  refuseFaulty(plan);
  return context.variables.today;
};

const NO_NONCE = '0000000000000000';

const BORDER = {
  clear: 'empty it: it was of the session before',
  tools: 'write into it which tools there are',
} as const;

/** Those that the kernel deletes. Throws as the guard does. */
const planInstructions = (planning: LayoutPlanning, foreign: ThirdPartyLayout): Settled => {
  if (foreign.leavesBootstrapToAgent) return { firstBoot: false, proof: BootstrapKept.of(foreign) };
  const { add, home, kind, request, workspace } = planning;
  const gone = BootstrapGone.prove(workspace, foreign, {
    kind,
    record: home && readBootstrapRecord(home),
    priorUseEvidence: undefined,
    rebirth: request.rebirth,
    agree: agreed(agreeing(planning)),
    remember: () => undefined,
    forget: () => undefined,
    lost: () => undefined,
  });
  for (const file of BOOTSTRAP_FILES) {
    const isTaken = gone.taken.some((one) => one.file === file);
    add('bootstrap_deletion', isTaken ? TAKEN : 'it is absent', file);
  }
  return { firstBoot: gone.firstBoot, proof: gone };
};

const TAKEN = 'read it, delete it, prove it gone, give it to the agent once';

const WOULD: Readonly<Record<FileStatus, string>> = {
  whole: 'show it whole',
  bundled: 'it is absent: show the bundled text',
  cut: 'show a part of it',
  dropped: 'show nothing of it',
  empty: 'it says nothing',
  absent: 'it is absent',
  'not for this session': 'not opened',
  'on demand': 'left to the agent',
};

const addFates = (
  { add, document: { bootstrap } }: LayoutPlanning,
  { files }: PromptPlan,
  { roleOf }: ThirdPartyLayout,
): void => {
  for (const { file, fate, why } of files) {
    const isCarriedOut =
      bootstrap === 'agent' && roleOf(file) === 'bootstrap' && (fate === 'whole' || fate === 'cut');
    const then = isCarriedOut ? CARRIED_OUT : '';
    add('load_layout', `${WOULD[fate]}${why === undefined ? '' : `: ${why}`}${then}`, file);
  }
};

const CARRIED_OUT = '; the agent carries it out with you, until you say /commissioned';
