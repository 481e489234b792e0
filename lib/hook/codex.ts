/** Codex: hooks of `.codex/hooks.json`, in the shape of Claude Code's, with fewer answers. */
import type { Moment, HookVerdict } from './event.ts';
import { CLAUDE_TOOLS, type HostDocument, nothing } from './host.ts';

const answer = (moment: Moment, name: string, verdict: HookVerdict): object | undefined => {
  const own = (more: object): object => ({ hookSpecificOutput: { hookEventName: name, ...more } });
  if (verdict.is === 'pass') {
    const { context, notice } = verdict;
    return {
      ...(context !== undefined && own({ additionalContext: context })),
      ...(notice !== undefined && { systemMessage: notice }),
    };
  }
  // The feedback of a blocked result stands in its place.
  if (verdict.is === 'replace') return { decision: 'block', reason: outputText(verdict.value) };
  if (moment === 'before-tool')
    return own({ permissionDecision: 'deny', permissionDecisionReason: verdict.reason });
  if (moment === 'start')
    return { continue: false, stopReason: verdict.reason, systemMessage: verdict.reason };
  return { decision: 'block', reason: verdict.reason };
};

/** An output as one text. */
export const outputText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

export const CODEX: HostDocument = {
  host: 'codex',
  title: 'Codex',
  program: 'codex',
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before-tool',
    PostToolUse: 'after-tool',
    Stop: 'stop',
  },
  tools: {
    ...CLAUDE_TOOLS,
    apply_patch: { does: 'patch', text: ['command', 'input', 'patch'] },
    shell: { does: 'command', text: ['command'], folder: ['workdir'] },
    exec_command: {
      does: 'command',
      text: ['cmd', 'command'],
      folder: ['workdir'],
      shell: 'shell',
    },
    shell_command: { does: 'command', text: ['command'], folder: ['workdir'] },
    view_image: { does: 'read', path: ['path'] },
    ...nothing('update_plan', 'web_search', 'request_user_input'),
  },
  output: ['tool_response'],
  text: { UserPromptSubmit: ['prompt'] },
  asks: false,
  shows: true,
  answer,
  cannot: [
    'It takes no question from a hook: what would be asked is denied.',
    'A message of the agent is shown before a hook hears of it.',
    'Hooks run only after their owner has trusted them in Codex (/hooks).',
  ],
};
