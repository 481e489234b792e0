/** What holds of every prompt, whatever is in the files. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { LAYOUT_NAMES } from '#lib/layout/document.ts';
import { isPattern } from '#lib/layout/names.ts';
import { filledName } from '#lib/layout/variables.ts';
import { promptText } from '#lib/prompt/plan.ts';
import { plan, TODAY, YESTERDAY } from '#test/support/prompt.ts';

const VARIABLES = { today: TODAY, yesterday: YESTERDAY, agent: 'echo', automation: 'reader' };
const AUDIENCES = ['main', 'shared', 'subagent', 'cron'] as const;
const ORDERS = ['normal', 'first run', 'automation'] as const;

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom('# A', '## B', 'word word 🐚', '', 'You must.', '- é', '```', '{{RULES}}'),
      { maxLength: 200 },
    )
    .map((lines) => lines.join('\n')),
);

/** A layout with some of its files. */
const workspace = fc.constantFrom(...LAYOUT_NAMES).chain((layout) => {
  const names = LAYOUTS[layout].files.flatMap(({ name }) =>
    isPattern(name)
      ? [name.replace('**', 'a').replace('*', 'b')]
      : [filledName(name, VARIABLES) ?? name],
  );
  return fc.record({
    layout: fc.constant(layout),
    files: fc
      .array(fc.tuple(fc.constantFrom(...names), text), { maxLength: names.length })
      .map((entries) => Object.fromEntries(entries)),
    audience: fc.constantFrom(...AUDIENCES),
    order: fc.constantFrom(...ORDERS),
    facts: fc.constant({ agent: 'echo', automation: 'reader', query: 'word' }),
    budget: fc.option(fc.integer({ min: 1, max: 400 }), { nil: 1_000_000 }),
  });
});

type Made = typeof workspace extends fc.Arbitrary<infer One> ? One : never;

/** Whatever is in the files; the complaint names what does not hold. */
const holds = (complaints: (made: Made) => readonly unknown[], numRuns = 300): void =>
  fc.assert(
    fc.property(workspace, (made) => {
      expect(complaints(made)).toEqual([]);
    }),
    { numRuns },
  );

describe('every prompt', () => {
  it('says of each part of a file where it stands there', () => {
    expect.hasAssertions();
    holds((made) =>
      plan(made).pieces.filter(
        ({ text: shown, source }) =>
          source.is === 'file' && made.files[source.file]?.slice(source.from, source.to) !== shown,
      ),
    );
  });

  it('is the same every time, and each file has one fate', () => {
    expect.hasAssertions();
    holds((made) => {
      const [one, other] = [plan(made), plan(made)];
      const names = one.files.map(({ file }) => file);
      return [
        ...(promptText(one) === promptText(other) ? [] : ['another text']),
        ...names.filter((name, at) => names.indexOf(name) !== at),
      ];
    });
  });

  it('splits no character', () => {
    expect.hasAssertions();
    holds((made) => [promptText(plan(made))].filter((shown) => !shown.isWellFormed()));
  });

  it('stays within its budget, or says by which required files it does not', () => {
    expect.hasAssertions();
    holds((made) => {
      const { budget, faults } = plan(made);
      // Tiers are of the whole window, of which the base is no part that could be cut.
      if (budget === undefined || LAYOUTS[made.layout].cut.by === 'tiers') return [];
      if (faults.some(({ problem }) => problem === 'larger than the budget')) return [];
      // OpenClaw counts characters: of each of its six files a token is rounded up.
      const rounding = made.layout === 'openclaw' ? 6 : 0;
      return budget.spent <= budget.tokens + rounding ? [] : [budget];
    }, 500);
  });

  it('loses nothing of a file without saying so', () => {
    expect.hasAssertions();
    holds((made) => {
      const { pieces, files } = plan(made);
      // What OSA fills in stands in place of what is in the file.
      const whole = files.filter(({ fate }) => fate === 'whole' && made.layout !== 'osa');
      return whole.filter(({ file }) => {
        const shown = pieces.flatMap(({ source, text: part }) =>
          source.is === 'file' && source.file === file ? [part] : [],
        );
        return shown.join('').trim() !== made.files[file]?.trim();
      });
    });
  });

  it('of others than the human alone has nothing of long-term memory', () => {
    expect.hasAssertions();
    holds((made) => {
      const { pieces } = plan({ ...made, files: { ...made.files, 'MEMORY.md': 'SECRET-5' } });
      return made.audience === 'main'
        ? []
        : pieces.filter(({ text: shown }) => shown.includes('SECRET-5'));
    });
  });
});
