/** The rules about AGENTS.md on files as people write them, and what their fixes leave behind. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import type { Audit } from '#audit/engine/audit.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import { applyEdits } from '#audit/engine/fixes.ts';
import { RULES } from '#audit/engine/rules.ts';
import { bootRecord, ORDINARY, recorded } from '#audit/rule/example-records.ts';
import { AGENTS_SECTIONS, GHOST_HEADER } from '#lib/spec/files.ts';
import { CONTEXT, goldenFiles, goldenWith } from '#test/support/golden.ts';

const auditOf = (agents: string, rules = RULES): Audit =>
  auditSnapshot(goldenWith({ files: { 'AGENTS.md': agents } }), CONTEXT, rules, {
    pedantic: false,
    strict: true,
  });

/** `rule:line` of the findings in AGENTS.md, without those of the protocols that only v3.0 asks for. */
const places = (agents: string): readonly string[] =>
  auditOf(agents)
    .findings.filter(({ file, rule }) => file === 'AGENTS.md' && !rule.startsWith('0006'))
    .map(({ rule, line }) => (line === undefined ? rule : `${rule}:${line}`));

const sectionRule =
  /^2\.2\/(?:agents-empty|first-run|every-session|memory|safety|external-vs-internal)$/u;

const fixed = (text: string, { fix }: RuleFinding): string => applyEdits(text, fix?.edits ?? []);

/** Makes one fix after the other until no section is missing. */
const repaired = (agents: string, kinds: readonly string[]): string => {
  let text = agents;
  for (let round = 0; round < AGENTS_SECTIONS.length * 2; round += 1) {
    const finding = auditOf(text).findings.find(
      ({ rule, fix }) => sectionRule.test(rule) && fix !== undefined && kinds.includes(fix.kind),
    );
    if (finding === undefined) return text;
    text = fixed(text, finding);
  }
  throw new Error('the fixes come to no end');
};

describe('what real workspaces look like', () => {
  const classic = `# AGENTS.md - Your Workspace

## First Run

If \`BOOTSTRAP.md\` exists, that's your birth certificate. Follow it, then delete it.

## Every Session

Before doing anything else:

1. Read \`SOUL.md\` — this is who you are
2. Read \`USER.md\` — this is who you're helping
3. Read \`memory/YYYY-MM-DD.md\` (today + yesterday) for recent context
4. **If in MAIN SESSION** (direct chat with your human): Also read \`MEMORY.md\`

Don't ask permission. Just do it.

## Memory

- **Daily notes:** \`memory/YYYY-MM-DD.md\` — raw logs
- **Long-term:** \`MEMORY.md\` — **ONLY load in main session**, DO NOT load in shared contexts (Discord, group chats)

## Safety

- Don't exfiltrate private data. Ever.

## External vs Internal

Ask first: sending emails, anything that leaves the machine.
`;

  it('finds nothing in the template that most workspaces began with [Y24] [Y30]', () => {
    expect(places(classic)).toEqual([]);
  });

  it('names both headings that a newer template changed, and renames them when asked: its host looks for them [R-85]', () => {
    const text = classic
      .replace('## Every Session', '## Session Startup')
      .replace('## Safety', '## Red Lines');
    expect(places(text)).toEqual(['2.2/every-session:7', '2.2/safety:23']);
    const { findings } = auditOf(text);
    expect(findings.find(({ rule }) => rule === '2.2/safety')).toMatchObject({
      found: 'a heading that reads "red lines"',
      fix: {
        kind: 'asks',
        title: 'Rename the heading to "## Safety", a name by which OpenClaw looks for it',
      },
    });
    expect(repaired(text, ['safe', 'asks'])).toBe(classic);
    const booted = auditSnapshot(
      goldenWith({ files: { 'AGENTS.md': text }, facts: recorded(bootRecord(ORDINARY)) }),
      CONTEXT,
      RULES,
      { pedantic: false, strict: true },
    );
    expect(booted.findings.find(({ rule }) => rule === '2.2/safety')?.fix).toMatchObject({
      kind: 'safe',
      title: 'Rename the heading to "## Safety"',
    });
  });

  it('reads the start-up under a heading of another name [Y30]', () => {
    const text = classic
      .replace('## Every Session', '## Session Startup')
      .replace('1. Read `SOUL.md`', '1. Read `USER.md`')
      .replace('2. Read `USER.md`', '2. Read `SOUL.md`');
    expect(places(text)).toEqual(['2.2/every-session:7', '2.2/startup-order:12']);
  });

  it.each([
    ['首次运行', '每次会话', '记忆系统', '安全与管理', '外部 vs 内部'],
    [
      '初回実行',
      'セッション開始時',
      'メモリ',
      'レッドライン（絶対に越えてはいけない線）',
      '外部 vs 内部',
    ],
    ['Primeira Execução', 'A cada sessão', 'Memória', 'Segurança', 'Externo vs Interno'],
    ['Primera ejecución', 'Cada sesión', 'Memoria', 'Seguridad', 'Externo vs interno'],
    ['Premier lancement', 'Chaque session', 'Mémoire', 'Sécurité', 'Externe vs interne'],
    ['Erster Start', 'Jede Sitzung', 'Gedächtnis', 'Sicherheit', 'Extern vs. intern'],
    ['Первый запуск', 'Каждая сессия', 'Память', 'Безопасность', 'Внешнее и внутреннее'],
    [
      '1. First Run',
      '2️⃣ Every Session',
      '💾 Memory (Lazy Loading)',
      '🛡️ Safety & Security',
      'External / Internal',
    ],
  ])('renames the headings of %s and others safely [R-85]', (...titles) => {
    const text = AGENTS_SECTIONS.reduce(
      (all, section, index) => all.replace(`## ${section}\n`, `## ${titles[index]}\n`),
      classic,
    );
    const missing = auditOf(text).findings.filter(({ rule }) => sectionRule.test(rule));
    expect(missing).toHaveLength(5);
    expect(missing.map(({ fix }) => fix?.kind)).toEqual(Array.from({ length: 5 }, () => 'safe'));
    expect(repaired(text, ['safe'])).toBe(classic);
  });

  it('asks where two headings may be meant, or one stands below another section [R-85]', () => {
    const twice =
      '## FIRST THING EVERY SESSION — before the tide tables\n\nA.\n\n## Startup\n\nB.\n';
    const below = '## Discord\n\n### Safety\n\nNo links.\n';
    for (const [text, rule, line] of [
      [twice, '2.2/every-session', 1],
      [below, '2.2/safety', 3],
    ] as const) {
      const finding = auditOf(text).findings.find((one) => one.rule === rule);
      expect(finding).toMatchObject({ line, fix: { kind: 'asks' } });
    }
  });

  it('finds that a file made shorter leaves USER.md and MEMORY.md for later [Y35]', () => {
    const text = `# AGENTS.md

## First Run

Follow BOOTSTRAP.md, then delete it.

### Every Session (Always Load)

1. Read SOUL.md

## 💾 Memory (Lazy Loading)

- Load \`USER.md\` when the user mentions preferences
- Load \`MEMORY.md\` when the user mentions past work
- Daily notes: \`memory/YYYY-MM-DD.md\`
`;
    expect(places(text)).toEqual([
      '2.2/external-vs-internal',
      '2.2/safety',
      '3.2/shared-rules',
      '2.2/every-session:7',
      '2.2/startup-complete:7',
      '2.2/memory:11',
      '2.2/lazy-loading:13',
      '2.2/lazy-loading:14',
    ]);
  });

  it('says that a file which only points elsewhere is none [Y24]', () => {
    const text = '# AGENTS (On-Demand Reference)\n\nSee `AGENTS-CORE.md` and `AGENTS-FULL.md`.\n';
    expect(places(text)).toContain('2.2/stub:3');
    expect(places('# AGENTS.md\n')).toContain('2.2/stub');
  });

  it('has no answer for a file that cannot be read, and none to give without one', () => {
    const none = auditSnapshot(goldenWith({ files: { 'AGENTS.md': null } }), CONTEXT, RULES, {
      pedantic: true,
      strict: true,
    });
    expect(
      none.findings.filter(({ file, rule }) => file === 'AGENTS.md' && sectionRule.test(rule)),
    ).toEqual([]);
    const item = {
      name: 'AGENTS.md',
      type: 'file',
      bytes: 3,
      mode: 0o600,
      links: 1,
      identity: 'x',
      content: { is: 'not text', fault: 'a NUL byte', line: 1, offset: 1, text: 'a\0b' },
    } as const;
    const broken = auditSnapshot(goldenWith({ files: {}, items: [item] }), CONTEXT, RULES, {
      pedantic: false,
      strict: true,
    });
    expect(broken.unanswered.map(({ rule }) => rule)).toContain('2.2/safety');
  });
});

/** A line that was meant as `## Safety`, after its fix. */
const rename = (line: string): string => {
  const text = `# Rules\r\n\r\nA.\r\n${line}\r\n\r\nNever lie.  \r\n`;
  const finding = auditOf(text).findings.find(({ rule }) => rule === '2.2/safety');
  expect(finding?.fix?.kind).toBe(/red lines/i.test(line) ? 'asks' : 'safe');
  const after = fixed(text, finding ?? { rule: '', file: '', found: '', expected: '' });
  expect(places(after).filter((place) => place.startsWith('2.2/safety'))).toEqual([]);
  return after.split('\r\n')[3] ?? '';
};

describe('the fix of a heading', () => {
  it.each([
    ['## Red Lines', '## Safety'],
    ['  ##\tRed Lines \t', '  ##\tSafety \t'],
    ['## Red Lines ##', '## Safety ##'],
    ['### SAFETY ### ', '## Safety ## '],
    ['## 🛡️ **Safety** & Security  ####', '## Safety  ##'],
    ['###### 安全', '## Safety'],
    ['# Safety', '## Safety'],
  ])('turns %j into %j and leaves the rest [R-85]', (before, after) => {
    expect(rename(before)).toBe(after);
  });

  it('changes one line and not a byte of the others, whatever they hold', () => {
    const line = fc.constantFrom(
      'text',
      '',
      '  ',
      '> quote',
      '- item',
      '```',
      'é\u0301',
      '\ud800',
      '#',
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.array(line, { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom('', '\uFEFF'),
        (above, below, end, mark) => {
          const text = mark + [...above, '## Red Lines', ...below].join(end);
          const finding = auditOf(text).findings.find(({ rule }) => rule === '2.2/safety');
          if (finding?.line === undefined) return;
          const after = mark + [...above, '## Safety', ...below].join(end);
          expect(fixed(text, finding)).toBe(after);
        },
      ),
    );
  });
});

describe('the fix of a missing section', () => {
  it.each([
    ['nothing', ''],
    ['a title', '# Rules\n'],
    ['a title without a line end', '# Rules'],
    ['other line ends', '# Rules\r\n\r\nBe kind.\r\n'],
    ['a closed fence at the end', '# Rules\n\n```\nx\n```\n'],
  ])('adds all five to %s, and then no rule about them finds anything [Y24] [Y28]', (_, text) => {
    const after = repaired(text, ['asks']);
    expect(after.startsWith(text)).toBe(true);
    expect(places(after)).toEqual([]);
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    expect(after.replaceAll(end, '')).not.toMatch(/[\r\n]/u);
  });

  it('writes instructions where the ghost header asks for them', () => {
    const after = repaired(`${GHOST_HEADER}\n\n# Rules\n`, ['asks']);
    const { findings, tier } = auditOf(after);
    expect(findings.filter(({ file }) => file === 'AGENTS.md')).toEqual([]);
    expect(tier).toBe('RFC-0009 v3.0');
  });

  it('offers nothing where the file ends inside of a fence or a comment', () => {
    for (const text of ['# Rules\n\n```\nx\n', '# Rules\n\n<!-- x\n']) {
      const missing = auditOf(text).findings.filter(({ rule }) => sectionRule.test(rule));
      expect(missing).toHaveLength(5);
      expect(missing.every(({ fix }) => fix === undefined)).toBe(true);
    }
  });
});

describe('mistakes in the golden workspaces', () => {
  const golden = goldenFiles('lite')['AGENTS.md'] ?? '';

  it.each([
    ['the condition of MEMORY.md', 'In a main session only, read', 'Read', '2.2/memory-gate'],
    [
      'the order',
      '1. Read `SOUL.md`',
      '1. Read `MEMORY.md` in a main session, `SOUL.md`',
      '2.2/startup-order',
    ],
    ['yesterday', ' of today and of yesterday', ' of today', '2.2/two-days'],
    ['USER.md', '2. Read `USER.md`', '2. Think of', '2.2/startup-complete'],
    ['the deletion', /Delete `BOOTSTRAP.md`.*|deleted the file/gu, '', '2.2/first-run-content'],
    ['the choice', 'Do not skip one and do', 'You may skip a step, and do', '2.2/no-permission'],
    ['a heading', '## External vs Internal', '## Permissions', '2.2/external-vs-internal'],
  ])('are found: %s', (_, before, after, rule) => {
    const text = golden.replace(before, after);
    expect(text).not.toBe(golden);
    expect(places(golden)).toEqual([]);
    expect(places(text).map((place) => place.split(':')[0])).toContain(rule);
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    '## Every Session\n',
    '## Memory\n',
    '### red lines\n',
    '1. Read SOUL.md\n',
    '   - MEMORY.md (main only)\n',
    'step;load_user;source;USER.md;\n',
    'memory/YYYY-MM-DD.md ',
    '```yamo\n',
    '<!--',
    '-->',
    '**In groups:**\n',
    'always ',
    'git push ',
    '(',
    '\t',
    '\r',
    '\n',
    '\0',
    '\ud800',
    'İ',
    '记忆',
  );

  it('makes no rule throw, and every place is a line of the file', () => {
    const asked = RULES.filter(({ section }) => /^§(?:2\.2|2\.7|3\.2|5\.1)/u.test(section));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n|\n|\r/u).length;
        for (const { line, found } of auditOf(text, asked).findings) {
          expect(line ?? 1).toBeLessThanOrEqual(lines);
          expect(found).not.toMatch(/[\0\ud800]/u);
        }
      }),
    );
  });

  it('is read to its end, however large and strange', () => {
    const asked = RULES.filter(({ section }) => section === '§2.2');
    const many = 20_000;
    for (const text of [
      '## Safety\n'.repeat(many),
      `## Every Session\n${'1. Read MEMORY.md\n'.repeat(many)}`,
      `## Every Session\n1. ${'before (memory.md '.repeat(many)}`,
      `## Every Session\n${Array.from({ length: 800 }, (_, depth) => `${' '.repeat(depth)}- MEMORY.md\n`).join('')}`,
    ]) {
      expect(auditOf(text, asked).findings.length).toBeGreaterThan(0);
    }
  });
});

describe('a step that asks whether it may be carried out', () => {
  it.each([
    'Ask before you read USER.md',
    'Request permission',
    'Get a word whether to load USER.md',
    'Obtain permission, then read USER.md',
    'Seek permission',
    '读取 USER.md 前请求许可',
    '征得用户同意',
    '徵得許可，徵得同意',
    '询问是否读 USER.md',
    '許可を求めてから USER.md を読む',
    '許可を得る',
    'Bitte um Erlaubnis',
    'Pede permissão',
    'Peça a permissão, pedir permissão',
    'Pide permiso, ped permiso',
    'Demande la permission',
    'Demander permission',
    'Спроси разрешения',
  ])('is found in every language: %s', (step) => {
    const agents = `# A\n\n## Every Session\n\n1. Read SOUL.md\n2. ${step}\n`;
    expect(places(agents)).toContain('2.2/no-permission:6');
  });
});
