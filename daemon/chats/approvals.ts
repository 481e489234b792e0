/**
 * Questions in the direct chats of the owner: told in each of them, answered there by a code, by the one row that every
 * other place of the owner answers, too. Nothing of them is told where others are.
 */
import { optionFor } from '#lib/protocol/answers.ts';
import type { Origin } from '#kernel/contract/origin.ts';
import {
  isEndOfNobody,
  type KnownQuestion,
  type OpenQuestion,
  type Questions,
} from '#daemon/data/questions.ts';
import { isOfOwner } from '#daemon/session/human.ts';
import { questionCodeOf, type SaidAnswer, toldQuestion } from './approval-text.ts';
import type { OwnerPlaceRow } from './book.ts';
import type { OwnerChats } from './owner-chats.ts';
import { channelOf, providerNamed } from './providers.ts';

/** What they stand on. */
interface ApprovalSite {
  readonly ownerChats: OwnerChats;
  readonly questions: Questions;
  /** Who asks; `undefined` for a session that nobody knows any more. */
  readonly originOf: (session: string) => Origin | undefined;
}

/** Of the newest questions so many are found by their code. */
const KNOWN = 500;

export class ChatApprovals {
  readonly #site: ApprovalSite;
  /** What was told, and waits. */
  readonly #told = new Set<string>();
  /** Lines go in the order in which they came to be. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(site: ApprovalSite) {
    this.#site = site;
  }

  /** Tells what is asked from here on, and the end of what a daemon before this one has told. Throws DATABASE_UNUSABLE. */
  async start(): Promise<void> {
    const { questions } = this.#site;
    for (const one of await questions.open()) if (isTold(one)) this.#told.add(one.id);
    questions.watch({
      asked: (question) => this.#asked(question),
      ended: (id, by) => this.#ended(id, by),
    });
  }

  /** Gives the answer that the owner says in a place of theirs. Returns what is said to that. Throws DATABASE_UNUSABLE. */
  async take({ code, answer }: SaidAnswer, place: OwnerPlaceRow): Promise<string> {
    const found = (await this.#site.questions.newest(KNOWN)).filter(
      (one) => isTold(one) && questionCodeOf(one.id) === code,
    );
    const waiting = found.filter(({ endedBy }) => endedBy === undefined);
    const question = waiting[0] ?? found[0];
    if (question === undefined) return `I know of no question ${code}.`;
    if (waiting.length > 1) return `There are two of ${code}: answer it on the page.`;
    const { options = [], endedBy } = question;
    if (endedBy !== undefined) return overLine(code, endedBy);
    const option = typeof answer === 'number' ? options[answer - 1] : optionFor(options, answer);
    if (option === undefined && answer !== 'n') return `${code} has no such answer.`;
    const isNo = answer === 'n' || option === optionFor(options, 'n');
    if (!isNo && !this.#isShown(question, place))
      return `${code} is longer than a chat shows: allow it on the page or in the terminal.`;
    return this.#give(question, option, nameOf(place));
  }

  async #give(
    { id }: KnownQuestion,
    option: { readonly id: string; readonly label: string } | undefined,
    by: string,
  ): Promise<string> {
    const { questions } = this.#site;
    const became = await questions.answer(id, option?.id, by);
    if (became === 'taken') return `${questionCodeOf(id)}: ${option?.label ?? 'No'}.`;
    const { endedBy = became } = (await questions.newest(KNOWN)).find((one) => one.id === id) ?? {};
    return overLine(questionCodeOf(id), endedBy);
  }

  #isShown(question: OpenQuestion, { program }: OwnerPlaceRow): boolean {
    const rules = providerNamed(program);
    return rules !== undefined && toldQuestion(question, this.#placeOf(question), rules).isWhole;
  }

  #asked(question: OpenQuestion): void {
    if (!isTold(question)) return;
    this.#told.add(question.id);
    const from = this.#placeOf(question);
    this.#say(({ program }) => {
      const rules = providerNamed(program);
      return rules && toldQuestion(question, from, rules).text;
    });
  }

  #ended(id: string, by: string): void {
    if (!this.#told.delete(id)) return;
    // Where it was answered, that is said to the answer.
    this.#say((place) => (nameOf(place) === by ? undefined : overLine(questionCodeOf(id), by)));
  }

  /** A chat in which others are, if it is asked there; also of what its workers ask. */
  #placeOf({ session }: OpenQuestion): string | undefined {
    const origin = this.#site.originOf(session);
    if (origin === undefined || isOfOwner(origin)) return undefined;
    if (origin.by === 'chat') return origin.channel;
    return origin.by === 'worker' ? origin.chat : undefined;
  }

  /** In each direct chat of the owner, as accounts are paired then. What cannot be written down is not said: other places have it. */
  #say(lineFor: (place: OwnerPlaceRow) => string | undefined): void {
    this.#last = this.#last
      .then(async () => {
        const { ownerChats } = this.#site;
        for (const place of await ownerChats.all()) {
          const text = lineFor(place);
          if (text !== undefined) await ownerChats.say(place, text);
        }
      })
      .catch(() => undefined);
  }
}

/** Words are asked for where one can write them without a code. */
const isTold = ({ kind }: OpenQuestion): boolean => kind !== 'text';

const nameOf = (place: OwnerPlaceRow): string => `the chat ${channelOf(place, place.program)}`;

const overLine = (code: string, by: string): string =>
  isEndOfNobody(by) ? `${code} is over: ${by} has ended it.` : `${code} was answered by ${by}.`;
