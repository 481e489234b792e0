/** What a log holds of somebody, who has said something in a chat: logs do not say whom a line is from. */
import { LOG_EVENTS, linesOfChat } from '#lib/workspace/daily.ts';

/** Somebody in a chat, by what they are called and by what they have said there. */
export interface Speaker {
  readonly id: string;
  readonly name: string;
  readonly said: readonly string[];
}

/** A note of a log: its first line and its last one, counted from 1. */
export interface LogTrace {
  readonly line: number;
  readonly to: number;
  readonly text: string;
}

const NAME_MIN_CHARS = 3;
const WORD_MIN_CHARS = 4;
const WORDS_MIN = 2;

/**
 * The notes of this chat that are of them: those that say so of a message, and of the others those that name them, or have at
 * least half of their longer words from one message of theirs.
 */
export const tracesIn = (log: string, chat: string, speaker: Speaker): readonly LogTrace[] => {
  const names = [speaker.name, speaker.id].map(lettersOf);
  const said = speaker.said.map(longWordsOf);
  return notesOf(log, chat).filter(({ text }) => {
    const [, by] = AUTHOR.exec(text) ?? [];
    if (by !== undefined) return by === speaker.id;
    const letters = ` ${lettersOf(text)} `;
    const words = longWordsOf(text);
    return (
      names.some((name) => name.length >= NAME_MIN_CHARS && letters.includes(` ${name} `)) ||
      said.some((one) => isFrom(words, one))
    );
  });
};

/** As a message of somebody in a group is shown to its agent. */
const AUTHOR = /<message-[0-9a-f]+ from="[^"]* account ([^",\s]+)/u;

/** Each item of a list, with the lines that go on with it. */
const notesOf = (log: string, chat: string): readonly LogTrace[] => {
  const notes: LogTrace[] = [];
  for (const [line, text] of linesOfChat(log, chat)) {
    const before = notes.at(-1);
    if (/^[-*] /u.test(text)) notes.push({ line, to: line, text });
    else if (before?.to === line - 1 && /^\s+\S/u.test(text))
      notes.splice(-1, 1, { ...before, to: line, text: `${before.text}\n${text}` });
  }
  return notes.filter(({ text }) => !EVENT.test(text));
};

const EVENT = new RegExp(`^- (?:${LOG_EVENTS.join('|')});`, 'u');

const isFrom = (words: ReadonlySet<string>, said: ReadonlySet<string>): boolean => {
  const size = [...words].filter((word) => said.has(word)).length;
  return size >= WORDS_MIN && 2 * size >= words.size;
};

/** Letters and digits, in small ones, a blank between words. */
const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const longWordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    lettersOf(text)
      .split(' ')
      .filter(({ length }) => length >= WORD_MIN_CHARS),
  );
