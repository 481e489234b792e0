import { MEMORY_FILE, ofMemory } from '#audit/facts/memory.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { transcriptIn } from '#audit/facts/transcript.ts';
import type { TranscriptTrace } from '#audit/facts/transcript.ts';

const FOUND: Readonly<Record<TranscriptTrace['sign'], string>> = {
  turns: 'a conversation in turns',
  messages: 'messages as a program keeps them',
  'session key': 'the record of a session, with its key',
};

const talk = (turns: number, user = 'User:', agent = 'Assistant:'): string =>
  Array.from({ length: turns }, (_, at) => `${at % 2 === 0 ? user : agent} tides\n`).join('\n');

export const rule = defineRule({
  id: '2.4/transcript',
  title: 'MEMORY.md holds no transcripts',
  section: '§2.4',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  why: 'MEMORY.md is read in every main session. A conversation in it costs its whole length each time, and what mattered in it is not found.',
  remedy:
    'Move the conversation to the log of its day; leave in MEMORY.md what was decided or learned.',
  fix: 'none',
  requirements: ['Y48'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'who said what, once',
        files: { 'MEMORY.md': `# Memory\n\n${talk(5)}` },
      },
      {
        shows: 'a fact about each topic, under headings of their own',
        files: {
          'MEMORY.md': `# Memory\n\n## Tides\n\n${talk(2)}\n## Radio\n\n${talk(2)}\n## Printer\n\n${talk(2)}`,
        },
      },
      {
        shows: 'the same speaker again and again',
        files: { 'MEMORY.md': `# Memory\n\n${talk(12, 'User:', 'User:')}` },
      },
      {
        shows: 'a transcript in a daily log, where it belongs',
        files: { 'memory/2026-03-10.md': `# Memory — 2026-03-10\n\n${talk(12)}` },
      },
    ],
    bad: [
      {
        shows: 'six turns',
        files: { 'MEMORY.md': `# Memory\n\n${talk(6)}` },
        at: ['MEMORY.md:3'],
      },
      {
        shows: 'turns in bold, in a list, with the time',
        files: { 'MEMORY.md': `# Memory\n\n${talk(6, '- **User** (08:05):', '- **Assistant:**')}` },
        at: ['MEMORY.md:3'],
      },
      {
        shows: 'turns in Chinese, and as headings',
        files: {
          'MEMORY.md': `# Memory\n\n${talk(2, '用户：', '助手：')}\n${talk(4, '### User\n\n', '### Assistant\n\n')}`,
        },
        at: ['MEMORY.md:3'],
      },
      {
        shows: 'messages of a program',
        files: {
          'MEMORY.md': `# Memory\n\n${talk(6, '{"role":"user","content":"?"}', '{"role": "assistant","content":"!"}')}`,
        },
        at: ['MEMORY.md:3'],
      },
      {
        shows: 'what a hook writes about a session',
        files: { 'MEMORY.md': '# Memory\n\n- **Session Key**: agent:main:main\n' },
        at: ['MEMORY.md:3'],
      },
    ],
  }),
  check: ofMemory((memory) => {
    const transcript = transcriptIn(memory);
    if (transcript === undefined) return [];
    const { line, sign } = transcript;
    const expected = 'what was decided or learned, in a line of its own';
    return [{ file: MEMORY_FILE, line, found: FOUND[sign], expected, anchor: sign }];
  }),
});
