/** Who an IDENTITY.md says the agent is, and when it says so yet. */
import { describe, expect, it } from 'vitest';

import { agentIdentity, isUnfilledIdentity } from '#lib/layout/identity.ts';

describe('an identity', () => {
  it.each([
    ['- Name:\n- Creature:\n', true],
    ['- **Name:**\n  _(pick one)_\n- **Creature:**\n', true],
    ['- **Name:**\n  Ada\n- **Creature:**\n', false],
    ['- Name: Ada\n- Creature:\n', false],
  ])('is still to be filled in: %j: %s', (text, isUnfilled) => {
    expect(isUnfilledIdentity(text)).toBe(isUnfilled);
  });

  it.each([
    ['- Name: Ada\n- Name: Bo\n', { name: 'Ada' }],
    ['Name: [your name]\nName: Ada\n', { name: 'Ada' }],
  ])('has the first name that is said in %j', (text, identity) => {
    expect(agentIdentity(text)).toEqual(identity);
  });
});
