/**
 * Text as dense in what detectors stop at as notes really are: of a hundred lines about so many hold an address of mail,
 * a hash, an id, a row of a table, code, JSON, a word of labels in prose; in three alphabets. The same seed gives the
 * same text.
 */
import { numbersFrom } from '#test/support/random.ts';

type Write = (dice: Dice) => string;

class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = numbersFrom(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  chars(count: number, alphabet: string): string {
    let text = '';
    for (let at = 0; at < count; at += 1) text += alphabet.charAt(this.below(alphabet.length));
    return text;
  }

  hex(count: number): string {
    return this.chars(count, '0123456789abcdef');
  }

  id(count: number): string {
    return this.chars(count, 'ABCDEFGHJKLMNPQRSTUVWYZabcdefghijkmnopqrstuvwyz0123456789');
  }

  words(count: number, words: readonly string[] = WORDS): string {
    return Array.from({ length: count }, () => this.pick(words)).join(' ');
  }
}

const WORDS =
  'harbour tide berth the of a ferry and crane was moved to quay at noon list for winter we wrote it down again boats rope new with mail from office plan next week looks fine now checked by Robin'.split(
    ' ',
  );
const CYRILLIC =
  'гавань прилив причал и паром на в кран вчера список зима лодка мы записали снова почта план неделя хорошо проверил'.split(
    ' ',
  );
const CJK = Array.from(
  '港口潮汐码头渡轮起重机昨天清单冬天小船我们又写了邮件计划下周很好检查今日会議予定船の時刻を見た',
);
const LABELS = ['password', 'token', 'API key', 'secret', 'auth', 'session key', 'passphrase'];

const uuid: Write = (dice) => [8, 4, 4, 4, 12].map((count) => dice.hex(count)).join('-');
const mail: Write = (dice) => `${dice.pick(WORDS)}.${dice.id(4)}@quay${dice.below(9)}.example.net`;
const sentence: Write = (dice) => `${dice.words(9)}. ${dice.words(7)}.`;

/** So many of a hundred lines. */
const LINES: readonly (readonly [share: number, write: Write])[] = [
  [24, (dice) => `- ${dice.below(24)}:${dice.below(50) + 10} ${sentence(dice)}`],
  [8, (dice) => `- ${dice.words(12, CYRILLIC)}.`],
  [8, (dice) => `- ${Array.from({ length: 24 }, () => dice.pick(CJK)).join('')}。`],
  [6, (dice) => `- From: ${mail(dice)} to ${mail(dice)}: ${dice.words(5)}`],
  [6, (dice) => `commit ${dice.hex(40)} ${dice.words(5)} (${dice.hex(7)})`],
  [5, (dice) => `- job ${uuid(dice)} done in ${dice.below(900)}ms, message_id: ${dice.id(22)}`],
  [
    9,
    (dice) =>
      `| ${dice.words(2)} | ${dice.id(8)} | ${dice.below(9999)} | https://quay.example/${dice.id(11)} |`,
  ],
  [
    8,
    (dice) =>
      `  const ${dice.pick(['token', 'key', 'row', 'berth'])}${dice.below(9)} = await read("${dice.words(1)}_${dice.id(5)}", { limit: ${dice.below(99)} });`,
  ],
  [
    9,
    (dice) =>
      `{"id":"${dice.id(12)}","tokens":${dice.below(9999)},"key":"${dice.words(1)}","at":"2026-03-${dice.below(18) + 10}T10:00:00Z","hash":"${dice.hex(32)}"}`,
  ],
  [8, (dice) => `The ${dice.pick(LABELS)} ${dice.words(8)}, see ${dice.words(3)}.`],
  [
    3,
    (dice) =>
      `- ${dice.pick(LABELS)}: ${dice.pick(['in the vault', '<fill in>', '$TOKEN', 'rotated'])}`,
  ],
  [3, (dice) => `## ${dice.words(3)} ${dice.below(99)}`],
  [3, () => ''],
];

const SHARES = LINES.flatMap(([share, write]) => Array.from({ length: share }, () => write));

/** A text of about so many characters. */
export const denseText = (chars: number, seed = 1): string => {
  const dice = new Dice(seed);
  const lines: string[] = [];
  for (let length = 0; length < chars;) {
    const line = dice.pick(SHARES)(dice);
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
};
