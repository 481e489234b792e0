import { describe, expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import type { Audit } from '#audit/engine/audit.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import type { Example } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import { CONTEXT, goldenWith } from '#test/support/golden.ts';

const SECRET_RULES = RULES.filter(({ id }) =>
  /^(?:4\.2\/(?:provider|labelled|possible)|2\.6\/bootstrap-credential)/u.test(id),
);
const found = (example: Omit<Example, 'shows'>): Audit =>
  auditSnapshot(goldenWith(example), CONTEXT, SECRET_RULES, { pedantic: true, strict: true });

/** Put together here, so that no key stands in this file. */
const KEY = ['xoxb', '204817365920', 'tideTable7Quay'].join('-');
const providerKeys = (file: string, line: number, value: string) =>
  new Map([[file, [{ kind: 'slack token', line, value }]]]);

describe('credentials in an audit', () => {
  it('are found once, whoever found them [Y95]', () => {
    const url = `https://ada:${KEY}@chat.home/x`;
    for (const [text, value] of [
      [`Bot token: ${KEY}`, KEY],
      [`see ${url}`, url],
    ] as const) {
      const { findings } = found({
        files: { 'TOOLS.md': `${text}\n` },
        facts: { providerKeys: providerKeys('TOOLS.md', 1, value) },
      });
      expect(findings.map(({ rule }) => rule)).toEqual(['4.2/provider-key']);
    }
  });

  it('are found on each line that they stand on, with the same hash [Y95]', () => {
    const { findings } = found({
      files: { 'TOOLS.md': 'Password: tide-7-quay\n', 'USER.md': 'x\nSenha: tide-7-quay\n' },
    });
    expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'TOOLS.md:1',
      'USER.md:2',
    ]);
    expect(new Set(findings.map(({ secret }) => secret?.hash)).size).toBe(1);
  });

  it('are told by kind, length and hash, and never quoted [Y95]', () => {
    const value = 'tide-7-quay';
    const result = found({
      files: {
        'TOOLS.md': `Password: ${value}\n| Token | ${KEY} |\nhttps://ada:${value}@nas.home/\n`,
        'BOOTSTRAP.md': `password: ${value}\n`,
      },
      facts: { providerKeys: providerKeys('MEMORY.md', 3, KEY) },
    });
    expect(result.findings).toHaveLength(5);
    for (const { secret } of result.findings) {
      expect(secret?.length).toBeGreaterThan(0);
      expect(secret?.hash).toMatch(/^[0-9a-f]{12}$/u);
    }
    const report = JSON.stringify(result);
    expect(report).not.toContain(value);
    expect(report).not.toContain(KEY);
  });

  it('cannot be ruled out in a file that cannot be read', () => {
    const { unanswered } = found({
      files: {},
      items: [exampleItem('MEMORY.md', { content: { is: 'unreadable', errno: 'EACCES' } })],
    });
    expect(unanswered.map(({ rule }) => rule)).toContain('4.2/labelled-credential');
  });

  it('are found in texts that do not decode, and in those that are too large [Y95]', () => {
    const { findings } = found({
      files: {},
      items: [
        exampleItem('memory/a.txt', {
          content: {
            is: 'not text',
            fault: 'a NUL byte',
            line: 1,
            offset: 0,
            text: '\0\nPassword: tide-7-quay\n',
          },
        }),
        exampleItem('memory/b.txt', {
          content: {
            is: 'too large',
            limitBytes: 1,
            labelled: [{ line: 7, kind: 'password', value: 'tide-7-quay', confidence: 'high' }],
          },
        }),
      ],
    });
    expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'memory/a.txt:2',
      'memory/b.txt:7',
    ]);
  });
});
