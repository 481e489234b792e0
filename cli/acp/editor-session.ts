/** One session of an editor: a session of the kernel, what the editor is told of it, and its human. */
import {
  type AgentContext,
  type ContentBlock,
  type JsonRpcId,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import { Refusal } from '#lib/spec/refusals.ts';
import { Conversation } from '#kernel/boot/conversation.ts';
import { fenceNonce } from '#kernel/redact/injection.ts';
import { hostFor } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { HumanAtEditor } from './human.ts';
import { UpdateQueue } from './update-queue.ts';
import { awaitsFirstBoot, kindFor, type EditorWorkspace, requestFor } from './place.ts';
import { hear } from './prompt.ts';
import { TurnQueue } from './turn-queue.ts';
import { commandsUpdate, translator } from './updates.ts';

/** A second wish to stop within this time is the first one, said twice. */
const SAME_WISH_MS = 1000;

/** The program at the other end. */
export interface EditorClient {
  readonly client: AgentContext;
  /** As it calls itself; settings go by it. */
  readonly name: string;
  readonly forms: boolean;
  readonly notices: boolean;
}

export interface EditorSessionParts {
  readonly given: Given<'acp'>;
  readonly place: EditorWorkspace;
  readonly editor: EditorClient;
  /** The request that opens it. */
  readonly requestId: JsonRpcId;
  /** Aborted when the whole program is to end. */
  readonly signal: AbortSignal;
  /** The session to resume. */
  readonly resume: string | undefined;
}

const STOP_REASONS: readonly StopReason[] = [
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
];

/** A session of the kernel as an editor sees it, from its first prompt to its end. */
export class EditorSession {
  readonly #conversation: Conversation;
  readonly #updates: UpdateQueue;
  readonly #questions: Questions;
  readonly #turns = new TurnQueue();
  /** Who is asked what another session of the workspace wants to know. */
  readonly #owner: HumanAtEditor;
  /** Its workspace. */
  readonly path: string;
  /** The turn that runs; aborted when it was asked to stop. */
  #turn: AbortController | undefined;
  /** When it was asked to, in milliseconds of this process. */
  #askedAt = 0;

  private constructor(
    conversation: Conversation,
    parts: {
      readonly updates: UpdateQueue;
      readonly questions: Questions;
      readonly owner: HumanAtEditor;
      readonly path: string;
    },
  ) {
    this.#conversation = conversation;
    this.#updates = parts.updates;
    this.#questions = parts.questions;
    this.#owner = parts.owner;
    this.path = parts.path;
  }

  /** Boots. Throws what `boot` throws, EDITOR_NO_WORKSPACE, BIRTH_UNANSWERED, SETTINGS_INVALID. */
  static async open(parts: EditorSessionParts): Promise<EditorSession> {
    const { given, place, editor, requestId, signal, resume } = parts;
    const updates = new UpdateQueue(editor.client);
    const questions = new Questions(signal);
    const translate = translator(editor);
    const at = { ...editor, updates, requestId, workspace: place.path };
    const human = new HumanAtEditor({
      ...at,
      signal: () => questions.signal,
      prefix: 'yamo-question',
    });
    const owner = new HumanAtEditor({
      ...at,
      signal: () => questions.untilEnd,
      prefix: 'yamo-daemon-question',
    });
    let editorSession: EditorSession | undefined;
    const host = await hostFor(
      { settings: given.text('settings'), trace: given.flag('trace') },
      {
        human,
        emit: (event) => {
          updates.tell(translate(event));
          if (event.event === 'commands') editorSession?.tellCommands();
        },
        signal,
      },
    );
    const kind = kindFor(given, host.settings, editor.name);
    const request = requestFor(given, place, kind, resume);
    if (await awaitsFirstBoot(place, request, host)) await agreeToFirstBoot(human, place);
    const conversation = await Conversation.open(
      request,
      host,
      (lost) => void lost.fail(lost.lost),
    );
    editorSession = new EditorSession(conversation, {
      updates,
      questions,
      owner,
      path: place.path,
    });
    editorSession.tellCommands();
    return editorSession;
  }

  get id(): string {
    return this.#conversation.session.id;
  }

  /** The primary human alone, where nobody else sees what is said here. */
  get owner(): HumanAtEditor | undefined {
    const { isPrivate } = this.#conversation.session.kind.permissions;
    return isPrivate && !this.isOver && !this.#questions.isOver ? this.#owner : undefined;
  }

  /** It serves no longer: its agent is gone. */
  get isOver(): boolean {
    return this.#conversation.lost !== undefined;
  }

  /** The editor knows the session by `id`: it is told `before`, then what has waited. */
  begin(id: string, before: readonly SessionUpdate[] = []): void {
    this.#updates.begin(id, before);
  }

  tell(updates: readonly SessionUpdate[]): void {
    this.#updates.tell(updates);
  }

  /** What the human may say with a slash, now. */
  tellCommands(): void {
    this.tell([commandsUpdate(this.#conversation.session.commands)]);
  }

  /**
   * One turn, or a command of the kernel, when those before it are over; returns why it stopped. `signal` cancels it.
   * Throws EDITOR_CONTENT, AGENT_LOST, AGENT_FAILED.
   */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<StopReason> {
    const turn = new AbortController();
    // The same wish as the notification's; only that one, said again, ends the agent.
    const cancel = (): void => {
      if (turn === this.#turn && !turn.signal.aborted) this.cancel();
      turn.abort();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await this.#turns.run(turn, () => this.#run(turn, blocks), 'cancelled');
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  async #run(turn: AbortController, blocks: readonly ContentBlock[]): Promise<StopReason> {
    if (this.#questions.isOver) return 'cancelled';
    if (this.isOver) throw this.#conversation.lost;
    const { words, text } = hear(blocks, fenceNonce());
    // A model would answer to nothing, and be paid for it.
    if (text.trim() === '') return 'end_turn';
    this.#turn = turn;
    this.#questions.begin(turn.signal);
    try {
      const stop = await this.#conversation.say({ words, text });
      if (stop !== undefined && turn.signal.aborted) return 'cancelled';
      return STOP_REASONS.find((reason) => reason === stop) ?? 'end_turn';
    } catch (error) {
      // What was ended on purpose did not fail.
      if (this.#questions.isOver || this.isOver) return 'cancelled';
      await this.#fail(error);
      throw error;
    } finally {
      this.#turn = undefined;
    }
  }

  /**
   * Asks the turn that runs to stop, and those that wait for it; asked again, ends the agent, which did not. Nothing
   * happens where no turn runs: what is said next is a turn of its own.
   */
  cancel(): void {
    const hadWaiting = this.#turns.stop();
    if (this.#turn === undefined) return;
    const now = performance.now();
    // Who presses a key twice means it once, or what was said in between.
    if (this.#turn.signal.aborted && (hadWaiting || now - this.#askedAt < SAME_WISH_MS)) return;
    if (!this.#turn.signal.aborted) this.#askedAt = now;
    else
      void this.#fail(
        new Refusal('AGENT_LOST', { reason: 'it did not stop when it was asked to' }),
      );
    this.#turn.abort();
    this.#conversation.stop();
  }

  /** Ends the session in good order. Throws what its closing throws. */
  async close(reason: string): Promise<void> {
    this.#questions.end();
    await this.#conversation.close(reason);
  }

  /** The session cannot go on, unless it is being ended anyway. Never rejects. */
  async #fail(error: unknown): Promise<void> {
    if (!this.#questions.isOver && !this.isOver) await this.#conversation.fail(error);
  }
}

/** What ends the waiting for an answer: the end of the program, of the session, or of the turn that asks. */
class Questions {
  readonly #program: AbortSignal;
  readonly #session = new AbortController();
  #signal: AbortSignal;

  constructor(program: AbortSignal) {
    this.#program = program;
    this.#signal = AbortSignal.any([program, this.#session.signal]);
  }

  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Aborted at the end of the session, whatever turn runs. */
  get untilEnd(): AbortSignal {
    return AbortSignal.any([this.#program, this.#session.signal]);
  }

  /** The session is being ended, by whatever wanted it. */
  get isOver(): boolean {
    return this.#program.aborted || this.#session.signal.aborted;
  }

  begin(turn: AbortSignal): void {
    this.#signal = AbortSignal.any([this.#program, this.#session.signal, turn]);
  }

  end(): void {
    this.#session.abort();
  }
}

/**
 * Bootstrap instructions are deleted before they are carried out, and who carries them out may ask. So somebody must be there to
 * answer, which only an answer shows. Throws BIRTH_UNANSWERED; nothing was touched then.
 */
const agreeToFirstBoot = async (human: HumanAtEditor, { path }: EditorWorkspace): Promise<void> => {
  const chosen = await human.choose(
    `${path} waits for its first boot: BOOTSTRAP.md is carried out once, and deleted. The agent may ask you questions.`,
    [
      { id: 'begin', label: 'Begin' },
      { id: 'later', label: 'Not now' },
    ],
  );
  if (chosen !== 'begin') throw new Refusal('BIRTH_UNANSWERED', { path });
};
