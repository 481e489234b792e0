import { existsSync, globSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { requirementsIn } from '#lib/spec/requirements.ts';
import { checkSpecification, REQUIREMENT_IDS } from '#test/support/specification.ts';
import { carriesId } from '#test/support/test-titles.ts';

const ROOT = new URL('../../../', import.meta.url);
const document = readFileSync(new URL('RFC-0009.md', ROOT), 'utf8');

function sourceOf(path: string): string | undefined {
  const file = new URL(path, ROOT);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const KERNEL = new Map(
  globSync('kernel/**/*.ts', { cwd: ROOT }).map((path) => [
    path,
    readFileSync(new URL(path, ROOT), 'utf8'),
  ]),
);

describe('RFC-0009.md', () => {
  const verdict = checkSpecification(document, sourceOf, KERNEL);

  it('says what lib/spec says, and names a test for all that the kernel enforces', () => {
    expect(verdict.complaints).toEqual([]);
  });

  it('has been looked at', () => {
    const kinds = [...verdict.requirements].map(([kind, count]) => `${count} ${kind}`);
    process.stdout.write(
      `RFC-0009.md: ${verdict.rowsCompared} rows of lib/spec; requirements: ${kinds.join(', ')}\n`,
    );
    const counted = [...verdict.requirements.values()].reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(REQUIREMENT_IDS.length);
    expect(REQUIREMENT_IDS).toHaveLength(137);
    expect(verdict.requirements.get('tested')).toBeGreaterThan(70);
    expect(verdict.rowsCompared).toBeGreaterThan(40);
  });
});

const CODE = globSync(
  ['lib', 'audit', 'kernel', 'cli', 'mesh', 'daemon'].map((one) => `${one}/**/*.ts`),
  {
    cwd: ROOT,
  },
).map((path) => ({ path, source: readFileSync(new URL(path, ROOT), 'utf8') }));
const TESTS = globSync('test/**/*.test.ts', { cwd: ROOT }).map((path) =>
  readFileSync(new URL(path, ROOT), 'utf8'),
);
/** Where the code of a part that is still missing will lie. */
const FOLDER_OF: Readonly<Record<string, string>> = { heartbeat: 'daemon/', mesh: 'mesh/' };

/** What the document still calls missing, although it is there. */
const staleIn = (text: string): readonly string[] => [
  ...requirementsIn(text).flatMap(({ id, test }) => {
    const shown = test.split(', ');
    const parts = shown.flatMap((one) => one.split('not built yet: ')[1] ?? []);
    if (parts.length === 0) return [];
    const isShown = shown.length === 1 && TESTS.some((source) => carriesId(source, id));
    const isBuilt = parts.some((part) =>
      CODE.some(({ path }) => path.startsWith(FOLDER_OF[part] ?? part)),
    );
    return isShown || isBuilt ? [id] : [];
  }),
  ...[...text.matchAll(/^\| (R-\d+) \|.*not built yet/gim)].flatMap(([, id = '']) =>
    CODE.some(({ source }) => new RegExp(`${id}(?!\\d)`).test(source)) ? [id] : [],
  ),
];

describe('what RFC-0009.md calls "not built yet"', () => {
  it('is nothing that the code has, and nothing that a test shows', () => {
    expect(staleIn(document)).toEqual([]);
  });

  it('is found stale where it is built', () => {
    const [row = ''] = document.match(/^\| Y79 \|.*$/m) ?? [];
    const old = document.replace(row, row.replace(/`test\/.*`/, 'not built yet: heartbeat'));
    expect(staleIn(old)).toEqual(['Y79']);
    expect(staleIn(document.replace(/^(\| R-77 \|.*) \|$/m, '$1 Not built yet. |'))).toEqual([
      'R-77',
    ]);
  });
});

/** The document with one passage changed; fails where the passage is not there to be changed. */
function doctored(from: string | RegExp, to: string): string {
  const changed = document.replace(from, to);
  expect(changed).not.toBe(document);
  return changed;
}

describe('the check of RFC-0009.md', () => {
  /** A test file in which every requirement is shown, so that only the document can be wrong. */
  const everyTest = [
    ...requirementsIn(document).map(({ section }) => `// ${section}`),
    ...REQUIREMENT_IDS.map((id) => `it('shows it [${id}]', () => {});`),
  ].join('\n');
  const complaintsOf = (text: string, test: string | undefined = everyTest): readonly string[] =>
    checkSpecification(text, () => test).complaints;

  const strange = (source: string): readonly string[] =>
    checkSpecification(document, () => everyTest, new Map([['kernel/x.ts', source]])).complaints;

  it('is content with the document as it is', () => {
    expect(complaintsOf(document)).toEqual([]);
  });

  it.each([
    [
      'a row removed from the files',
      /\| `SOUL\.md` \| `soul`.*\n/,
      '',
      /^files: the document lacks/,
    ],
    [
      'a row removed from the start-up order',
      /\| `lease` \|.*\n/,
      '',
      /^startup: the document lacks/,
    ],
    ['a row removed from the access matrix', /^\| `tools` \|.*\n/m, '', /^access: the document/],
    [
      'a section of AGENTS.md removed',
      /\| Safety \|.*\n/,
      '',
      /^sections: the document lacks Safety/,
    ],
    [
      'a section of AGENTS.md added',
      '| Safety |',
      '| Manners | x |\n| Safety |',
      /^sections: the code/,
    ],
    [
      'a row that the code does not have',
      '| `lease` |',
      '| `nap` | 0 |\n| `lease` |',
      /^startup: the c/,
    ],
    [
      'a changed cell',
      /(\| `memory` \|.*)`never`/,
      '$1read `context`',
      /^access: memory, column 3/,
    ],
    [
      'a right added',
      '| read `allowed` (§2.9) |',
      '| read `allowed`, write `allowed` (§2.9) |',
      /^access: heartbeat-state, column 2/,
    ],
    [
      'a file that may change unattended',
      '- TOOLS.md\n',
      '',
      /^attended: the document lacks TOOLS.md/,
    ],
    ['a changed rule of conduct', 'not the proxy of', 'and the proxy of', /^conduct: /],
    [
      'steps in another order',
      /(\| `load_soul`.*\n)(\| `load_user`.*\n)/,
      '$2$1',
      /^startup: order/,
    ],
    ['a row twice', /(\| `lease` \|.*\n)/, '$1$1', /^startup: order or repetition/],
    ['a region without its mark', '<!-- table: files -->', '', /^files: .* no such region/],
    ['a requirement dropped', /\| Y114 \|.*\n/, '', /^requirements: the document lacks Y114/],
    ['a requirement twice', /(\| K4 \|.*\n)/, '$1$1', /^requirements: order or repetition/],
    [
      'a requirement nobody knows',
      '| Y116 |',
      '| Y117 | x |\n| Y116 |',
      /^requirements: the code lacks/,
    ],
    ['an unknown level', '| Y1 | §1 | must |', '| Y1 | §1 | shall |', /^Y1: unknown level/],
    ['an unknown enforcer', /(\| Y18 \|.*), auditor \|/, '$1, nobody |', /^Y18: unknown enforcer/],
    [
      'an enforcer of another part',
      '`kernel/gate/decide.ts`',
      '`cli/main.ts`',
      /: unknown enforcer "cli/,
    ],
    [
      'the auditor without a rule',
      /(\| Y71 \|.*\| )`rule.*`/,
      '$1`test/audit/eval.test.ts`',
      /^Y71: names no rule/,
    ],
    [
      'a rule of the kernel put off',
      /(\| Y114 \|.*\| )`.*`/,
      '$1not built yet: auditor',
      /^Y114: "not/,
    ],
    ['a rule of the kernel without a test', /(\| Y114 \|.*\| )`.*`/, '$1-', /^Y114: names no test/],
    ['an empty column of tests', /(\| Y114 \|.*\| )`.*`/, '$1', /^Y114: "" is not a test file/],
  ])('complains about %s', (_what, from, to, complaint) => {
    expect(complaintsOf(doctored(from, to))).toContainEqual(expect.stringMatching(complaint));
  });

  it('complains about a test file that does not exist', () => {
    const { complaints } = checkSpecification(document, () => undefined);
    expect(complaints).toContainEqual(expect.stringMatching(/^Y114: test\/.* does not exist$/));
  });

  it('complains about a test file without the id', () => {
    const others = everyTest.replace('[Y114]', '[Y11]');
    expect(complaintsOf(document, others)).toContainEqual(
      expect.stringMatching(/^Y114: no test title in test\/.* carries \[Y114\]$/),
    );
  });

  it('complains about a file that is to enforce a rule and is not there, or does not cite it', () => {
    const without = (path: string): string | undefined =>
      path.startsWith('kernel/') ? undefined : everyTest;
    expect(checkSpecification(document, without).complaints).toContain(
      'Y112: kernel/startup/guard.ts does not exist',
    );
    const silent = everyTest.replaceAll('§6.3', '§6.33');
    expect(complaintsOf(document, silent)).toContain(
      'Y112: kernel/startup/guard.ts does not cite §6.3',
    );
    expect(complaintsOf(document, silent.replace('§6.33', '0006 §6.3'))).toContain(
      'Y112: kernel/startup/guard.ts does not cite §6.3',
    );
    expect(complaintsOf(document, silent.replace('§6.33', '§6'))).not.toContain(
      'Y112: kernel/startup/guard.ts does not cite §6.3',
    );
  });

  it('complains about a file of the kernel that opens by citing a section and is named by no row of it', () => {
    expect(strange('/** The guard (RFC-0009 §6.3). */')).toEqual([
      'kernel/x.ts cites §6.3, and no row of it names the file',
    ]);
    expect(strange('/** The order (RFC-0006 §2.3). */')).toEqual([
      'kernel/x.ts cites RFC-0006 §2.3, and no row of it names the file',
    ]);
    expect(strange('/** RFC 9113 §9.3.6, and §8. */\nconst x = 1; // §6.3')).toEqual([]);
  });

  it('complains when there is nothing to look at', () => {
    const { complaints, requirements } = checkSpecification('# RFC-0009\n', () => everyTest);
    expect(complaints.length).toBeGreaterThan(REQUIREMENT_IDS.length);
    expect(requirements.size).toBe(0);
  });
});

describe('a test title', () => {
  it.each([
    ["it('refuses [Y9]', () => {})"],
    ['test("refuses [Y9]", () => {})'],
    ["it('refuses [Y8, Y9]', () => {})"],
    ["it('refuses [Y8][Y9]', () => {})"],
    ["describe('refusing [Y9]', () => {})"],
    ["it.skipIf(!strace)('refuses [Y9]', () => {})"],
    ["it.each([1, 2])(\n  'refuses %i [Y9]', () => {})"],
    ["it.each([{ id: 'Y9' }])('refuses [$id]', () => {})"],
    ["it.each([['Y9', 1]])('refuses [%s]', () => {})"],
    ["for (const id of ['Y9']) it(`refuses [${id}]`, () => {})"],
  ])('carries its id: %s', (source) => {
    expect(carriesId(source, 'Y9')).toBe(true);
  });

  it.each([
    ["it('refuses [Y90]', () => {})"],
    ["it('refuses Y9', () => {})"],
    ["// it('refuses [Y9]', () => {})"],
    ["  it.skip('refuses [Y9]', () => {})"],
    ["it.todo('refuses [Y9]')"],
    ["const why = '[Y9]';"],
    ["it('refuses', () => {}); // [Y9]"],
    ["it.each([{ id: 'Y8' }])('refuses [$id]', () => {})"],
    ["it('refuses [Y8]', () => {}); const others = ['Y9'];"],
  ])('does not carry it: %s', (source) => {
    expect(carriesId(source, 'Y9')).toBe(false);
  });
});
