/** Texts from outside: bounded, read from raw JSON, cut for sending. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { boundedText } from '#lib/chat/bounded-text.ts';
import { messagesOf } from '#lib/chat/parts.ts';
import { discordEvent, discordLast, discordLines } from '#lib/chat/discord.ts';
import { slackEvent } from '#lib/chat/slack.ts';
import { telegramEvent } from '#lib/chat/telegram.ts';
import {
  OUTSIDE_TEXT_DEPTH,
  OUTSIDE_TEXT_MAX_CHARS,
  OUTSIDE_TEXT_OPENINGS,
} from '#lib/spec/limits.ts';
import { hasDoubledName } from '#lib/chat/doubled-names.ts';
import { forAll } from '#test/support/property.ts';

/** Texts that are mostly marks, and long. */
const marked = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '> ',
        '- ',
        '* ',
        '+ ',
        '1. ',
        '23) ',
        '[',
        ']',
        '\n',
        '\n\n',
        '  ',
        '\t',
        '🦉',
      ),
      fc.string(),
    ),
    { maxLength: 3000 },
  )
  .map((parts) => parts.join(''));

/** As the limits are worded, counted in another way: mark by mark, with a regular expression for each line. */
const measured = (text: string): { readonly openings: number; readonly depth: number } => {
  let openings = 0;
  let depth = 0;
  let brackets = 0;
  for (const line of text.split('\n')) {
    let rest = line;
    let levels = 0;
    for (;;) {
      const [whole = '', space = ''] =
        /^([ \t]*)(?:>|(?:[-*+]|\d{1,9}[.)])(?=\s|$))/u.exec(rest) ?? [];
      if (whole === '') break;
      const width = space.replaceAll('\t', '    ').length;
      levels += 1 + Math.floor(width / 2);
      rest = rest.slice(whole.length);
    }
    openings += levels;
    depth = Math.max(depth, levels);
    if (rest.trimStart() === '') brackets = 0;
    for (const char of rest) {
      if (char === '[') [brackets, openings] = [brackets + 1, openings + 1];
      if (char === ']') brackets = Math.max(0, brackets - 1);
      depth = Math.max(depth, char === '[' ? brackets + levels : 0);
    }
  }
  return { openings, depth };
};

describe('a text from outside', () => {
  it('is within its limits, and a beginning of what came', () => {
    forAll(marked, (text) => {
      const { text: kept, isCut } = boundedText(text);
      expect(text.startsWith(kept)).toBe(true);
      expect(isCut).toBe(kept.length < text.length);
      expect(kept.length).toBeLessThanOrEqual(OUTSIDE_TEXT_MAX_CHARS);
      const { openings, depth } = measured(kept);
      expect(openings).toBeLessThanOrEqual(OUTSIDE_TEXT_OPENINGS);
      expect(depth).toBeLessThanOrEqual(OUTSIDE_TEXT_DEPTH);
      expect(boundedText(kept)).toEqual({ text: kept, isCut: false });
    });
  });

  it('stays as it is where it is what people write', () => {
    for (const text of [
      '',
      'Hello.',
      '-'.repeat(300),
      '*'.repeat(300),
      '> quoted\n> twice\n\n- one\n  - two\n    1. three [link](x)',
      '- item\n'.repeat(500),
      `${'> '.repeat(32)}deep`,
      '3.14 is no list, and 1)2 neither',
      'a'.repeat(OUTSIDE_TEXT_MAX_CHARS),
    ])
      expect(boundedText(text)).toEqual({ text, isCut: false });
  });

  it.each([
    ['6,000 quotes in each other', '>'.repeat(6000), 32],
    ['3,000 quotes of a line', '> x\n\n'.repeat(3000), 500 * 5],
    ['1,000 quotes eight deep', `${'> '.repeat(8)}x\n\n`.repeat(1000), 62 * 19 + 8],
    ['40,000 brackets', '['.repeat(40_000), 32],
    ['501 items', '- a\n'.repeat(501), 2000],
    ['ten megabytes of words', 'word '.repeat(2_000_000), OUTSIDE_TEXT_MAX_CHARS],
    [
      'an owl on the border',
      `${'a'.repeat(OUTSIDE_TEXT_MAX_CHARS - 1)}🦉`,
      OUTSIDE_TEXT_MAX_CHARS - 1,
    ],
    ['an indent that nobody marked', `${' '.repeat(200)}- x`, 200],
  ])('is cut: %s', (_what, text, chars) => {
    const { text: kept, isCut } = boundedText(text);
    expect(isCut).toBe(true);
    expect(kept).toBe(text.slice(0, chars));
  });
});

describe('a name that stands twice', () => {
  it.each([
    ['{"a":1,"a":2}', true],
    ['{"a":1,"\\u0061":2}', true],
    ['{"b":[{"a":1,"b":2},{"c":{"d":1,"d":1}}]}', true],
    ['{"a":{"a":{"a":["a","a"]}}}', false],
    ['{"a":"\\",\\"a\\":","b":"{\\"a\\""}', false],
    ['["a","a"]', false],
    ['"a"', false],
  ])('%s: %s', (json, is) => {
    expect(hasDoubledName(json)).toBe(is);
  });

  it('is found in no object that was written from one', () => {
    forAll(fc.json(), (json) => {
      // fast-check writes objects, which have each name once.
      expect(hasDoubledName(json)).toBe(false);
    });
    expect(hasDoubledName('['.repeat(100_000) + ']'.repeat(100_000))).toBe(false);
  });
});

describe('an answer', () => {
  it('is cut between paragraphs, and loses nothing but white space', () => {
    forAll(
      fc.string({ maxLength: 400, unit: fc.constantFrom('a', 'b', ' ', '\n', '🦉') }),
      fc.integer({ min: 2, max: 50 }),
      (text, most) => {
        const messages = messagesOf(text, most);
        for (const one of messages) {
          expect(one.length).toBeLessThanOrEqual(most);
          expect(one.trim()).not.toBe('');
          expect(one.isWellFormed()).toBe(true);
        }
        expect(messages.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
      },
    );
    expect(messagesOf(`${'a'.repeat(30)}\n\n${'b'.repeat(30)}\nc c`, 50)).toEqual([
      'a'.repeat(30),
      `${'b'.repeat(30)}\nc c`,
    ]);
  });
});

const SELF = { id: '5', name: 'AtlasBot' };
const chat = { id: -100, type: 'supergroup' };
const from = { id: 7, is_bot: false, first_name: 'Bob', last_name: 'B.' };
const read = (message: object, kind = 'message') =>
  telegramEvent(
    JSON.stringify({ update_id: 1, [kind]: { message_id: 3, date: 9, chat, from, ...message } }),
    SELF,
  );

describe('a message of Telegram', () => {
  it('says what, where and by whom', () => {
    expect(read({ text: 'Hello' })).toEqual({
      place: '-100',
      isDirect: false,
      isEdit: false,
      saidAt: 9000,
      author: { id: '7', name: 'Bob B.' },
      text: 'Hello',
      isCut: false,
      files: [],
      outside: undefined,
      quoted: undefined,
      isForUs: false,
    });
    expect(read({ caption: 'x', photo: [{}] }, 'edited_message')).toMatchObject({
      text: 'x',
      files: ['photo'],
      isEdit: true,
    });
    expect(read({ message_thread_id: 8, is_topic_message: true })?.place).toBe('-100/8');
    expect(read({ message_thread_id: 8 })?.place).toBe('-100');
    expect(read({ migrate_to_chat_id: -200 })?.movedTo).toBe('-200');
    expect(read({ from: undefined, sender_chat: { id: -3, title: 'News' } })?.author).toEqual({
      id: '-3',
      name: 'News',
    });
  });

  it.each([
    [{ text: 'Hi @atlasbot', entities: [{ type: 'mention', offset: 3, length: 9 }] }, true],
    [{ text: 'Hi @atlasbots', entities: [{ type: 'mention', offset: 3, length: 10 }] }, false],
    [{ text: 'Hi @atlasbot' }, false],
    [{ text: '/ask@AtlasBot x', entities: [{ type: 'bot_command', offset: 0, length: 13 }] }, true],
    [{ text: '/ask x', entities: [{ type: 'bot_command', offset: 0, length: 4 }] }, false],
    [
      { text: 'you', entities: [{ type: 'text_mention', offset: 0, length: 3, user: { id: 5 } }] },
      true,
    ],
    [
      { text: 'you', entities: [{ type: 'text_mention', offset: 0, length: 3, user: { id: 6 } }] },
      false,
    ],
    [{ caption: '@atlasbot', caption_entities: [{ type: 'mention', offset: 0, length: 9 }] }, true],
    [{ text: 'yes', reply_to_message: { from: { id: 5 } } }, true],
    [{ text: 'yes', reply_to_message: { from: { id: 6 } } }, false],
    [{ text: 'x', entities: 'all' }, false],
  ])('is for the bot where the entities say so: %j', (message, isForUs) => {
    expect(read(message)?.isForUs).toBe(isForUs);
  });

  it('tells what is nobody’s own word', () => {
    expect(read({ text: 'x', forward_origin: { type: 'hidden_user' } })?.outside).toBe('forwarded');
    expect(read({ text: 'x', via_bot: {} })?.outside).toBe('another bot');
    expect(read({ text: 'x', quote: { text: 'q' }, reply_to_message: { text: 'r' } })?.quoted).toBe(
      'q',
    );
    expect(read({ text: 'x', reply_to_message: { caption: 'c' } })?.quoted).toBe('c');
  });

  it.each([
    '',
    '[]',
    '{"update_id":1}',
    '{"message":{"text":"x"}}',
    '{"poll":{}}',
    '{"message":{"chat":{"id":1.5}}}',
  ])('is none: %s', (raw) => {
    expect(telegramEvent(raw, SELF)).toBeUndefined();
  });

  it('is read whatever it is', () => {
    forAll(fc.json(), (json) => {
      const more = ['from', 'text', 'entities', 'reply_to_message'].map(
        (name) => `"${name}":${json}`,
      );
      const event = telegramEvent(`{"message":{"chat":{"id":1},${more.join()}}}`, SELF);
      expect(event?.place).toBe('1');
    });
  });
});

const readSlack = (event: object, more: object = {}) =>
  slackEvent(
    JSON.stringify({
      type: 'event_callback',
      team_id: 'T1',
      event: { type: 'message', channel: 'C1', user: 'U7', ts: '9.000100', text: '', ...event },
      ...more,
    }),
    { id: 'U5', name: 'atlas' },
  );

describe('a message of Slack', () => {
  it('says what, where and by whom', () => {
    expect(
      readSlack({
        text: 'a &lt;b&gt; &amp;amp; <https://x.example|x> <https://y.example> <!here>',
      }),
    ).toEqual({
      place: 'C1',
      isDirect: false,
      isEdit: false,
      saidAt: 9000,
      author: { id: 'U7', name: '', team: 'T1' },
      text: 'a <b> &amp; x (https://x.example) https://y.example !here',
      isCut: false,
      files: [],
      outside: undefined,
      quoted: undefined,
      isForUs: false,
      messageId: '9.000100',
    });
    const previous = { user: 'U7', ts: '8.1', text: 'before' };
    const edit = { subtype: 'message_changed', user: undefined, previous_message: previous };
    expect(readSlack({ ...edit, message: { ...previous, text: 'after' } })).toMatchObject({
      text: 'after',
      isEdit: true,
      saidAt: 8000,
      author: { id: 'U7' },
    });
    expect(readSlack({ ...edit, message: { ...previous, attachments: [] } })).toBeUndefined();
    expect(readSlack({ subtype: 'message_deleted', previous_message: previous })).toMatchObject({
      text: '',
      messageId: '8.1',
      isRemoval: true,
      isForUs: false,
    });
    expect(readSlack({ thread_ts: '1.1' })?.place).toBe('C1/1.1');
    expect(readSlack({ thread_ts: '9.000100' })?.place).toBe('C1');
    expect(readSlack({ channel_type: 'im' })?.isDirect).toBe(true);
    const files = [{ mimetype: 'image/png', name: '../MEMORY.md' }, { mimetype: '../x' }];
    expect(readSlack({ subtype: 'file_share', files })?.files).toEqual(['image', 'file']);
    const attachments = [{ text: 'x' }, { is_share: true, text: '&lt;said&gt; elsewhere' }];
    expect(readSlack({ attachments })?.quoted).toBe('<said> elsewhere');
  });

  it.each([
    [{ text: 'Hi <@U5>' }, true],
    [{ text: 'Hi &lt;@U5&gt;' }, false],
    [{ text: 'Hi <@U55>' }, false],
    [{ text: 'yes', thread_ts: '1.1', parent_user_id: 'U5' }, true],
    [{ text: 'yes', thread_ts: '1.1', parent_user_id: 'U6' }, false],
  ])('is for the bot where Slack’s own marks say so: %j', (message, isForUs) => {
    expect(readSlack(message)?.isForUs).toBe(isForUs);
  });

  it.each([
    [{ user: 'U5' }],
    [{ bot_id: 'B9', text: '<@U5>' }],
    [{ subtype: 'bot_message', text: '<@U5>' }],
    [{ subtype: 'channel_join' }],
    [{ type: 'app_mention', text: '<@U5>' }],
    [{ channel: undefined }],
  ])('is none of a person: %j', (event) => {
    expect(readSlack(event)).toBeUndefined();
    expect(readSlack({}, { type: 'block_actions' })).toBeUndefined();
  });
});

const readDiscord = (message: object, t = 'MESSAGE_CREATE', channel: object = { type: 0 }) =>
  discordEvent(
    [{ t, d: { id: '8', channel_id: '9', type: 0, author: { id: '7' }, ...message } }, channel]
      .map((line) => JSON.stringify(line))
      .join('\n'),
    { id: '5', name: 'atlas' },
  );

/** What was kept of a message of Discord. */
const discordRow = (id: unknown, channel: unknown): string =>
  `${JSON.stringify({ d: { id, channel_id: channel } })}\n{}`;

describe('a message of Discord', () => {
  it('says what, where and by whom', () => {
    const author = { id: '7', username: 'bob', global_name: 'Bob' };
    const message = { author, content: 'Hello', timestamp: '1970-01-01T00:00:09.000Z' };
    expect(readDiscord(message)).toEqual({
      place: '9',
      isDirect: false,
      isEdit: false,
      saidAt: 9000,
      author: { id: '7', name: 'Bob' },
      text: 'Hello',
      isCut: false,
      files: [],
      outside: undefined,
      quoted: undefined,
      isForUs: false,
      messageId: '8',
    });
    expect(readDiscord(message, 'MESSAGE_UPDATE', { type: 1 })).toMatchObject({
      isDirect: true,
      isEdit: true,
    });
    expect(readDiscord({ author: undefined }, 'MESSAGE_DELETE')).toMatchObject({
      isRemoval: true,
      messageId: '8',
    });
    const attachments = [{ content_type: 'image/png', filename: '../MEMORY.md' }, {}];
    expect(readDiscord({ attachments })?.files).toEqual(['image', 'file']);
    const message_snapshots = [{ message: { content: 'elsewhere' } }];
    expect(readDiscord({ message_reference: { type: 1 }, message_snapshots })).toMatchObject({
      outside: 'forwarded',
      text: 'elsewhere',
    });
    expect(readDiscord({ referenced_message: { content: 'before' } })?.quoted).toBe('before');
  });

  it.each([
    [{ mentions: [{ id: '6' }, { id: '5' }] }, true],
    [{ content: '<@5>' }, false],
    [{ type: 19, referenced_message: { author: { id: '5' } } }, true],
    [{ type: 19, referenced_message: { author: { id: '6' } } }, false],
  ])('is for the bot where Discord says so: %j', (message, isForUs) => {
    expect(readDiscord(message)?.isForUs).toBe(isForUs);
  });

  it.each([
    [{ author: { id: '5' } }],
    [{ author: { id: '6', bot: true } }],
    [{ webhook_id: '3' }],
    [{ type: 7 }],
    [{ channel_id: undefined }],
    [{ id: 8 }],
  ])('is none of a person: %j', (message) => {
    expect(readDiscord(message)).toBeUndefined();
    expect(readDiscord({}, 'TYPING_START')).toBeUndefined();
  });

  it('tells where each channel is gone on with', () => {
    const all = [
      discordRow('12', '1'),
      discordRow('9', '1'),
      discordRow('3', '2'),
      discordRow('x', '3'),
      discordRow('4', '../4'),
    ];
    expect(discordLast([...all, 'nonsense', ''])).toBe('{"1":"12","2":"3"}');
    expect(discordLines('a\nb')).toEqual({ event: 'a', channel: 'b' });
  });
});
