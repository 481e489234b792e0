/**
 * A workspace of another system, booted as what it is: its files as its layout has them, with the rules of the
 * kernel on top (RFC-0009 §2.4, §3). Nothing of RFC-0009 is asked of it: no ghost header, no sections; and its bootstrap instructions are
 * deleted by whom it says: by the kernel only where its document says so.
 */
import { isDeepStrictEqual } from 'node:util';
import { sha256 } from '#kernel/fs/bytes.ts';
import { type LayoutWithFacts, withFacts } from '#kernel/prompt/facts.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { personaNow, type PersonaNow } from '#kernel/prompt/personas.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { Context } from '#lib/prompt/assemble.ts';
import { ESTIMATE } from '#lib/prompt/estimators.ts';
import { factTexts, type PromptFacts } from '#lib/prompt/facts.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Notify } from '#kernel/contract/events.ts';
import { machineZone } from '#kernel/process/zone.ts';
import { reportInjection } from '#kernel/redact/injection.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { LayoutPrompt } from '#kernel/session/open.ts';
import type { Session } from '#kernel/session/session.ts';
import { mayRun } from '#kernel/session/shell.ts';
import type { LayoutLoaded } from '#kernel/startup/load-layout.ts';
import { acceptedNow, keyIn } from '#kernel/state/baseline.ts';
import { lastRecord } from '#kernel/state/chain.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { Integrity, reportDrift } from '#kernel/state/integrity.ts';
import { rememberReminder } from '#kernel/state/reminded.ts';
import { keepLayout } from '#kernel/state/layout.ts';
import { runSequence } from './sequence.ts';
import { settleSessionStartFiles } from './session-start-files.ts';
import {
  type LayoutContext,
  loadLayout,
  lookAtLayout,
  type Looking,
  tellLayout,
  type ToldLayout,
  tryNames,
} from './layout-files.ts';
import {
  checkInstructions,
  noInstructions,
  type InstructionsAhead,
  type Settled,
  settleInstructions,
} from './layout-instructions.ts';
import { awaitSandbox } from './sandbox.ts';
import { serveLayout } from './serve.ts';

/** Throws LAYOUT_WEAKENS, PROMPT_FAULTY, PROMPT_FILES, FILE_… refusals, and what `serve` throws. */
export const toOtherSession = (run: Boot, document: LayoutDocument): Promise<Session> => {
  const { opened, recorder, host } = run;
  const load = (taken: Settled, { known }: Held): Promise<Given> =>
    opened.exclusivelyLater(host.signal, () => ({ known, taken, ...loadFiles(run, known, taken) }));
  return runSequence({
    checkAhead: () => {
      recorder.body.workspace = opened.workspace.path;
      recorder.damage(opened.takeDamage());
    },
    holdAgent: async (): Promise<Held> => {
      const sandbox = await awaitSandbox(run);
      const known = look(run, await factsOf(run, document), mayRun(run, sandbox));
      const ahead = await checkInstructions(run, known.foreign, sandbox, () => {
        keepLayout(opened.home, document.layout);
        tryNames(opened, known);
      });
      return { sandbox, known, ahead };
    },
    // Nothing of RFC-0009 is asked of its files.
    seal: ({ known }) => known.foreign,
    takeInstructions: (foreign, { ahead }) => settleInstructions(run, foreign, ahead),
    // They are given to the session.
    carryOut: load,
    load,
    serve: (given, { sandbox }) => serveGiven(run, document, given, sandbox),
  });
};

/** As they are now. Throws as `withFacts`. */
const factsOf = (
  { host, opened: { workspace }, request }: Boot,
  document: LayoutDocument,
): Promise<LayoutWithFacts> =>
  withFacts(document, { ...host, machine: host.disk }, workspace, request.facts);

interface Held {
  readonly sandbox: Sandbox;
  readonly known: LayoutContext;
  readonly ahead: InstructionsAhead;
}

/** What the session is given. */
interface Given {
  readonly known: LayoutContext;
  readonly taken: Settled;
  readonly loaded: LayoutLoaded;
  readonly integrity: Integrity;
}

/** Throws as `loadLayout`, INTEGRITY_CHANGED (strict). */
const loadFiles = (
  run: Boot,
  known: LayoutContext,
  { proof }: Settled,
): Pick<Given, 'loaded' | 'integrity'> => {
  const { recorder, request } = run;
  settleSessionStartFiles(run, known.foreign.document, known.tools);
  const done = recorder.begin('load_layout');
  const loaded = loadLayout(lookingOf(run), known, proof);
  done(undefined, { detail: known.foreign.document.title });
  for (const { file, bytes, sha256: digest } of loaded.files)
    recorder.begin('load_layout')(undefined, { file, bytes: bytes.byteLength, sha256: digest });
  const given = factTexts(known.facts);
  for (const { file, text } of given) {
    const bytes = Buffer.from(text);
    recorder.begin('load_layout')(undefined, {
      detail: file,
      bytes: bytes.byteLength,
      sha256: sha256(bytes),
    });
  }
  if (request.strict)
    reportInjection([...loaded.files, ...given], {
      strict: true,
      notice: (...said) => recorder.notice(...said),
    });
  return { loaded, integrity: integrityOf(run, loaded) };
};

/** Who the agent is, as it was accepted; where that was never kept, it is from now on. Throws INTEGRITY_CHANGED (strict). */
const integrityOf = (
  { opened: { home, workspace }, request: { strict }, decision, recorder }: Boot,
  { files, foreign }: LayoutLoaded,
): Integrity => {
  const keyOf = keyIn(foreign.document.layout, foreign.roleOf);
  const notice: Notify = (...said) => recorder.notice(...said);
  const accepted = acceptedNow(home);
  const drifted = files.flatMap((file) =>
    reportDrift(home, workspace.path, file, { strict, notice, keyOf }),
  );
  const fresh = files.flatMap(({ file }) => {
    const key = keyOf(file);
    return key === undefined || accepted[key] !== undefined ? [] : [file];
  });
  if (fresh.length > 0 && decision.kind.permissions.curatesMemory && wasBooted(home))
    notice(
      '§2.1',
      `${fresh.join(' and ')}: accepted as it is now. What changes it outside yamo is said from now on.`,
    );
  return new Integrity(files, drifted, keyOf);
};

const wasBooted = (home: StateHome): boolean => lastRecord(home) !== undefined;

const serveGiven = async (
  run: Boot,
  document: LayoutDocument,
  given: Given,
  sandbox: Sandbox,
): Promise<Session> => {
  const { known, taken, loaded, integrity } = given;
  keepLayout(run.opened.home, document.layout);
  const prompt = promptOf(run, document, given, sandbox);
  const session = await serveLayout(run, loaded, sandbox, integrity, prompt);
  taken.given();
  if ((known.context.emptyFolders ?? []).length > 0) rememberReminder(run.opened.home);
  return session;
};

type Asked = Parameters<LayoutPrompt['context']>;

/** What the agent is told at the start, as its human asks for it, and for each turn. */
const promptOf = (
  run: Boot,
  document: LayoutDocument,
  { known, taken, loaded }: Given,
  sandbox: Sandbox,
): LayoutPrompt => {
  const orders = loaded.files.find(({ file }) => known.foreign.roleOf(file) === 'bootstrap')?.file;
  let { persona } = known;
  /** What the agent was told last, in tokens: what the newest answer came to beyond it is the conversation. */
  let shown = 0;
  const tell = (
    now: LayoutContext,
    told: ToldLayout,
    ...[session, capabilities]: Asked
  ): Context => {
    const newest = run.meter?.newest ?? 0;
    const conversation = newest > shown ? newest - shown : undefined;
    const context = tellLayout(run, now, { ...told, conversation }, session, capabilities);
    const words = [context.briefing, ...context.segments.map(({ text }) => text)].join('\n');
    shown = ESTIMATE[document.estimator](words);
    return context;
  };
  const anew = async (): Promise<{ readonly now: LayoutContext; readonly again: LayoutLoaded }> => {
    const now = look(run, await factsOf(run, document), mayRun(run, sandbox));
    return { now, again: loadLayout(lookingOf(run), now, noInstructions(run, now.foreign)) };
  };
  const renew: LayoutPrompt['renew'] = async (session, capabilities, asks) => {
    try {
      const { now, again } = await anew();
      return tell(now, { loaded: again, orders: [], at: 'turn', asks }, session, capabilities);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      run.recorder.notice('§2.2', `What is made for each turn stays as it was: ${error.message}`);
      return undefined;
    }
  };
  return {
    context: (session, capabilities) =>
      tell(known, { loaded, orders: taken.orders, at: 'start' }, session, capabilities),
    isStale: () => !isDeepStrictEqual(personaIn(run, document, known.facts), persona),
    replan: async (session, capabilities) => {
      const { now, again } = await anew();
      ({ persona } = now);
      return tell(now, { loaded: again, orders: [], at: 'reload' }, session, capabilities);
    },
    renew: document.fresh && renew,
    orders: document.bootstrap === 'agent' ? orders : undefined,
  };
};

/** Throws FILE_UNREADABLE, PERSONA_UNKNOWN. */
const personaIn = (
  { opened, request }: Boot,
  document: LayoutDocument,
  { agent }: PromptFacts,
): PersonaNow => {
  const folders = new Folders(opened.workspace.root);
  try {
    return personaNow(folders, document, request.persona ?? agent);
  } finally {
    folders.close();
  }
};

/** Throws as `lookAtLayout`. */
const look = (run: Boot, given: LayoutWithFacts, runsCommands: boolean): LayoutContext => {
  const { opened, recorder } = run;
  const { workspace, clock } = opened;
  const known = lookAtLayout({ ...lookingOf(run), runsCommands }, given);
  clock.moveTo(known.zone);
  recorder.body.zone = known.zone ?? machineZone(workspace.root.disk);
  return known;
};

const lookingOf = ({
  opened,
  request,
  host,
  decision,
  program,
  recorder,
}: Boot): Omit<Looking, 'runsCommands'> => ({
  workspace: opened.workspace,
  home: opened.home,
  request,
  host,
  kind: decision.kind,
  isLogged: opened.daily.isKept,
  isOurs: program.builtIn,
  notice: (...said) => recorder.notice(...said),
});
