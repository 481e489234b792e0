import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';

import { COMMENT_MAX_CHARS, markdown } from '#audit/report/markdown.ts';
import { visible } from '#lib/report/visible.ts';
import { handMade, handMadeReport, HOSTILE, named } from './reports.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

const parse = (source: string): Node => remark().use(remarkGfm).parse(source);

const nodesIn = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(nodesIn)];

const nodes = (source: string, type: string): readonly Node[] =>
  nodesIn(parse(source)).filter((node) => node.type === type);

/** The kinds of its nodes, in order. */
const shape = (source: string): readonly string[] =>
  nodesIn(parse(source))
    .map(({ type }) => type)
    .filter((type) => type !== 'text' && type !== 'break');

/** The tags of our own, with what a summary may hold. */
const OWN_HTML =
  /^(?:<details><summary><code>[^<>]*<\/code>: [\w ,]+<\/summary>|<\/details>|<\/?sub>)$/u;

describe('a comment on a pull request', () => {
  it('begins with the verdict and a table, and folds the findings away', () => {
    const lines = markdown(handMadeReport()).split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '### ❌ yamo audit: The workspace is non-conformant.',
      '',
      '| | Workspace | State | Tier | Findings |',
      '|---|---|---|---|---|',
      '| ❌ | `agents/robin` | initialised | non-conformant | 4 errors, 2 warnings, 1 note |',
    ]);
    expect(lines).toContain('Next: `yamo audit agents/robin --fix`');
    expect(lines).toContain(
      '<details><summary><code>agents/robin/MEMORY.md</code>: 3 errors</summary>',
    );
    expect(lines.filter((line) => line === '</details>')).toHaveLength(4);
  });

  it('says how much was suppressed, known before and fixed, and the tier of the program [Y6]', () => {
    const findings = handMade().findings.map((one, index) =>
      Object.assign({}, one, { status: index === 0 ? ('new' as const) : ('known' as const) }),
    );
    const comment = markdown(handMadeReport([handMade({ findings, fixed: findings })]));
    expect(comment).toContain('6 findings known before');
    expect(comment).toContain('7 findings fixed since');
    expect(comment).toContain('suppressed: 2 by yamo-allow comments, 1 by the baseline');
    expect(comment).toContain('implements RFC-0009 v3.0');
    expect(
      nodes(comment, 'html').filter(({ value }) => value?.startsWith('<details>')),
    ).toHaveLength(1);
  });

  it('shows code in the words of a rule as code', () => {
    const findings = handMade().findings.map((one) =>
      Object.assign({}, one, { remedy: 'Write `a | *b*;` there.' }),
    );
    const comment = markdown(handMadeReport([handMade({ findings })]));
    expect(nodes(comment, 'inlineCode').map(({ value }) => value)).toContain('a | *b*;');
  });

  it.each(HOSTILE)('holds no markup of the name %j', (name) => {
    const comment = markdown(handMadeReport([named(name), handMade()]));
    const model = markdown(handMadeReport([named('plain'), handMade()]));
    expect(shape(comment)).toEqual(shape(model));
    expect(nodes(comment, 'link')).toEqual([]);
    for (const { value } of nodes(comment, 'html'))
      for (const line of (value ?? '').split('\n')) expect(line).toMatch(OWN_HTML);
    for (const { children } of nodes(comment, 'tableRow')) expect(children).toHaveLength(5);
    const code = nodes(comment, 'inlineCode').map(({ value }) => value);
    expect(code).toContain(visible(name.replaceAll('|', '\\u{7C}')));
  });

  it.each(HOSTILE)('mentions nobody in prose for the name %j', (name) => {
    const comment = markdown(handMadeReport([named(name)]));
    const said = nodes(comment, 'text').map(({ value }) => value ?? '');
    for (const one of said) expect(one).not.toMatch(/[@#]\w|:\/\/|www\./iu);
  });

  it('stays below the limit of GitHub, and counts what is left out', () => {
    const findings = Array.from({ length: 400 }, () => handMade().findings).flat();
    const comment = markdown(handMadeReport([handMade({ findings })]));
    expect(comment.length).toBeLessThanOrEqual(COMMENT_MAX_CHARS);
    const shown = comment.match(/^- (?:❌|⚠️|ℹ️)/gmu)?.length ?? 0;
    expect(comment).toContain(`**${2800 - shown} findings did not fit here`);
    expect(comment.match(/<details>/gu)).toHaveLength(comment.match(/<\/details>/gu)?.length ?? 0);
  });

  it('stays below it with a thousand workspaces of long names too', () => {
    const workspaces = HOSTILE.flatMap((name) => Array.from({ length: 50 }, () => named(name)));
    const comment = markdown(handMadeReport(workspaces));
    expect(comment.length).toBeLessThanOrEqual(COMMENT_MAX_CHARS);
    expect(comment).toMatch(/^\| \| \d+ more \|/mu);
  });
});
