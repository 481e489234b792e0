/** Whose notes of a daily log a session reads. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { asAgentLines } from '#lib/workspace/agent-lines.ts';
import { MAIN, SHARED } from '#lib/spec/session-policy.ts';
import { chatLine, dailyTitle, eventLine, notesFor, sessionHeading } from '#lib/workspace/daily.ts';

const notesIn = (log: string, scope: Parameters<typeof notesFor>[1]): string | undefined =>
  notesFor(SHARED, scope)?.('memory/2026-03-14.md', log);

const AT = '2026-03-14T09:05:00.000Z';
const CHAT = 'discord:ops';
const OWN = { chat: CHAT } as const;
const OPEN = { chat: undefined, since: () => '2026-03-14' } as const;
const LATER = { since: () => '2026-03-15' } as const;
const block = (chat: string, lines: string, kind = 'shared'): string =>
  sessionHeading('09:05') + chatLine(AT, chat, kind) + lines;
const TITLE = dailyTitle('2026-03-14');

describe('the notes of a log', () => {
  it('are all for who reads all, and as they are', () => {
    const log = `${TITLE}- One.${block(CHAT, '- Two.\n')}`;
    expect(notesFor(MAIN, OWN)).toBeUndefined();
    expect(notesIn(log, { ...OPEN, chat: CHAT })).toBe(log);
  });

  it('that belong to no chat are whatever no line of the kernel gives to one', () => {
    const log = `${TITLE}- One.\n${block(CHAT, '- Two.\n')}${sessionHeading('10:00')}- Three.\n`;
    expect(notesIn(log, OPEN)).toBe(`${TITLE}- One.\n${sessionHeading('10:00')}- Three.\n`);
    expect(notesIn(log, { ...OPEN, chat: CHAT })).toBe(log);
  });

  it('that belong to no chat are those of the days that are open, and of its own chat all', () => {
    const log = `${TITLE}- One.\n${block(CHAT, '- Two.\n')}`;
    expect(notesIn(log, { ...LATER, chat: undefined })).toBe(TITLE);
    expect(notesIn(log, { ...LATER, chat: CHAT })).toBe(TITLE + block(CHAT, '- Two.\n').slice(1));
  });

  it('of a chat end with its block, with its session, and where another title begins', () => {
    const ends = [
      eventLine('session_closed', AT, 'boot', 'b1'),
      eventLine('session_continues', AT, 'in', 'memory/2026-03-15.md'),
      eventLine('session', AT, AT, 'kind', 'main', 'boot', 'b2'),
      '## Mine\n',
      '# Mine\n',
    ];
    for (const end of ends) {
      const log = TITLE + block(CHAT, `- Ours.\n### Ours too\n${end}- Written below.\n`);
      expect(notesIn(log, OWN)).toBe(TITLE + block(CHAT, '- Ours.\n### Ours too\n').slice(1));
      expect(notesIn(log, OPEN)).toContain('- Written below.');
    }
  });

  it.each([
    ['another chat', block('discord:ops2', '- x\n')],
    ['a main session of the chat', block(CHAT, '- x\n', 'main')],
    [
      'a line that is not the first',
      sessionHeading('09:05') + `- y\n${chatLine(AT, CHAT, 'shared')}- x\n`,
    ],
    ['a line without a heading', `${chatLine(AT, CHAT, 'shared')}- x\n`],
  ])('of %s are not those of a chat', (_what, log) => {
    expect(notesIn(TITLE + log, OWN)).toBe(TITLE);
  });

  it('cannot be put into another chat by what an agent says', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            sessionHeading('09:05'),
            chatLine(AT, CHAT, 'shared'),
            '# x\n',
            '- y\n',
            '\r',
            '\u2028',
            '===\n',
            '```\n',
          ),
        ),
        (parts) => {
          const lines = asAgentLines(`${parts.join('')}- CANARY\n`);
          expect(notesIn(TITLE + block('discord:mob', lines), OWN)).toBe(TITLE);
          expect(notesIn(TITLE + block('discord:mob', lines), OPEN)).not.toContain('CANARY');
        },
      ),
    );
  });

  it('of a chat with marks in its name are its own', () => {
    const chat = 'web;hook:\nshared;x';
    const log = TITLE + block(chat, '- x\n');
    expect(notesIn(log, { chat })).toContain('- x');
    expect(notesIn(log, OWN)).toBe(TITLE);
  });
});
