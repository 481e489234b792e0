import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { KernelEvent } from '#kernel/contract/events.ts';
import { REDACTED } from '#kernel/redact/credential-redactor.ts';
import { Journal } from '#kernel/run/journal.ts';
import { Speech } from '#kernel/redact/speech.ts';
import { RedactionLog } from '#kernel/redact/redaction-log.ts';
import { SECRET_CASES } from '#test/audit/eval/secrets.ts';
import {
  HEADED,
  LABELLED,
  LABELLED_HUNTER2,
  pem,
  PROVIDER_SAMPLES,
  run,
} from '#test/support/credential-texts.ts';

/** A value that nobody says: with it, words are told by whole lines. */
const BY_LINES = ['no-one-says-this-value'];

interface Listener {
  readonly speech: Speech;
  readonly pieces: () => readonly string[];
  /** The pieces as one text. */
  readonly told: () => string;
}

const listenerOf = (secrets: readonly string[]): Listener => {
  const events: KernelEvent[] = [];
  const redactions = new RedactionLog(new Journal(() => undefined), () => undefined);
  const speech = new Speech({
    emit: (event) => events.push(event),
    redactions,
    guard: undefined,
    secrets,
  });
  const pieces = (): readonly string[] =>
    events.flatMap((event) => (event.event === 'text' ? event.text : []));
  return { speech, pieces, told: () => pieces().join('') };
};

const streaming = (): Listener => listenerOf([]);

/** What is told in the end when a text comes in these pieces. */
const toldOf = async (
  pieces: readonly string[],
  secrets: readonly string[] = [],
): Promise<string> => {
  const { speech, told } = listenerOf(secrets);
  for (const piece of pieces) {
    speech.say(piece);
    // What waits for a detector has been told by then, so that the next piece is not told along with it.
    await nextTurn();
  }
  await speech.flush();
  return told();
};

const byLines = (text: string): Promise<string> => toldOf([text], BY_LINES);

/** The pieces of a text that end at these places. */
const cut = (text: string, places: readonly number[]): readonly string[] => {
  const ends = [...new Set(places.map((place) => place % (text.length + 1))), text.length];
  const sorted = ends.toSorted((a, b) => a - b);
  return sorted.map((end, index) => text.slice(sorted[index - 1] ?? 0, end));
};

/** Halves of characters too. */
const unitsOf = (text: string): readonly string[] =>
  Array.from({ length: text.length }, (_, at) => text.charAt(at));

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** What may be told of a value. */
const OPENING = /^(?=.{0,8}$)[*#>("'`~[]*[A-Za-z]*$/;

/** What stands in `text` in the places of the marks. */
const valuesIn = (text: string, told: string): readonly string[] => {
  const pattern = told.split(REDACTED).map(literal).join('([^]+?)');
  return new RegExp(`^${pattern}$`).exec(text)?.slice(1) ?? [];
};

/**
 * What is told as words come is what is told by lines, but for the beginning of a value, at most, and for a value in
 * front of its label: there it is told, and behind the label it is not. Where it is something else, that; `''` if not.
 */
const otherIn = (text: string, lines: string, stream: string): string => {
  const values = valuesIn(text, lines);
  let rest = stream;
  for (const [index, part] of lines.split(REDACTED).entries()) {
    if (!rest.startsWith(part)) return `${part} is missing in ${stream}`;
    rest = rest.slice(part.length);
    const value = values[index];
    if (value === undefined) continue;
    const mark = rest.indexOf(REDACTED);
    const opening = rest.slice(0, Math.max(0, mark));
    if (mark >= 0 && OPENING.test(opening) && value.startsWith(opening)) {
      rest = rest.slice(opening.length + REDACTED.length);
    } else {
      const isLabelledLater = values.includes(value, index + 1);
      if (!isLabelledLater || !rest.startsWith(value)) return `${value} is told in ${stream}`;
      rest = rest.slice(value.length);
    }
  }
  return rest;
};

/** In a note, each; they are long, and in pieces of one character they are cut at every place too. */
const NOTES: readonly string[] = SECRET_CASES.flatMap(({ files }) =>
  Object.values(files).filter((text) => text !== null),
);

describe('words that are told as they come', () => {
  it('are told when they have come, as far as they can be no credential', async () => {
    const { speech, told } = streaming();
    const saying = async (piece: string): Promise<string> => {
      speech.say(piece);
      await speech.behind;
      return told();
    };
    expect(await saying('Good')).toBe('Good');
    expect(await saying(' morn')).toBe('Good morn');
    expect(await saying('ing, ')).toBe('Good morning, ');
    expect(await saying('**Ada')).toBe('Good morning, **Ada');
    expect(await saying('**. It is 7')).toBe('Good morning, **Ada**. It is ');
    expect(await saying(':30 and 今天很好')).toBe('Good morning, **Ada**. It is 7:30 and 今天很好');
    expect(await saying('\n\nSo')).toBe('Good morning, **Ada**. It is 7:30 and 今天很好\n\nSo');
    await speech.flush();
    expect(told()).toBe('Good morning, **Ada**. It is 7:30 and 今天很好\n\nSo');
  });

  it('are not told by whole lines where bootstrap instructions hold values', async () => {
    const { speech, told } = listenerOf(BY_LINES);
    speech.say('Good morning');
    await speech.behind;
    expect(told()).toBe('');
  });

  it('wait behind a label for the end of the line, and on the line below', async () => {
    const { speech, told } = streaming();
    speech.say('The Wi-Fi password is swordfish now');
    await speech.behind;
    expect(told()).toBe('The Wi-Fi password');
    speech.say('.\nThe other password:\n\nMackerel-7');
    const above = 'The Wi-Fi password is swordfish now.\nThe other password:\n\n';
    await expect.poll(told).toBe(above);
    speech.say('\nand so');
    await expect.poll(told).toBe(`${above}${REDACTED}\nand so`);
  });

  it('go on after what waited for the detector', async () => {
    const { speech, told } = streaming();
    speech.say('The password: Blaubeere-77-Kuchen\n');
    speech.say('And then');
    expect(told()).toBe('');
    await expect.poll(told).toBe(`The password: ${REDACTED}\nAnd then`);
  });

  it('are held where the line above names a key of a provider, and where a known value begins', async () => {
    const aws = `AWS_SECRET_ACCESS_KEY\n=${run(40)} so.\n`;
    const known = `password: ${run(24)}\nSay x${run(24)}x or so.\n`;
    for (const said of [aws, known]) {
      expect(otherIn(said, await byLines(said), await toldOf(unitsOf(said)))).toBe('');
      expect(await toldOf(unitsOf(said))).not.toContain(run(24));
    }
  });

  it.each([
    'A table\r| Wi-Fi password | hunter2 |\n',
    'See redis://:hünter2-ünd-ëlse@host.example.net/x for it.\n',
    'user name; Ada; password; hunter2 ; and more;\n',
    `${pem('RSA ')}\nBye.\n`,
    `\nkey: ${run(24)}\n${run(24)} again.\n`,
  ])('hold what the detector finds in other ways: %j', async (said) => {
    const lines = await byLines(said);
    expect(lines).toContain(REDACTED);
    expect(otherIn(said, lines, await toldOf(unitsOf(said)))).toBe('');
  });

  it('are never cut in the middle of a character', async () => {
    const { speech, pieces } = streaming();
    for (const unit of unitsOf('😀')) speech.say(unit);
    await speech.behind;
    expect(pieces()).toEqual(['😀']);
  });

  it.each([...LABELLED_HUNTER2, ...LABELLED.map(([text]) => text)])(
    'hold no more of a credential than its beginning, wherever it is cut: %j',
    async (text) => {
      const said = `Well. ${text} So.\nBye.`;
      const lines = await byLines(said);
      const pieces = [unitsOf(said), ...Array.from(said, (_, at) => cut(said, [at]))];
      for (const each of pieces) expect(otherIn(said, lines, await toldOf(each))).toBe('');
    },
  );

  it.each(HEADED.map(([text]) => text))(
    'hold no more of a credential below its heading than its beginning, wherever it is cut: %j',
    async (text) => {
      const said = `Well.\n\n${text}\n\nSo. Bye.`;
      const lines = await byLines(said);
      expect(lines).toContain(REDACTED);
      const pieces = [unitsOf(said), ...Array.from(said, (_, at) => cut(said, [at]))];
      for (const each of pieces) expect(otherIn(said, lines, await toldOf(each))).toBe('');
    },
  );

  it.each(NOTES)('hold no more of a credential than its beginning, in a note: %j', async (text) => {
    expect(otherIn(text, await byLines(text), await toldOf(unitsOf(text)))).toBe('');
  });

  it.each(
    Object.entries(PROVIDER_SAMPLES).flatMap(([rule, texts]) =>
      texts.map((text) => ({ rule, text })),
    ),
  )('hold no more of a key than its beginning, wherever it is cut: $rule', async ({ text }) => {
    const said = `Here: "${text}" so.\nBye.`;
    const lines = await byLines(said);
    expect(lines).toContain(REDACTED);
    const places = Array.from({ length: 12 }, (_, index) => Math.floor((said.length * index) / 12));
    for (const pieces of [unitsOf(said), ...places.map((at) => cut(said, [at]))])
      expect(otherIn(said, lines, await toldOf(pieces))).toBe('');
  });

  it('are in the end what is told by lines, however they are cut', async () => {
    const value = fc.integer({ min: 100, max: 9999 }).map((number) => `Qx${number}vT`);
    const word = fc.constantFrom(
      'harbour',
      'the',
      'Wi-Fi',
      'password',
      'my API key',
      'PIN',
      'token for the pier',
      'Authorization',
      'Bearer',
      'parola',
      '密码',
      'contraseña',
      '今天',
      'é',
      '😀',
      '12 May',
      'https://example.org/a',
      'postgres://ada:',
      '@db.example.org',
      'SECRET_ACCESS_KEY',
      '4711',
    );
    const mark = fc.constantFrom(
      ' ',
      ' ',
      ' ',
      ' is ',
      ': ',
      ':',
      '：',
      ' = ',
      ';',
      ';\n',
      '\n',
      '\n\n',
      '\r\n',
      '\r',
      '|',
      '\n| ',
      ' | ',
      ' |\n',
      '\n```\n',
      '\n- ',
      '\n## Password\n\n',
      '\n**Wi-Fi password**\n',
      '`',
      '"',
      '**',
      ', ',
      '. ',
      '(',
      ')',
      '\u00A0',
      '\t',
    );
    // Values that touch have one mark or two, and the text does not show which.
    const key = fc.constantFrom(
      ` ${PROVIDER_SAMPLES['github']?.[1]} `,
      ` ${PROVIDER_SAMPLES['databricks']?.[0]} `,
      ` ${pem('').split('\n')[0]} `,
      ` ${pem('').split('\n').at(-1)} `,
      run(40),
    );
    const text = fc.array(
      fc.oneof(
        { arbitrary: word, weight: 6 },
        { arbitrary: mark, weight: 10 },
        { arbitrary: value, weight: 3 },
        key,
      ),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(), { maxLength: 20 }), async (parts, places) => {
        const said = parts.join('');
        const lines = await byLines(said);
        expect(otherIn(said, lines, await toldOf(cut(said, places)))).toBe('');
        expect(otherIn(said, lines, await toldOf(unitsOf(said)))).toBe('');
      }),
      { numRuns: 150 },
    );
  });
});
