/** The document by which a kernel is known (schemas/conform-kernel.schema.json), and the commands that it means. */
import { fitsConformKernel, type SchemaFault } from '#schemas/generated/conform-kernel.js';
import type { Attempt, Session } from '#conform/case/case.ts';

export interface KernelDocument {
  readonly name: string;
  readonly version?: string;
  readonly agent: 'acp' | 'stdin';
  readonly boot: { readonly main: readonly string[]; readonly shared?: readonly string[] };
  readonly environment?: Readonly<Record<string, string>>;
  /** A request of its own by which an ACP agent appends to a log; without it an agent writes the longer text. */
  readonly append?: string;
  readonly seconds?: number;
  readonly notClaimed?: Readonly<Record<string, string>>;
}

/** What the braces of a command stand for. */
export interface Meanings {
  readonly workspace: string;
  readonly home: string;
  readonly here: string;
  readonly package: string;
  readonly node: string;
  readonly case: string;
  /** The probe agent's file, where the kernel finds it. */
  readonly probe: string;
  readonly attempts: readonly Attempt[];
}

export type DocumentRead =
  | { readonly document: KernelDocument }
  /** A JSON pointer and what is wrong there. */
  | { readonly fault: string };

/** A document from the text of its file. */
export const readDocument = (text: string): DocumentRead => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: '/ is not JSON' };
  }
  return isDocument(value) ? { document: value } : { fault: told(fitsConformKernel.errors) };
};

const isDocument = (value: unknown): value is KernelDocument => fitsConformKernel(value);

const told = (errors: readonly SchemaFault[] | null | undefined): string => {
  const [first] = errors ?? [];
  const extra = first?.params['additionalProperty'];
  const what = typeof extra === 'string' ? ` (${extra})` : '';
  return `${first?.instancePath || '/'} ${first?.message ?? 'is not valid'}${what}`;
};

/** The words of a command; undefined where the kernel has no such session. */
export const commandOf = (
  { boot, agent, append }: KernelDocument,
  session: Session,
  meanings: Meanings,
): readonly string[] | undefined => {
  const { workspace, attempts, probe, node } = meanings;
  const script = Buffer.from(JSON.stringify({ workspace, attempts, append })).toString('base64');
  const started = [node, probe, agent, script].map((word) => `'${word}'`).join(' ');
  const values: Readonly<Record<string, string>> = {
    workspace,
    home: meanings.home,
    here: meanings.here,
    package: meanings.package,
    node,
    case: meanings.case,
    agent: started,
    message: 'Good morning.',
  };
  return boot[session]?.map((word) =>
    word.replaceAll(/\{(\w+)\}/g, (braced, name: string) => values[name] ?? braced),
  );
};
