/**
 * Long dialogues of two people over months, with questions that one utterance answers: it seldom has the words of the
 * question, which stand in what it answers to, in a later question of another session, and in what the other one tells of
 * the same. The same seed gives the same dialogue.
 */
import { numbersFrom } from '#test/support/random.ts';
import type { Question } from './questions.ts';
import type { Synthetic } from './synthetic.ts';

const SPEAKERS = ['Melanie', 'Gareth'] as const;
const SESSIONS = 24;
const DAYS_BETWEEN = 6;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 9);

/** What is talked about: how it is asked, how it is answered, and how somebody asks for it months later. */
const TOPICS: readonly (readonly [asked: string, answered: string, later: string])[] = [
  [
    'How was the trip with your sister?',
    'It rained, so we stayed in {x} and read.',
    'Where did {p} stay on the trip with the sister?',
  ],
  [
    'Did you find a present for the wedding?',
    'Yes, a lamp from {x}, they loved it.',
    'Where was the wedding present of {p} from?',
  ],
  [
    'What came of the interview?',
    'They took me! I begin at {x} in spring.',
    'Where did {p} get the job after the interview?',
  ],
  [
    'Is the dog better?',
    'The vet in {x} says it is only a thorn.',
    'Which vet looked after the dog of {p}?',
  ],
  [
    'Who teaches your pottery class?',
    'A man called {x}, very patient.',
    'Who is the pottery teacher of {p}?',
  ],
  [
    'Have you finished the painting?',
    'I gave it to {x} in the end.',
    'Who got the painting of {p}?',
  ],
  [
    'How was the concert?',
    'Loud! {x} played until midnight.',
    'Which band did {p} hear at the concert?',
  ],
  [
    'Where did you learn to swim?',
    'My aunt took me to {x} every summer.',
    'Where did {p} learn swimming?',
  ],
  ['Did the car start this morning?', 'No, {x} had to tow it away.', 'Who towed the car of {p}?'],
  [
    'What are you reading?',
    'Something by {x}, I cannot put it down.',
    'Which author does {p} read?',
  ],
  [
    'Is there news of the adoption?',
    'We meet the agency in {x} next week.',
    'Where is the adoption agency of {p}?',
  ],
  [
    'Which recipe did you try?',
    'The stew from {x}, with far too much salt.',
    'Where is the recipe from that {p} tried?',
  ],
];

const FILLERS = [
  'That sounds wonderful, I am glad for you.',
  'Same here, it has been a long week.',
  'I know what you mean, work never ends.',
  'Take care of yourself, will you?',
  'I was thinking of our trip to the sea again.',
  'My sister sends her love, by the way.',
  'The weather is terrible, the dog refuses to go out.',
  'Let us cook something together soon.',
  'I saw a lovely painting in a window yesterday.',
  'Do you still swim on Sundays?',
  'My class was cancelled, so I read all evening.',
  'The car makes that noise again.',
  'A friend told me about a concert in the park.',
  'I should call my aunt, it was her birthday.',
];

const ONSETS =
  'Bel Cor Dun Fal Gri Hol Jas Kir Lor Mab Nor Pel Quin Ros Sab Tor Ulm Ver Wil Yar'.split(' ');
const ENDS = 'ham stead by worth ley ford wick mere'.split(' ');

/** One dialogue, as the logs of the days of its sessions. */
export const madeDialogue = (seed: number): Synthetic => {
  const random = numbersFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const facts = TOPICS.flatMap(([asked, answered, later], topic) =>
    SPEAKERS.map((person, whose) => {
      const at = 2 * topic + whose;
      const name = `${ONSETS[at % ONSETS.length] ?? ''}${ENDS[(at * 3 + seed) % ENDS.length] ?? ''}`;
      return {
        person,
        asked,
        answered: answered.replace('{x}', name),
        later: later.replace('{p}', person),
        session: (at * 7 + seed) % SESSIONS,
      };
    }),
  );
  const files: Record<string, string> = {};
  const questions: Question[] = [];
  for (let session = 0; session < SESSIONS; session += 1) {
    const day = new Date(FIRST_DAY + session * DAYS_BETWEEN * DAY_MS).toISOString().slice(0, 10);
    const file = `memory/${day}.md`;
    const lines = [`# Memory — ${day}`, '', '## Session [19:30]', ''];
    const chat = (turns: number): void => {
      for (let turn = 0; turn < turns; turn += 1)
        lines.push(`- ${SPEAKERS[turn % 2] ?? ''}: ${pick(FILLERS) ?? ''}`);
    };
    for (const { person, asked, answered, later } of facts.filter(
      (one) => one.session === session,
    )) {
      chat(4 + 2 * Math.floor(random() * 3));
      lines.push(`- ${SPEAKERS.find((one) => one !== person) ?? ''}: ${asked}`);
      lines.push(`- ${person}: ${answered}`);
      const line = lines.length;
      const isAnswer: Question['isAnswer'] = (unit) =>
        unit.file === file && unit.from <= line && line <= unit.to;
      questions.push({ text: later, answers: 1, isAnswer });
    }
    chat(6);
    files[file] = `${lines.join('\n')}\n`;
  }
  return { files, questions };
};
