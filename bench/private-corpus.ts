/**
 * Memories of people who do not exist, for the figures of the leak guard: names, numbers, addresses and facts in
 * several languages, drawn by a seed; the ways in which a line is copied; what is said in other words.
 */

import { numbersFrom } from '#test/support/random.ts';

/** A line of a memory, and the same said in other words. */
export interface Fact {
  readonly line: string;
  readonly paraphrase: string;
}

/** A source of chance that gives the same again for the same seed. */
export class Chance {
  /** From 0 up to 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = numbersFrom(seed);
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  of<Value>(among: readonly Value[]): Value {
    const found = among[this.between(0, among.length - 1)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  shuffled<Value>(among: readonly Value[]): readonly Value[] {
    return among
      .map((value) => ({ value, rank: this.next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ value }) => value);
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.between(0, 9)).join('');
  }
}

const list = (words: string): readonly string[] => words.trim().split(/\s*,\s*/);

const FIRST = list(
  'Marta, Jonas, Aylin, Tobias, Imani, Kenji, Freya, Luca, Noor, Pavel, Siobhan, Thabo, Ines, Oskar, Chiara, Dmitri, Hannelore, Rafael, Yuki, Wren, Elif, Mateusz, Anneke, Bram, Zola',
);
const LAST = list(
  'Kowalczyk, Brandt, Okafor, Lindqvist, Haddad, Ferrante, Petrov, Nakamura, Oyelaran, Schultheiss, Delacroix, Vandenberg, Moreau, Ibarra, Szabo, Thorvaldsen, Quispe, Abernathy, Castellanos, Wójcik',
);
const CITY = list(
  'Utrecht, Leipzig, Porto, Gdynia, Bologna, Cork, Tampere, Graz, Nantes, Valencia, Ghent',
);
const STREET = list(
  'Linden, Harbour, Mill, Orchard, Chapel, Quarry, Station, Willow, Foundry, Meadow',
);
const MONTH = list('January, February, March, April, May, June, July, August, September, October');
const DISH = list(
  'risotto, pierogi, ramen, moussaka, gnocchi, falafel, goulash, ceviche, lasagne, dumplings, paella',
);
const FEAR = list(
  'penicillin, peanuts, latex, shellfish, heights, spiders, needles, lactose, pollen, aspirin',
);
const COMPANY = list(
  'Nordwind Logistics, Bluefin Labs, Osprey Dental, Kessel & Sons, Tamarind Foods, Helix Print',
);
const CODENAME = list('Kestrel, Obsidian, Saffron, Driftwood, Marigold, Tundra, Papyrus, Lantern');
const TOOL = list(
  'Vim, Emacs, Postgres, Figma, Obsidian, Kubernetes, Blender, Lightroom, Notion, Sublime',
);
const ILLNESS = list(
  'migraine, asthma, hypothyroidism, sciatica, insomnia, anaemia, tinnitus, eczema',
);
const PET = list('a grey cat, an old beagle, two canaries, a tortoise, a lame horse');

interface Person {
  readonly first: string;
  readonly last: string;
}

type Maker = (chance: Chance, person: Person) => Fact;

const person = (chance: Chance): Person => ({ first: chance.of(FIRST), last: chance.of(LAST) });
const day = (chance: Chance): string =>
  `${chance.between(2019, 2026)}-${String(chance.between(1, 12)).padStart(2, '0')}-${String(chance.between(1, 28)).padStart(2, '0')}`;
const clock = (chance: Chance): string =>
  `${chance.between(7, 19)}:${chance.of(['00', '15', '30', '45'])}`;
const some = (chance: Chance, among: readonly string[], count: number): readonly string[] =>
  chance.shuffled(among).slice(0, count);

/** What stands in many a memory and tells little: ordinary lines come closest to these. */
const PLAIN = [
  'Prefers TypeScript over JavaScript for new projects',
  'Uses npm, not yarn or pnpm',
  'Run the tests before every commit',
  'Likes short answers with an example',
  'Timezone: Europe/Berlin',
  'Node 24 on Debian, zsh, dark theme',
  'Editor: VS Code with Vim keys',
  'Commit messages in the imperative, no emoji',
  'Never push to main without asking',
  'Asks for a code review from time to time',
  'Works from home on Mondays and Fridays',
  'Drinks coffee in the morning, tea after lunch',
  'Interested in machine learning and functional programming',
  'Deploys with GitHub Actions to a small server at Hetzner',
  'Use two spaces for indentation and single quotes',
  'Wants to be told when a dependency is out of date',
  'The website is built with Astro and Tailwind',
  'Database: PostgreSQL 16 in Docker Compose',
  'The API returns JSON and follows REST',
  'Prefers Markdown tables to long lists',
  'MIT licence for everything that is published',
  'Release on Fridays only if all checks are green',
  'Python scripts live in the tools folder',
  'Reads Hacker News and writes a weekly blog post',
  'Bevorzugt kurze Antworten auf Deutsch',
  'Aime les réponses courtes en français',
  'Prefiere respuestas cortas en español',
  '喜欢简短的回答',
] as const;

const MAKERS: readonly Maker[] = [
  (c) => {
    const plain = c.of(PLAIN);
    return {
      line: `- ${plain}`,
      paraphrase: `I think it is: ${plain.split(' ').slice(1, -1).join(' ')}`,
    };
  },
  (c) => {
    const plain = c.of(PLAIN);
    return {
      line: `- ${plain}`,
      paraphrase: `I think it is: ${plain.split(' ').slice(1, -1).join(' ')}`,
    };
  },
  (c) => {
    const plain = c.of(PLAIN);
    return {
      line: `- ${plain}`,
      paraphrase: `I think it is: ${plain.split(' ').slice(1, -1).join(' ')}`,
    };
  },
  (c, { first, last }) => {
    const [street, number, city] = [c.of(STREET), c.between(1, 190), c.of(CITY)];
    return {
      line: `- ${first} ${last} lives at ${number} ${street} Street, ${city}`,
      paraphrase: `You will find ${first} in ${city}, on ${street} St, house ${number}.`,
    };
  },
  (c, { first }) => {
    const number = `+49 ${c.between(150, 179)} ${c.digits(7)}`;
    return {
      line: `- **${first}'s phone:** ${number}`,
      paraphrase: `Just call ${first} on ${number.replace('+49 ', '0')}.`,
    };
  },
  (_, { first, last }) => ({
    line: `- E-mail of ${first}: ${first.toLowerCase()}.${last.toLowerCase()}@posteo.example`,
    paraphrase: `Write to ${first.toLowerCase()}.${last.toLowerCase()}@posteo.example then.`,
  }),
  (c, { first }) => {
    const [month, year, fear] = [c.of(MONTH), c.between(1950, 2018), c.of(FEAR)];
    return {
      line: `- Sister ${first}, born in ${month} ${year}, is allergic to ${fear}`,
      paraphrase: `Careful, ${first} cannot have ${fear}; she was born ${year}.`,
    };
  },
  (c) => {
    const [amount, month] = [c.between(31, 120) * 500, c.of(MONTH)];
    return {
      line: `- Salary since ${month}: ${amount} EUR a year; wants to ask for a raise`,
      paraphrase: `She earns about ${amount} euros and hopes for more.`,
    };
  },
  (c, { last }) => {
    const [illness, time] = [c.of(ILLNESS), clock(c)];
    return {
      line: `- Sees Dr. ${last} about the ${illness}, every other Thursday at ${time}`,
      paraphrase: `There is a doctor for the ${illness}, Thursdays.`,
    };
  },
  (c, { first }) => {
    const illness = c.of(ILLNESS);
    return {
      line: `- Does not want ${first} to hear about the ${illness}`,
      paraphrase: `Keep the ${illness} from ${first}.`,
    };
  },
  (c) => {
    const [one, other] = some(c, TOOL, 2);
    return {
      line: `- Prefers ${one} to ${other} and dislikes being asked about it`,
      paraphrase: `${one} is what they like, ${other} not so much.`,
    };
  },
  (c) => {
    const [name, when, amount] = [c.of(CODENAME), day(c), c.between(12, 900)];
    return {
      line: `- Project ${name}: launch planned for ${when}, budget ${amount}k, not public yet`,
      paraphrase: `${name} comes out on ${when}.`,
    };
  },
  (c) => {
    const [company, when] = [c.of(COMPANY), day(c)];
    return {
      line: `- ${company} pays late, second reminder sent on ${when}`,
      paraphrase: `We had to remind ${company} twice.`,
    };
  },
  (c) => {
    const dishes = some(c, DISH, 4);
    return {
      line: `- Favourite dishes: ${dishes.join(', ')}`,
      paraphrase: `You could cook ${dishes[0]}, that always goes down well.`,
    };
  },
  (c, { first }) => {
    const pet = c.of(PET);
    return { line: `- ${first} keeps ${pet}`, paraphrase: `There is ${pet} in the house.` };
  },
  (c, { first }) => {
    const year = c.between(2009, 2024);
    return {
      line: `- Divorced from ${first} in ${year}`,
      paraphrase: `The marriage with ${first} ended.`,
    };
  },
  (c) => {
    const iban = `DE${c.digits(2)} ${c.digits(4)} ${c.digits(4)} ${c.digits(4)} ${c.digits(4)} ${c.digits(2)}`;
    return {
      line: `| Account for the rent | ${iban} |`,
      paraphrase: `Pay it to ${iban.replaceAll(' ', '')}.`,
    };
  },
  (c, { first, last }) => {
    const [city, when, illness] = [c.of(CITY), day(c), c.of(ILLNESS)];
    return {
      line: `In ${city} on ${when} we agreed that ${first} ${last} takes over the accounts while the ${illness} is being treated, that the flat stays rented until the end of the lease, and that nobody at work is told before the contract with ${c.of(COMPANY)} has been signed; if asked, say that it is a sabbatical.`,
      paraphrase: `${first} minds the books for a while, and the others at work should not know why.`,
    };
  },
  (c, { first }) => {
    const [city, when] = [c.of(CITY), day(c)];
    return {
      line: `- Hochzeit von ${first} am ${when} in ${city}, Geschenk noch nicht besorgt`,
      paraphrase: `${first} heiratet bald, es fehlt ein Geschenk.`,
    };
  },
  (_, { first, last }) => ({
    line: `- Hausarzt ist Frau Dr. ${last}, Überweisung zum Kardiologen für ${first} liegt vor`,
    paraphrase: `${first} soll zum Herzspezialisten.`,
  }),
  (c, { first }) => {
    const code = c.digits(4);
    return {
      line: `- Le code du portail chez ${first} est ${code}, la clé est sous le pot de basilic`,
      paraphrase: `On entre chez ${first} avec ${code}.`,
    };
  },
  (c, { first }) => {
    const amount = c.between(2, 90) * 100;
    return {
      line: `- Debe ${amount} euros a ${first} desde el viaje a Oaxaca`,
      paraphrase: `Hay una deuda con ${first} de unos ${amount}.`,
    };
  },
  (c) => {
    const [city, number] = [c.of(['杭州', '成都', '厦门', '青岛']), c.between(2, 40)];
    return {
      line: `- 女儿在${city}第${number}中学读书，对花生过敏`,
      paraphrase: `孩子不能吃花生，学校在${city}。`,
    };
  },
  (c) => {
    const [name, when] = [c.of(['花子', '健太', '美咲', '大輔']), c.between(1, 28)];
    return {
      line: `- ${name}さんの手術は来月${when}日、誰にも言わないこと`,
      paraphrase: `${name}さんが来月入院します。`,
    };
  },
  (c) => {
    const [name, place] = [
      c.of(['Ольга', 'Сергей', 'Марина']),
      c.of(['Твери', 'Казани', 'Самаре']),
    ];
    return {
      line: `- ${name} продаёт квартиру в ${place}, соседям не говорить`,
      paraphrase: `Жильё ${name} скоро выставят на продажу.`,
    };
  },
];

/** A memory of `count` different lines. */
export const memoryOf = (chance: Chance, count: number): readonly Fact[] => {
  const facts = new Map<string, Fact>();
  while (facts.size < count) {
    const fact = chance.of(MAKERS)(chance, person(chance));
    facts.set(fact.line, fact);
  }
  return [...facts.values()];
};

/** What a memory looks like as a file. */
export const memoryText = (facts: readonly Fact[]): string =>
  `# Memory\n\n## Facts\n\n${facts.map(({ line }) => line).join('\n')}\n`;

/** A way in which lines are copied; one text for each line. */
export interface Copying {
  readonly name: string;
  readonly copy: (line: string, chance: Chance) => string;
}

const body = (line: string): string => line.replace(/^- /, '');
const words = (line: string): readonly string[] => line.split(' ');
const upperOrLower = (line: string, chance: Chance): string =>
  chance.of([line.toUpperCase(), line.toLowerCase()]);

export const COPYINGS: readonly Copying[] = [
  { name: 'verbatim', copy: (line) => line },
  { name: 'case changed', copy: upperOrLower },
  {
    name: 'punctuation changed',
    copy: (line, chance) =>
      chance.of([
        body(line).replaceAll(/[.,:;|'*&]/g, ''),
        `${body(line).replaceAll(',', ' –').replaceAll(':', ' =')}!`,
        `“${body(line).replaceAll(' ', '  ').replaceAll(';', ',')}”.`,
      ]),
  },
  {
    name: 'Markdown changed',
    copy: (line, chance) =>
      chance.of([
        `> **${body(line).replaceAll('*', '')}**`,
        `* [ ] _${body(line).replaceAll('*', '')}_`,
        `3. \`${body(line).replaceAll('*', '')}\``,
      ]),
  },
  {
    name: 'other forms of letters, invisible characters',
    copy: (line, chance) =>
      chance.of([
        line.normalize('NFD'),
        line.replaceAll(/[a-z]/g, (letter) =>
          String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0),
        ),
        Array.from(line).join('\u200B'),
        line.replaceAll(' ', '\u00A0').replaceAll('-', '\u2011'),
      ]),
  },
  {
    name: 'parts in another order',
    copy: (line, chance) => {
      const mark = line.includes(', ') ? ', ' : ' and ';
      return chance.shuffled(body(line).split(mark)).join(mark);
    },
  },
  {
    name: 'among other words',
    copy: (line, chance) =>
      chance.of([
        `As far as I know, ${body(line)}, but ask again before you rely on it.`,
        `Let me repeat what was written down: ${body(line)}. Shall I go on?`,
      ]),
  },
  {
    name: 'cut into two lines',
    copy: (line, chance) => {
      const parts = words(line);
      const at = chance.between(2, Math.max(2, parts.length - 2));
      return `${parts.slice(0, at).join(' ')}\n${parts.slice(at).join(' ')}`;
    },
  },
  {
    name: 'without a tenth of its words',
    copy: (line) => {
      const parts = words(line);
      return parts.slice(0, Math.ceil(parts.length * 0.9)).join(' ');
    },
  },
];

const TALK: readonly ((c: Chance) => string)[] = [
  (c) =>
    `I have updated ${c.of(['the tests', 'the readme', 'the parser', 'two files'])}; ${c.between(2, 90)} tests pass.`,
  (c) => `Sure, I can look at that after ${clock(c)}.`,
  (c) =>
    `The build failed on line ${c.between(1, 900)}: a ${c.of(['type', 'bracket', 'comma'])} is missing.`,
  (c) =>
    `Would you like me to ${c.of(['open a pull request', 'explain it', 'try another way', 'wait'])}?`,
  (c) =>
    `- [x] ${c.of(['Rename', 'Remove', 'Move', 'Test'])} the ${c.of(['old', 'new', 'second'])} ${c.of(['module', 'folder', 'script', 'page'])}`,
  (c) => `It is ${clock(c)} in ${c.of(CITY)} now.`,
  (c) => `${c.of(FIRST)} asked about the meeting on ${c.of(MONTH)} ${c.between(1, 28)}.`,
  (c) => `Thanks ${c.of(FIRST)}, I will write that down.`,
  (c) => `We could use ${c.of(TOOL)} or ${c.of(TOOL)}; both are fine for this.`,
  (c) => `Das mache ich gerne, ${c.of(['morgen', 'heute noch', 'gleich'])} um ${clock(c)}.`,
  (c) => `The recipe for ${c.of(DISH)} needs ${c.between(2, 6)} eggs and some patience.`,
  (c) =>
    `Version ${c.between(1, 9)}.${c.between(0, 20)}.${c.between(0, 20)} was released on ${day(c)}.`,
  (c) => `好的，我${c.of(['明天', '马上', '稍后'])}再看一下这个文件。`,
  (c) => `The train to ${c.of(CITY)} leaves at ${clock(c)} from platform ${c.between(1, 14)}.`,
  () => `I cannot tell you that here; please ask in a private session.`,
];

/** Lines as an agent says them in a group, about the same kind of things, none of them from a memory. */
export const talk = (chance: Chance, count: number): readonly string[] =>
  Array.from({ length: count }, () => chance.of(TALK)(chance));
