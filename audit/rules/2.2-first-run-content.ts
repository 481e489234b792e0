import { isContent } from '#audit/workspace/document.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { intendedSection } from '#audit/facts/instructions/near-miss-headings.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';
import { instructionWords } from '#lib/language/instructions.ts';

const firstRun = (text: string): Record<string, string> => ({
  'AGENTS.md': `# Rules\n\n## First Run\n\n${text}\n\n## Memory\n`,
});

export const rule = defineRule({
  id: '2.2/first-run-content',
  title: 'First Run says that BOOTSTRAP.md is followed and then deleted',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  why: 'Bootstrap instructions may hold credentials and are meant for one session. An agent that is not told to delete them carries them out again.',
  remedy: 'Write under "## First Run": if BOOTSTRAP.md exists, follow it, then delete it.',
  fix: 'none',
  requirements: ['Y29'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the words of a widespread template',
        files: firstRun('If `BOOTSTRAP.md` exists, follow it, then delete it after completion.'),
      },
      {
        shows: 'a step of a semicolon block',
        files: firstRun('```yamo\nstep;delete_bootstrap;target;BOOTSTRAP.md;\n```'),
      },
      {
        shows: 'the heading twice, and the words under the second',
        files: {
          'AGENTS.md':
            '# Rules\n\n## First Run\n\n## First Run\n\nFollow BOOTSTRAP.md if it exists, then delete it.\n',
        },
      },
      { shows: 'Chinese', files: firstRun('如果 `BOOTSTRAP.md` 存在，按照它执行，然后删除它。') },
      { shows: 'Japanese', files: firstRun('BOOTSTRAP.md があれば従い、終わったら削除する。') },
      {
        shows: 'German',
        files: firstRun('Gibt es BOOTSTRAP.md, so folge ihm und lösche es danach.'),
      },
      {
        shows: 'Portuguese and Spanish',
        files: firstRun(
          'Se BOOTSTRAP.md existe, siga-o e apague.\nSi BOOTSTRAP.md existe, síguelo y bórralo.',
        ),
      },
      { shows: 'French', files: firstRun('Si BOOTSTRAP.md existe, suis-le puis supprime-le.') },
      { shows: 'Russian', files: firstRun('Если есть BOOTSTRAP.md, выполни его и удали.') },
    ],
    bad: [
      {
        shows: 'nothing about deletion',
        files: firstRun('If BOOTSTRAP.md exists, follow it.'),
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'deletion of something else, without the name',
        files: firstRun('Delete the sample files.'),
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'an order to keep it',
        files: firstRun('Follow BOOTSTRAP.md. Do not delete it.'),
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a comment only',
        files: firstRun('<!-- BOOTSTRAP.md: follow, then delete -->'),
        at: ['AGENTS.md:3'],
      },
    ],
  }),
  check: ({ agents }) => {
    const section = intendedSection(agents, 'First Run');
    if (section === undefined) return NOT_APPLICABLE;
    const lower = [section, ...(agents?.all('First Run') ?? [])]
      .flatMap(({ lines }) => lines.filter(isContent))
      .map(({ text }) => text.toLowerCase())
      .join('\n');
    const named = /bootstrap\.(?:md|yamo)/u.test(lower);
    const isDeleted = DELETION.test(lower.replaceAll(KEPT, ' '));
    if (named && isDeleted) return [];
    const missing = [named ? [] : ['BOOTSTRAP.md'], isDeleted ? [] : ['its deletion']].flat();
    return [
      {
        file: 'AGENTS.md',
        line: section.heading.line,
        found: `nothing about ${missing.join(' and ')} in the section about the first run`,
        expected: 'the order to follow BOOTSTRAP.md, if it exists, and then to delete it',
        anchor: 'First Run',
      },
    ];
  },
});

const DELETION = wordPattern(instructionWords('delete'));
/** An order not to delete is none to delete. */
const KEPT =
  /(?:\b(?:do not|don['’]t|never|must not|nicht|não|nunca|ne)\s+(?:\w{1,12}\s+){0,2}(?:delet|remov|lösch|entfern|apag|exclu|borr|elimin|supprim|efface)|(?:不要|请勿|勿|别)(?:删除|删掉|移除)|не\s+удал)/gu;
