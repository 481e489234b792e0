/** Gemini CLI: hooks of `.gemini/settings.json`. */
import { outputText } from './codex.ts';
import type { Moment, HookVerdict } from './event.ts';
import { type HostDocument, nothing } from './host.ts';

const answer = (moment: Moment, name: string, verdict: HookVerdict): object | undefined => {
  if (verdict.is === 'pass') {
    const { context, notice } = verdict;
    return {
      ...(context !== undefined && {
        hookSpecificOutput: { hookEventName: name, additionalContext: context },
      }),
      ...(notice !== undefined && { systemMessage: notice }),
    };
  }
  if (moment === 'start') return { systemMessage: verdict.reason };
  if (verdict.is === 'replace' && moment === 'after-tool')
    return { decision: 'deny', reason: outputText(verdict.value) };
  return { decision: 'deny', reason: verdict.reason };
};

export const GEMINI: HostDocument = {
  host: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  events: {
    SessionStart: 'start',
    BeforeAgent: 'prompt',
    BeforeTool: 'before-tool',
    AfterTool: 'after-tool',
    AfterAgent: 'message',
    SessionEnd: 'end',
  },
  tools: {
    read_file: { does: 'read', path: ['file_path', 'absolute_path', 'path'] },
    write_file: { does: 'write', path: ['file_path', 'path'], text: 'content' },
    replace: { does: 'edit', path: ['file_path', 'path'], old: 'old_string', new: 'new_string' },
    run_shell_command: { does: 'command', text: ['command'], folder: ['dir_path', 'directory'] },
    list_directory: { does: 'list', path: ['dir_path', 'path'] },
    glob: { does: 'list', path: ['dir_path', 'path'] },
    grep_search: { does: 'search', path: ['dir_path', 'path'] },
    search_file_content: { does: 'search', path: ['dir_path', 'path'] },
    ...nothing('google_web_search', 'web_fetch', 'write_todos', 'ask_user', 'enter_plan_mode'),
  },
  output: ['tool_response'],
  text: { BeforeAgent: ['prompt'], AfterAgent: ['prompt_response'] },
  projectVariable: 'GEMINI_PROJECT_DIR',
  asks: false,
  shows: true,
  answer,
  cannot: [
    'It takes no question from a hook: what would be asked is denied.',
    'A start is not stopped; the first prompt is.',
    'An answer that is denied is written again by the model, and may have been seen on the screen.',
  ],
};
