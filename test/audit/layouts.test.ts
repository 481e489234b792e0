/** Workspaces of other systems, audited as what they are: what their templates come to, and what is found in them. */
import { describe, expect, it } from 'vitest';

import { auditSnapshot, type Audit } from '#audit/engine/audit.ts';
import { RULES } from '#audit/engine/rules.ts';
import { buildReport } from '#audit/report/build.ts';
import { junit } from '#audit/report/junit.ts';
import { sarif } from '#audit/report/sarif.ts';
import { text } from '#audit/report/text.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { fillTemplate } from '#lib/workspace/template.ts';
import { templateTree } from '#kernel/process/package.ts';
import { selectionFor } from '#kernel/snapshot/selection.ts';
import { contextOf, type Files, snapshotOf } from '#test/support/golden.ts';

type Layout = 'openclaw' | 'gsv' | 'aletheia' | 'nexus' | 'osa';

const NAMES = { name: 'Zim', role: 'archivist', user: 'Ada', timezone: 'Europe/Paris' };
const OPTIONS = { pedantic: false, strict: false };

/** As `yamo init --layout` lays it out, with these files instead. */
const laidOut = (layout: Layout, files: Files = {}, options = OPTIONS): Audit => {
  const tree = [...templateTree(layout).files].map(
    ([name, words]) => [name, fillTemplate(words, NAMES)] as const,
  );
  const config = layout === 'nexus' ? { 'state/config.json': '{}' } : {};
  const snapshot = snapshotOf({ ...Object.fromEntries(tree), ...config, ...files });
  return auditSnapshot(snapshot, contextOf({ layout }), RULES, options);
};
const found = (made: Audit): readonly string[] =>
  made.findings.map(({ rule, file }) => `${rule} ${file}`);

const PAINT = { paint: (_: string, words: string) => words, width: 80, verbose: false };
const reportOf = (made: Audit, layout: Layout, options: typeof OPTIONS) => {
  const findings = made.findings.map((finding) => ({ finding, fingerprint: 'f' }));
  return buildReport([{ path: 'w', audit: made, findings }], RULES, {
    yamo: '0.2.0',
    layout: LAYOUTS[layout],
    required: null,
    claim: null,
    ...options,
    allow: { pending: false, unverified: false },
  });
};

const PERSONA = { 'state/agents/zim/IDENTITY.md': 'name: Zim\n', 'state/credentials/x.json': '{}' };

describe('a workspace of another layout', () => {
  it.each([
    ['openclaw', 'bootstrap-pending', []],
    ['gsv', 'bootstrap-pending', []],
    ['aletheia', 'initialised', []],
    ['osa', 'initialised', []],
    ['nexus', 'bootstrap-pending', ['layout/nexus-databases state/data']],
  ] as const)('of %s from our template is %s, and has no tier', (layout, state, findings) => {
    const made = laidOut(layout);
    expect([made.state, made.tier, found(made)]).toEqual([state, 'non-conformant', findings]);
  });

  it.each([
    ['aletheia', { 'IDENTITY.md': null }, 'init'],
    ['aletheia', { 'IDENTITY.md': '\n' }, 'edit IDENTITY.md'],
    ['nexus', { ...PERSONA, 'state/agents/BOOTSTRAP.md': null }, 'init'],
    ['nexus', { ...PERSONA, 'state/agents/BOOTSTRAP.md': ' ' }, 'edit state/agents/BOOTSTRAP.md'],
    ['nexus', { ...PERSONA, 'state/config.json': null }, 'init'],
    ['gsv', { 'IDENTITY.md': 'name: Zim\n- **Emoji:** x\n' }, 'delete BOOTSTRAP.md'],
  ] as const)('of %s with %j: %s comes next', (layout, files, next) => {
    const report = reportOf(laidOut(layout, files), layout, OPTIONS);
    const wanted = next === 'init' ? `Next: yamo init w --layout ${layout}` : `Next: ${next};`;
    expect(text(report, PAINT)).toContain(wanted);
  });

  it('is told from none at all', () => {
    for (const layout of ['gsv', 'aletheia', 'nexus', 'osa'] as const)
      expect(
        auditSnapshot(snapshotOf({ 'notes.txt': 'x' }), contextOf({ layout }), RULES, OPTIONS)
          .state,
      ).toBe('uninitialised');
  });

  it('of Nexus is asked for its six databases, and keeps identities and knowledge apart [N2, N42]', () => {
    const made = laidOut('nexus', {
      ...PERSONA,
      'state/data/events.db': 'x',
      'state/workspace/memory-reader/IDENTITY.md': 'name: Zim\n',
    });
    const missing = found(made).filter((one) => one.startsWith('layout/nexus-databases'));
    expect(missing).toHaveLength(5);
    expect(found(made)).toContain(
      'layout/nexus-identity state/workspace/memory-reader/IDENTITY.md',
    );
  });

  it('of Nexus has identities that say something, once it is onboarded [N29, N31]', () => {
    const made = laidOut('nexus', {
      'state/agents/zim/IDENTITY.md': 'name: Zim\n',
      'state/agents/zim/SOUL.md': '\n',
      'state/user/IDENTITY.md': '- **Name:** {{user}}\n',
    });
    expect(found(made)).toEqual(
      expect.arrayContaining([
        'layout/template-left state/agents/zim/SOUL.md',
        'layout/template-left state/user/IDENTITY.md',
        'layout/credential-scan state/credentials',
      ]),
    );
  });

  it('is asked what holds everywhere: credentials, hidden characters, temporary files, also in nested folders', () => {
    const made = laidOut('nexus', {
      ...PERSONA,
      'state/agents/zim/SOUL.md': 'password: correct-horse-battery\n',
      'state/user/IDENTITY.md': 'Ada\u200B\n',
    });
    expect(found(made)).toEqual(
      expect.arrayContaining([
        'layout/nexus-databases state/data',
        '4.2/labelled-credential state/agents/zim/SOUL.md',
      ]),
    );
    expect(made.findings.some(({ rule }) => /^(?:2\.2|2\.5|0006)/u.test(rule))).toBe(false);
  });

  it('is named by every report for machines, and offers no fix', () => {
    const options = { pedantic: true, strict: false };
    const made = laidOut('aletheia', { 'USER.md': '\uFEFFAda\r\nx\n' }, options);
    const report = reportOf(made, 'aletheia', options);
    expect(report.layout.id).toBe('aletheia');
    expect(JSON.parse(sarif(report)).runs[0].properties).toEqual({ layout: 'aletheia' });
    expect(junit(report)).toContain('<property name="layout" value="aletheia"/>');
    expect(text(report, PAINT)).toContain(
      'Y37, Y44, Y89, Y94, Y116: MEMORY.md is read in every session',
    );
    expect(report.workspaces[0]?.findings.map(({ fix }) => fix)).toEqual(['none', 'none']);
  });
});

describe('what is looked at', () => {
  const nexus = selectionFor(LAYOUTS.nexus);

  it.each(['state', 'state/agents', 'state/agents/zim', 'state/workspace/reader', 'state/data'])(
    'goes into %s of Nexus',
    (folder) => {
      expect(nexus.isListed(folder)).toBe(true);
    },
  );

  it.each(['home', 'node_modules', 'state/agents/zim/deep'])('does not go into %s', (folder) => {
    expect(nexus.isListed(folder)).toBe(false);
  });

  it('is read, but for what belongs to a runtime', () => {
    const read = ['AGENTS.md', 'state/agents/zim/SOUL.md', 'state/agents/zim/notes.md'];
    const unread = ['state/config.json', 'state/data/notes.md', 'state/credentials/x.md'];
    expect([...read, ...unread].filter((name) => nexus.isRead(name))).toEqual(read);
  });

  it('reaches rules of OSA at any depth', () => {
    const osa = selectionFor(LAYOUTS.osa);
    expect(['priv', 'priv/rules', 'priv/rules/a/b'].filter((name) => osa.isListed(name))).toEqual([
      'priv',
      'priv/rules',
      'priv/rules/a/b',
    ]);
    expect(osa.isRead('priv/rules/a/b/c.md')).toBe(true);
  });
});
