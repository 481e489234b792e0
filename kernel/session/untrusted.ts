/**
 * Texts that speak to the agent in place of its human (RFC-0009 §4): what was found in them is told, to the owner in
 * notices and to the agent beside what it reads. No text is changed or kept back for it, and none is quoted.
 */
import { randomBytes } from 'node:crypto';
import { Refusal } from '#lib/spec/refusals.ts';
import { scan, UNTRUSTED_WORDS, type UntrustedFinding } from '#lib/workspace/untrusted-text.ts';
import { sha256 } from '#kernel/effects/bytes.ts';
import { relativeTo } from '#kernel/gate/decide.ts';

/** So many places of a file have a notice of their own; of the others their number is told. */
const NOTICES_MAX = 3;

/** What marks the fences of a session: nothing that was written before it can know this. */
export const fenceNonce = (): string => randomBytes(16).toString('hex');

type Notice = (section: string, text: string) => void;

interface NamedText {
  readonly file: string;
  readonly text: string;
}

/** Tells what stands in files that are about to be shown. Throws UNTRUSTED_TEXT in strict mode. */
export const reportUntrusted = (
  files: readonly NamedText[],
  { strict, notice }: { readonly strict: boolean; readonly notice: Notice },
): void => {
  const reports = files.map(({ file, text }) => ({ file, findings: scan(text) }));
  for (const { file, findings } of reports) tell(file, findings, notice);
  if (!strict) return;
  for (const { file, findings } of reports) {
    const first = findings.find(({ quoted }) => !quoted);
    if (first !== undefined)
      throw new Refusal('UNTRUSTED_TEXT', {
        file,
        line: first.line,
        kind: UNTRUSTED_WORDS[first.kind],
      });
  }
};

const tell = (file: string, findings: readonly UntrustedFinding[], notice: Notice): void => {
  const said = findings.filter(({ quoted }) => !quoted);
  for (const { kind, line, column } of said.slice(0, NOTICES_MAX))
    notice('§4', `${file}:${line}:${column} holds ${UNTRUSTED_WORDS[kind]}.`);
  const more = said.length - NOTICES_MAX;
  if (more > 0) notice('§4', `${file} holds such things in ${more} more places.`);
  const quoted = findings.find((finding) => finding.quoted);
  if (quoted !== undefined)
    notice(
      '§4',
      `${file} shows in code or quotes what could be meant for the agent, first at line ${quoted.line}: ${UNTRUSTED_WORDS[quoted.kind]}.`,
    );
};

/** What an agent reads through the gate during a session. */
export class UntrustedWatch {
  readonly #root: string;
  readonly #notice: Notice;
  /** By name: of what is read again, and is what it was, the owner does not hear again. */
  readonly #known = new Map<string, Looked>();

  /** `root` is the workspace; `loaded` was reported before the session began. */
  constructor(root: string, notice: Notice, loaded: readonly NamedText[] = []) {
    this.#root = root;
    this.#notice = notice;
    for (const { file, text } of loaded) this.#known.set(file, { sha256: hashOf(text) });
  }

  /** What was found in a file that is read; the owner hears of it the first time. */
  look(path: string, text: string): readonly UntrustedFinding[] {
    const file = relativeTo(this.#root, path) ?? path;
    const sha = hashOf(text);
    const before = this.#known.get(file);
    const same = before?.sha256 === sha;
    const findings = (same ? before.findings : undefined) ?? scan(text);
    this.#known.set(file, { sha256: sha, findings });
    if (!same) tell(file, findings, this.#notice);
    return findings;
  }
}

/** A file as it was read last. */
interface Looked {
  readonly sha256: string;
  /** Absent where they were told before the session began. */
  readonly findings?: readonly UntrustedFinding[];
}

const hashOf = (text: string): string => sha256(Buffer.from(text));
