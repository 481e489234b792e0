/** A model of an OpenClaw gateway that does what the human's words say: `SAY words`, or `CALL tool {input} THEN tool {input}`. */
import type { MessagesRequest } from '#conform/provider/messages/request.ts';
import { call, heard, type Reply, say } from '#test/support/messages-api/reply.ts';

/** What OpenClaw says to the model by itself, in a message of its own. */
const OWN_WORDS = /^<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/u;

/** What the last call gave is told as it is; words that name nothing to do are answered with `Yes.` */
export const obedient = (request: MessagesRequest): Reply => {
  const said = request.messages
    .map((message) => ({ by: message.role, ...heard({ ...request, messages: [message] }) }))
    .filter(({ words }) => !OWN_WORDS.test(words));
  const at = said.findLastIndex(({ by, words }) => by === 'user' && orderIn(words) !== undefined);
  const { verb, rest } = orderIn(said[at]?.words ?? '') ?? { verb: 'SAY', rest: '' };
  const done = said.slice(at + 1).filter(({ by }) => by === 'assistant').length;
  if (verb === 'SAY') return say(done === 0 && rest !== '' ? rest : 'Yes.');
  const [, tool = '', input = ''] =
    /^(\w+) (\{.*\})$/u.exec(rest.split(' THEN ')[done] ?? '') ?? [];
  if (tool !== '') return call(tool, JSON.parse(input));
  const results = said.slice(said.findLastIndex(({ by }) => by === 'assistant') + 1);
  const told = results.flatMap((one) => one.results.map(({ text }) => text));
  return say(told.length === 0 ? 'Yes.' : `Result: ${told.join(' ')}`);
};

const orderIn = (words: string) => {
  const [, verb, rest = ''] = [...words.matchAll(/^(SAY|CALL) (.*)$/gmu)].at(-1) ?? [];
  return verb === undefined ? undefined : { verb, rest };
};
