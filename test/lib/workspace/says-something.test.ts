/** When a text says something: one line that is no heading, no comment, and no place to fill in. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { saysSomething } from '#lib/workspace/says-something.ts';
import { forAll } from '#test/support/property.ts';

it.each([
  ['a sentence that names nobody', 'Tell the truth, and be home before the tide.\n'],
  ['a word', 'Curious.'],
  ['a list', '# Soul\n\n- patience\n'],
  ['an item above a rule', '- patience\n---\n'],
  ['a quotation', '> Still waters run deep.\n'],
  ['a label with a value', '**Name:** Wren\n'],
  ['front matter', '---\nname: Wren\n---\n'],
  ['Chinese', '# 灵魂\n\n做一个安静的人。\n'],
  ['Arabic', 'كن صادقا\n'],
  ['Thai', 'ใจดี\n'],
  ['text behind a comment', '<!-- who? -->\n\nA gardener of words.\n'],
  ['a table with a value', '| Name | Wren |\n|---|---|\n'],
  ['text above a list', 'Values\n- care\n'],
  ['line ends of Windows', '# Soul\r\n\r\nBe kind.\r\n'],
  ['a template of which one line was filled in', '# Soul\n\n**Name:**\n**Role:** pilot\n'],
  ['brackets that are none of a template', 'Call me [he/him] or Wren.\n'],
])('a SOUL.md in words of its owner’s own says something %s', (_what, text) => {
  expect(saysSomething(text)).toBe(true);
});

it.each([
  ['no byte', ''],
  ['blanks and a byte order mark', '\uFEFF \n\t\n'],
  ['headings', '# Soul\n\n## Values\n'],
  ['headings with a line below them', 'Soul\n====\n\nValues\n------\n'],
  ['a comment', '<!-- Write who you are.\nHere. -->\n'],
  ['labels without values', '- **Name:**\n- **Role:**\n'],
  ['placeholders', '**Name:** [Name]\n**Role:** TBD\n\n...\n'],
  ['the example of the specification', 'You are [Name], a [role] for [user/team].\n'],
  ['a template of braces', 'I am {{name}}, {{role}}.\n'],
  ['hints in brackets', '# Values\n\n_(pick something you like)_\n'],
  ['rules and bullets', '---\n\n***\n\n-\n*\n'],
  ['empty fences', '```md\n```\n'],
])('nothing is said by %s', (_what, text) => {
  expect(saysSomething(text)).toBe(false);
});

it('no text of the stock of OpenClaw is taken for empty, and no order of lines changes the answer', () => {
  const stock = readFileSync(new URL('../../../workspaces/stock/SOUL.md', import.meta.url), 'utf8');
  expect(saysSomething(stock)).toBe(true);
  const lines = fc.constantFrom('# Soul', '', '**Name:**', '<!-- x -->', 'TBD', 'Be kind.');
  forAll(fc.array(lines), (all) => {
    expect(saysSomething(all.join('\n'))).toBe(all.includes('Be kind.'));
  });
});
