import { describe, expect, it } from 'vitest';

import { RULES } from '#audit/engine/rules.ts';
import { detectLayout, LAYOUT_PROBES } from '#lib/layout/detect.ts';
import { goldenFiles } from '#test/support/golden.ts';

/** What there is of a folder with these files, which lies at this path. */
const detect = (
  files: readonly string[],
  path = 'home/ada/robin',
  texts: Readonly<Record<string, string>> = {},
) => {
  const names = new Set(
    files.flatMap((file) => {
      const parts = file.split('/');
      return [file, ...parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)];
    }),
  );
  return detectLayout({
    present: new Set(LAYOUT_PROBES.filter((probe) => names.has(probe))),
    within: path.split('/').toReversed(),
    texts: new Map(Object.entries(texts)),
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

  it.each([
    ['gsv', '## Platform Formatting\n'],
    ['gsv', 'Use `gsv__ReadFile`.\n'],
    ['aletheia', '# Other nous\n'],
  ])('of %s is recognised by what AGENTS.md says, whatever the place', (layout, text) => {
    const texts = { 'AGENTS.md': text };
    for (const path of ['copy', 'agents/main', 'a/b/c'])
      for (const files of [OPENCLAW, ['AGENTS.md', 'SOUL.md', 'BOOTSTRAP.md'], ['AGENTS.md']])
        expect(detect(files, path, texts)).toMatchObject({ is: 'other', layout });
  });

  it.each([
    [{ 'AGENTS.md': '## Session Startup\n' }],
    [{ 'AGENTS.md': '# A\n\n## 🛑 Red Lines\n' }],
    [{ 'IDENTITY.md': '- **Creature:** a heron\n' }],
    [{ 'IDENTITY.md': '**Theme**: grey\n' }],
  ])('of OpenClaw is told from GSV by %j, also below agents/', (texts) => {
    const files = [...OPENCLAW, 'HEARTBEAT.md', 'BOOTSTRAP.md'];
    expect(detect(files, 'agents/main', texts)).toMatchObject({ is: 'ours', layout: 'openclaw' });
  });

  it.each([
    '```md\n## Platform Formatting\n```\n',
    '## Every Session\n\n## Architecture\n\n## Heartbeats\n',
    '## Platform Formattings\n',
  ])('is not told by %j', (text) => {
    expect(detect(['AGENTS.md', 'SOUL.md'], 'robin', { 'AGENTS.md': text }).is).toBe('ours');
  });

  it('is unclear where files speak for two', () => {
    const texts = { 'AGENTS.md': '## Platform Formatting\n\n## Red Lines\n' };
    expect(detect(OPENCLAW, 'copy', texts)).toMatchObject({
      is: 'unclear',
      candidates: [{ layout: 'gsv' }, { layout: 'openclaw' }],
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
        expect(detect(Object.keys(goldenFiles(name)), path, goldenFiles(name))).toEqual({
          is: 'ours',
          layout: 'rfc-0009',
        });
    const examples = RULES.flatMap(({ examples: of }) => Object.values(of()).flat()).filter(
      ({ layout }) => layout === undefined,
    );
    expect(examples.length).toBeGreaterThan(200);
    const others = examples.filter(({ files }) => detect(Object.keys(files)).is !== 'ours');
    expect(others).toEqual([]);
  });
});
