/** Which skills a prompt lists, by what they require and which machines there are. */
import { expect, it } from 'vitest';

import { promptText } from '#lib/prompt/plan.ts';
import { plan, statusOf, textFor } from '#test/support/prompt.ts';

const layout = 'gsv';
const node = {
  name: 'a',
  online: true,
  platform: 'Linux',
  role: 'execution',
  capabilities: ['shell.exec'],
  bins: ['git', 'gh'],
  env: ['TOKEN'],
};
const listed = 'its name and description are listed';
const unmet = 'no machine has what it requires';
const broken = 'what it requires cannot be read';

it.each([
  ['metadata: {"gsv":{"requires":{"bins":["git","gh"],"os":["linux"]}}}', listed],
  [
    'metadata:\r\n  {\r\n    "openclaw": { "requires": { "anyBins": ["x", "gh"] }, },\r\n  }',
    listed,
  ],
  ['metadata: {"clawdbot":{"requires":{"env":["TOKEN"],"hostRoles":["execution"]}}}', listed],
  ['metadata: {"gsv":{"requires":{"capabilities":["shell.exec"],"anyCapabilities":[]}}}', listed],
  ['metadata: {"gsv":{"emoji":"x"},"openclaw":{"requires":{"bins":["x"]}}}', listed],
  ['metadata: of a friend', listed],
  ['always: true\nmetadata: {"gsv":{"requires":{"bins":["x"]}}}', listed],
  ['metadata: {"gsv":{"requires":{"bins":["git","x"]}}}', unmet],
  ['metadata: {"gsv":{"requires":{"anyBins":["x"]}}}', unmet],
  ['metadata: {"gsv":{"requires":{"env":["OTHER"]}}}', unmet],
  ['metadata: {"gsv":{"requires":{"os":["darwin"]}}}', unmet],
  ['metadata: {"gsv":{"requires":{"hostRoles":["specialized"]}}}', unmet],
  ['metadata: {"gsv":{"requires":{"capabilities":["shell.exec","x"]}}}', unmet],
  ['metadata: {"gsv":{"requires":{"anyCapabilities":["x"]}}}', unmet],
  ['metadata: {"gsv":{"requires":{"config":["a.b"]}}}', unmet],
  ['requires: {"bins":["x"]}', unmet],
  ['metadata: {"gsv":{"requires":{"bins":"git"}}}', broken],
  ['metadata: {"gsv":{"requires":{"bins":["git",""]}}}', broken],
  ['metadata: {"gsv":{"requires":["git"]}}', broken],
  ['metadata: {"gsv": requires', broken],
  ['metadata:\n  gsv:\n    requires:\n      bins: [git]', broken],
  ['requires: git', broken],
])('of a skill with %j says why it is not listed: %j [G20]', (matter, why) => {
  const made = plan({
    layout,
    files: { 'skills/sail/SKILL.md': 'Tack.', 'skills/x/SKILL.md': `---\n${matter}\n---\nText.\n` },
    facts: {
      skills: [{ name: 'x' }],
      runtime: { nodes: [node, { ...node, name: 'b', online: false, bins: ['x'] }] },
    },
  });
  const { fate, why: said } = statusOf(made, 'skills/x/SKILL.md') ?? {};
  expect([fate, said]).toEqual([why === listed ? 'on demand' : 'dropped', why]);
  const shown = promptText(made);
  expect(shown.includes('(skills/x/SKILL.md)')).toBe(why === listed);
  expect(shown.includes('Left out: 1 that cannot be read')).toBe(why !== listed);
});

it('needs one machine that has all of it, and no section where no skill is left [G20]', () => {
  const files = {
    'skills/x/SKILL.md': '---\nmetadata: {"gsv":{"requires":{"bins":["git"],"env":["K"]}}}\n---\n',
  };
  const nodes = [node, { name: 'b', online: true, env: ['K'] }];
  for (const facts of [{}, { runtime: { nodes } }])
    expect(textFor({ layout, files, facts })).not.toContain('Mandatory Scan');
});
