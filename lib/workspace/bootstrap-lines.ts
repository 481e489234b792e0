/**
 * What the scribe takes up of bootstrap instructions, and what it would leave (RFC-0009 §2.6, §6.2). It reads fields and carries
 * out nothing else, so every other line would be lost with the file: the kernel knows of each before it deletes.
 */
import { saysSomething } from './says-something.ts';
import { namesHuman } from './identity.ts';
import { scribeIdentity, soulText } from './first-files.ts';
import { type BootstrapFields, NOBODY, readBootstrapFields } from './bootstrap-fields.ts';
import { wordsOf } from '#lib/text/ascii.ts';
import { scanLines, splitLines } from '#lib/text/lines.ts';
import type { FilePlace } from '#lib/text/place.ts';

/** Bootstrap instructions by the name of their file, in the order in which they are read. */
export interface InstructionsText {
  readonly file: string;
  readonly text: string;
}

/** A line of bootstrap instructions. */
interface OrderLine extends FilePlace {
  readonly text: string;
}

export interface ReadInstructions {
  readonly fields: BootstrapFields;
  /** How many lines say something. */
  readonly lines: number;
  /** Those of them that are not taken up whole. */
  readonly unread: readonly OrderLine[];
}

/** Which files the first boot makes: what stands in the instructions for another one goes nowhere. */
export interface Made {
  readonly soul: boolean;
  readonly user: boolean;
}

/**
 * What the scribe makes where these texts are in the workspace (`undefined`: no such file): what is missing, the stub of
 * a USER.md, and the SOUL.md that it made of the same instructions, before a first boot that did not finish.
 */
export const madeBeside = (
  orders: readonly InstructionsText[],
  { soul, user }: { readonly soul: string | undefined; readonly user: string | undefined },
): Made => {
  const { fields } = readInstructions(orders, { soul: true, user: true });
  return {
    soul: soul === undefined || soul === soulText(fields, scribeIdentity(fields)),
    user: user === undefined || isStub(user),
  };
};

/** Of a USER.md that nobody has filled in; how to talk to people is said in the kernel's own, too. */
const STYLE = /^\*\*Communication style:\*\*.*$/mu;

const isStub = (user: string): boolean =>
  !namesHuman(user) && !saysSomething(user.replace(STYLE, ''));

const BETWEEN = '\n\n';

/** Linear; never throws. */
export function readInstructions(
  orders: readonly InstructionsText[],
  made: Made,
): ReadInstructions {
  const joined = orders.map(({ text }) => text).join(BETWEEN);
  const isKept = { agent: made.soul, user: made.user, none: true };
  const kept = new Map<number, Set<string>>();
  let here = new Set<string>();
  const fields = readBootstrapFields(withoutAgentsFile(joined), {
    place: (line, count) => {
      here = new Set();
      for (let at = line; at < line + count; at += 1) kept.set(at, here);
    },
    settled: (whose, part) => {
      if (isKept[whose]) for (const word of wordsIn(part)) here.add(word);
    },
  });
  const isTaken = ({ line, text }: Said): boolean => {
    const words = wordsIn(text);
    if (STANDING.has(words.join(' '))) return true;
    const known = fields === NOBODY ? undefined : kept.get(line);
    return known !== undefined && words.every((word) => known.has(word));
  };
  const said = linesThatSay(joined);
  const place = placeIn(orders);
  const unread = said.filter((line) => !isTaken(line));
  return { fields, lines: said.length, unread: unread.map((line) => place(line)) };
}

interface Said {
  readonly line: number;
  readonly text: string;
}

/** Every line with a word in it; of headings those that nothing stands below. */
function linesThatSay(text: string): readonly Said[] {
  const said: Said[] = [];
  let heading: (Said & { readonly level: number }) | undefined;
  for (const { kind, line, text: raw, ...rest } of scanLines(text)) {
    if (kind === 'fence' || wordsIn(raw).length === 0) continue;
    const level = 'level' in rest ? rest.level : Infinity;
    if (heading !== undefined && level <= heading.level) said.push(heading);
    heading = undefined;
    if (kind === 'heading') heading = { line, text: raw, level };
    else said.push({ line, text: raw });
  }
  if (heading !== undefined) said.push(heading);
  return said;
}

function placeIn(orders: readonly InstructionsText[]): (line: Said) => OrderLine {
  const starts: { readonly file: string; readonly before: number }[] = [];
  let before = 0;
  for (const { file, text } of orders) {
    starts.push({ file, before });
    before += [...splitLines(text + BETWEEN)].length;
  }
  return ({ line, text }) => {
    const start = starts.findLast((one) => one.before < line);
    return { file: start?.file ?? '', line: line - (start?.before ?? 0), text };
  };
}

const wordsIn = (text: string): readonly string[] => {
  const words = wordsOf(text.toLowerCase());
  return words === '' ? [] : words.split(' ');
};

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const AGENTS_FILE = 'AGENTS.md';

/** Empties every fenced block that is titled AGENTS.md, behind its fence or on the line above: it is no first boot. */
function withoutAgentsFile(orders: string): string {
  const lines = orders.split(/\r\n|\n|\r/);
  let open: { readonly mark: string; readonly isAgents: boolean } | undefined;
  let title = '';
  return lines
    .map((line) => {
      const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
      const isAgents: boolean =
        open?.isAgents ??
        (mark !== '' && (info.includes(AGENTS_FILE) || title.includes(AGENTS_FILE)));
      if (open !== undefined && mark.startsWith(open.mark) && info.trim() === '') open = undefined;
      else if (open === undefined && mark !== '') open = { mark, isAgents };
      if (line.trim() !== '') title = line;
      return isAgents ? '' : line;
    })
    .join('\n');
}

/**
 * Lines that ask for what every first boot does, whoever carries it out (§6.2), or that are for the human who fills in
 * the form; as our own templates have them.
 */
const STANDING_ORDERS = [
  'Fill in the lines below, then start the agent with `yamo boot`. This page is read once, at the first start, and is deleted before the agent sees it.',
  'This page is read once, at the first start of the agent, and is deleted before the agent sees it.',
  'Leave a line empty if you do not know yet. Several things on one line are separated by commas.',
  'To the agent who reads this: you are being born, and this page is your birth certificate.',
  '1. Create SOUL.md from what stands under Agent.',
  '2. Create USER.md from what stands under User, and from nothing that you were not told.',
  '3. Create AGENTS.md only if there is none yet.',
  "4. Note in today's log that you were born and which files you made, without copying this page.",
  '5. Greet your human by name, and say what they can ask of you.',
  'If a name or a role is missing and your human is there, ask for it. A file that is filled in already stays as it is.',
  'The set-up password above is for the first start only. Keep it nowhere.',
  // Head rows of tables.
  'Field | Value',
  'Key | Value',
  'Property | Value',
] as const;

const STANDING: ReadonlySet<string> = new Set(
  STANDING_ORDERS.map((line) => wordsIn(line).join(' ')),
);
