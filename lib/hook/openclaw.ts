/** OpenClaw: the plugin in integrations/openclaw hands its typed hooks on, and gives its answers back as they are. */
import type { Moment, Verdict } from './event.ts';
import { type HostDocument, nothing, type ToolShape } from './host.ts';

const answer = (moment: Moment, _name: string, verdict: Verdict): object | undefined => {
  if (verdict.is === 'pass')
    return {
      // It takes anything else at this moment for a refusal.
      ...(moment === 'prompt' && { outcome: 'pass' }),
      ...(verdict.context !== undefined && { prependContext: verdict.context }),
    };
  if (moment === 'before-tool') {
    return verdict.is === 'ask'
      ? {
          requireApproval: {
            title: 'yamo',
            description: verdict.reason,
            severity: 'warning',
            allowedDecisions: ['allow-once', 'deny'],
          },
        }
      : { block: true, blockReason: verdict.reason };
  }
  if (verdict.is === 'replace')
    return moment === 'message' ? { content: verdict.value } : { message: verdict.value };
  return moment === 'message'
    ? { cancel: true, cancelReason: verdict.reason }
    : { outcome: 'block', reason: verdict.reason, message: verdict.reason };
};

/**
 * Where a session takes place and who takes part, by its key: `agent:ID:main` is the one of its owner, and of whom its
 * channels collapse into it; `agent:ID:telegram:direct:42` is a direct chat. Whatever else a key says is a place where
 * others may be. What goes out is for those whom it goes to, too.
 */
const whoIsThere: HostDocument['who'] = (event) => {
  const key = event['session_key'];
  const place = typeof key === 'string' ? /^agent:[^:]+:(.+)$/s.exec(key)?.[1] : undefined;
  if (place === undefined) return { channel: 'unknown', participants: [] };
  const provider = textOf(event['provider']);
  const to = textOf(event['to'])?.split(':').at(-1);
  // Its own place, or somewhere else.
  const others =
    to === undefined || place.split(':').includes(to) ? [] : [`${provider ?? 'unknown'}:${to}`];
  const [, network, peer] = /^([^:]+):(?:[^:]+:)?(?:direct|dm):([^:]+)$/.exec(place) ?? [];
  if (network !== undefined && peer !== undefined)
    return { channel: undefined, participants: [`${network}:${peer}`, ...others] };
  if (place !== 'main') return { channel: place, participants: others };
  if (others.length > 0) return { channel: undefined, participants: others };
  const sender = textOf(event['sender']);
  if (sender !== undefined)
    return { channel: undefined, participants: [`${provider ?? 'unknown'}:${sender}`] };
  // The control page and the command line of the gateway are its owner's, and so is what it does by itself.
  return provider === undefined || OWN_PROVIDERS.has(provider) || event['unattended'] === true
    ? { channel: undefined, participants: [] }
    : { channel: `${provider}:unknown`, participants: [] };
};

const OWN_PROVIDERS: ReadonlySet<string> = new Set(['webchat', 'cli', 'tui']);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const EXEC: ToolShape = {
  does: 'command',
  text: ['command'],
  folder: ['workdir'],
  variables: 'env',
};

export const OPENCLAW_HOST: HostDocument = {
  host: 'openclaw',
  title: 'OpenClaw',
  program: 'openclaw',
  events: {
    'agent:bootstrap': 'start',
    before_agent_run: 'prompt',
    before_tool_call: 'before-tool',
    message_sending: 'message',
    session_end: 'end',
  },
  tools: {
    read: { does: 'read', path: ['path', 'file_path'] },
    write: { does: 'write', path: ['path', 'file_path'], text: 'content' },
    edit: {
      does: 'edit',
      path: ['path', 'file_path'],
      old: 'oldText',
      new: 'newText',
      many: 'edits',
    },
    apply_patch: { does: 'patch', text: ['input', 'patch'] },
    exec: EXEC,
    bash: EXEC,
    ls: { does: 'list', path: ['path'] },
    find: { does: 'list', path: ['path'] },
    grep: { does: 'search', path: ['path'] },
    memory_get: { does: 'read', path: ['path'] },
    memory_search: { does: 'search', path: [] },
    // A program in JavaScript, whose name is that of a command.
    code_mode_exec: { does: 'command', text: ['code', 'command'] },
    ...nothing('web_search', 'web_fetch', 'update_plan', 'session_status', 'sessions_list'),
  },
  output: ['tool_response'],
  text: { message_sending: ['content'], before_agent_run: ['prompt'] },
  who: whoIsThere,
  asks: true,
  answer,
  cannot: [
    'Agents of other runtimes (Codex, Copilot) are not asked before a prompt.',
    'What a tool gave is shown to the model as it is: its hook there cannot wait for an answer.',
    'The text of a stream is shown before it is a message.',
  ],
};
