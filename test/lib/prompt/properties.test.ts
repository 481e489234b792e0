/** What holds of every prompt, whatever is in the files. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { fitsName, isPattern } from '#lib/layout/names.ts';
import { filledName } from '#lib/layout/variables.ts';
import { promptText } from '#lib/prompt/plan.ts';
import { plan, TODAY, YESTERDAY } from '#test/support/prompt.ts';
import { inRuns } from '#test/support/property.ts';

const VARIABLES = { today: TODAY, yesterday: YESTERDAY, agent: 'echo', automation: 'reader' };
const AUDIENCES = ['main', 'shared', 'subagent', 'cron'] as const;
const ORDERS = ['normal', 'first run', 'automation'] as const;

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '# A',
        '## B',
        'word word 🐚',
        '',
        'You must.',
        '- é',
        'e\u0301e\u0301',
        '👩‍👩‍👧👩‍👩‍👧',
        '🇩🇪🇫🇷',
        '```',
        '{{RULES}}',
      ),
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

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A pattern whose files are not read has one fate for all of them. */
const isUnread = (
  layout: keyof typeof LAYOUTS,
  name: string,
  said: ReadonlyMap<string, unknown>,
): boolean => LAYOUTS[layout].files.some((row) => fitsName(row.name, name) && said.has(row.name));

type Made = typeof workspace extends fc.Arbitrary<infer One> ? One : never;

/** Whatever is in the files; the complaint names what does not hold. */
const holds = (complaints: (made: Made) => readonly unknown[], numRuns = 300): void =>
  inRuns(numRuns)(workspace, (made) => {
    expect(complaints(made)).toEqual([]);
  });

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

  it('does not depend on the order in which files were read, and says what became of every one', () => {
    expect.hasAssertions();
    holds((made) => {
      const one = plan(made);
      const files = Object.fromEntries(Object.entries(made.files).toReversed());
      const said = new Map(one.files.map((file) => [file.file, file]));
      return [
        ...(promptText(one) === promptText(plan({ ...made, files })) ? [] : ['another order']),
        ...Object.keys(files).filter(
          (name) => !said.has(name) && !isUnread(made.layout, name, said),
        ),
        ...one.files.filter(
          ({ fate, why, shown }) =>
            (['cut', 'dropped'].includes(fate) && why === undefined) ||
            (fate === 'dropped' && shown > 0),
        ),
      ];
    });
  });

  it('splits no character that people see', () => {
    expect.hasAssertions();
    holds((made) => {
      const { pieces } = plan(made);
      return pieces.filter(({ source, text: shown }) => {
        if (!shown.isWellFormed()) return true;
        if (source.is !== 'file') return false;
        const all = made.files[source.file] ?? '';
        const starts = new Set([...GRAPHEMES.segment(all)].map(({ index }) => index));
        return [source.from, source.to].some((at) => at < all.length && !starts.has(at));
      });
    });
  });

  it.each(['aletheia', 'openclaw'] as const)(
    'of %s cuts a text without lines between characters',
    (layout) => {
      const cluster = 'e\u0301\u0323👩‍👩‍👧';
      for (let ahead = 0; ahead < 12; ahead += 1) {
        const soul = 'x'.repeat(ahead) + cluster.repeat(4000);
        const { pieces } = plan({ layout, files: { 'SOUL.md': soul }, budget: 1200 });
        const shown = pieces.flatMap(({ source, text: part }) =>
          source.is === 'file' ? [part] : [],
        );
        const kept = [...GRAPHEMES.segment(shown.join('\n'))].map(({ segment }) => segment);
        expect(new Set(kept)).toEqual(
          new Set(
            [...GRAPHEMES.segment(`${soul.slice(0, ahead)}${cluster}`)]
              .map(({ segment }) => segment)
              .concat(layout === 'openclaw' ? ['\n'] : []),
          ),
        );
      }
    },
  );

  it('stays within its budget, or says by which required files it does not', () => {
    expect.hasAssertions();
    holds((made) => {
      const { budget, faults } = plan(made);
      // Of OSA the whole prompt is within it, which is said below.
      if (budget === undefined || LAYOUTS[made.layout].cut.by === 'tiers') return [];
      if (faults.some(({ problem }) => problem === 'larger than the budget')) return [];
      // OpenClaw counts characters: of each of its six files a token is rounded up.
      const rounding = made.layout === 'openclaw' ? 6 : 0;
      return budget.spent <= budget.tokens + rounding ? [] : [budget];
    }, 500);
  });

  it('of OSA stays within the window, separators and headings included, but for what is never cut [O12, O13, O14]', () => {
    const fact = fc.option(
      fc.integer({ min: 0, max: 900 }).map((count) => 'so, it is. '.repeat(count)),
      { nil: undefined },
    );
    const names = ['environment', 'runtime', 'tasks', 'workflow', 'cortex', 'machines'] as const;
    inRuns(200)(
      fc.tuple(fact, fact, fact, fact, fact, fact, fact),
      fc.integer({ min: 1, max: 12_000 }),
      ([memory = '', ...texts], budget) => {
        const files = { 'prompts/SYSTEM.md': 'base. '.repeat(50) };
        const given = names.flatMap((name, at) => {
          const said = texts[at];
          if (said === undefined) return [];
          return [[name, name === 'runtime' ? { lines: [said] } : said] as const];
        });
        const facts = Object.fromEntries(given);
        const { environment, runtime } = facts;
        const never = plan({
          layout: 'osa',
          files,
          facts: Object.fromEntries(
            Object.entries({ environment, runtime }).filter(([, one]) => one !== undefined),
          ),
        });
        const base = plan({ layout: 'osa', files }).tokens;
        const made = plan({
          layout: 'osa',
          files: { ...files, 'MEMORY.md': memory },
          facts,
          budget,
        });
        expect(made.tokens).toBeLessThanOrEqual(Math.max(budget - 4096, base + 1000, never.tokens));
      },
    );
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
