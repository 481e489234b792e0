/**
 * A layout as a document (`schemas/layout.schema.json`): which files a system of Markdown agents has, what each is for,
 * and how a prompt is made of them. Six are bundled; an owner may write another.
 */
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import type { Audience } from '#lib/spec/audience.ts';
import type { OtherRole, Role } from '#lib/spec/files.ts';

/** What a file is for: the roles of RFC-0009, and what only other systems have. */
export type LayoutRole = Role | OtherRole;

/**
 * When a file without text counts as empty, and what is done then: `skip` leaves it out, `keep` shows its heading,
 * `heartbeat` leaves it out where nothing but comments, bare headings and rules is in it.
 */
export type EmptyRule = 'skip' | 'keep' | 'heartbeat';

/** A file of a layout. */
export interface LayoutFile {
  /**
   * Relative to the workspace. `*` is any one name of a folder, `**` any folders below one; `{today}`, `{yesterday}`,
   * `{agent}` and `{automation}` are filled in.
   */
  readonly name: string;
  readonly role: LayoutRole;
  readonly required?: boolean;
  /** Who gets it; everybody where nothing is said. */
  readonly for?: readonly Audience[];
  /** When it is read: at every start (nothing is said), on a heartbeat, or when the agent asks for it. */
  readonly when?: 'heartbeat' | 'on demand';
  /** What is kept first where a budget is short: lower numbers. */
  readonly priority: number;
  readonly group: CacheGroup;
  readonly empty?: EmptyRule;
  /** What is shown in its place where it is absent. */
  readonly missing?: string;
  /** The text that the system brings along, which serves where the file is absent. */
  readonly bundled?: string;
  /** The same, where its owner keeps it apart from the workspace: by name. No document says it. */
  readonly apart?: Readonly<Record<string, string>>;
  /** In characters, whatever the budget. */
  readonly cap?: number;
  /** It is cut by the rule for instructions, which keeps the lines that say what must and must not be done. */
  readonly policy?: boolean;
  /** The agent may not write it, whatever its role would allow. */
  readonly readOnly?: boolean;
  /** The agent creates it while there is no agent yet, and once; then it belongs to its human. */
  readonly once?: boolean;
  /** What the kernel does with it when a main session begins: it empties it, or writes what tools there are. */
  readonly border?: 'clear' | 'tools';
}

/** What comes from outside of the workspace, by name (`schemas/prompt-facts.schema.json`). */
export type FactName =
  | 'systemPrompt'
  | 'tools'
  | 'runtime'
  | 'skillsSection'
  | 'degradedServices'
  | 'heartbeatPrompt'
  | 'signal'
  | 'environment'
  | 'planMode'
  | 'tasks'
  | 'workflow'
  | 'communication'
  | 'cortex'
  | 'osTemplates'
  | 'machines';

/** Where a section stands in the budget of a system that shares it out (OSA's tiers). */
interface Ranked {
  /** 1 is never cut; the others have their share. */
  readonly tier?: 1 | 2 | 3 | 4;
}

/** A file, by its name in `files`; of a pattern all that fit, by name. */
export interface FileSection extends Ranked {
  readonly file: string;
  readonly heading?: string;
  /** Each file of a pattern under its own: `{name}` is filled in. */
  readonly each?: string;
  /** Filled in where `{{NAME}}` stands in the text: once, and not again in what was filled in. */
  readonly fill?: Readonly<Record<string, readonly LayoutSection[]>>;
  /** Stands under the heading of level two with this title, numbers aside, instead of what the file has there. */
  readonly instead?: Readonly<Record<string, readonly LayoutSection[]>>;
  /** Only sections that have words of the fact `query`; all where none does. */
  readonly filtered?: boolean;
  /** Only names and descriptions: the agent reads the files on demand. */
  readonly listed?: boolean;
}

/** Words of the layout's own. */
interface TextSection {
  readonly id: string;
  readonly text: string;
  /** Shown once there is an agent, and only as long as nothing is in this folder. */
  readonly whileEmpty?: string;
  readonly group?: CacheGroup;
}

/** What is known only outside. */
export interface FactSection extends Ranked {
  readonly fact: FactName;
  readonly heading?: string;
  /** How a list is shown: with how many there are, or one a line. */
  readonly form?: 'counts' | 'list';
  readonly group: CacheGroup;
  /** Where none is given. */
  readonly default?: string;
}

/** Sections under one heading, which is there if one of them is. */
export interface PartsSection {
  readonly heading: string;
  /** Words that stand first if something follows. */
  readonly lead?: string;
  readonly parts: readonly LayoutSection[];
  readonly group: CacheGroup;
}

/** The first of these lists of which a file is there. */
export interface ChoiceSection {
  readonly oneOf: readonly {
    /** One of these files is what has to be there, and not any that the list shows. */
    readonly where?: readonly string[];
    readonly sections: readonly LayoutSection[];
    readonly warning?: string;
  }[];
}

export type LayoutSection = FileSection | TextSection | FactSection | PartsSection | ChoiceSection;

/** Which order of sections a prompt has; `normal` unless the layout says another applies. */
export type OrderName = 'normal' | 'first run' | 'automation' | 'worker';

/** The names of the ways to estimate tokens. */
export type Estimator =
  | 'claude'
  | 'claude-2024'
  | 'o200k'
  | 'aletheia'
  | 'gsv'
  | 'osa'
  | 'osa-document'
  | 'openclaw';

/** How what does not fit is cut. */
export type CutRule =
  /** Whole sections of what is not required, the last ones first; later files are still looked at. */
  | { readonly by: 'sections' }
  /** Aletheia: in order; the first that does not fit is cut to whole sections if so much is left; the rest is dropped. */
  | { readonly by: 'order'; readonly floor: number; readonly marker: string }
  /** OpenClaw: beginning and end of each file, within a cap for each and one for all, in characters. */
  | { readonly by: 'head and tail'; readonly cap: number; readonly total: number }
  /** OSA: the base is whole; each tier of the rest has its share. */
  | {
      readonly by: 'tiers';
      readonly shares: { readonly 2: number; readonly 3: number };
      readonly reserve: number;
      readonly least: number;
      readonly marker: string;
    };

/** A folder of the system has all of `paths` (a folder's ends in `/`); `within`: its name, those above, `*` any. */
export interface Marker {
  readonly paths: readonly string[];
  readonly within?: readonly string[];
}

/**
 * By what a file of the system says whose it is, wherever it lies: any of these headings or labels (`- **Label:**`),
 * in small letters and without other signs, or as they begin; or any of these words.
 */
export interface TextMark {
  readonly file: string;
  readonly headings?: readonly string[];
  readonly labels?: readonly string[];
  readonly words?: readonly string[];
}

/** Who deletes bootstrap instructions, if anybody. */
type BootstrapPolicy = 'kernel' | 'agent' | 'permanent' | 'none';

export interface LayoutDocument {
  readonly layout: string;
  /** As its own project writes it. */
  readonly title: string;
  /** By any of these a folder is recognised. */
  readonly markers?: readonly Marker[];
  /** And by any of these, which say more than names and places do. */
  readonly speech?: readonly TextMark[];
  readonly files: readonly LayoutFile[];
  /** Without any of these the folder holds no agent. */
  readonly anyRequired?: readonly string[];
  /** What is the running system's and no content of the agent; a folder's name ends in a slash. */
  readonly runtime?: readonly string[];
  /**
   * All that an agent sees of the workspace, by prompt, tools and commands; a folder's name ends in a slash, and is seen
   * with what is in it. Where it is absent, the whole workspace.
   */
  readonly sees?: readonly string[];
  readonly order: readonly LayoutSection[];
  /** Instead of `order` at a first run. */
  readonly firstRun?: readonly LayoutSection[];
  /** Instead of `order` for an automation, which the facts name. */
  readonly automation?: readonly LayoutSection[];
  /** Instead of `order` for a worker of a manager. */
  readonly worker?: readonly LayoutSection[];
  readonly separator: string;
  /** Between a heading and what is under it. */
  readonly headingEnd: string;
  /** Every file stands in the kernel's fences. */
  readonly fenced?: boolean;
  readonly estimator: Estimator;
  /** In tokens; none where nothing is cut unless asked. */
  readonly budget?: number;
  /** A file of the workspace, and its key, that may make the budget smaller. */
  readonly budgetSetting?: {
    readonly file: string;
    readonly key: string;
    /** The folder of the workspaces of an instance, which has such a file beside it. */
    readonly instance?: string;
  };
  readonly cut: CutRule;
  readonly bootstrap: BootstrapPolicy;
  /** The file whose presence says that this is the first run; for `personas`, their absence. */
  readonly firstRunBy?: { readonly file: string } | { readonly personas: string };
  /** Folders whose names may fill in a variable: the first in which the file is. */
  readonly variables?: Readonly<
    Partial<Record<'agent', { readonly folder: string; readonly holds: string }>>
  >;
  /** Each dynamic section is a block of its own. */
  readonly separateDynamic?: boolean;
  /** What stands from the first dynamic section on is made anew for what is asked, and not with `/reload` alone. */
  readonly fresh?: 'request';
  /** Days of logs by UTC, and not by the clock of the human. */
  readonly utcDays?: boolean;
}
