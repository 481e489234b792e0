/** How what is said in a session is kept. */
import { expect, it } from 'vitest';

import { Transcription } from '#kernel/session/transcription.ts';
import { readTranscript, Transcript } from '#kernel/state/transcripts.ts';
import { TRANSCRIPT_ENTRY_MAX_CHARS } from '#lib/spec/limits.ts';
import { openHome, openWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const ID = '00000000-0000-4000-8000-000000000001';

/** What is kept of an agent that says these pieces. */
const keptOf = async (...pieces: readonly string[]): Promise<readonly string[]> => {
  const temp = makeBornWorkspace();
  const home = openHome(temp, openWorkspace(temp));
  const startedAt = '2026-03-14T09:26:00.000Z';
  const head = { v: 1, id: ID, kind: 'main', agent: 'wren', startedAt } as const;
  const transcription = new Transcription(Transcript.begin(home, head), ID, () => undefined);
  for (const text of pieces) transcription.hear({ event: 'text', text });
  await transcription.end();
  const { entries } = readTranscript(home, ID) ?? { entries: [] };
  return entries.flatMap((entry) => (entry.t === 'agent' ? [entry.text] : []));
};

const LONG = 'x'.repeat(TRANSCRIPT_ENTRY_MAX_CHARS);

it.each<[string, readonly string[], readonly string[]]>([
  [
    'in one piece, however many came',
    ['one\ntwo', ' of\nthree\n', 'end'],
    ['one\ntwo of\nthree\nend'],
  ],
  ['by whole lines where it is long', [`${LONG}\n`, 'one', '\n'], [`${LONG}\n`, 'one\n']],
  [
    'with the last line, which may go on, apart',
    [`${LONG}\npart`, 's\n'],
    [`${LONG}\n`, 'parts\n'],
  ],
  ['without waiting for a line that does not end', [`${LONG}x`, 'y'], [`${LONG}x`, 'y']],
])('what an agent says is kept %s', async (_, pieces, kept) => {
  expect(await keptOf(...pieces)).toEqual(kept);
});
