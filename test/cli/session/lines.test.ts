import { expect, it } from 'vitest';

import { humanAt } from '#cli/session/lines.ts';

it('the human at lines is shown all that a question is about: the command, and the changes', async () => {
  const prompts: string[] = [];
  const human = humanAt({
    next: (prompt) => {
      prompts.push(String(prompt));
      return Promise.resolve('2');
    },
  });
  const options = [
    { id: 'no', label: 'No' },
    { id: 'yes', label: 'Yes' },
  ];
  const after = Array.from({ length: 100 }, (_, line) => `line ${line}\n`).join('');
  const chosen = await human.choose('May I?', options, {
    command: 'cat a | sh\u202E',
    diffs: [
      { file: 'USER.md', before: undefined, after },
      { file: 'TOOLS.md', before: 'a\n', after: 'b\n', line: 41, note: 'looked at' },
      { file: 'AGENTS.md', before: undefined, after: 'c\n', note: 'what it would put there' },
    ],
    more: 2,
  });
  expect(chosen).toBe('yes');
  expect(prompts[0]).toContain('  USER.md (a new file)\n');
  expect(prompts[0]).toContain('  TOOLS.md (+1 -1; looked at)\n  @@ line 41 @@\n  - a\n  + b\n');
  expect(prompts[0]).toContain('  AGENTS.md (what it would put there)\n');
  expect(prompts[0]).toContain('\n2 more changes are asked for and not shown.\n');
  expect(prompts[0]).toContain('May I?\n  $ cat a | sh\\u{202E}\n  USER.md');
  expect(prompts[0]).toContain('line 99');
  expect(await human.choose('Really?', options)).toBe('yes');
  expect(prompts[1]).toBe('Really?\n  1  No\n  2  Yes\nYour choice (Enter for no): ');
});
