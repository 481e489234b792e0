/** Claude Code: hooks of `.claude/settings.json`, one process for each event. */
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
  if (moment === 'before-tool' && verdict.is !== 'replace')
    return own({ permissionDecision: verdict.is, permissionDecisionReason: verdict.reason });
  if (verdict.is === 'replace') {
    return moment === 'message'
      ? own({ displayContent: verdict.value })
      : own({ updatedToolOutput: verdict.value, additionalContext: verdict.reason });
  }
  // A start cannot be stopped: the first prompt is.
  if (moment === 'start')
    return { ...own({ additionalContext: verdict.reason }), systemMessage: verdict.reason };
  if (moment === 'message') return own({ displayContent: verdict.reason });
  return { decision: 'block', reason: verdict.reason };
};

export const CLAUDE_CODE: HostDocument = {
  host: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before-tool',
    PostToolUse: 'after-tool',
    MessageDisplay: 'message',
    Stop: 'stop',
    SessionEnd: 'end',
  },
  tools: {
    ...CLAUDE_TOOLS,
    ...nothing(
      'Agent',
      'Task',
      'TaskCreate',
      'TaskUpdate',
      'TaskList',
      'TaskGet',
      'TaskOutput',
      'TaskStop',
      'TodoWrite',
      'AskUserQuestion',
      'EnterPlanMode',
      'ExitPlanMode',
      'WebFetch',
      'WebSearch',
      'Skill',
      'ToolSearch',
    ),
  },
  output: ['tool_response'],
  text: { UserPromptSubmit: ['prompt'], MessageDisplay: ['delta'] },
  projectVariable: 'CLAUDE_PROJECT_DIR',
  asks: true,
  shows: true,
  answer,
  cannot: [
    'A start is not stopped; the first prompt is.',
    'What the model writes is replaced on the screen only: it stays in the transcript.',
    'Files that a prompt mentions with @ are read without a question.',
  ],
};
