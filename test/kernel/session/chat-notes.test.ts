/** What was noted in a chat, read each by each: by the prompt, tools, search, index and recall. */
import { describe, expect, it } from 'vitest';

import { searchMemory } from '#kernel/session/search.ts';
import { Recalled } from '#kernel/session/recalled.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { NOTHING_FORBIDDEN, readFile } from '#kernel/startup/read.ts';
import { notesFor } from '#lib/workspace/daily.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { SHARED } from '#lib/spec/session-policy.ts';
import {
  HERE,
  logIn,
  NOTES,
  noteAll,
  notedIn,
  READERS,
  readingOf,
} from '#test/support/chat-notes.ts';
import { deskOf } from '#test/support/desk.ts';
import { enterWorkspace, openWorkspace } from '#test/support/kernel.ts';
import { indexOn } from '#test/support/mesh.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const LOG = 'memory/2026-03-14.md';
const START = { start: '2026-03-14T12:00' } as const;

const noted = () => {
  const temp = makeBornWorkspace();
  noteAll(temp);
  return temp;
};

describe('a note of a chat', () => {
  it('stands below the heading of RFC-0009 and a line of the kernel that names the chat', () => {
    const temp = makeBornWorkspace();
    logIn(temp, HERE).append('- One.\n');
    expect(temp.text(LOG)).toMatch(
      /^# Memory — 2026-03-14\n\n## Session \[09:05\]\n\n- session_chat;[^;]+Z;chat;telegram:-1001;kind;shared;\n- One\.\n$/,
    );
  });

  describe.each(READERS)('for $kind.name in $chat, open: $isOpen', (reader) => {
    const { may } = reader;
    const { policy, forbidden } = readingOf(reader);

    it('is read by the prompt', () => {
      const shown = policy.seesLogs ? readFile(openWorkspace(noted()), LOG, forbidden) : undefined;
      expect(notedIn(shown?.text ?? '')).toEqual(may);
      expect(notedIn(shown?.bytes.toString() ?? '')).toEqual(may);
    });

    it('is read by tools, and told where a write is refused', async () => {
      const broker = deskOf(enterWorkspace(noted(), START), policy, { forbidden });
      const read = await broker.read(LOG).catch((error: Refusal) => error.code);
      expect(read === 'GATE_DENIED').toBe(!policy.seesLogs);
      expect(notedIn(read)).toEqual(may);
      const stale = await deskOf(enterWorkspace(noted(), START), policy, { forbidden })
        .write(LOG, 'mine\n')
        .catch((error: object) => error);
      expect(notedIn(JSON.stringify(stale))).toEqual(may);
    });

    it('is found by search', async () => {
      const broker = deskOf(enterWorkspace(noted(), START), policy, { forbidden });
      const parts = { broker, redactor: new CredentialRedactor(), redacted: () => undefined };
      const found = await searchMemory(parts, { query: 'MERLE' }).catch(
        (error: Refusal) => error.code,
      );
      expect(notedIn(JSON.stringify(found))).toEqual(may);
    });
  });

  it('may be added to by who reads it not', async () => {
    const temp = noted();
    const broker = deskOf(
      enterWorkspace(temp, START),
      {
        kind: SHARED,
        seesLogs: true,
      },
      {
        forbidden: {
          ...NOTHING_FORBIDDEN,
          notes: notesFor(SHARED, { chat: HERE }),
        },
      },
    );
    const before = await broker.read(LOG);
    await broker.write(LOG, `${before}- More.\n`);
    for (const note of Object.values(NOTES)) expect(temp.text(LOG)).toContain(note);
    expect(temp.text(LOG)).toMatch(/- More\.\n$/);
  });
});

describe('an index', { timeout: 60_000 }, () => {
  it('gives a shared session what belongs to no chat for two days, and its own notes for ever', async () => {
    const temp = noted();
    const open = { kind: SHARED, settings: { dailyLogsInShared: true }, chat: HERE } as const;
    for (const [start, may] of [
      ['2026-03-15T12:00', ['none', 'here']],
      ['2026-03-16T12:00', ['here']],
    ] as const) {
      const { index } = indexOn(temp, 'sqlite', { ...open, start });
      const { hits } = await index.search({ query: 'MERLE', limit: 20 });
      expect(notedIn(JSON.stringify(hits))).toEqual(may);
    }
  });

  it('of a chat holds its notes alone, and recall brings no others', async () => {
    const temp = noted();
    for (const reader of READERS.filter(({ may }) => may.length > 0)) {
      const { kind, chat, isOpen, may } = reader;
      const { index, folder } = indexOn(temp, 'sqlite', {
        kind,
        settings: { dailyLogsInShared: isOpen },
        ...(chat !== undefined && { chat }),
        ...START,
      });
      const { hits } = await index.search({ query: 'MERLE', limit: 20 });
      expect(notedIn(JSON.stringify(hits))).toEqual(may);
      expect(folder.endsWith('private')).toBe(may.length === 4);
      const recalled = new Recalled({
        index,
        session: () => ({
          kind,
          today: '2026-03-14',
          zone: 'UTC',
          log: LOG,
          nonce: 'abcdef',
          may: () => ({ allowed: true, role: 'daily', creates: false }),
        }),
        isShown: () => false,
        marksOf: () => [],
        look: () => undefined,
        maxTokens: 600,
      });
      expect(notedIn(JSON.stringify(await recalled.for('MERLE')))).toEqual(may);
    }
  });
});
