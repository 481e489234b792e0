/** What there is to know of a program that runs agents, as a document: its events, its tools, and how it is answered. */
import type { HostName, Moment, HookVerdict } from './event.ts';

/** What a tool does, and which fields of its input say to what. The first field that is there counts. */
export type ToolShape =
  | { readonly does: 'read'; readonly path: readonly string[] }
  | { readonly does: 'search'; readonly path: readonly string[] }
  | { readonly does: 'list'; readonly path: readonly string[] }
  | { readonly does: 'write'; readonly path: readonly string[]; readonly text: string }
  | {
      readonly does: 'edit';
      readonly path: readonly string[];
      readonly old: string;
      readonly new: string;
      readonly all?: string;
      /** A list of edits. */
      readonly many?: string;
    }
  | {
      readonly does: 'command';
      readonly text: readonly string[];
      /** Where it is run, if not where the session is. */
      readonly folder?: readonly string[];
      /** The field with variables for its programs. */
      readonly variables?: string;
      /** The field that names another program to read the line. */
      readonly shell?: string;
    }
  | { readonly does: 'patch'; readonly text: readonly string[] }
  /** Nothing of the workspace. */
  | { readonly does: 'nothing' };

/** What is printed, and how the process ends. */
export interface HookAnswer {
  readonly json: object;
  readonly exit: 0 | 2;
  /** For standard error, which hosts read where the exit code is 2. */
  readonly error?: string;
}

/** One host. */
export interface HostDocument {
  readonly host: HostName;
  /** As its makers write it. */
  readonly title: string;
  /** As its command is called. */
  readonly program: string;
  /** Its events, by its own names. */
  readonly events: Readonly<Record<string, Moment>>;
  /** Its tools, by its own names. */
  readonly tools: Readonly<Record<string, ToolShape>>;
  /** Where a prompt says that it is the first of its session: in a host that takes no answer at its start. */
  readonly first?: readonly string[];
  /** Where an event has the output of a tool. */
  readonly output: readonly string[];
  /** Where an event has what was said, by the name of the event. */
  readonly text: Readonly<Record<string, readonly string[]>>;
  /** The variable that names the folder of the project. */
  readonly projectVariable?: string;
  /** Where an event takes place and who takes part; by its folder where the host has no channels. */
  readonly who?: (event: Readonly<Record<string, unknown>>) => {
    readonly channel: string | undefined;
    readonly participants: readonly string[];
    readonly untold?: string | undefined;
  };
  /** Can it ask its human before a tool? Where it cannot, what would be asked is denied. */
  readonly asks: boolean;
  /** Does it show its human a line that comes with an answer? Where it does not, the agent is told at the start. */
  readonly shows: boolean;
  /** The answer in its own shape; `undefined` where it takes none at this moment. */
  readonly answer: (moment: Moment, name: string, verdict: HookVerdict) => object | undefined;
  /** What it cannot do, each a sentence. */
  readonly cannot: readonly string[];
}

/** Tools of Claude Code, which others took over under the same names. */
export const CLAUDE_TOOLS: Readonly<Record<string, ToolShape>> = {
  Read: { does: 'read', path: ['file_path'] },
  Write: { does: 'write', path: ['file_path'], text: 'content' },
  Edit: {
    does: 'edit',
    path: ['file_path'],
    old: 'old_string',
    new: 'new_string',
    all: 'replace_all',
  },
  MultiEdit: {
    does: 'edit',
    path: ['file_path'],
    old: 'old_string',
    new: 'new_string',
    all: 'replace_all',
    many: 'edits',
  },
  NotebookEdit: { does: 'write', path: ['notebook_path'], text: 'new_source' },
  Bash: { does: 'command', text: ['command'] },
  Glob: { does: 'list', path: ['path'] },
  LS: { does: 'list', path: ['path'] },
  Grep: { does: 'search', path: ['path'] },
};

/** They touch no file: plans, questions, the web, other agents, whose own tools are asked about. */
export const nothing = (...names: readonly string[]): Readonly<Record<string, ToolShape>> =>
  Object.fromEntries(names.map((name) => [name, { does: 'nothing' }]));
