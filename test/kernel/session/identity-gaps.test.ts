/** When a first boot is over: what its files still have to say (RFC-0009 §6.2). */
import { expect, it } from 'vitest';

import { missingIdentity, missingText } from '#kernel/session/identity-gaps.ts';
import { openWorkspace } from '#test/support/kernel.ts';
import { bornFiles, type Files, makeWorkspace } from '#test/support/workspace.ts';

const { 'SOUL.md': SOUL = '', 'USER.md': USER = '' } = bornFiles();
const [WHO, WHOM] = ['SOUL.md: who you are', 'USER.md: the name of the human'];

it.each<[string, Files, string]>([
  ['both are written', { 'SOUL.md': SOUL, 'USER.md': USER }, ''],
  ['there is no USER.md', { 'SOUL.md': SOUL }, WHOM],
  ['USER.md names nobody', { 'SOUL.md': SOUL, 'USER.md': '# User\n\n- Name:\n' }, WHOM],
  ['there is no SOUL.md', { 'USER.md': USER }, WHO],
  ['SOUL.md says nothing', { 'SOUL.md': '# Soul\n', 'USER.md': USER }, WHO],
  ['there is nothing', {}, `${WHO}; ${WHOM}`],
])('a first boot is asked for what is missing where %s', (_, files, missing) => {
  expect(missingText(missingIdentity(openWorkspace(makeWorkspace(files))))).toBe(missing);
});
