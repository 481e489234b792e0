/** What the programs that run agents tell a hook, in words of ours: the same few moments, whatever they call them. */

/** The programs whose hooks are known, as `--host` names them. */
export const HOST_NAMES = ['claude-code', 'codex', 'gemini', 'hermes', 'openclaw'] as const;

export type HostName = (typeof HOST_NAMES)[number];

/**
 * When a hook is asked: at the start of a session, before what a human says reaches the model, before and after a tool,
 * before a message goes out, when the agent wants to stop, and at the end of the session.
 */
export type Moment = 'start' | 'prompt' | 'before-tool' | 'after-tool' | 'message' | 'stop' | 'end';

/** A tool, as the host calls it, and what it is given and gave. */
export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** One question of a host. */
export interface HookEvent {
  readonly host: HostName;
  readonly moment: Moment;
  /** As the host calls it. */
  readonly name: string;
  readonly session: string | undefined;
  /** The folder that relative paths are seen from. */
  readonly cwd: string | undefined;
  readonly tool: ToolCall | undefined;
  /** What was said, by whom the moment says. */
  readonly text: string | undefined;
  /** The host goes on because this hook asked for it. */
  readonly isAgain: boolean;
  /** Where others may be, such as `discord:ops`; absent where the host has no channels. */
  readonly channel: string | undefined;
  /** Who takes part, where the host says. */
  readonly participants: readonly string[];
  /** Why it cannot be told who takes part, where a host with channels leaves that open. */
  readonly untold?: string | undefined;
  /** No human attends: a job, a heartbeat. */
  readonly isUnattended: boolean;
}

/** One replacement in a text. */
export interface TextEdit {
  readonly old: string;
  readonly new: string;
  /** Wherever it stands, and not only at the first place. */
  readonly all: boolean;
}

/** What a tool does to a path, as far as its input says; `any`: what it does cannot be told. */
export type Touch =
  | { readonly does: 'read' | 'search' | 'list' | 'remove'; readonly path: string }
  /** `deletes`: who does it is told to delete or to move. */
  | { readonly does: 'any'; readonly path: string; readonly deletes?: boolean }
  | { readonly does: 'append'; readonly path: string; readonly said?: string }
  | {
      readonly does: 'write';
      readonly path: string;
      readonly text: string | undefined;
      /** Where the text is not known, what the command says: the text may stand in it. */
      readonly said?: string;
    }
  | { readonly does: 'edit'; readonly path: string; readonly edits: readonly TextEdit[] };

/** What a tool call touches, and why that may not be all. */
export interface ToolTouches {
  readonly touches: readonly Touch[];
  /** Why more cannot be told, in words of ours; absent where all was told. */
  readonly untold?: string;
  /** Programs of a command of which it is not known what they do. */
  readonly programs?: readonly string[];
  /** It is no tool of the table. */
  readonly isUnknown?: boolean;
  /** Where not all is told: texts in which a file may be named in any spelling. */
  readonly texts?: readonly string[];
  /** A program that is not known deletes or moves something, by its name or by what it is given. */
  readonly deletes?: boolean;
  /** Git is asked, which may run what the repository names. */
  readonly asksGit?: boolean;
  /** It names more files than are looked at. */
  readonly tooMany?: boolean;
  /** It is more than is read, in words of ours. */
  readonly tooLarge?: string;
}

/** What is answered, before it has the shape of a host. */
export type HookVerdict =
  | {
      readonly is: 'pass';
      readonly context?: string;
      readonly notice?: string;
      /** Bootstrap instructions were taken, and stand in `context` (RFC-0009 §6.3). */
      readonly tookInstructions?: true;
    }
  | { readonly is: 'ask' | 'deny'; readonly reason: string }
  | { readonly is: 'replace'; readonly value: unknown; readonly reason: string };
