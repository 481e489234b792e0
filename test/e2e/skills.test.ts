/** A skill that cannot be read costs itself, is named, and nothing outside of the workspace is read for it. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const CANARY = 'the spare key lies under the third heron';
const FILES = { 'SOUL.md': 'Be calm.\n', 'IDENTITY.md': 'name: Zim\n' };
const SAIL = { 'skills/sail/SKILL.md': '---\ndescription: sailing\n---\n' };

/** What stands where a skill is looked for, and why it is none. */
const ODD = {
  link: [
    (at: string, outside: string) => symlinkSync(`${outside}/x.md`, at),
    'it is a symbolic link',
  ],
  folder: [(at: string) => mkdirSync(at), 'it is not a regular file but a directory'],
  pipe: [(at: string) => execFileSync('mkfifo', [at]), 'it is not a regular file but a FIFO'],
  bytes: [(at: string) => writeFileSync(at, Uint8Array.of(0xff)), 'it is not UTF-8 text'],
} as const;

const withOddSkills = (): TempWorkspace => {
  const outside = makeWorkspace({ 'x.md': CANARY, 'shore/SKILL.md': CANARY });
  const ws = makeWorkspace({ ...FILES, ...SAIL });
  for (const [name, [make]] of Object.entries(ODD)) {
    mkdirSync(ws.at(`skills/${name}`));
    make(ws.at(`skills/${name}/SKILL.md`), outside.path);
  }
  symlinkSync(outside.at('shore'), ws.at('skills/shore'));
  return ws;
};

const notes = {
  layout: 'notes',
  title: 'Notes',
  files: [
    { name: 'SOUL.md', role: 'soul', priority: 1, group: 'static' },
    { name: 'skills/**/SKILL.md', role: 'skill', priority: 2, group: 'static' },
  ],
  order: [{ file: 'SOUL.md' }, { file: 'skills/**/SKILL.md', listed: true }],
  separator: '\n\n',
  headingEnd: '\n\n',
  estimator: 'claude',
  cut: { by: 'sections' },
  bootstrap: 'none',
};

describe('skills of which some cannot be read', () => {
  it.each(['gsv', 'a layout of its own'])(
    'cost a prompt of %s only themselves [G20]',
    async (of) => {
      const own = makeWorkspace({ 'notes.json': JSON.stringify(notes) }).at('notes.json');
      const layout = of === 'gsv' ? of : own;
      const ws = withOddSkills();
      const run = await yamo(['prompt', '--json', '--layout', layout], { workspace: ws });
      expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('- sail: sailing')]);
      expect(run.stdout).not.toContain(CANARY);
      const why = Object.fromEntries(
        Object.entries(ODD).map(([name, [, reason]]) => [`skills/${name}/SKILL.md`, reason]),
      );
      const { files } = JSON.parse(run.stdout);
      for (const [file, reason] of Object.entries({
        ...why,
        'skills/shore/SKILL.md': 'skills/shore',
      }))
        expect(files).toContainEqual(
          expect.objectContaining({ file, fate: 'dropped', why: expect.stringContaining(reason) }),
        );
      expect(run.stdout).toContain('Left out: 5 that cannot be read');
    },
  );

  it.each(['main', 'shared'])(
    'are named by a %s boot and its plan, and refuse neither [Y44]',
    async (kind) => {
      const ws = withOddSkills();
      mkdirSync(ws.at('skills/kept'));
      linkSync(makeWorkspace({ 'x.md': 'Tack.' }).at('x.md'), ws.at('skills/kept/SKILL.md'));
      const words = ['boot', '--json', '--layout', 'gsv', '--session', kind, '--agent', 'scribe'];
      const plan = await yamo([...words, '--plan'], { workspace: ws });
      const run = await yamo([...words, '--message', '/prompt'], { workspace: ws });
      expect([plan.code, run.code]).toEqual([0, 0]);
      const left = [...Object.keys(ODD), 'shore', ...(kind === 'shared' ? ['kept'] : [])];
      for (const name of left) {
        expect(plan.stdout).toContain(`skills/${name}/SKILL.md`);
        expect(run.stdout).toMatch(new RegExp(`Left out: [^"]*skills/${name}/SKILL.md \\(`, 'u'));
      }
      expect(run.stdout).toMatch(/Read on demand: [^"]*skills\/sail\/SKILL.md/u);
    },
  );

  it('may be all of them, where their folder is a link', async () => {
    const ws = makeWorkspace(FILES);
    symlinkSync(makeWorkspace(SAIL).at('skills'), ws.at('skills'));
    const run = await yamo(['prompt', '--layout', 'gsv', '--table'], { workspace: ws });
    expect([run.code, run.stdout]).toEqual([
      0,
      expect.stringMatching(/skills\/\*\/SKILL\.md .* dropped: skills cannot be read/u),
    ]);
  });

  it('are left out of those that the agents of Aletheia share, too [A24]', async () => {
    const shared = makeWorkspace({ 'sail/SKILL.md': 'Watch the wind.\n' });
    mkdirSync(shared.at('moor/SKILL.md'), { recursive: true });
    symlinkSync('nowhere', shared.at('shore'));
    const ws = makeWorkspace(FILES);
    symlinkSync(ws.at(''), shared.at('inside'));
    writeFileSync(ws.at('SKILL.md'), CANARY);
    const facts = makeWorkspace({ 'facts.json': JSON.stringify({ skillsFolder: shared.path }) });
    const given = ['--layout', 'aletheia', '--facts', facts.at('facts.json')];
    const seen = await yamo(['prompt', ...given], { workspace: ws });
    const booted = await yamo(['boot', ...given, '--agent', 'scribe', '--message', '/prompt'], {
      workspace: ws,
    });
    for (const { code, stdout, stderr } of [seen, booted]) {
      expect([code, stdout]).toEqual([0, expect.not.stringContaining(`inside\n\n${CANARY}`)]);
      for (const name of ['inside', 'moor', 'shore'])
        expect(stderr).toContain(`A skill is left out: ${shared.at(name)}/SKILL.md`);
    }
    expect(seen.stdout).toContain('### sail\n\nWatch the wind.');
  });
});
