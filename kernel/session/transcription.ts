/**
 * Writes down what is said in a session, to show it and to resume it. No credential is kept (RFC-0009 §4.2), not
 * of a human who says one either; what fails here does not end the session.
 */
import { TRANSCRIPT_ENTRY_MAX_CHARS, TRANSCRIPT_WAITING_MAX_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { REDACTED, redactFrom } from '#kernel/redact/credential-redactor.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import type { Transcript, TranscriptEntry } from '#kernel/state/transcripts.ts';
import { credentialFinder, mayHoldCredential } from '#kernel/redact/credentials.ts';

export class Transcription {
  readonly #notice: (section: string, text: string) => void;
  readonly #bootId: string;
  readonly #find = credentialFinder();
  /** `undefined`: the owner wants none, or it cannot be written. */
  #transcript: Transcript | undefined;
  #begun = false;
  /** What the agent said since the last thing of another kind. */
  #said = '';
  readonly #waiting: TranscriptEntry[] = [];
  /** The length of what is not written yet. */
  #waitingChars = 0;
  /** The last of what is being written; in order. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    transcript: Transcript | undefined,
    bootId: string,
    notice: (section: string, text: string) => void,
  ) {
    this.#transcript = transcript;
    this.#bootId = bootId;
    this.#notice = notice;
  }

  human(text: string): void {
    this.#add({ t: 'human', text, at: now() });
  }

  /** Notes what of an event belongs to the conversation. */
  hear(event: KernelEvent): void {
    if (event.event === 'text') this.#saidMore(event.text);
    else if (event.event === 'turn') this.#saidSoFar();
    else if (
      event.event === 'tool' &&
      (event.status === 'completed' || event.status === 'failed')
    ) {
      this.#saidSoFar();
      const { id, title, status } = event;
      this.#add({ t: 'tool', id, text: title, status });
    }
  }

  /** Notes an entry of the agent's own. */
  keep(entry: unknown): void {
    this.#add({ t: 'kept', entry });
  }

  /** Settles when what came is written; `undefined` while that is little. */
  get behind(): Promise<void> | undefined {
    return this.#waitingChars > TRANSCRIPT_WAITING_MAX_CHARS ? this.settled() : undefined;
  }

  /** What came so far is written when this resolves. Rejects where it could not be looked through. */
  settled(): Promise<void> {
    const entries = this.#waiting.splice(0);
    if (entries.length > 0) {
      const chars = entries.reduce((sum, entry) => sum + lengthOf(entry), 0);
      this.#last = this.#last
        .then(() => this.#write(entries))
        .finally(() => {
          this.#waitingChars -= chars;
        });
    }
    return this.#last;
  }

  /** Everything is written when this resolves, and nothing more will be. */
  async end(): Promise<void> {
    this.#saidSoFar();
    await this.settled();
    this.#close();
  }

  /** Who says much without doing anything has it kept by whole lines. */
  #saidMore(text: string): void {
    this.#said += text;
    if (this.#said.length <= TRANSCRIPT_ENTRY_MAX_CHARS) return;
    const end = this.#said.lastIndexOf('\n') + 1;
    const rest = end === 0 ? '' : this.#said.slice(end);
    this.#said = this.#said.slice(0, this.#said.length - rest.length);
    this.#saidSoFar();
    this.#said = rest;
  }

  #saidSoFar(): void {
    const text = this.#said;
    this.#said = '';
    if (text !== '') this.#add({ t: 'agent', text, at: now() });
  }

  /** Entries of one turn of the event loop are written together, behind what is under way. */
  #add(entry: TranscriptEntry): void {
    this.#waiting.push(entry);
    this.#waitingChars += lengthOf(entry);
    if (this.#waiting.length === 1) setImmediate(() => void this.settled().catch(() => undefined));
  }

  async #write(entries: readonly TranscriptEntry[]): Promise<void> {
    if (this.#transcript === undefined) return;
    const boot: TranscriptEntry = { t: 'boot', bootId: this.#bootId, at: now() };
    const clean: TranscriptEntry[] = this.#begun ? [] : [boot];
    for (const entry of entries) clean.push(await this.#cleanEntry(entry));
    try {
      this.#transcript.add(...clean);
      this.#begun = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#close();
      this.#notice(
        '§5',
        `What is said from here on is not kept, and the session cannot be resumed: ${error.message}`,
      );
    }
  }

  async #cleanEntry(entry: TranscriptEntry): Promise<TranscriptEntry> {
    if (entry.t === 'kept') return { ...entry, entry: await this.#clean(entry.entry) };
    return 'text' in entry ? { ...entry, text: await this.#cleanText(entry.text) } : entry;
  }

  #close(): void {
    const transcript = this.#transcript;
    this.#transcript = undefined;
    try {
      transcript?.close();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#notice('§5', `What was said last may not be kept: ${error.message}`);
    }
  }

  /** The same, with every text in it looked through. */
  async #clean(value: unknown): Promise<unknown> {
    if (typeof value === 'string') return this.#cleanText(value);
    if (Array.isArray(value)) return Promise.all(value.map((one) => this.#clean(one)));
    if (!isJsonObject(value)) return value;
    const fields = await Promise.all(
      Object.entries(value).map(async ([name, one]) => [name, await this.#clean(one)] as const),
    );
    return Object.fromEntries(fields);
  }

  async #cleanText(text: string): Promise<string> {
    if (!mayHoldCredential(text)) return text;
    const found = new Set((await this.#find(text)).map(({ line }) => line));
    // The whole line: half of a key is often found by the other half.
    const lines = text.split('\n').map((line, index) => (found.has(index + 1) ? REDACTED : line));
    // But for what is recognised by what it looks like.
    return redactFrom(lines.join('\n'), []);
  }
}

/** Of the agent's own entries an estimate: they are made of what was said and done. */
const lengthOf = (entry: TranscriptEntry): number =>
  'text' in entry ? entry.text.length : entry.t === 'kept' ? KEPT_CHARS : 0;

const KEPT_CHARS = 16 * 1024;

const now = (): string => new Date().toISOString();
