/**
 * The answer to one event of a host. It never widens what the host allows: where the gate has nothing against it, the
 * hook has no opinion, and the host asks whom it would have asked.
 */
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import type { HookEvent, Reading, ToolCall, Touch, Verdict } from '#lib/hook/event.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { UNKNOWN_CHANNEL } from '#lib/hook/openclaw-key.ts';
import { isPath, touchesOf } from '#lib/hook/touches.ts';
import { HOOK_SESSIONS, HOOK_WORKSPACES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { printable } from '#kernel/gate/broker.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { decideHookKind, type KindDecision } from '#kernel/run/kind.ts';
import { WATCHED } from '#kernel/state/baseline.ts';
import { Desk, hasOrders, type Judgement, openFor } from './desk.ts';
import { homeOf, type Machine } from './machine.ts';
import { isOwnView, type Place, type Placed, placeOf, workspaceAround } from './place.ts';
import { HookRecord } from './record.ts';
import { denied, type Held, type Outcome, PASS, type Scene, wordsOf } from './scene.ts';

/** What the answer rests on beside the event. */
export interface Judging {
  /** With the settings as they are now. Throws SETTINGS_INVALID. */
  readonly machine: () => Promise<Machine>;
  /** The auditor's word on a workspace, in lines; the caller's, since it reads everything. */
  readonly audit: (workspace: string) => Promise<readonly string[]>;
  /** This process lives on: what passes may be recorded a little later. */
  readonly livesOn: boolean;
}

export class Judge {
  readonly #judging: Judging;
  readonly #held = new Map<string, Held>();
  /** What each session that is under way began as, by the name that its host gives it. */
  readonly #begun = new Map<string, KindDecision>();

  constructor(judging: Judging) {
    this.#judging = judging;
  }

  /** Rejects with SETTINGS_INVALID, WORKSPACE_… and STATE_… refusals; the caller denies then. */
  async answer(event: HookEvent): Promise<Verdict> {
    const found = await this.#sceneOf(event);
    const begun = this.#begin(found);
    // What was said to others is in its context: it stays shared until it ends.
    const scene = begun?.kind === 'shared' ? { ...found, decision: begun } : found;
    const joined = begun?.kind === 'main' && scene.decision.kind === 'shared';
    const outcome =
      joined && event.moment === 'prompt'
        ? denied(new Refusal('HOOK_JOINED', {}))
        : await this.#outcomeOf(scene);
    this.#note(scene, outcome);
    return outcome.verdict;
  }

  /** Writes what waits for the record. Throws STATE_UNUSABLE. */
  flush(): void {
    for (const { record } of this.#held.values()) record.flush();
  }

  /** Throws as `flush`. */
  close(): void {
    this.flush();
    for (const { opened } of this.#held.values()) opened.close();
    this.#held.clear();
  }

  #note({ event, held, decision }: Scene, outcome: Outcome): void {
    const { verdict, code, entries = [], withheld = 0, orders = [] } = outcome;
    held?.record.note(
      { event, decision, answer: verdict.is, code, entries, withheld, orders },
      this.#judging.livesOn,
    );
  }

  /** What the session began as, where it has a name; with a prompt, or before it, it begins. */
  #begin({ event: { session, moment, channel }, decision }: Scene): KindDecision | undefined {
    if (session === undefined) return undefined;
    const begun = this.#begun.get(session);
    const begins = moment === 'prompt' || (moment === 'start' && channel !== UNKNOWN_CHANNEL);
    if (moment === 'end') this.#begun.delete(session);
    else if (begun === undefined && begins) {
      this.#begun.set(session, decision);
      const [oldest] = this.#begun.keys();
      if (this.#begun.size > HOOK_SESSIONS && oldest !== undefined) this.#begun.delete(oldest);
    }
    return begun;
  }

  async #sceneOf(event: HookEvent): Promise<Scene> {
    const machine = await this.#judging.machine();
    const { disk, environment } = machine;
    const variable = HOSTS[event.host].projectVariable;
    const project = variable === undefined ? undefined : environment[variable];
    const cwd = [event.cwd, project, process.cwd()].find(
      (folder) => folder !== undefined && isAbsolute(folder),
    );
    if (cwd === undefined) throw new Refusal('HOOK_INPUT', { reason: 'it names no folder' });
    // A command may have gone elsewhere: the project is where the session began.
    const root = [project, cwd]
      .flatMap((folder) => (folder === undefined ? [] : [workspaceAround(disk, folder)]))
      .find((found) => found !== undefined);
    const held = root === undefined ? undefined : this.#hold(root, machine);
    // Between its instructions and its SOUL.md nothing says that a folder is a workspace.
    return { event, machine, cwd, held, decision: kindAt(root ?? cwd, event, machine) };
  }

  #hold(root: string, machine: Machine): Held {
    const known = this.#held.get(root);
    if (known !== undefined && isStill(known)) return known;
    known?.opened.close();
    const opened = openFor(root, machine);
    const held = { opened, record: new HookRecord(opened, machine.version) };
    this.#held.set(root, held);
    const [oldest] = this.#held.entries();
    if (this.#held.size > HOOK_WORKSPACES && oldest !== undefined) {
      oldest[1].record.flush();
      oldest[1].opened.close();
      this.#held.delete(oldest[0]);
    }
    return held;
  }

  async #outcomeOf(scene: Scene): Promise<Outcome> {
    switch (scene.event.moment) {
      case 'before-tool':
        return this.#beforeTool(scene);
      case 'after-tool':
      case 'message': {
        const { redacted } = await import('./redact.ts');
        return redacted(scene);
      }
      case 'start': {
        // Who is there, its prompt may tell.
        if (scene.held === undefined || scene.event.channel === UNKNOWN_CHANNEL) return PASS;
        const { started } = await import('./start.ts');
        return started(scene, scene.held, this.#judging.audit);
      }
      case 'prompt': {
        if (scene.held === undefined || !hasOrders(scene.held.opened)) return PASS;
        const { prompted } = await import('./start.ts');
        return prompted(scene, scene.held, this.#judging.audit);
      }
      case 'stop':
      case 'end': {
        const { ended } = await import('./end.ts');
        return scene.held === undefined ? PASS : ended(scene, scene.held);
      }
    }
  }

  async #beforeTool(scene: Scene): Promise<Outcome> {
    const { event, held } = scene;
    if (event.tool === undefined) return PASS;
    const reading = touchesOf(HOSTS[event.host], event.tool);
    const entries: JournalEntry[] = [];
    const reason = held === undefined ? undefined : whyUntold(scene, reading);
    let open = reason === undefined ? undefined : untold(scene, event.tool, reason);
    for (const touch of reading.touches) {
      const judgement = await this.#judgeTouch(scene, touch, entries, reading);
      if (judgement instanceof Refusal) return { ...denied(judgement), entries };
      if (judgement === 'untold')
        open ??= untold(
          scene,
          event.tool,
          `it is not known what it does with ${printable(touch.path)}`,
        );
    }
    if (open === undefined) await expectWrites(scene, reading.touches);
    return { ...(open ?? PASS), entries };
  }

  async #judgeTouch(
    scene: Scene,
    touch: Touch,
    entries: JournalEntry[],
    reading: Reading,
  ): Promise<Judgement> {
    const { event, machine, cwd, decision, held } = scene;
    if (!isPath(touch.path)) return noPath(touch);
    if (isOwnView(touch.path)) return 'untold';
    const placed = placeOf(machine.disk, touch.path, { cwd, home: homeOf(machine) });
    const note = (file: string, answer: JournalEntry['answer']): void => {
      entries.push({ operation: operationOf(touch), file: printable(file), answer });
    };
    let worst: Judgement;
    for (const { root, file } of placed.places) {
      const place = root === held?.opened.workspace.path ? held : this.#hold(root, machine);
      const asking = {
        settings: machine.settings,
        decision: place === held ? decision : kindAt(root, event, machine),
        attended: !event.isUnattended,
      };
      const desk = new Desk(place.opened, asking);
      const judgement = await judgeAt(desk, touch, { root, file }, placed);
      const isKnown = desk.names.roleOf(file) !== undefined;
      if (!isKnown && isNoFile(judgement, touch, reading, asking.decision)) {
        worst ??= 'untold';
        continue;
      }
      note(file, judgement instanceof Refusal ? judgement.code : 'done');
      if (judgement instanceof Refusal) return judgement;
      // What a command is for, its programs say.
      if (isKnown || reading.programs === undefined) worst ??= judgement;
    }
    if (worst !== undefined || placed.places.length > 0 || held === undefined) return worst;
    const outside = outsideOf(placed, touch, scene, held);
    if (isNoFile(outside, touch, reading, decision)) return 'untold';
    if (outside !== undefined) note('(a path outside the workspace)', outside.code);
    return outside;
  }
}

/** No file has such a name; a program may mean something else by the word. */
const noPath = ({ does, path }: Touch): Judgement =>
  does === 'any' ? 'untold' : new Refusal('GATE_OUTSIDE', { path: printable(path) });

/** A shared session has no such file, and it is not told that the word means one: `test` of `npm test`. */
const isNoFile = (
  judgement: Judgement,
  { does }: Touch,
  { untold: reason }: Reading,
  { kind }: KindDecision,
): boolean =>
  kind === 'shared' &&
  (does === 'any' || reason !== undefined) &&
  judgement instanceof Refusal &&
  judgement.code === 'GATE_OUTSIDE';

const judgeAt = async (
  desk: Desk,
  touch: Touch,
  { file }: Place,
  placed: Placed,
): Promise<Judgement> => {
  // The gate takes names to the letter.
  if (placed.hasDots) return new Refusal('GATE_OUTSIDE', { path: printable(touch.path) });
  if (placed.leadsOut) return new Refusal('FILE_SYMLINK', { file: printable(file) });
  return desk.judge(touch, file);
};

/** A change of AGENTS.md that the gate allows is none from outside. */
const expectWrites = async (scene: Scene, touches: readonly Touch[]): Promise<void> => {
  const { held, decision } = scene;
  if (held === undefined || decision.kind !== 'main') return;
  if (
    !touches.some(
      ({ does, path }) => WRITES.has(does) && WATCHED.some((name) => path.endsWith(name)),
    )
  )
    return;
  const own = await import('./own-writes.ts');
  own.expectWrites(held.opened, own.writtenBy(scene, held));
};

const WRITES: ReadonlySet<Touch['does']> = new Set(['write', 'edit']);

/** What lies in no workspace is none of the gate's in a main session; in a shared one nothing else is there. */
const outsideOf = (
  { real }: Placed,
  touch: Touch,
  { decision, machine: { disk } }: Scene,
  { opened }: Held,
): Refusal | undefined => {
  const { path, root } = opened.workspace;
  const holds = `${path}/`.startsWith(real === '/' ? real : `${real}/`);
  const isWhole = touch.does !== 'list' && touch.does !== 'read';
  if (decision.kind === 'shared' || (holds && isWhole))
    return new Refusal('GATE_OUTSIDE', { path: printable(touch.path) });
  // Another name of a file of the workspace.
  try {
    const stat = disk.lstat(real);
    if (stat === undefined || stat.nlink < 2n || !stat.isFile()) return undefined;
    const isAlias = root.names().some((name) => {
      const own = disk.lstat(join(path, name));
      return own !== undefined && own.ino === stat.ino && own.dev === stat.dev;
    });
    return isAlias
      ? new Refusal('FILE_HARDLINKED', { file: printable(touch.path), links: Number(stat.nlink) })
      : undefined;
  } catch {
    // What cannot be looked at is not read by a tool either.
    return undefined;
  }
};

/** Asked of a human in a main session, denied in a shared one. */
const untold = ({ decision }: Scene, { name }: ToolCall, reason: string): Outcome => {
  const isMain = decision.kind === 'main';
  const refusal = new Refusal('HOOK_UNTOLD', {
    tool: printable(name),
    reason,
    advice: isMain
      ? 'Programs that `hook.programs` of the settings names run without a question.'
      : 'Programs run in main sessions alone: `hook.mainProjects` of the settings names the folders that have them.',
  });
  return { verdict: { is: isMain ? 'ask' : 'deny', reason: wordsOf(refusal) }, code: refusal.code };
};

const whyUntold = (
  { decision, machine: { settings } }: Scene,
  { untold: reason, programs = [] }: Reading,
): string | undefined => {
  const unknown = programs.find(
    (program) => decision.kind === 'shared' || !settings.hook.programs.includes(program),
  );
  if (unknown !== undefined) return `it is not known what ${printable(unknown)} does`;
  return reason;
};

const kindAt = (
  folder: string,
  { participants, channel }: HookEvent,
  machine: Machine,
): KindDecision => {
  const isMainProject = mainProjects(machine).includes(folder);
  return decideHookKind({ participants, channel, isMainProject }, machine.settings);
};

const mainProjects = ({ settings, disk, environment }: Machine): readonly string[] =>
  settings.hook.mainProjects.map((folder) => {
    const full = folder.replace(/^~(?=\/|$)/, environment['HOME'] ?? '~');
    try {
      return disk.realpath(full);
    } catch {
      // It is not there now.
      return full;
    }
  });

/** Does the path still lead to the folder that was opened? */
const isStill = ({ opened: { workspace } }: Held): boolean => {
  try {
    return workspace.root.hasName(workspace.path);
  } catch {
    return false;
  }
};

const operationOf = ({ does }: Touch): 'read' | 'write' | 'append' | 'list' => {
  if (does === 'read' || does === 'search') return 'read';
  if (does === 'list' || does === 'append') return does;
  return 'write';
};
