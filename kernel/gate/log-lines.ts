/** Ring 0. What an agent adds to the log of today (RFC-0009 §2.5): lines that come after what is there, and hold no credential. */
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import { asAgentLines } from '#lib/workspace/agent-lines.ts';
import type { GateFiles } from './files.ts';
import type { GatePorts } from './ports.ts';
import { lastLines, refuseCredentials } from './text.ts';

/** The lines of one session. */
export class LogLines {
  readonly #files: GateFiles;
  readonly #ports: Pick<GatePorts, 'logs' | 'redactor' | 'exclusively'>;
  /** The end of what was added: what names a credential may stand there, and the credential in what comes next. */
  #added = '';

  constructor(files: GateFiles, ports: Pick<GatePorts, 'logs' | 'redactor' | 'exclusively'>) {
    this.#files = files;
    this.#ports = ports;
  }

  /** Throws GATE_CREDENTIAL, FILE_HARDLINKED, DAILY_LOG_UNWRITABLE. */
  async add(file: string, text: string): Promise<void> {
    const { logs, exclusively } = this.#ports;
    const { redact, credentialsIn } = this.#ports.redactor;
    refuseCredentials(file, await credentialsIn(text), '');
    let before = '';
    const addAfterIt = (): boolean => {
      if (before !== this.#added) return false;
      const shown = redact(file, text);
      const lines = shown.endsWith('\n') ? shown : `${shown}\n`;
      // What has a second name would be changed under that one too (§3.2).
      logs.note(asAgentLines(lines), (log) => this.#files.refuseForbidden(log, file));
      this.#added = lastLines(before + lines);
      return true;
    };
    // What another call adds meanwhile stands above this text, too.
    while (before !== this.#added || !(await exclusively(addAfterIt))) {
      before = this.#added;
      refuseCredentials(file, await credentialsIn(before + text), before, before);
    }
  }

  /** A write counts as an append if it keeps what is there, to the letter. Returns what was added. Throws GATE_APPEND_ONLY, or as `add`. */
  async write(file: string, text: string): Promise<Buffer> {
    const current = this.#files.open(file);
    const kept = this.#ports.redactor.redact(file, current?.text ?? '');
    if (!text.startsWith(kept)) {
      this.#files.compare(file, current);
      throw new Refusal('GATE_APPEND_ONLY', { path: file });
    }
    const added = text.slice(kept.length);
    if (added !== '') await this.add(file, added);
    this.#files.show(file, this.#files.open(file));
    return Buffer.from(added);
  }
}
