/**
 * What the owner's own words say plainly, read without a model: who they are, how the agent is called, what is to be
 * remembered. What stands in code or in a quotation is somebody else's text, and so is all of a message that speaks to the
 * agent as others do. Prose that says it in another way is left to a model.
 */
import { nameTold, rememberTold, tellsPreference } from '#lib/language/told-words.ts';
import { scan } from '#lib/injection/scan.ts';
import { LEARNED_A_TURN, LEARNED_FROM_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { scanLines } from '#lib/text/lines.ts';
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { type Knowledge, knowledgeIn } from './knowledge.ts';

/** What a message came to. */
export interface ToldKnowledge {
  readonly pieces: readonly Knowledge[];
  /** The words that are the owner's own; empty where none are sure to be. */
  readonly ownWords: string;
}

/** Linear in its length; never throws. */
export const toldIn = (message: string): ToldKnowledge => {
  const text = message.slice(0, LEARNED_FROM_CHARS);
  const ownWords = ownWordsIn(text);
  if (ownWords === '') return { pieces: [], ownWords };
  const { agent, user } = readBootstrapFields(ownWords);
  const sentences = sentencesIn(ownWords);
  const said = (whose: 'ownName' | 'agentName'): string | undefined =>
    sentences.map((one) => nameTold(one, whose)).find((one) => one !== undefined);
  const name = user.name ?? said('ownName');
  const zone = user.timezone;
  const { language, communicationStyle: style } = user;
  const attributes = {
    ...(zone !== undefined && { timezone: zone }),
    ...(language !== undefined && { language }),
    ...(style !== undefined && { 'communication style': style }),
  };
  const agentName = agent.name ?? said('agentName');
  const given: readonly (readonly [Knowledge['kind'], object])[] = [
    ...(name === undefined ? [] : [['entity', ownerOf(name, attributes)] as const]),
    ...(name !== undefined || Object.keys(attributes).length === 0
      ? []
      : Object.entries(attributes).map(
          ([key, value]) => ['fact', { about: OWNER, text: `${key}: ${value}` }] as const,
        )),
    ...(agentName === undefined ? [] : [['entity', agentOf(agentName, agent.role)] as const]),
    ...[...user.preferences, ...user.projects, ...user.notes].map(
      (one) => ['fact', { about: OWNER, text: one }] as const,
    ),
    ...sentences.flatMap((one) => {
      const wanted = rememberTold(one);
      if (wanted !== undefined) return [['fact', { text: wanted }] as const];
      return tellsPreference(one) ? [['fact', { about: OWNER, text: one }] as const] : [];
    }),
  ];
  return { pieces: given.flatMap(([kind, payload]) => pieceOf(kind, payload)), ownWords };
};

/** How facts name the owner, whatever the name is. */
const OWNER = 'Owner';

const ownerOf = (name: string, attributes: object): object => ({
  type: 'person',
  name,
  isOwner: true,
  ...(Object.keys(attributes).length > 0 && { attributes }),
});

const agentOf = (name: string, role: string | undefined): object => ({
  type: 'agent',
  name,
  ...(role !== undefined && { attributes: { role } }),
});

/** What is none is left out: nobody is asked about it. */
const pieceOf = (kind: Knowledge['kind'], payload: object): readonly Knowledge[] => {
  try {
    return [knowledgeIn(kind, payload)];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
};

const ownWordsIn = (text: string): string => {
  // Whoever pastes a text that poses as orders has not said it.
  if (scan(text).length > 0) return '';
  return [...scanLines(text)]
    .filter(
      ({ kind, text: line }) => (kind === 'text' || kind === 'heading') && !/^\s*>/u.test(line),
    )
    .map(({ text: line }) => line)
    .join('\n');
};

const sentencesIn = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?…。！？])\s+|\n/u)
    .map((one) => one.replace(/^\s*(?:[-*+]|\d+[.)])\s+/u, '').trim())
    // A question says nothing.
    .filter((one) => one !== '' && !/[?？]$/u.test(one))
    .slice(0, SENTENCES_MAX);

const SENTENCES_MAX = 10 * LEARNED_A_TURN;
