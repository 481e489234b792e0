import { describe, expect, it } from 'vitest';

import { givenOf } from '#cli/args/arguments.ts';
import type { Given } from '#cli/args/options.ts';

describe('what was given to a command', () => {
  const values = { json: true, strict: true, message: 'Hello', participant: ['ada', 'bob'] };
  const given: Given<'boot'> = givenOf(['~/atlas'], values);

  it('answers for the options of its row, each by its type', () => {
    expect([given.flag('json'), given.flag('plan')]).toEqual([true, false]);
    expect([given.text('message'), given.text('file')]).toEqual(['Hello', undefined]);
    expect(given.texts('participant')).toEqual(['ada', 'bob']);
    expect([given.positional, ...given.positionals]).toEqual(['~/atlas', '~/atlas']);
  });

  it('does not compile for another one', () => {
    const log: Given<'log'> = givenOf([], values);
    expect([
      // @ts-expect-error no command has this option
      given.flag('jsn'),
      // @ts-expect-error a text is no flag
      given.flag('message'),
      // @ts-expect-error a flag is no text
      given.text('json'),
      // @ts-expect-error it may be given more than once
      given.text('participant'),
      // @ts-expect-error another command has it
      log.flag('strict'),
    ]).toEqual([false, false, undefined, undefined, true]);
  });
});
