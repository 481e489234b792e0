/** What a session and a first boot have in common towards their agent: how it is started, and who hears it. */
import type { Startable } from './agent-process.ts';
import type { ModelHost } from './model-requests.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import { type AgentHost, humanOf } from './requests.ts';
import { askToSend, type SendFileParts } from './send-file.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { UsageMeter } from '#kernel/run/usage-meter.ts';
import type { ToolServer, ToolServerParts } from './tool-server.ts';

export interface Starting {
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly program: AgentProgram;
  readonly meter: UsageMeter | undefined;
}

/** What is this session's own of what its agent may ask for. */
type Own = Pick<
  AgentHost,
  'broker' | 'terminals' | 'watch' | 'notice' | 'speech' | 'root' | 'behind'
> &
  Pick<ModelHost, 'search' | 'propose' | 'keep' | 'checked'> & {
    /** What files are taken from, where the session is that of a chat. */
    readonly sends?: Pick<SendFileParts, 'workspace' | 'policy'>;
  };

/** The program, in its view, about to be started. */
export const startableOf = ({ host, sandbox, program }: Starting): Startable => {
  if (!program.builtIn) host.emit({ event: 'starting', agent: program.name });
  return {
    name: program.name,
    command: sandbox.agent(host),
    login: program.needs?.login,
    meta: program.needs?.meta,
  };
};

const NAME_MAX_CHARS = 40;

/** Of a command, the program that is meant. */
const shortName = (name: string): string =>
  name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll("'", '')
    .slice(0, NAME_MAX_CHARS);

/** Who answers what it asks for; searching, keeping and the account are for the kernel's own agents. */
export const agentHostOf = (
  { host, sandbox, program, meter }: Starting,
  { search, propose, keep, checked, behind, sends, ...own }: Own,
): AgentHost => {
  const { human, diagnostics, signal, records, workers, files } = host;
  const status = (text: string): void => own.speech.status(text);
  const asker = `The agent (${shortName(program.name)})`;
  const asking = { ...own, asker, signal, human: humanOf({ human, speech: own.speech }) };
  const sendFile =
    sends && files && ((path: string) => askToSend(path, { ...asking, ...sends, files }));
  const account = meter === undefined ? {} : { account: meter };
  return {
    ...own,
    own: sandbox.own,
    asker,
    sendFile,
    behind: () => behind?.() ?? host.behind?.(),
    human,
    diagnostics,
    signal,
    checked,
    workers,
    model: program.builtIn
      ? { search, propose, checked, records, sendFile, keep, status, workers, ...account }
      : undefined,
  };
};

/** The kernel's tools, for an agent that is not ours; loaded for those alone. Throws SCRATCH_UNUSABLE. */
export const serveTools = async (parts: ToolServerParts): Promise<ToolServer> => {
  const { ToolServer } = await import('./tool-server.ts');
  return new ToolServer(parts);
};
