/** How much of what is said gets memory by itself: enough of what a note answers, next to nothing of what none does. */
import { expect, it } from 'vitest';

import { Recalled } from '#kernel/session/recalled.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { indexOn } from '#test/support/mesh.ts';
import { FIRST, MORE_NOTES, NOTES, SECOND, THIRD } from '#test/support/recall/unasked.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const FILES = Object.fromEntries(
  [...NOTES, ...MORE_NOTES].map(([day, note]) => [
    `memory/${day}.md`,
    `# Memory — ${day}\n\n## Session [09:00]\n\n- ${note}\n`,
  ]),
);

const missed = async (
  rows: typeof FIRST,
  marks: readonly string[],
): Promise<{ readonly answered: number; readonly smallTalk: number; readonly told: string }> => {
  const { index, opened } = indexOn(makeBornWorkspace(FILES), 'sqlite');
  const session = () => ({
    kind: MAIN,
    today: opened.daily.today,
    zone: 'UTC',
    log: opened.daily.file,
    nonce: 'abcdef',
    may: () => ({ allowed: true as const, role: 'daily' as const, creates: false }),
  });
  const parts = { index, session, isShown: () => false, look: () => undefined, maxTokens: 600 };
  const wrong: string[] = [];
  let [answered, smallTalk] = [0, 0];
  for (const { said, day } of rows) {
    const { places } = await new Recalled({ ...parts, marksOf: () => marks }).for(said);
    const isRight =
      day === undefined ? places.length === 0 : places.some((place) => place.includes(day));
    if (day === undefined && !isRight) smallTalk += 1;
    if (day !== undefined && isRight) answered += 1;
    if (!isRight) wrong.push(`${said} → ${places.join(', ')}`);
  }
  return { answered, smallTalk, told: wrong.join('\n') };
};

it.each([
  ['the first half', FIRST, []],
  ['the second half', SECOND, []],
  ['the first half, of nobody who is known', FIRST, ['who wrote it is not known']],
  ['the second half, of nobody who is known', SECOND, ['who wrote it is not known']],
])('tells what answers, and nothing to small talk: %s', async (_name, rows, marks) => {
  const { answered, smallTalk, told } = await missed(rows, marks);
  expect(rows.filter(({ day }) => day !== undefined)).toHaveLength(20);
  expect(answered, told).toBeGreaterThanOrEqual(17);
  expect(smallTalk, told).toBeLessThanOrEqual(1);
});

it('does so in Italian and Dutch, too', async () => {
  const { answered, smallTalk, told } = await missed(THIRD, []);
  expect([answered, smallTalk], told).toEqual([4, 0]);
});
