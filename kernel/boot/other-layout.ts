/**
 * A workspace of another system, booted as what it is: its files as its layout has them, with the rules of the
 * kernel on top (RFC-0009 §2.4, §3). Nothing of RFC-0009 is asked of it: no ghost header, no sections; and its bootstrap instructions are
 * deleted by whom it says: by the kernel only where its document says so.
 */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { type Scene, type Context } from '#lib/prompt/assemble.ts';
import type { PromptFacts } from '#lib/prompt/facts.ts';
import { fateLines, layoutContext, layoutFence } from '#lib/prompt/layout-context.ts';
import { planPrompt, type PromptPlan } from '#lib/prompt/plan.ts';
import { type Occasion, selectFiles, wanted } from '#lib/prompt/select.ts';
import { toolsFor } from '#lib/model/tools.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { triggerOf } from '#kernel/contract/boot-request.ts';
import { machineZone } from '#kernel/process/zone.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { occasionOf } from '#kernel/prompt/occasion.ts';
import { budgetIn } from '#kernel/prompt/prompt.ts';
import { reportInjection } from '#kernel/redact/injection.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Telling } from '#kernel/session/open.ts';
import type { Reach } from '#kernel/session/reach.ts';
import type { Session } from '#kernel/session/session.ts';
import { Foreign } from '#kernel/startup/foreign.ts';
import type { Orders } from '#kernel/startup/guard.ts';
import { LayoutLoaded } from '#kernel/startup/load-layout.ts';
import { lookAt } from '#kernel/startup/read.ts';
import { keepLayout } from '#kernel/state/layout.ts';
import { noOrders, settleOrders } from './layout-orders.ts';
import { awaitSandbox } from './sandbox.ts';
import { serveLayout } from './serve.ts';
import { settleBorder } from './border.ts';

/** Throws LAYOUT_WEAKENS, PROMPT_FAULTY, PROMPT_FILES, FILE_… refusals, and what `serve` throws. */
export const toOtherSession = async (run: Boot, document: LayoutDocument): Promise<Session> => {
  const { opened, recorder, request } = run;
  recorder.body.workspace = opened.workspace.path;
  recorder.damage(opened.takeDamage());
  const sandbox = await awaitSandbox(run);
  const known = look(run, document);
  const { proof, ...taken } = await settleOrders(run, known.foreign, sandbox, () => {
    keepLayout(opened.home, document.layout);
    tryNames(run, known);
  });
  settleBorder(run, known.foreign.document, known.tools);
  const done = recorder.begin('load_layout');
  const loaded = load(run, known, proof);
  done(undefined, { detail: document.title });
  for (const { file, bytes, sha256 } of loaded.files)
    recorder.begin('load_layout')(undefined, { file, bytes: bytes.byteLength, sha256 });
  if (request.strict)
    reportInjection(loaded.files, { strict: true, notice: (...said) => recorder.notice(...said) });
  const orders = loaded.files.find(({ file }) => known.foreign.roleOf(file) === 'bootstrap')?.file;
  keepLayout(opened.home, document.layout);
  const session = await serveLayout(run, loaded, sandbox, {
    context: (scene, reach) => tell(run, known, { loaded, orders: taken.orders }, scene, reach),
    replan: async (scene, reach) => {
      const now = look(run, document);
      const again = load(run, now, noOrders(run, now.foreign));
      return tell(run, now, { loaded: again, orders: [] }, scene, reach);
    },
    orders: document.bootstrap === 'agent' ? orders : undefined,
  } satisfies Telling);
  taken.given();
  return session;
};

/** What is known before a file is loaded. */
interface Known {
  readonly foreign: Foreign;
  readonly occasion: Occasion;
  readonly names: readonly string[];
  readonly budget: number | undefined;
  readonly tools: NonNullable<PromptFacts['tools']>;
}

/** By names, and what settings and zone say. Throws FILE_… refusals, PROMPT_FILES, LAYOUT_WEAKENS. */
const look = (run: Boot, document: LayoutDocument): Known => {
  const { opened, decision, request, recorder, host } = run;
  const { workspace, clock } = opened;
  const { kind } = decision;
  const folders = new Folders(workspace.root);
  try {
    const { occasion, zone, notes } = occasionOf(
      folders,
      document,
      {},
      {
        audience: kind,
        heartbeat: triggerOf(request, host) === 'heartbeat',
        firstRun: false,
        date: request.date,
        zone: request.zone,
        dailyInShared: true,
      },
    );
    clock.moveTo(zone);
    recorder.body.zone = zone ?? machineZone(workspace.root.disk);
    for (const note of notes) recorder.notice('§6.1', note);
    const foreign = Foreign.vet(document, occasion.variables.agent);
    const now = forKind(occasion, kind, recorder.notice.bind(recorder));
    const { names, patterns } = wanted(selectFiles(foreign.document, now));
    return {
      foreign,
      occasion: now,
      names: [...names, ...patterns.flatMap((pattern) => folders.fitting(pattern))],
      budget: budgetIn(folders, document),
      tools: toolsFor({
        kind,
        phase: 'session',
        human: host.human !== undefined,
        search: false,
        commands: false,
        log: opened.daily.isKept,
      }),
    };
  } finally {
    folders.close();
  }
};

/** A first run is for the human alone: with others there its instructions wait (§4.1). */
const forKind = (
  occasion: Occasion,
  kind: 'main' | 'shared',
  notice: (section: string, text: string) => void,
): Occasion => {
  if (kind === 'main' || occasion.order !== 'first run') return occasion;
  notice('§4.1', 'The first run waits for a main session: its instructions are not for others.');
  return { ...occasion, order: 'normal' };
};

/** Instructions are not deleted for a session that would be refused, as far as names tell. Throws PROMPT_FAULTY, FILE_… refusals. */
const tryNames = (
  { opened: { workspace } }: Boot,
  { foreign: { document }, occasion, names, budget }: Known,
): void => {
  const isThere = (name: string): boolean => {
    const place = workspace.place(name);
    return place !== undefined && lookAt(place.directory, place.name, name) !== undefined;
  };
  const files = new Map(names.filter(isThere).map((name) => [name, { text: '…', sha256: '' }]));
  refuseFaulty(planPrompt({ document, occasion, budget, facts: {}, files }));
};

const load = (
  { opened, decision }: Boot,
  { foreign, occasion, names }: Known,
  proof: Parameters<typeof LayoutLoaded.after>[0],
): LayoutLoaded =>
  LayoutLoaded.after(proof, {
    workspace: opened.workspace,
    foreign,
    kind: decision.kind,
    today: occasion.variables.today,
    names,
  });

/** What the agent is given. */
interface Given {
  readonly loaded: LayoutLoaded;
  readonly orders: readonly Orders[];
}

/** Throws PROMPT_FAULTY. */
const tell = (
  run: Boot,
  { foreign, occasion, budget, tools }: Known,
  { loaded, orders }: Given,
  scene: Scene,
  { privacy }: Reach,
): Context => {
  const { program, meter, recorder, request } = run;
  const { document } = foreign;
  const plan = planPrompt({
    document,
    occasion,
    budget,
    facts: {
      tools: tools.map(({ name, description = '' }) => ({ name, description })),
      runtime: {
        agent: program.name,
        timezone: scene.zone,
        ...(meter === undefined ? {} : { model: meter.setup.name }),
        ...(request.channel === undefined ? {} : { channel: request.channel }),
      },
    },
    files: new Map(
      loaded.files.map(({ file, text, sha256 }) => [
        file,
        { text: privacy.screen(file, text), sha256 },
      ]),
    ),
    fence: layoutFence(scene),
  });
  refuseFaulty(plan);
  for (const warning of plan.warnings) recorder.notice('§2.2', warning);
  recorder.notice('§2.2', `${document.title}: ${fateLines(plan).join(' ')}`);
  return layoutContext(plan, document, scene, orders);
};

const refuseFaulty = ({ faults }: PromptPlan): void => {
  if (faults.length === 0) return;
  const words = faults.map(({ file, problem }) => `${file} is ${problem}`).join(', ');
  throw new Refusal('PROMPT_FAULTY', { faults: words });
};
