import { describe, expect, it } from 'vitest';

import { RULES } from '#audit/engine/rules.ts';
import { detectLayout, LAYOUT_PROBES } from '#lib/layout/detect.ts';
import { goldenFiles } from '#test/support/golden.ts';

/** What there is of a folder with these files, which lies at this path. */
const detect = (files: readonly string[], path = 'home/ada/robin') => {
  const names = new Set(
    files.flatMap((file) => {
      const parts = file.split('/');
      return [file, ...parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)];
    }),
  );
  return detectLayout({
    present: new Set(LAYOUT_PROBES.filter((probe) => names.has(probe))),
    within: path.split('/').toReversed(),
  });
};

const OPENCLAW = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md'];

describe('a layout', () => {
  it.each([
    ['nexus', 'ws', ['AGENTS.md', 'skills/x', 'state/agents/BOOTSTRAP.md', 'state/config.json']],
    ['nexus', 'ws/state/agents', ['BOOTSTRAP.md', '../config.json']],
    ['nexus', 'ws/state/agents/echo', ['IDENTITY.md', 'SOUL.md', '../../config.json']],
    ['nexus', 'ws/state/workspace/memory-reader', ['ROLE.md', '../../config.json']],
    ['aletheia', 'nous/syn', ['SOUL.md', 'PROSOCHE.md']],
    ['aletheia', 'nous/syn', ['SOUL.md', 'IDENTITY.md', 'GOALS.md']],
    ['aletheia', 'nous/syn', ['SOUL.md', 'IDENTITY.md', 'CONTEXT.md']],
    ['gsv', 'agents/main', [...OPENCLAW, 'BOOTSTRAP.md', 'HEARTBEAT.md']],
    ['gsv', 'agents/main', [...OPENCLAW, 'skills/deploy/SKILL.md']],
    ['osa', 'osa', ['prompts/SYSTEM.md']],
    ['osa', 'osa', ['priv/prompts/SOUL.md']],
    ['osa', 'home/.osa', ['SOUL.md', 'IDENTITY.md']],
  ])('of %s is recognised by its markers, in %s with %j', (layout, path, files) => {
    expect(detect(files, path)).toMatchObject({ is: 'other', layout });
  });

  it.each([
    [['BOOTSTRAP.md'], 'rfc-0009'],
    [['SOUL.md', 'AGENTS.md', 'skills/x/SKILL.md'], 'rfc-0009'],
    [OPENCLAW, 'openclaw'],
    [[...OPENCLAW, 'HEARTBEAT.md', 'TOOLS.md', 'skills/x/SKILL.md'], 'openclaw'],
  ])('of %j is ours to work with', (files, layout) => {
    expect(detect(files)).toEqual({ is: 'ours', layout });
  });

  it('says by what', () => {
    expect(detect(['IDENTITY.md', 'HEARTBEAT.md'], 'agents/main')).toEqual({
      is: 'other',
      layout: 'gsv',
      evidence: 'IDENTITY.md and HEARTBEAT.md and its place in agents/',
    });
  });

  it('is unclear where two systems have left their marks', () => {
    expect(detect(['PROSOCHE.md', 'state/agents/x', 'state/config.json'])).toMatchObject({
      is: 'unclear',
      candidates: [{ layout: 'nexus' }, { layout: 'aletheia' }],
    });
    expect(detect(['PROSOCHE.md', 'BOOTSTRAP.yamo'])).toMatchObject({ is: 'unclear' });
  });

  it('is that of RFC-0009 in every workspace of ours, also with marks of OpenClaw', () => {
    for (const name of ['v3.0', 'lite', 'pending', 'uninitialised'] as const)
      for (const path of ['robin', 'agents/robin', 'state/agents/robin'])
        expect(detect(Object.keys(goldenFiles(name)), path)).toEqual({
          is: 'ours',
          layout: 'rfc-0009',
        });
    const examples = RULES.flatMap(({ examples: of }) => Object.values(of()).flat()).filter(
      ({ layout }) => layout === undefined,
    );
    expect(examples.length).toBeGreaterThan(200);
    const others = examples.filter((example) => detect(Object.keys(example.files)).is !== 'ours');
    expect(others).toEqual([]);
  });
});
