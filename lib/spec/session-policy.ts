/**
 * What a session of each kind may do (RFC-0009 §3): the one place that tells kinds apart. Everybody else asks for a
 * permission by its name, and what is not permitted here is denied there.
 */
import { ACCESS, type KindName, type Rights, SHARED_CONDUCT, type Trigger } from './access.ts';
import type { Audience } from './audience.ts';
import type { OtherRole, Role } from './files.ts';

/** What follows from the kind of a session alone. */
export interface KindPermissions {
  /** Its column of the table of access (§3). */
  readonly access: Readonly<Record<Role | OtherRole, Rights>>;
  /** The section that its denials name. */
  readonly section: '§3.1' | '§3.2';
  /** What else its denials advise; absent where the file decides. */
  readonly advice?: string;
  /** Nobody but the primary human takes part. */
  readonly isPrivate: boolean;
  /** The rules of conduct that go with it (§3.2). */
  readonly conduct: readonly string[];
  /** Which prompts of a layout are for it, its own first. */
  readonly audiences: readonly [Audience, ...Audience[]];
  /** MEMORY.md is loaded and shown; otherwise it is out of reach of prompt, tools, index and shell (§4.1). */
  readonly seesMemory: boolean;
  /** The kernel takes what this session does for its human's: proposals, accepted files, changes from outside (§5.3). */
  readonly curatesMemory: boolean;
  /** Daily logs are loaded always, or the notes of its own chat, and where the owner's settings say so those of none. */
  readonly logs: 'always' | 'opt-in';
  /** Which part of memory its index holds (§5.4). */
  readonly index: 'private' | 'log';
  /** Lines of private files are learned for other sessions, or kept out of what this one says. */
  readonly privateLines: 'learned' | 'guarded';
  /** Its agent's programs see the workspace itself, or copies of the files that they may read. */
  readonly view: 'workspace' | 'copies';
  /** What its agent may do with files that RFC-0009 §1 does not name. */
  readonly workFiles: 'write' | 'read' | 'none';
  /** Where nothing on this machine can hold an agent: it runs with the owner's consent, or never (§4.1). */
  readonly unsandboxed: 'with consent' | 'never';
  /** Bootstrap instructions are carried out, and SOUL.md is reconfigured (§2.1, §6.2). */
  readonly takesInstructions: boolean;
  /** The kernel creates and renews files that belong to the layout (§6.2). */
  readonly preparesFiles: boolean;
  /** The human may choose another model. */
  readonly choosesModel: boolean;
  /** What lets an agent run commands: the setting for main sessions, or its channel (§3.2). */
  readonly shell: 'setting' | 'channel';
  /** What a hook answers where it cannot tell what a call does to a guarded file. */
  readonly unsure: 'ask' | 'deny';
}

/** Who takes part: the primary human alone, or others too (§3). Its private field keeps it from being compared with a text. */
export class SessionKind {
  /** As settings, records and messages write it. */
  readonly name: KindName;
  readonly #permissions: KindPermissions;

  constructor(name: KindName, permissions: KindPermissions) {
    this.name = name;
    this.#permissions = Object.freeze(permissions);
  }

  get permissions(): KindPermissions {
    return this.#permissions;
  }

  toJSON(): KindName {
    return this.name;
  }
}

const KINDS = {
  main: new SessionKind('main', {
    access: ACCESS.main,
    section: '§3.1',
    isPrivate: true,
    conduct: [],
    audiences: ['main'],
    seesMemory: true,
    curatesMemory: true,
    logs: 'always',
    index: 'private',
    privateLines: 'learned',
    view: 'workspace',
    workFiles: 'write',
    unsandboxed: 'with consent',
    takesInstructions: true,
    preparesFiles: true,
    choosesModel: true,
    shell: 'setting',
    unsure: 'ask',
  }),
  shared: new SessionKind('shared', {
    access: ACCESS.shared,
    section: '§3.2',
    advice: 'Ask your human to do it in a main session.',
    isPrivate: false,
    conduct: SHARED_CONDUCT,
    audiences: ['shared', 'subagent', 'cron'],
    seesMemory: false,
    curatesMemory: false,
    logs: 'opt-in',
    index: 'log',
    privateLines: 'guarded',
    view: 'copies',
    workFiles: 'none',
    unsandboxed: 'never',
    takesInstructions: false,
    preparesFiles: false,
    choosesModel: false,
    shell: 'channel',
    unsure: 'deny',
  }),
} as const satisfies Record<KindName, SessionKind>;

export const MAIN = KINDS.main;
/** What cannot be determined is shared (§4.1). */
export const SHARED = KINDS.shared;

/** All that there are, the most private first. */
export const SESSION_KINDS: readonly SessionKind[] = Object.values(KINDS);

/** As options name them. */
export const KIND_NAMES: readonly KindName[] = SESSION_KINDS.map(({ name }) => name);

/** The kind that a setting, a record or an option names; `undefined` for anything else. */
export const kindNamed = (name: unknown): SessionKind | undefined =>
  SESSION_KINDS.find((kind) => kind.name === name);

/** The kind of the sessions that a prompt for this audience is made for. */
export const kindOfAudience = (audience: Audience): SessionKind =>
  SESSION_KINDS.find(({ permissions }) => permissions.audiences.includes(audience)) ?? SHARED;

/** Are daily logs loaded, where the owner's settings open them to shared sessions, or do not, or it has a chat? */
export const seesLogs = (kind: SessionKind, dailyInShared: boolean, chat?: string): boolean => {
  switch (kind.permissions.logs) {
    case 'always':
      return true;
    case 'opt-in':
      return dailyInShared || chat !== undefined;
  }
};

/** What the files of one workspace are for, and who may do what to them; `undefined` for what is no file of its layout. */
export interface FilePolicy {
  readonly roleOf: (file: string) => Role | OtherRole | undefined;
  readonly rightsTo: (kind: SessionKind, file: string) => Rights | undefined;
  /** Main sessions work with other files, too: with all of them, or with those that this names. */
  readonly work?: true | ((path: string) => boolean) | undefined;
}

/** What is known of a session when its gate is made. */
interface SessionFacts {
  readonly kind: SessionKind;
  /** A human is there, or it is the caller's own command that asks. */
  readonly attended: boolean;
  readonly trigger: Trigger;
  readonly chat?: string | undefined; // where it takes place, whose notes it may read
  /** A first boot: what is missing of the files may be created, nothing overwritten (§6.2). */
  readonly firstBoot: boolean;
  /** Those of RFC-0009, or of another layout as it was vetted. */
  readonly layout: FilePolicy;
  readonly settings: {
    /** Daily logs may be read in shared sessions. */
    readonly dailyLogsInShared: boolean;
    /** Files that the owner lets be changed where no human attends. */
    readonly unattendedWrites: readonly string[];
    /** Folders of the workspace in which an agent may write files that RFC-0009 §1 does not name. */
    readonly workFolders: readonly string[];
    /** What becomes of proposals for MEMORY.md (§5.3). */
    readonly curation: { readonly apply: string };
  };
}

/** What is fixed while a session runs. */
export interface SessionPolicy {
  readonly kind: SessionKind;
  readonly names: FilePolicy;
  readonly seesLogs: boolean;
  readonly attended: boolean;
  readonly unattendedWrites: readonly string[];
  readonly workFolders: readonly string[];
  readonly firstBoot: boolean;
  /** Where a human is there MEMORY.md is written, unless the owner's settings deal with proposals (§5.3). */
  readonly proposes: boolean;
  /** Checks of HEARTBEAT.md may be noted as done (§2.7). */
  readonly notesChecks: boolean;
}

/** What a session may do by what is known of it; frozen. What changes while it runs is a `LiveContext`. */
export const policyOf = ({ layout, settings, trigger, ...facts }: SessionFacts): SessionPolicy =>
  Object.freeze({
    ...facts,
    names: layout,
    seesLogs: seesLogs(facts.kind, settings.dailyLogsInShared, facts.chat),
    unattendedWrites: settings.unattendedWrites,
    workFolders: settings.workFolders,
    proposes:
      facts.kind.permissions.curatesMemory &&
      (trigger !== 'human' || settings.curation.apply !== 'ask'),
    notesChecks: trigger === 'heartbeat',
  });

/** What changes while a session runs. */
export interface LiveContext {
  /** The day whose log may be appended to. */
  readonly today: string;
  /** A human opened this session to reconfigure who the agent is (§2.1), and this file has not been written yet. */
  readonly reconfigure: (file: string) => boolean;
}
