/** What is said in a session: to its human, looked through and in order, and into the transcript. */
import { setTimeout as delay } from 'node:timers/promises';
import { COMMANDS_WAIT_MS } from '#lib/spec/limits.ts';
import type { KernelEvent, OfferedCommand } from '#kernel/contract/events.ts';
import type { Privacy } from '#kernel/redact/privacy.ts';
import { Speech } from '#kernel/redact/speech.ts';
import type { Boot } from '#kernel/run/running.ts';
import { withOwnNames } from './agent-commands.ts';
import { Transcription } from './transcription.ts';

export class SessionOutput {
  readonly speech: Speech;
  readonly transcription: Transcription;
  readonly #hears: (event: KernelEvent) => void;
  #offered: readonly OfferedCommand[] = [];
  #isHushed = false;
  readonly #announcing = Promise.withResolvers<undefined>();

  constructor(
    { host, transcript, bootId, program }: Boot,
    { redactions, guard, notice }: Pick<Privacy, 'redactions' | 'guard' | 'notice'>,
  ) {
    this.#hears = host.emit;
    const kept = host.settings.transcriptDays > 0 ? transcript : undefined;
    this.transcription = new Transcription(kept, bootId, notice);
    this.speech = new Speech({ emit: this.emit, redactions, guard, secrets: [] });
    // The model agent has none of its own.
    if (program.model !== undefined) this.#announcing.resolve(undefined);
  }

  /** The commands that the agent has itself, as it last said. */
  get offered(): readonly OfferedCommand[] {
    return this.#offered;
  }

  /** Nobody reads from here on what the agent says: it is asked to write, and not to talk. */
  mute(): void {
    this.#isHushed = true;
  }

  readonly emit = (said: KernelEvent): void => {
    if (this.#isHushed && said.event === 'text') return;
    const event = said.event === 'commands' ? withOwnNames(said) : said;
    if (event.event === 'commands') {
      this.#offered = event.commands;
      this.#announcing.resolve(undefined);
    }
    this.transcription.hear(event);
    this.#hears(event);
  };

  /** Resolves when the agent has said which commands it has, when it `ended`, or when it is not waited for any longer. */
  async announced(ended: Promise<unknown>): Promise<void> {
    const late = delay(COMMANDS_WAIT_MS, undefined, { ref: false });
    await Promise.race([this.#announcing.promise, ended, late]);
    this.#announcing.resolve(undefined);
  }
}
