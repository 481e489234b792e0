/** OpenClaw: the plugin in integrations/openclaw hands its typed hooks on, and gives its answers back as they are. */
import type { Moment, HookVerdict } from './event.ts';
import { type HostDocument, nothing, type ToolShape } from './host.ts';
import { whoIsThere } from './openclaw-key.ts';

const answer = (moment: Moment, _name: string, verdict: HookVerdict): object | undefined => {
  if (verdict.is === 'pass')
    return {
      // It takes anything else at this moment for a refusal.
      ...(moment === 'prompt' && { outcome: 'pass' }),
      ...(verdict.context !== undefined && { prependContext: verdict.context }),
      ...(verdict.tookInstructions === true && { ordersTaken: true }),
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
    ...nothing(
      'web_search',
      'web_fetch',
      'x_search',
      'update_plan',
      'progress_card',
      'ask_user',
      'agents_list',
      'session_status',
      'sessions_list',
      'get_goal',
      'create_goal',
      'update_goal',
    ),
  },
  output: ['tool_response'],
  text: { message_sending: ['content'], before_agent_run: ['prompt'] },
  who: whoIsThere,
  asks: true,
  shows: false,
  answer,
  cannot: [
    'Agents of other runtimes (Codex, Copilot) are not asked before a prompt.',
    'What a tool gave is shown to the model as it is: its hook there cannot wait for an answer.',
    'The text of a stream is shown before it is a message.',
  ],
};
