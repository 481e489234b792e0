/** What a scribe can say about birth orders without repeating a word of them (RFC-0009 §2.6). */
import type { Birth } from '#lib/workspace/birth.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}#{1,6}(\s|$)/;
const AGENTS_FILE = 'AGENTS.md';

/** Orders without the AGENTS.md that they may bring along: placing that is the kernel's part. */
export interface PlainOrders {
  readonly text: string;
  readonly bringsAgents: boolean;
}

/** Takes out every fenced block that is titled AGENTS.md, behind its fence or on the line above. */
export function withoutAgentsFile(orders: string): PlainOrders {
  const kept: string[] = [];
  let open: { mark: string; skip: boolean } | undefined;
  let bringsAgents = false;
  for (const line of orders.split(/\r\n|\n|\r/)) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    const closes = open !== undefined && mark.startsWith(open.mark) && info.trim() === '';
    const skip: boolean = open?.skip ?? (mark !== '' && isTitled(info, kept));
    if (!skip) kept.push(line);
    bringsAgents ||= skip;
    if (closes) open = undefined;
    else if (open === undefined && mark !== '') open = { mark, skip };
  }
  return { text: kept.join('\n'), bringsAgents };
}

const isTitled = (info: string, above: readonly string[]): boolean =>
  info.includes(AGENTS_FILE) ||
  (above.findLast((line) => line.trim() !== '')?.includes(AGENTS_FILE) ?? false);

/** How many lines of text the orders have, and how many of them the scribe could take up. */
export interface OrdersCount {
  readonly lines: number;
  readonly taken: number;
}

/**
 * Counts without quoting. A line is taken up if a fact of the birth was first found there, or if
 * it is part of a longer fact. A later mention of a name does not make a line carried out.
 */
export function countOrders(orders: string, birth: Birth): OrdersCount {
  const lines = orders
    .split('\n')
    .filter((line) => !HEADING.test(line) && !FENCE.test(line))
    .map(wordsOf)
    .filter((line) => line.trim() !== '');
  const facts = factsOf(birth).map(wordsOf);
  const first = new Set(facts.map((fact) => lines.findIndex((line) => line.includes(fact))));
  const taken = lines.filter(
    (line, index) => first.has(index) || facts.some((fact) => fact.includes(line)),
  );
  return { lines: lines.length, taken: taken.length };
}

const factsOf = ({ agent, user }: Birth): string[] =>
  [
    [agent.name, agent.role, agent.personality, agent.values, agent.capabilities],
    [user.name, user.timezone, user.communicationStyle, user.language],
    [user.projects, user.preferences, user.notes],
  ]
    .flat(2)
    .flatMap((fact) => (fact === undefined || fact.trim() === '' ? [] : [fact]));

/** The words alone, each between spaces, so that emphasis and punctuation do not matter. */
const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `;
