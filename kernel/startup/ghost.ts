/**
 * Ring 0. The ghost check (RFC-0006 §2.1): priority 0, before any persona is loaded, not skippable.
 * AGENTS.md is read here, once; a text that does not begin with the ghost header is healed by a
 * durable replace, or refused in strict mode.
 */
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import type { SectionsRead } from '#lib/text/outline.ts';
import { hasGhostHeader, withGhostHeader } from '#lib/workspace/header.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { sha256, stripBom } from '#kernel/fs/bytes.ts';
import { replaceFile } from '#kernel/fs/replace.ts';
import { type FileText, type Forbidden, readFile } from './read.ts';
import type { Workspace } from './workspace.ts';

const AGENTS = 'AGENTS.md';

export interface AgentsOptions {
  /** Bootstrap instructions are present, so AGENTS.md may still have to be created. */
  readonly firstBoot: boolean;
  readonly forbidden: Forbidden;
}

/** AGENTS.md as it was read, once; or that there is none yet. */
export class AgentsRead {
  readonly #file: FileText | undefined;

  private constructor(file: FileText | undefined) {
    this.#file = file;
  }

  get file(): FileText | undefined {
    return this.#file;
  }

  /** Throws AGENTS_MISSING, or what `readFile` throws. */
  static of(workspace: Workspace, { firstBoot, forbidden }: AgentsOptions): AgentsRead {
    const file = readFile(workspace, AGENTS, forbidden);
    if (file === undefined && !firstBoot)
      throw new Refusal('AGENTS_MISSING', { path: workspace.path });
    return new AgentsRead(file);
  }
}

export interface GhostOptions {
  readonly strict: boolean;
  /** Of the text that was read; `undefined` where there is none. Ring 0 reads no Markdown. */
  readonly sections: SectionsRead | undefined;
  /** Makes it durable that a heal is about to happen, so that it is logged even if the kernel dies (K8). */
  readonly intend: (heal: Heal) => void;
  /** Which line was probably meant as the header: words for a refusal, on which nothing rests. */
  readonly near: string;
}

export interface Heal {
  readonly before: string;
  readonly after: string;
}

/** Proof that AGENTS.md begins with the ghost header, or, before a first boot, that there is none yet. */
export class GhostSealed {
  readonly agents: FileText | undefined;
  readonly heal: Heal | undefined;

  private constructor(agents: FileText | undefined, heal: Heal | undefined) {
    this.agents = agents;
    this.heal = heal;
  }

  /** `present`, `healed`, or `vacuous` (no AGENTS.md before a first boot: checked again after it). */
  get outcome(): 'present' | 'healed' | 'vacuous' {
    if (this.agents === undefined) return 'vacuous';
    return this.heal === undefined ? 'present' : 'healed';
  }

  /**
   * A text that would be refused later is not touched. Throws AGENTS_SECTIONS, GHOST_HEADER_MISSING (strict),
   * GHOST_HEAL_FAILED.
   */
  static seal(
    workspace: Workspace,
    { file: agents }: AgentsRead,
    options: GhostOptions,
  ): GhostSealed {
    if (agents === undefined) return new GhostSealed(undefined, undefined);
    const { sections } = options;
    if (sections?.isOf(agents.text) !== true) throw new TypeError('sections of another text');
    refuseMissingSections(workspace.path, sections);
    // The bytes, not the text: a second byte order mark is none.
    if (hasGhostHeader(agents.bytes.toString('utf8'))) return new GhostSealed(agents, undefined);
    if (options.strict) throw new Refusal('GHOST_HEADER_MISSING', { near: options.near });
    const healed = heal(workspace, agents, options);
    return new GhostSealed(healed, { before: agents.sha256, after: healed.sha256 });
  }
}

/** Throws AGENTS_SECTIONS (§2.2), saying what is missing and which lines were probably meant. */
const refuseMissingSections = (path: string, { missing, near }: SectionsRead): void => {
  if (missing.length === 0) return;
  const meant = near.map(
    ({ section, line }) => ` Line ${line} is close to "## ${section}", but is not it.`,
  );
  throw new Refusal('AGENTS_SECTIONS', {
    path,
    missing: missing.map((section) => `"## ${section}"`).join(', '),
    near: meant.join(''),
  });
};

const heal = (workspace: Workspace, agents: FileText, options: GhostOptions): FileText => {
  const bytes = Buffer.from(withGhostHeader(agents.bytes.toString('utf8')));
  const after = sha256(bytes);
  options.intend({ before: agents.sha256, after });
  const { root } = workspace;
  try {
    replaceFile(root, {
      name: AGENTS,
      bytes,
      previous: agents.stat,
    });
    const stat = root.disk.lstat(root.at(AGENTS)) ?? agents.stat;
    return { file: AGENTS, bytes, stat, sha256: after, text: stripBom(bytes.toString('utf8')) };
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('GHOST_HEAL_FAILED', { errno }));
  }
};
