/** What the examples of the rules about layout, SOUL.md and USER.md cannot show. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { auditSnapshot, type Audit } from '#audit/engine/audit.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import { applyEdits, editsByFile, planFixes } from '#audit/engine/fixes.ts';
import { identityOf } from '#audit/facts/identity.ts';
import { layoutNameOf } from '#audit/facts/layout.ts';
import { RULES } from '#audit/engine/rules.ts';
import { namesHuman } from '#lib/workspace/identity.ts';
import { aspectsSaidIn } from '#lib/workspace/self-description.ts';
import { AuditedWorkspace } from '#audit/workspace/workspace.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { CONTEXT, type Files, goldenFiles, goldenWith, snapshotOf } from '#test/support/golden.ts';

const RULES_OF_LAYOUT = RULES.filter(({ id }) =>
  /^(?:1\/|2\.1\/(?!soul-history)|2\.2\/agents-|2\.3\/|2\.4\/memory-exists|6\.1\/|6\.2\/)/u.test(
    id,
  ),
);

const look = (snapshot: Snapshot, pedantic = false): Audit =>
  auditSnapshot(snapshot, CONTEXT, RULES_OF_LAYOUT, { pedantic, strict: true });

const idsIn = ({ findings }: Audit): readonly string[] => findings.map(({ rule }) => rule);

const only = (found: Audit, rule: string): RuleFinding => {
  const [finding, ...rest] = found.findings.filter((one) => one.rule === rule);
  if (finding === undefined || rest.length > 0) throw new Error(`not one finding of ${rule}`);
  return finding;
};

const stock = (file: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../../workspaces/stock', file), 'utf8');

const withSoul = (soul: string, more: Files = {}): Snapshot =>
  goldenWith({ files: { 'SOUL.md': soul, ...more } });

const aspects = (soul: string): readonly string[] =>
  [...(identityOf(new AuditedWorkspace(withSoul(soul), CONTEXT)) ?? [])].toSorted();

it('the rules of the layout are looked at', () => {
  expect(RULES_OF_LAYOUT.length).toBe(44);
});

describe('the golden workspaces', () => {
  it.each(['v3.0', 'lite'] as const)('%s has nothing to say of its layout', (name) => {
    expect(look(snapshotOf(goldenFiles(name)), true).findings).toEqual([]);
  });

  it('pending waits for its first boot, and that is all [Y64]', () => {
    expect(idsIn(look(snapshotOf(goldenFiles('pending'))))).toEqual(['6.1/pending']);
  });

  it('uninitialised is said once, of the workspace [Y106]', () => {
    const found = look(snapshotOf(goldenFiles('uninitialised')));
    expect(found.state).toBe('uninitialised');
    expect(idsIn(found)).toEqual(['6.1/uninitialised', '2.2/agents-exists', '2.3/user-exists']);
    expect(found.missing.lite).toContain('6.1/uninitialised');
  });
});

describe('files that are missing', () => {
  const unborn = {
    'SOUL.md': null,
    'USER.md': null,
    'AGENTS.md': null,
    'MEMORY.md': null,
    'memory/2026-03-09.md': null,
    'memory/2026-03-10.md': null,
    'memory/heartbeat-state.json': null,
    'BOOTSTRAP.md': 'Be born.\n',
  };

  it('are announced by a first boot that is still to come, and no stub is offered', () => {
    const found = look(goldenWith({ files: unborn }));
    expect(idsIn(found)).toEqual([
      '2.2/agents-exists',
      '6.1/pending',
      '2.1/soul-exists',
      '2.3/user-exists',
    ]);
    expect(only(found, '2.1/soul-exists').found).toContain('the first boot creates it');
    expect(only(found, '2.3/user-exists').fix).toBeUndefined();
  });

  it('are not asked of a checkout that leaves them out [Y22]', () => {
    const files = { 'SOUL.md': null, 'USER.md': null, 'AGENTS.md': null, 'MEMORY.md': null };
    const git = { ignored: new Set(Object.keys(files)), tracked: new Set<string>() };
    const found = look(goldenWith({ files, facts: { git } }));
    expect(found.findings).toEqual([]);
    expect(found.unanswered.map(({ rule }) => rule).toSorted()).toEqual([
      '2.2/agents-exists',
      '2.3/user-exists',
      '6.1/uninitialised',
    ]);
    expect(found.unverified).toContain('6.1/uninitialised');
  });

  it('are found under another spelling, and the spelling is named', () => {
    const found = look(goldenWith({ files: { 'USER.md': null, 'User.md': '**Name:** Ada\n' } }));
    expect(idsIn(found)).toEqual(['2.3/user-exists', '1/odd-case']);
    expect(only(found, '2.3/user-exists').found).toBe('no USER.md, but User.md');
    expect(only(found, '2.3/user-exists').fix).toBeUndefined();
  });

  it('USER.md comes back as a stub, which is asked for and is enough', () => {
    const before = look(goldenWith({ files: { 'USER.md': null } }));
    const planned = planFixes(before.findings, ['asks']);
    const stub = applyEdits('', editsByFile(planned).get('USER.md') ?? []);
    expect(idsIn(before)).toEqual(['2.3/user-exists']);
    expect(idsIn(look(goldenWith({ files: { 'USER.md': stub } })))).toEqual(['2.3/name']);
  });

  it('a file that is there and cannot be judged gives no verdict on its text', () => {
    const items = [exampleItem('SOUL.md', { content: { is: 'unreadable', errno: 'EACCES' } })];
    const found = look(goldenWith({ files: {}, items }));
    expect(idsIn(found)).toEqual(['1/readable']);
    expect(found.unanswered.map(({ rule }) => rule)).toEqual([
      '2.1/name',
      '2.1/role',
      '2.1/soul-empty',
      '2.1/values',
    ]);
  });
});

describe('names of the layout', () => {
  it.each([
    ['SOUL.md', 'SOUL.md'],
    ['soul.MD', 'SOUL.md'],
    ['MEMORY', 'memory'],
    ['memory/2026-03-10.MD', 'memory/2026-03-10.md'],
    ['memory/Heartbeat-State.json', 'memory/heartbeat-state.json'],
    ['memory/2026-02-30.md', undefined],
    ['Memory/2026-03-10.md', undefined],
    ['memory/soul.md', undefined],
    ['bootstrap.md', undefined],
    ['SOUL.md.txt', undefined],
  ])('%s stands for %s', (name, canonical) => {
    const workspace = new AuditedWorkspace(snapshotOf({}), CONTEXT);
    expect(layoutNameOf(workspace, name)).toBe(canonical);
  });
});

describe('who the agent is [Y17] [Y18] [Y19] [Y20]', () => {
  const ALL = ['capabilities', 'name', 'role', 'values'];

  it('the shape of the example in §2.1 is accepted [Y21]', () => {
    const soul = [
      '# Soul\n\nYou are Robin, a harbour pilot for the port office.',
      '## Identity\nA calm voice on the radio.',
      '## Values\nSafety before speed.',
      '## Capabilities\nReading charts.\n',
    ].join('\n\n');
    expect(aspects(soul)).toEqual(ALL);
    expect(idsIn(look(withSoul(soul), true))).toEqual([]);
  });

  it('its placeholders, left as they are, are no answer [Y21]', () => {
    const soul = [
      '# Soul\n\nYou are [Name], a [role] for [user/team].',
      '## Identity\n[Who you are, your personality, your purpose]',
      '## Values\n[Core principles you operate by]',
      '## Capabilities\n[What you can do]\n',
    ].join('\n\n');
    expect(aspects(soul)).toEqual([]);
    const finding = only(look(withSoul(soul)), '2.1/placeholders');
    expect(finding).toMatchObject({ line: 3, column: 9 });
    expect(finding.found).toMatch(/^6 /u);
  });

  it('what OpenClaw sets up has values, and neither name nor role until IDENTITY.md is filled in', () => {
    const soul = stock('SOUL.md');
    const identity = stock('IDENTITY.md');
    expect(idsIn(look(withSoul(soul, { 'IDENTITY.md': identity })))).toEqual([
      '2.1/name',
      '2.1/role',
    ]);
    const filled = identity
      .replace('_(pick something you like)_', 'Robin')
      .replace(/_\(AI\? robot[^\n]*/u, 'a pilot');
    expect(idsIn(look(withSoul(soul, { 'IDENTITY.md': filled })))).toEqual([]);
  });

  it.each([
    ['You are Robin, a pilot for Ada', ['name', 'role']],
    ['**You are Robin** — the pilot of this harbour', ['name', 'role']],
    ["I'm Robin", ['name']],
    ['My name is Robin', ['name']],
    ["You are Ada's assistant", ['role']],
    ['You are an AI that helps', ['role']],
    ['Your role is to guide ships', ['role']],
    ['You are calm, curious and brief', ['values']],
    ['You are here, and ready', []],
    ['You are not a chatbot', []],
    ['They are Robin, a pilot', []],
    ['If you are a pilot, listen', []],
    ['Du bist Robin, ein Lotse', ['name', 'role']],
    ['Ich bin die Lotsin', ['role']],
    ['Je suis Robin, un pilote', ['name', 'role']],
    ['Eu sou o Robin', ['role']],
    ['Ты — Робин, лоцман порта', ['name', 'role']],
    ['Меня зовут Робин', ['name']],
    ['我是小明，一个助手', ['name', 'role']],
    ['你是一个专业的助手', ['role']],
    ['你不是聊天机器人', []],
    ['我是谁', []],
    ['私はロビン、港のパートナーです', ['name', 'role']],
    ['나는 로빈, 비서입니다', ['name', 'role']],
  ] as const)('%j says %j', (sentence, said) => {
    expect([...aspectsSaidIn(sentence)].toSorted()).toEqual(said);
  });
});

describe('whom the agent serves [Y42]', () => {
  it('the shape of the example in §2.3 is accepted [Y42]', () => {
    const user = [
      '# User Profile\n\n**Name:** Ada\n**Communication style:** Direct\n**Timezone:** Europe/Berlin',
      '## Projects\nTide tables',
      '## Preferences\nMetres',
      '## Notes\nTwo cats\n',
    ].join('\n\n');
    expect(idsIn(look(goldenWith({ files: { 'USER.md': user } }), true))).toEqual([]);
  });

  it.each([
    ['# USER.md - About Your Human\n\n- **Name:**\n- **What to call them:**\n', false],
    ['## About the agent\n\n- **Name:** Robin\n', false],
    ['# User\n\n**Name:** [Your name]\n', false],
    ['# User\n\nName:\n\nAda\n', true],
    ['# ユーザー\n\n- 名前：アダ\n', true],
    ['# 用户\n\n我的主人是小雅。\n', true],
  ])('%j names a human: %j', (text, is) => {
    expect(namesHuman(text)).toBe(is);
  });
});

/** Without what the rule on line ends is about. */
const bare = (text: string): string =>
  text.replace(/^\uFEFF+/u, '').replaceAll(/\r\n|\n|\r/gu, '\n');

describe('line ends', () => {
  it('are alike after the fix, and nothing else has changed', () => {
    const texts = fc
      .array(fc.constantFrom('\n', '\r\n', '\r', 'a', '# b', '```', ' ', '\uFEFF', 'ö'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const before = look(goldenWith({ files: { 'TOOLS.md': text } }), true);
        const ends = before.findings.filter(({ rule }) => rule === '1/line-ends');
        const edits = editsByFile(planFixes(ends, ['safe'])).get('TOOLS.md') ?? [];
        const after = applyEdits(text, edits);
        expect(bare(after)).toBe(bare(text));
        const second = look(goldenWith({ files: { 'TOOLS.md': after } }), true);
        const left = second.findings.filter(({ rule }) => rule === '1/line-ends');
        // Two fixes at one place are made one after the other; a second mark then is text of its own.
        expect(left.length).toBeLessThanOrEqual(/^\uFEFF(?:\uFEFF|\r|\n)/u.test(text) ? 1 : 0);
      }),
    );
  });

  it('of a daily log are left as they are: it is append-only', () => {
    const log = '\uFEFF# Memory — 2026-03-09\r\n\n- a\n';
    const { findings } = look(goldenWith({ files: { 'memory/2026-03-09.md': log } }), true);
    expect(findings.map(({ rule }) => rule)).toEqual(['1/line-ends', '1/line-ends']);
    expect(findings.every(({ fix }) => fix === undefined)).toBe(true);
  });
});

describe('the rules of the layout', () => {
  const NAMES = [
    'SOUL.md',
    'IDENTITY.md',
    'USER.md',
    'AGENTS.md',
    'TOOLS.md',
    'memory/2026-03-09.md',
  ];
  const PIECES = [
    ...'# |## |- |**|Name:|You are |Timezone: |`|[Name]|{{|}}|<!--|-->|---\n|私は| '.split('|'),
    ...'\n \r \r\n \uFEFF \uD800 \u0007'.split(' '),
  ];
  const CANARY = 'Zyxwvu';
  const texts = fc
    .array(
      fc.oneof(fc.constantFrom(...PIECES, CANARY), fc.string({ unit: 'binary', maxLength: 8 })),
    )
    .map((parts) => parts.join(''));

  it('never throw, and never repeat what a file says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...NAMES), texts), (files) => {
        const { findings } = look(goldenWith({ files }), true);
        const shown = findings.map(
          ({ found, expected, anchor }) => `${found} ${expected} ${anchor}`,
        );
        expect(shown.join('\n')).not.toContain(CANARY);
      }),
    );
  });

  it('count control characters and say where the first one stands', () => {
    const finding = only(
      look(goldenWith({ files: { 'TOOLS.md': '\uFEFF# T\r\n\r\nab\u001B[1m\u0007\n\u0000' } })),
      '1/control-characters',
    );
    expect(finding).toMatchObject({ line: 3, column: 3 });
    expect(finding.found).toMatch(/^2 /u);
  });

  it('take a hundred thousand lines', () => {
    const long = 'You are [Name], {{name}} `x\r\n私は私は - Name:\u0007\n'.repeat(50_000);
    const found = look(withSoul(long, { 'USER.md': `Timezone:\n${long}` }), true);
    expect(idsIn(found)).toContain('1/line-ends');
  });
});
