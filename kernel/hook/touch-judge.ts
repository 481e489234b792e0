/**
 * What an event touches, looked at one by one: what is guarded is judged by the gate, what is not guarded is none
 * of ours.
 */
import type { ToolTouches, Touch } from '#lib/hook/event.ts';
import { mentionedPaths } from '#lib/hook/mentions.ts';
import { isPath } from '#lib/hook/touches.ts';
import type { Operation } from '#lib/spec/access.ts';
import { HOOK_PATHS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { printable } from '#lib/text/unseen.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { MEMORY } from '#kernel/memory/kept.ts';
import { HookGate, type Judgement } from './hook-gate.ts';
import { ownerHome } from './machine.ts';
import { OwnFiles } from './own-files.ts';
import { isOwnView, type WorkspaceFile, type ResolvedPath, resolvePath } from './place.ts';
import { type HookWorkspace, kindAt, type HookContext } from './context.ts';

/** What the hook itself rests on is `own`. */
export type TouchJudgement = Judgement | 'own';

export class TouchJudge {
  readonly #context: HookContext;
  readonly #hold: (root: string) => HookWorkspace;
  readonly #entries: JournalEntry[];
  readonly #gates = new Map<string, HookGate>();
  readonly #own: OwnFiles;
  /** A guarded file that a text names in a spelling that is no path. */
  name: string | undefined;
  /** Workspaces whose MEMORY.md a main session is about to write. */
  readonly memories = new Set<HookWorkspace>();

  /** `hold` opens a workspace; what is judged is noted in `entries`. */
  constructor(
    context: HookContext,
    hold: (root: string) => HookWorkspace,
    entries: JournalEntry[],
  ) {
    this.#context = context;
    this.#hold = hold;
    this.#entries = entries;
    this.#own = new OwnFiles(context.machine, context.held?.opened.workspace.path ?? context.cwd);
  }

  /** What the texts of a call name, in any spelling. Throws WORKSPACE_… and STATE_… refusals. */
  mentioned({ texts, deletes: isDeletion = false }: ToolTouches): readonly Touch[] {
    const { held, cwd } = this.#context;
    if (held === undefined || texts === undefined) return [];
    const { path: root } = held.opened.workspace;
    const inside = `${cwd}/`.startsWith(`${root}/`) ? cwd.slice(root.length + 1) : undefined;
    const { guarded } = this.#gateOf(root, held);
    const found = mentionedPaths(texts, { ...guarded.sought, root, from: inside });
    const { name, paths } = found;
    const deletes = isDeletion || found.deletes;
    this.name = paths.length > HOOK_PATHS ? 'too many files' : name;
    return paths.slice(0, HOOK_PATHS).map((path) => ({ does: 'any', path, deletes }));
  }

  /** As the path is written, and as a tool for addresses would read it. Throws WORKSPACE_…, MEMORY_ALIASED and STATE_… refusals. */
  async judge(touch: Touch): Promise<TouchJudgement> {
    const sight = await this.#judge(touch);
    const path = fromAddress(touch.path);
    return sight === undefined && path !== touch.path ? this.#judge({ ...touch, path }) : sight;
  }

  async #judge(touch: Touch): Promise<TouchJudgement> {
    const { machine, cwd, held } = this.#context;
    // No file has such a name; a program may mean something else by the word.
    if (!isPath(touch.path))
      return touch.does === 'any'
        ? undefined
        : new Refusal('GATE_OUTSIDE', { path: printable(touch.path) });
    if (isOwnView(touch.path)) return 'untold';
    const placed = resolvePath(machine.disk, touch.path, { cwd, home: ownerHome(machine) });
    let worst = this.#ownAt(touch, placed);
    for (const place of placed.places) {
      const judgement = await this.#judgeAt(touch, place, placed);
      if (judgement instanceof Refusal) return judgement;
      worst ??= judgement;
    }
    if (placed.places.length > 0 || held === undefined) return worst;
    const outside = this.#outside(touch, placed, held);
    return outside instanceof Refusal ? outside : (worst ?? outside);
  }

  async #judgeAt(
    touch: Touch,
    { root, file }: WorkspaceFile,
    placed: ResolvedPath,
  ): Promise<Judgement> {
    const hookGate = this.#gateOf(root);
    const guard = hookGate.guarded.at(file);
    if (guard === undefined) return hookGate.judgeOther(touch, placed.real);
    if (guard === 'folder' && isRootAlone(touch, file, hookGate)) return undefined;
    const judgement = await this.#judgeGuarded(hookGate, touch, { guard, file, placed });
    const answer = judgement instanceof Refusal ? judgement.code : 'done';
    this.#entries.push({ operation: operationOf(touch), file: printable(file), answer });
    const isWritten = WRITES.has(touch.does) && file === MEMORY;
    if (isWritten && hookGate.asking.decision.kind.permissions.seesMemory)
      this.memories.add(this.#heldAt(root));
    return judgement;
  }

  async #judgeGuarded(
    hookGate: HookGate,
    touch: Touch,
    { guard, file, placed }: { guard: 'file' | 'folder'; file: string; placed: ResolvedPath },
  ): Promise<Judgement> {
    // A folder may be gone out of and into; of files the gate takes names to the letter.
    if (guard === 'folder') return hookGate.judgeFolder(touch, file);
    if (placed.hasDots) return new Refusal('GATE_OUTSIDE', { path: printable(touch.path) });
    if (placed.leadsOut) return new Refusal('FILE_SYMLINK', { file: printable(file) });
    return hookGate.judge(touch, file);
  }

  /** In no workspace: another name of a file of this one, or a folder around it. */
  #outside(touch: Touch, { real }: ResolvedPath, held: HookWorkspace): Judgement {
    const { path } = held.opened.workspace;
    const hookGate = this.#gateOf(path, held);
    if (!`${path}/`.startsWith(real === '/' ? real : `${real}/`))
      return hookGate.judgeOther(touch, real);
    const isRead = touch.does === 'read' || touch.does === 'search';
    if (touch.does === 'any') return 'untold';
    if (touch.does === 'remove' || (isRead && this.#isKept)) {
      const answer = new Refusal('GATE_OUTSIDE', { path: printable(touch.path) });
      const file = '(a path outside the workspace)';
      this.#entries.push({ operation: operationOf(touch), file, answer: answer.code });
      return answer;
    }
    return undefined;
  }

  /** Nobody who asks the hook writes to what it rests on; what the kernel remembers is for nobody else. */
  #ownAt({ does }: Touch, placed: ResolvedPath): TouchJudgement {
    const at = this.#own.at(placed);
    const below = this.#own.below(placed);
    switch (does) {
      case 'list':
        return undefined;
      case 'read':
      case 'search':
        return this.#isKept && (at === 'state' || below === 'state') ? 'own' : undefined;
      case 'remove':
        return at === undefined && below === undefined ? undefined : 'own';
      case 'any': {
        // Of the workspace itself the gate knows more.
        const isInside = placed.places.some(({ file }) => file === '');
        if (at !== undefined) return 'own';
        return below === undefined || isInside ? undefined : 'untold';
      }
      case 'write':
      case 'edit':
      case 'append':
        return at === undefined ? undefined : 'own';
    }
  }

  get #isKept(): boolean {
    return !this.#context.decision.kind.permissions.seesMemory;
  }

  #gateOf(root: string, held?: HookWorkspace): HookGate {
    const known = this.#gates.get(root);
    if (known !== undefined) return known;
    const { event, machine, decision } = this.#context;
    const { opened } = held ?? this.#heldAt(root);
    const hookGate = new HookGate(opened, {
      settings: machine.settings,
      decision: opened === this.#context.held?.opened ? decision : kindAt(root, event, machine),
      attended: !event.isUnattended,
    });
    this.#gates.set(root, hookGate);
    return hookGate;
  }

  #heldAt(root: string): HookWorkspace {
    const own = this.#context.held;
    return root === own?.opened.workspace.path ? own : this.#hold(root);
  }
}

const WRITES: ReadonlySet<Touch['does']> = new Set(['write', 'edit']);

/** `file:///a%20b` is `/a b`. */
const fromAddress = (path: string): string => {
  const plain = path.replace(/^file:(?:\/\/)?/i, '');
  try {
    return plain.includes('%') ? decodeURIComponent(plain) : plain;
  } catch {
    return plain;
  }
};

/** `git add .`, `npx eslint .`: a main session sees afterwards what became of it. */
const isRootAlone = (touch: Touch, file: string, { asking }: HookGate): boolean =>
  touch.does === 'any' &&
  touch.deletes !== true &&
  file === '' &&
  asking.decision.kind.permissions.seesMemory;

const operationOf = ({ does }: Touch): Operation => {
  if (does === 'read' || does === 'search') return 'read';
  if (does === 'list' || does === 'append') return does;
  return 'write';
};
