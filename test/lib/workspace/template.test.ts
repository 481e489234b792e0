import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import { missingSections, outline } from '#lib/text/outline.ts';
import { fillTemplate, withMissingSections } from '#lib/workspace/template.ts';
import { inRuns } from '#test/support/property.ts';

const NAMES = { name: 'Atlas', role: 'guide', user: 'Ada', timezone: 'Europe/Berlin' };
const shipped = (file: string): string =>
  readFileSync(new URL(`../../../workspaces/templates/${file}`, import.meta.url), 'utf8');

describe('fillTemplate', () => {
  it('puts in names, as often as they stand there', () => {
    expect(fillTemplate('{{name}}, {{role}} of {{user}} ({{timezone}}): {{name}}', NAMES)).toBe(
      'Atlas, guide of Ada (Europe/Berlin): Atlas',
    );
  });

  it.each(['{name}', '{{ name }}', '{{Name}}', '{{other}}', '{{constructor}}'])(
    'leaves %j alone',
    (text) => {
      expect(fillTemplate(text, NAMES)).toBe(text);
    },
  );

  it.each([
    ['At;las', 'At las'],
    ['Atlas\n## Safety', 'Atlas ## Safety'],
    [' Atlas\r\n', 'Atlas'],
    ['{{user}}', '{{user}}'],
    ['$& $1', '$& $1'],
  ])('takes the name %j as one field of one line', (name, filled) => {
    expect(fillTemplate('a;{{name}};b', { ...NAMES, name })).toBe(`a;${filled};b`);
  });

  it.each(['v3/AGENTS.md', 'v3/SOUL.md', 'v3/USER.md', 'v3/BOOTSTRAP.md', 'lite/AGENTS.md'])(
    'leaves no marker in %s',
    (file) => {
      expect(fillTemplate(shipped(file), NAMES)).not.toMatch(/\{\{|\}\}/);
    },
  );
});

describe('withMissingSections', () => {
  const sections = AGENTS_SECTIONS.map((name) => `## ${name}\n\nrules of ${name}\n`);
  const template = `# How\n\n${sections.join('\n')}`;
  const [firstRun = '', everySession = '', memory = '', safety = '', external = ''] = sections;

  it('leaves a complete AGENTS.md alone (§2.2)', () => {
    const agents = `x\r\n${sections.toReversed().join('')}\n\n\n`;
    expect(withMissingSections(agents, template)).toEqual({ text: agents, added: [] });
  });

  it('adds what is missing, in the order of §2.2, at the end', () => {
    const agents = `${everySession}\n${safety}`;
    expect(withMissingSections(agents, template)).toEqual({
      text: `${agents}\n${firstRun}\n${memory}\n${external}`,
      added: ['First Run', 'Memory', 'External vs Internal'],
    });
  });

  it('makes a whole file of an empty one', () => {
    expect(withMissingSections('', template).text).toBe(sections.join('\n'));
  });

  it('adds a section that is there only under a name that comes near (R-85)', () => {
    const { added } = withMissingSections('## Red Lines\n', template);
    expect(added).toEqual(AGENTS_SECTIONS);
  });

  it('keeps the line ends of the file, whatever those of the template', () => {
    for (const source of [template, template.replaceAll('\n', '\r\n')]) {
      expect(withMissingSections('# A\r\n', source).text).not.toMatch(/[^\r]\n|\r[^\n]/);
      expect(withMissingSections('# A\n', source).text).not.toContain('\r');
    }
  });

  it.each([
    ['a fence', '```yamo\nstep;a;\n', '```'],
    ['a long fence of tildes', '~~~~\n~~~\n', '~~~~'],
    ['a comment', '<!-- not\nready\n', '-->'],
  ])('closes %s that was left open, or nothing would be a heading (R-86)', (_, open, closer) => {
    const { text } = withMissingSections(open, template);
    expect(text.startsWith(`${open}\n${closer}\n`)).toBe(true);
    expect(missingSections(text).missing).toEqual([]);
  });

  it('takes every section from the templates that are shipped', () => {
    for (const file of ['v3/AGENTS.md', 'lite/AGENTS.md']) {
      const { text } = withMissingSections('', shipped(file));
      expect(outline(text).map(({ title }) => title)).toEqual(AGENTS_SECTIONS);
    }
  });

  it('adds only, leaves nothing missing, and has nothing to do a second time', () => {
    const piece = fc.constantFrom(
      '\uFEFF',
      '\n',
      '\n\n',
      '\r\n',
      'text',
      '  ',
      '# How',
      '- item',
      '```',
      '~~~~',
      '    ',
      '<!--',
      '-->',
      '---',
      ...sections,
      '- ```',
      '## Safety ##',
    );
    inRuns(500)(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const agents = pieces.join('');
      const { text } = withMissingSections(agents, template);
      expect(text.startsWith(agents)).toBe(true);
      expect(missingSections(text).missing).toEqual([]);
      expect(withMissingSections(text, template)).toEqual({ text, added: [] });
    });
  });
});
