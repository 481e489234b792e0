/**
 * Texts that speak to the agent in place of its human (RFC-0009 §4): what was found in them is told, to the owner in
 * notices and to the agent beside what it reads. No text is changed or kept back for it, and none is quoted.
 */
import { randomBytes } from 'node:crypto';
import { Refusal } from '#lib/spec/refusals.ts';
import { scan, INJECTION_NAMES, type InjectionFinding } from '#lib/injection/scan.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Notify } from '#kernel/contract/events.ts';
import { relativeTo } from '#kernel/gate/decide.ts';

/** So many places are named in one notice; of the others their number is told. */
const PLACES_MAX = 3;

/** What marks the fences of a session: nothing that was written before it can know this. */
export const fenceNonce = (): string => randomBytes(16).toString('hex');

interface NamedText {
  readonly file: string;
  readonly text: string;
}

/** Tells what stands in files that are about to be shown. Throws UNTRUSTED_TEXT in strict mode. */
export const reportInjection = (
  files: readonly NamedText[],
  { strict, notice }: { readonly strict: boolean; readonly notice: Notify },
): void => {
  const reports = files.map(({ file, text }) => ({ file, findings: scan(text) }));
  tell(reports, notice);
  if (!strict) return;
  for (const { file, findings } of reports) {
    const first = findings.find(({ quoted }) => !quoted);
    if (first !== undefined)
      throw new Refusal('UNTRUSTED_TEXT', {
        file,
        line: first.line,
        kind: INJECTION_NAMES[first.kind],
      });
  }
};

interface Report {
  readonly file: string;
  readonly findings: readonly InjectionFinding[];
}

/**
 * One notice for all files. What is quoted is more likely talked about than said, and places beyond the first few say
 * little to a person: they are minor.
 */
const tell = (reports: readonly Report[], notice: Notify): void => {
  const said = reports.flatMap(({ file, findings }) =>
    findings
      .filter(({ quoted }) => !quoted)
      .map(({ kind, line, column }) => `${file}:${line}:${column} holds ${INJECTION_NAMES[kind]}`),
  );
  const more = said.slice(PLACES_MAX);
  const rest = more.length === 0 ? '' : `; and ${more.length} more (--trace names them)`;
  if (said.length > 0) notice('§4', `${said.slice(0, PLACES_MAX).join('; ')}${rest}.`);
  for (const place of more) notice('§4', `${place}.`, 'minor');
  for (const { file, findings } of reports) {
    const quoted = findings.find((finding) => finding.quoted);
    if (quoted === undefined) continue;
    const words = INJECTION_NAMES[quoted.kind];
    notice(
      '§4',
      `${file} shows in code or quotes what could be meant for the agent, first at line ${quoted.line}: ${words}.`,
      'minor',
    );
  }
};

/** What an agent reads through the gate during a session. */
export class InjectionWatch {
  readonly #root: string;
  readonly #notice: Notify;
  /** By name: of what is read again, and is what it was, the owner does not hear again. */
  readonly #known = new Map<string, Looked>();

  /** `root` is the workspace; `loaded` was reported before the session began. */
  constructor(root: string, notice: Notify, loaded: readonly NamedText[] = []) {
    this.#root = root;
    this.#notice = notice;
    for (const { file, text } of loaded) this.#known.set(file, { sha256: hashOf(text) });
  }

  /** What was found in a file that is read; the owner is notified the first time. */
  look(path: string, text: string): readonly InjectionFinding[] {
    const file = relativeTo(this.#root, path) ?? path;
    const sha = hashOf(text);
    const before = this.#known.get(file);
    const same = before?.sha256 === sha;
    const findings = (same ? before.findings : undefined) ?? scan(text);
    this.#known.set(file, { sha256: sha, findings });
    if (!same) tell([{ file, findings }], this.#notice);
    return findings;
  }
}

/** A file as it was read last. */
interface Looked {
  readonly sha256: string;
  /** Absent where they were told before the session began. */
  readonly findings?: readonly InjectionFinding[];
}

const hashOf = (text: string): string => sha256(Buffer.from(text));
