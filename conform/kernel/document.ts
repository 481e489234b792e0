/** The document by which a kernel is known (schemas/conform-kernel.schema.json), and the commands that it means. */
import {
  type SchemaFault,
  validate as fitsConformKernel,
} from '#schemas/generated/conform-kernel.js';
import type { ProbeAttempt, SessionName } from '#conform/case/case.ts';
import type { ToolNames } from '#conform/provider/plan.ts';

export interface KernelDocument {
  readonly name: string;
  readonly version?: string;
  readonly about?: string;
  readonly agent: 'acp' | 'stdin' | 'messages' | 'chat';
  /** Where the kernel has a loop of its own: its tools. */
  readonly tools?: ToolNames;
  readonly boot: { readonly main: readonly string[]; readonly shared?: readonly string[] };
  readonly environment?: Readonly<Record<string, string>>;
  /** A request of its own by which an ACP agent appends to a log; without it an agent writes the longer text. */
  readonly append?: string;
  readonly seconds?: number;
  /** Cases that are held, whatever notClaimed says of their chapter. */
  readonly claimed?: readonly string[];
  /** By ids of cases, chapters and requirements, separated by spaces. */
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
  /** A program that starts it as a session needs it. */
  readonly program: string;
  readonly attempts: readonly ProbeAttempt[];
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
  } catch (error) {
    return { fault: `/ is not JSON: ${error instanceof Error ? error.message : ''}` };
  }
  if (!isDocument(value)) return { fault: told(fitsConformKernel.errors) };
  const fault = faultOfProvider(value) ?? faultOfBoot(value);
  return fault === undefined ? { document: value } : { fault };
};

const isDocument = (value: unknown): value is KernelDocument => fitsConformKernel(value);

const told = (errors: readonly SchemaFault[] | null | undefined): string => {
  const [first] = errors ?? [];
  const { additionalProperty: extra, allowedValues: allowed } = first?.params ?? {};
  const place = first?.instancePath || '/';
  if (Array.isArray(allowed)) return `${place} is one of ${allowed.join(', ')}`;
  const what = typeof extra === 'string' ? ` (${extra})` : '';
  return `${place} ${first?.message ?? 'is not valid'}${what}`;
};

const NEEDED = {
  read: ['file', 'path'],
  write: ['text'],
  append: ['text'],
  shell: ['command'],
} as const;

/** What no schema says of a kernel that calls a provider. */
const faultOfProvider = (kernel: KernelDocument): string | undefined => {
  const { agent, tools } = kernel;
  if (!callsProvider(kernel))
    return tools && `/tools is for kernels that call a provider ("agent": "messages" or "chat")`;
  if (tools === undefined) return `/tools is needed with "agent": "${agent}": those of the kernel`;
  for (const action of ['read', 'write', 'append', 'shell'] as const) {
    const input = JSON.stringify(tools[action]?.input);
    if (input !== undefined && !NEEDED[action].some((name) => input.includes(`{${name}}`)))
      return `/tools/${action}/input holds no {${NEEDED[action].join('} and no {')}}`;
  }
  return undefined;
};

/** What no kernel can do without, by how it takes its agent. */
const faultOfBoot = (kernel: KernelDocument): string | undefined => {
  const { boot, environment = {} } = kernel;
  const needed = {
    '{workspace}': 'it is what the kernel is to boot',
    ...(callsProvider(kernel)
      ? { '{provider}': 'it is what the kernel is to call' }
      : { '{agent}': 'it is the command that the kernel is to start (or {program})' }),
  };
  for (const session of ['main', 'shared'] as const)
    for (const [name, what] of Object.entries(needed))
      if (
        boot[session] &&
        !JSON.stringify([boot[session], environment])
          .replaceAll('{program}', '{agent}')
          .includes(name)
      )
        return `/boot/${session} names no ${name}, and /environment neither: ${what}`;
  return undefined;
};

const callsProvider = ({ agent }: KernelDocument): boolean =>
  agent === 'messages' || agent === 'chat';

/** Every boot has a loopback of its own, so that this one port is free. */
const PROVIDER_PORT = 8009;

/** The words that start the provider; undefined where the kernel calls none. */
export const providerCommand = (
  kernel: KernelDocument,
  { workspace, attempts, package: folder, node }: Meanings,
): readonly string[] | undefined => {
  if (!callsProvider(kernel)) return undefined;
  const script = JSON.stringify({ workspace, attempts, tools: kernel.tools });
  const encoded = Buffer.from(script).toString('base64');
  return [node, `${folder}/dist/conform-provider.js`, kernel.agent, String(PROVIDER_PORT), encoded];
};

/** Its variables. */
export const environmentOf = (
  kernel: KernelDocument,
  meanings: Meanings,
): Readonly<Record<string, string>> => {
  const values = valuesOf(kernel, meanings);
  return Object.fromEntries(
    Object.entries(kernel.environment ?? {}).map(([name, value]) => [name, put(value, values)]),
  );
};

/** The words of a command; undefined where the kernel has no such session. */
export const sessionCommand = (
  kernel: KernelDocument,
  session: SessionName,
  meanings: Meanings,
): readonly string[] | undefined => {
  const values = valuesOf(kernel, meanings);
  return kernel.boot[session]?.map((word) => put(word, values));
};

const put = (word: string, values: Readonly<Record<string, string>>): string =>
  word.replaceAll(/\{(\w+)\}/g, (braced, name: string) => values[name] ?? braced);

/** The command of the probe agent, for a shell. */
export const agentOf = (
  { agent, append }: KernelDocument,
  { workspace, attempts, probe, node }: Meanings,
): string => {
  const script = Buffer.from(JSON.stringify({ workspace, attempts, append })).toString('base64');
  return [node, probe, agent, script].map((word) => `'${word}'`).join(' ');
};

const valuesOf = (
  kernel: KernelDocument,
  meanings: Meanings,
): Readonly<Record<string, string>> => ({
  workspace: meanings.workspace,
  home: meanings.home,
  here: meanings.here,
  package: meanings.package,
  node: meanings.node,
  case: meanings.case,
  program: meanings.program,
  agent: agentOf(kernel, meanings),
  message: 'Good morning.',
  provider: `http://127.0.0.1:${PROVIDER_PORT}`,
});
