/** What a caller asks for when it boots a workspace, and what it brings along. */
import type { SessionFiles, SessionRecords } from './session-records.ts';
import type { Rates } from '#lib/model/cost.ts';
import type { RankBy } from '#lib/protocol/mesh.ts';
import type { Wire } from '#lib/protocol/protocol.ts';
import type { ATTENDED_WRITES, KindName, Trigger } from '#lib/spec/access.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import type { Human, KernelEvent, ManagedWorkers, OwnersTerminal } from './events.ts';
import type { HeartbeatSettings } from './heartbeat-settings.ts';
import type { StoreSettings } from './store-settings.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';

/** What a caller wants booted, and how: the command line without its spelling. */
export interface BootRequest {
  readonly path: string;
  /** `undefined`: decided from who takes part. */
  readonly session: SessionKind | undefined;
  readonly participants: readonly string[];
  /** Where the session takes place, as the caller names it (`discord:ops`); others may be there. */
  readonly channel: string | undefined;
  /** Where its owner is who begins it, in words; the command line where it is left out. */
  readonly place?: string;
  /** The chat whose notes it writes and reads, where that is told. */
  readonly chat: string | undefined;
  /** A preset's name, `scribe`, or a command that speaks ACP; `undefined`: what the settings say, or what there is a key for. */
  readonly agent: string | undefined;
  /** `PROVIDER/MODEL` for the built-in model agent. */
  readonly model: string | undefined;
  /** The id of a session to resume, or `last`. */
  readonly resume: string | undefined;
  /** The folder in which the session began, where whoever asks works in one beside the workspace; absolute. */
  readonly folder?: string | undefined;
  /** What begins it; `undefined`: a human where one attends, else a job. */
  readonly trigger: Trigger | undefined;
  readonly audience?: 'subagent'; // It is for a worker, whose prompt is another.
  /** A human is there who sees what happens; `undefined`: if one can be asked. Nobody attends a heartbeat. */
  readonly attended: boolean | undefined;
  readonly strict: boolean;
  /** A human wants SOUL.md to be written, this once (§2.1). */
  readonly reconfigure: boolean;
  /** A human wants bootstrap instructions carried out although a first boot was finished. */
  readonly rebirth: boolean;
  /** A human gives up what the scribe would not take up of bootstrap instructions (§6.2). */
  readonly dropUnread: boolean;
  /** IANA name; before USER.md and the system. */
  readonly zone: string | undefined;
  /** `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`: the time the session believes in. */
  readonly date: string | undefined;
  /** The owner says that it is a workspace of this layout, bundled or their own, whatever its names say. */
  readonly layout: LayoutName | LayoutDocument | undefined;
  readonly automation?: string | undefined; // whose prompt it gets, where the layout has such (N41)
  readonly facts?: string | undefined; // a file of what no file of the workspace knows, before that of the settings
  readonly persona?: string | undefined; // who speaks, by its folder, where a layout has several; the first by default
  /** The owner accepts that nothing of this machine holds an agent (main sessions); remembered. */
  readonly unsandboxed: boolean;
}

/** A boot that asks for nothing beyond what is there. */
export const PLAIN_REQUEST: Omit<BootRequest, 'path' | 'session'> = {
  participants: [],
  channel: undefined,
  chat: undefined,
  agent: undefined,
  model: undefined,
  resume: undefined,
  trigger: undefined,
  attended: undefined,
  strict: false,
  reconfigure: false,
  rebirth: false,
  dropUnread: false,
  zone: undefined,
  date: undefined,
  layout: undefined,
  unsandboxed: false,
};

/** Does a human attend the session? What starts it says so, or there is one who can be asked; nobody attends a heartbeat. */
export const isAttended = (
  { trigger, attended }: Pick<BootRequest, 'trigger' | 'attended'>,
  { human }: Pick<Host, 'human'>,
): boolean => trigger !== 'heartbeat' && (attended ?? human !== undefined);

/** What begins the session. */
export const triggerOf = (
  request: Pick<BootRequest, 'trigger' | 'attended'>,
  host: Pick<Host, 'human'>,
): Trigger => request.trigger ?? (isAttended(request, host) ? 'human' : 'job');

/** The owner's settings (schemas/settings.schema.json), with their defaults. */
export interface Settings {
  /** Channel identities of the primary human. */
  readonly primaryHuman: readonly string[];
  /** Files of the workspace that an agent may change where no human attends. */
  readonly unattendedWrites: readonly (typeof ATTENDED_WRITES)[number][];
  /** Folders of the workspace in which an agent of a main session may write files of its own. */
  readonly workFolders: readonly string[];
  /** Channels in which nobody but the primary human is. */
  readonly directChannels: readonly string[];
  /** Shared sessions may see the daily logs, as context. */
  readonly dailyLogsInShared: boolean;
  /** The tier that the owner says the workspaces reach (RFC-0009 §2.0, R-04). */
  readonly claim?: 'lite' | 'v3.0';
  /** What sandboxes agents: the first of the machine's that does, one of them, or none, as on a machine without any. */
  readonly sandbox: 'auto' | 'bubblewrap' | 'landlock' | 'seatbelt' | 'none';
  /** What third-party agents reach of the network; the built-in one reaches nothing. */
  readonly network: Network;
  /** Files and folders that third-party agents see beside the system and their own code; `~` is the owner's home. */
  readonly agentPaths: { readonly read?: readonly string[]; readonly write?: readonly string[] };
  /** Variables of the owner's environment that third-party agents get. */
  readonly agentEnvironment: readonly string[];
  readonly shell: ShellSettings;
  /** The agent where none is named on the command line, as for `--agent`. */
  readonly agent?: string;
  /** The model where none is named on the command line: `PROVIDER/MODEL`. */
  readonly model?: string;
  /** Providers beside those that are built in, or other facts about those. */
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  /** By `PROVIDER/MODEL` or `MODEL`, before the built-in table. */
  readonly prices: Readonly<Record<string, Rates>>;
  readonly budgets: Budgets;
  /** By the name of a layout: where the owner's facts for its prompt are (`yamo prompt --facts`); outside of every workspace. */
  readonly layouts?: Readonly<Record<string, { readonly facts?: string }>>;
  /** Programs that connect by `yamo acp` and `yamo mcp`, by the name that they give. */
  readonly clients: Readonly<Record<string, ClientSettings>>;
  readonly hook: HookSettings;
  readonly curation: CurationSettings;
  /** How long what was said in a session is kept, to resume it; 0: not at all. */
  readonly transcriptDays: number;
  readonly mesh: MeshSettings;
  /** Turns of main sessions get places of memory of so many tokens, or none do. */
  readonly recall: { readonly tokens: number } | false;
  /** A session that ends gives its agent one turn to write down what must last (RFC-0009 §5.1). */
  readonly writeDownAtEnd: boolean;
  readonly heartbeat: HeartbeatSettings;
  readonly store: StoreSettings;
}

/** The index of memory (RFC-0009 §5.4). */
export interface MeshSettings {
  /** Searches in sessions ask it. */
  readonly search: boolean;
  /** A turn of any session gets what it finds, or none does: as it was said before there was `recall`. */
  readonly recall?: boolean;
  /** How places are ranked. */
  readonly rank: RankBy;
  /** What makes vectors: `local`, or PROVIDER/MODEL; without it words alone count. */
  readonly embedder?: string;
}

/** How a provider is reached. */
interface ProviderSettings {
  readonly wire?: Wire;
  readonly baseUrl?: string;
  /** Where its key is: `env:NAME`, `keychain:SERVICE/ACCOUNT`, `file:PATH#/json/pointer`, or `none`. Never the key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Tokens; for models that the built-in table does not know. */
  readonly contextTokens?: number;
  readonly outputTokens?: number;
  readonly idleSeconds?: number;
  readonly tries?: number;
}

/** What may be spent before the agent stops; a day is one of this machine, and of all its workspaces. */
export interface Budgets {
  readonly sessionUsd?: number;
  readonly dayUsd?: number;
  readonly sessionTokens?: number;
  readonly dayTokens?: number;
}

interface ClientSettings {
  /** `main`: this program is the primary human's alone. */
  readonly session?: KindName;
  /** Texts of the workspace may leave the machine by this program (RFC-0009 §4.4). */
  readonly export?: boolean;
}

/** Where agents of other programs ask `yamo hook`. */
export interface HookSettings {
  /** Folders in which nobody but the primary human works with an agent; `~` is the owner's home. */
  readonly mainProjects: readonly string[];
  /** Programs that an agent of a shared session may run, although they can read MEMORY.md and nothing here sees it. */
  readonly programs: readonly string[];
  /** Tools likewise, by name, or by the beginning of several with a star behind it. */
  readonly tools: readonly string[];
}

/** How proposals for MEMORY.md are dealt with (RFC-0009 §5.3). */
export interface CurationSettings {
  /**
   * `ask`: by `yamo memory curate`. `ask-in-session`: the agent may propose in every main session, and its human is asked
   * there. `within-limits`: so, too, but small ones are applied unasked, without entries that may come from outside.
   */
  readonly apply: 'ask' | 'ask-in-session' | 'within-limits';
  /** Entries that are added unasked in a day, at most. */
  readonly maxAdded: number;
  /** Lines that are taken out unasked in a day, at most. */
  readonly maxRemoved: number;
  /** What is applied is committed in the git repository of the workspace, too. */
  readonly commit: boolean;
}

/** Where agents may run commands, and how much of the machine one command may take. */
export interface ShellSettings {
  readonly main: boolean;
  /** Channels whose shared sessions may. */
  readonly channels: readonly string[];
  readonly seconds: number;
  readonly outputBytes: number;
  readonly processes: number;
}

/** What holds where the owner's settings say nothing. */
export const DEFAULT_SETTINGS: Settings = {
  primaryHuman: [],
  directChannels: [],
  unattendedWrites: [],
  workFolders: [],
  dailyLogsInShared: false,
  sandbox: 'auto',
  network: 'none',
  agentPaths: {},
  agentEnvironment: [],
  shell: { main: false, channels: [], seconds: 120, outputBytes: 262_144, processes: 64 },
  providers: {},
  prices: {},
  budgets: {},
  clients: {},
  hook: { mainProjects: [], programs: [], tools: [] },
  curation: { apply: 'ask', maxAdded: 12, maxRemoved: 4, commit: false },
  transcriptDays: 30,
  mesh: { search: false, rank: 'scores' },
  recall: { tokens: 600 },
  writeDownAtEnd: false,
  heartbeat: {},
  store: {},
};

/** The machine, and who runs yamo on it. */
export interface HostMachine {
  readonly disk: Disk;
  readonly uid: number;
  readonly environment: Environment;
  readonly version: string;
}

/** What the owner says, at the moment when it is read. */
export interface OwnerParts {
  readonly settings: Settings;
  /** Where they were read, if the owner named a file. */
  readonly settingsFile?: string | undefined;
}

/** Whom one session, or one command, talks to, and what ends it. */
export interface SessionVoice {
  /** The human at the other end; `undefined` if there is none to ask. */
  readonly human: Human | undefined;
  /** Those of a manager: its agent has them do what it does not do itself, and has the tools of a manager alone. */
  readonly workers?: ManagedWorkers | undefined;
  /** Where the owner alone is shown what nobody else is to see; absent where standard error is no terminal. */
  readonly terminal?: OwnersTerminal | undefined;
  readonly emit: (event: KernelEvent) => void;
  /** Settles when what was emitted has been taken; `undefined` where nobody is behind. The agent waits meanwhile. */
  readonly behind?: () => Promise<void> | undefined;
  /** Aborted when the owner wants to stop (Ctrl-C, a signal): the agent is ended, the boot refuses to go on. */
  readonly signal: AbortSignal;
  /** What an agent prints about itself. */
  readonly diagnostics: (text: string) => void;
  readonly records?: SessionRecords | undefined;
  /** Of the session of a chat. */
  readonly files?: SessionFiles | undefined;
  /** Says a text in a direct chat of the owner; where nobody can, it is absent. Returns why it is not said. */
  readonly tellChat?: (chat: string, text: string) => Promise<string | undefined>;
}

/** What the kernel runs in. */
export type Host = HostMachine & OwnerParts & SessionVoice;

/**
 * `none`: not even the loopback of the machine; `all`: the network of the machine; otherwise the hosts
 * (`name` or `name:port`) that the kernel's proxy connects to.
 */
export type Network = 'none' | 'all' | readonly string[];
