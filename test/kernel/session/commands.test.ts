/** What of a line the kernel answers itself, and what is for the agent. */
import { expect, it } from 'vitest';

import { isOfAgents } from '#kernel/session/commands.ts';

it.each([
  ['/plan the week', true],
  ['  /plan', true],
  ['/status', false],
  ['plan the week', false],
  ['', false],
  ['/home/ada/notes.md', false],
  ['what is in /home?', false],
])('a line is a command of the agent, or none: %j', (line, expected) => {
  expect(isOfAgents(line)).toBe(expected);
});
