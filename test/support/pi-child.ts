/**
 * In place of the coding agent that pi-acp (an agent of the package registry) drives: speaks that program's protocol,
 * one JSON object a line, and answers whatever is said with the same words.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';

const MODEL = { provider: 'nobody', id: 'parrot', name: 'Parrot' };
const DATA: Readonly<Record<string, unknown>> = {
  get_state: { sessionId: 'pi-1', model: MODEL, thinkingLevel: 'off' },
  get_available_models: { models: [MODEL] },
  get_available_thinking_levels: { levels: ['off'] },
  get_commands: { commands: [] },
  get_session_stats: {},
};

const print = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, type, message }: Readonly<Record<string, unknown>> = JSON.parse(line);
  print({ type: 'response', id, command: type, success: true, data: DATA[String(type)] ?? {} });
  if (type !== 'prompt') return;
  const seen = ['SOUL.md', 'Hello.'].filter((part) => String(message).includes(part)).join(' and ');
  const assistantMessageEvent = { type: 'text_delta', delta: `I was shown ${seen}.` };
  print({ type: 'agent_start' });
  print({ type: 'message_update', message: { role: 'assistant' }, assistantMessageEvent });
  print({ type: 'agent_settled' });
});
