/** The workspace of the pictures: what its owner has said and kept, and the model that answers. */
import { call, heard, say, type Script } from '#test/support/messages-api/reply.ts';

/** When its days are, and when the pictures are taken. */
export const BORN_AT = '2026-03-05T08:40:00Z';
export const TAKEN_AT = '2026-03-10T08:12:00Z';

/** What it has beside what its birth made. */
export const FILES: Readonly<Record<string, string>> = {
  'MEMORY.md': `# Memory

## The survey

- 2026-03-06: The survey compares tidal barrages, lagoons and free turbines, in this order.
- 2026-03-07: Decided: figures of yield are quoted with the year in which they were measured.

## People

- 2026-03-08: Wren reads the drafts, and wants page numbers with each source.
`,
  'memory/2026-03-06.md': `# 2026-03-06

- 09:15 Ada wants the survey to compare tidal barrages, lagoons and free turbines, in this order.
- 11:40 Summarised the report on the Rance barrage: 240 MW, in service since 1966.
`,
  'memory/2026-03-07.md': `# 2026-03-07

- 10:05 Decided: figures of yield are quoted with the year in which they were measured.
- 16:20 Compared three estimates for Swansea Bay; they differ by a fifth, by the height of the sea wall.
`,
  'memory/2026-03-08.md': `# 2026-03-08

- 14:30 Wren reads the drafts, and wants page numbers with each source.
`,
  'memory/2026-03-09.md': `# 2026-03-09

- 09:50 Finished the chapter on tidal lagoons.
- 10:10 The talk for students moves to the fourteenth of April.
- 17:45 Left open: the yield of Swansea Bay after 2015, and who may use the map of the North Sea.
`,
  'HEARTBEAT.md': `# Heartbeat

- Is there a new report on tidal power?
- Does a promise fall due this week?
`,
};

const YESTERDAY = 'memory/2026-03-09.md';

/** What is said to it, in this order. */
export const OPEN = 'What did we leave open yesterday?';
export const KEEP = 'Keep the new date of the talk for good, please.';

const LEFT_OPEN = `Two things, both in the chapter on lagoons:

1. **The yield of Swansea Bay after 2015.** The three estimates differ by a fifth, by the height of the sea wall.
2. **Who may use the map of the North Sea.** It is not ours.

| site | capacity | measured |
| --- | ---: | --- |
| La Rance | 240 MW | 1966 |
| Swansea Bay | 320 MW | an estimate of 2015 |

I can write to the owners of the map, once you have seen the letter.`;

/** It reads the log of yesterday, answers, and proposes what should be kept. */
export const script: Script = (request) => {
  const { words, results } = heard(request);
  if (results.length > 0)
    return say(results.some(({ text }) => text.includes('Swansea')) ? LEFT_OPEN : 'It is kept.');
  if (words.includes(OPEN)) return call('read_file', { path: YESTERDAY });
  if (!words.includes(KEEP)) return say('I am here.');
  const text = 'The talk for students is on the fourteenth of April.';
  return call('propose_memory', { add: [{ text, source: `${YESTERDAY}:4` }], remove: [] });
};

/** The agent may propose in a session what should be kept, and its human is asked there. */
export const SETTINGS = { curation: { apply: 'ask-in-session' } };
