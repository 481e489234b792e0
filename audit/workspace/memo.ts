/**
 * What an auditor remembers from one workspace to the next. Fleets are made from templates: many an AGENTS.md, SOUL.md
 * or BOOTSTRAP.md is to the letter the one of an earlier workspace. Such a file is one document, with all that was
 * found in it; and a rule that has looked at nothing else would say the same again, so it is not asked.
 *
 * A rule is pure: what it asks first never changes, what it asks next depends on the answers so far, and so does what
 * it says in the end. Its questions and the answers are a tree, and one walk down finds what it said.
 */
import type { Content } from '#lib/workspace/snapshot.ts';
import { mayBeOfTemplate } from '#lib/workspace/template.ts';
import { Document } from './document.ts';
import type { Outcome } from './finding.ts';

/** The content of a file that is text. */
type Text = Extract<Content, { is: 'text' }>;

/** What a rule may ask of a workspace and be answered with the same in another one. */
export type Question =
  | { readonly about: 'document' | 'presence' | 'ignored'; readonly name: string }
  | { readonly about: 'state' };

/** Answers are compared by identity: a document, or one of a few values that stand for themselves. */
export type Answer = object;

/** A question that was asked, and what the answer was. */
export interface Asked {
  readonly question: Question;
  readonly answer: Answer;
}

/** A question with what follows each of its answers, or the end of the walk. */
type Step =
  | { readonly question: Question; readonly next: WeakMap<Answer, Step> }
  | { readonly outcome: Outcome };

/** Belongs to one auditor: its rules, and what they are told of the day, do not change. */
export class Memo {
  readonly #documents = new WeakMap<Text, Document>();
  /** By rule, whatever that is. */
  readonly #first = new Map<object, Step>();

  /**
   * The document of a content. Only where it `isShared` a later workspace can be answered with it too: one whose
   * snapshot has this very content again. It is remembered as long as somebody has the content.
   */
  document(
    name: string,
    content: Text,
  ): { readonly document: Document; readonly isShared: boolean } {
    const { text } = content;
    const isShared = mayBeOfTemplate(name, text.length);
    const known = isShared ? this.#documents.get(content) : undefined;
    if (known?.name === name) return { document: known, isShared };
    const document = new Document(name, text);
    if (isShared) this.#documents.set(content, document);
    return { document, isShared };
  }

  /** What the rule said where it was answered the same; `undefined` if it never was. */
  recall(rule: object, answerTo: (question: Question) => Answer): Outcome | undefined {
    let step = this.#first.get(rule);
    while (step !== undefined) {
      if ('outcome' in step) return step.outcome;
      step = step.next.get(answerTo(step.question));
    }
    return undefined;
  }

  /** Remembers what a rule said, and all that it had asked, in order. */
  keep(rule: object, asked: readonly Asked[], outcome: Outcome): void {
    const end: Step = { outcome };
    let put = (step: Step): void => void this.#first.set(rule, step);
    let step = this.#first.get(rule);
    for (const { question, answer } of asked) {
      if (step === undefined || 'outcome' in step) {
        step = { question, next: new WeakMap() };
        put(step);
      }
      const { next } = step;
      put = (following) => void next.set(answer, following);
      step = next.get(answer);
    }
    put(end);
  }
}
