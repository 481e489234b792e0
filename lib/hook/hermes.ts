/** Hermes Agent: shell hooks of `~/.hermes/config.yaml`. */
import type { Moment, HookVerdict } from './event.ts';
import { type HostDocument, nothing } from './host.ts';

const answer = (moment: Moment, _name: string, verdict: HookVerdict): object | undefined => {
  if (verdict.is === 'pass')
    return verdict.context === undefined ? {} : { context: verdict.context };
  if (moment === 'before-tool') return { action: 'block', message: verdict.reason };
  // It takes context here, and no refusal.
  return moment === 'prompt' || moment === 'start' ? { context: verdict.reason } : {};
};

export const HERMES: HostDocument = {
  host: 'hermes',
  title: 'Hermes Agent',
  program: 'hermes',
  events: {
    pre_llm_call: 'prompt',
    pre_tool_call: 'before-tool',
    post_tool_call: 'after-tool',
    on_session_end: 'end',
  },
  tools: {
    read_file: { does: 'read', path: ['path'] },
    write_file: { does: 'write', path: ['path'], text: 'content' },
    patch: {
      does: 'edit',
      path: ['path'],
      old: 'old_string',
      new: 'new_string',
      all: 'replace_all',
    },
    search_files: { does: 'search', path: ['path'] },
    terminal: { does: 'command', text: ['command'], folder: ['workdir'] },
    ...nothing('web_search', 'web_extract', 'todo', 'clarify', 'skill_view', 'skills_list'),
  },
  first: ['extra', 'is_first_turn'],
  output: ['extra', 'result'],
  text: { pre_llm_call: ['extra', 'user_message'] },
  // Versions that do not know `approve` take it for no answer, and let the tool run.
  asks: false,
  shows: false,
  answer,
  cannot: [
    'Not every version takes a question from a hook: what would be asked is denied.',
    'What a tool gave is shown to the model whatever a shell hook answers.',
    'A message of the agent is sent whatever a shell hook answers.',
    'Neither a start nor a prompt is stopped: the refusal reaches the model as context.',
    'Hooks run only after their owner has allowed each one, or with hooks_auto_accept.',
  ],
};
