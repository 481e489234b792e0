/** What a human is reminded of where they go on with a session. */
import { expect, it } from 'vitest';

import { resumeSession } from '#kernel/session/resume.ts';
import {
  Transcript,
  type TranscriptEntry,
  type TranscriptHead,
} from '#kernel/state/transcripts.ts';
import { RESUMED_TEXT_CHARS } from '#lib/spec/limits.ts';
import { openHome, openWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const HEAD: TranscriptHead = {
  v: 1,
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'main',
  agent: 'scribe',
  startedAt: '2026-03-14T09:26:00.000Z',
};
const LONG = 'tide '.repeat(RESUMED_TEXT_CHARS);

const human = (text: string): TranscriptEntry => ({ t: 'human', text, at: HEAD.startedAt });
const agent = (text: string): TranscriptEntry => ({ t: 'agent', text, at: HEAD.startedAt });

it.each<[string, readonly TranscriptEntry[], number, readonly string[]]>([
  ['the agent alone has spoken', [agent('Hello.')], 0, ['Hello.']],
  ['there was one turn', [agent('Hello.'), human('Hi'), agent('Ho')], 1, ['Hi', 'Ho']],
  [
    'there were many turns',
    ['1', '2', '3'].flatMap((nth) => [human(`ask ${nth}`), agent(`say ${nth}`)]),
    3,
    ['ask 2', 'say 2', 'ask 3', 'say 3'],
  ],
  [
    'much was said',
    [human('x'.repeat(RESUMED_TEXT_CHARS)), agent(LONG)],
    1,
    ['x'.repeat(RESUMED_TEXT_CHARS), `${LONG.slice(0, RESUMED_TEXT_CHARS)}…`],
  ],
])('the human is reminded of the last turns, shortened, where %s', (_, entries, turns, last) => {
  const temp = makeBornWorkspace();
  const home = openHome(temp, openWorkspace(temp));
  const transcript = Transcript.begin(home, HEAD);
  transcript.add(...entries);
  transcript.close();
  const { before } = resumeSession(home, HEAD.id, { ...HEAD, id: 'new' });
  expect(before?.turns).toBe(turns);
  expect(before?.last.map(({ text }) => text)).toEqual(last);
});
