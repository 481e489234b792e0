/** A model of an OpenClaw gateway that does what the human's words say: `SAY words`, or `CALL tool {input}`. */
import type { MessagesRequest } from '#conform/provider/messages/request.ts';
import { call, heard, type Reply, say } from '#test/support/messages-api/reply.ts';

/** What OpenClaw says to the model by itself, in a message of its own. */
const OWN_WORDS = /^<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/u;

/** A result of a tool is told as it is; words that name nothing to do are answered with `Yes.` */
export const obedient = (request: MessagesRequest): Reply => {
  const newest = request.messages.slice(
    request.messages.findLastIndex(({ role }) => role === 'assistant') + 1,
  );
  const said = newest
    .map((message) => heard({ ...request, messages: [message] }))
    .filter(({ words }) => !OWN_WORDS.test(words));
  const results = said.flatMap((one) => one.results);
  if (results.length > 0) return say(`Result: ${results.map(({ text }) => text).join(' ')}`);
  const words = said.map((one) => one.words).join('\n');
  const [, verb, rest = ''] = [...words.matchAll(/^(SAY|CALL) (.*)$/gmu)].at(-1) ?? [];
  const [, tool = '', input = '{}'] = /^(\w+) (\{.*\})$/u.exec(rest) ?? [];
  return verb === 'CALL' ? call(tool, JSON.parse(input)) : say(rest === '' ? 'Yes.' : rest);
};
