/** The pages of docs/rules/, from what the rules say of themselves. */
import { escapeCodePoint, escapeUnseen } from '#lib/text/unseen.ts';
import { exampleSentences } from '#audit/rule/example-sentences.ts';
import type { Example, Rule } from '#audit/rule/rule.ts';

const LEVELS: Readonly<Record<Rule['level'], string>> = {
  must: 'must',
  should: 'should',
  advisory: 'advice',
};

const FIXES: Readonly<Record<Rule['fix'], string>> = {
  safe: '`yamo audit --fix`',
  asks: '`yamo audit --fix-unsafe`, which asks first',
  none: 'by hand',
};

/** The table of contents: every rule by section. */
export function rulesIndex(rules: readonly Rule[]): string {
  const rows = rules.map(
    (rule) =>
      `| [${rule.id}](${fileOf(rule)}) | ${rule.section} | ${LEVELS[rule.level]} | ${costOf(rule)} | ${whenOf(rule)} | ${rule.title} |`,
  );
  return `${[
    '# The rules of `yamo audit`',
    '',
    `There are ${rules.length}. Each page is written from the rule itself by \`npm run rules\`; its examples are the tests of the rule.`,
    '',
    'A rule that "costs" a tier keeps a workspace from it. One that is marked "with --strict" reads prose, may be mistaken, and costs the tier only then. "Looked at" says which option or record a rule needs to be asked at all.',
    '',
    '| rule | section | level | costs | looked at | what holds |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')}\n`;
}

/** One rule on a page. */
export function rulePage(rule: Rule): string {
  const { good, bad } = rule.examples();
  return `${[
    `# ${rule.id}`,
    '',
    `${rule.title}.`,
    '',
    '| section | level | costs | looked at | fix | requirements | since |',
    '|---|---|---|---|---|---|---|',
    `| ${rule.section} | ${LEVELS[rule.level]} | ${costOf(rule)} | ${whenOf(rule)} | ${FIXES[rule.fix]} | ${rule.requirements.join(', ') || '-'} | ${rule.since} |`,
    '',
    '## Why',
    '',
    rule.why,
    '',
    '## What to do',
    '',
    rule.remedy,
    '',
    '## Found',
    '',
    ...bad.flatMap((example) => shown(example, `found at ${example.at.map(place).join(', ')}`)),
    '## Not found',
    '',
    ...good.flatMap((example) => shown(example, '')),
    ...exceptionOf(rule),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

const fileOf = ({ id }: Rule): string => `${id.replaceAll('/', '-')}.md`;

const place = (at: string): string => (at === '' ? 'the workspace' : `\`${at}\``);

function costOf({ tier, heuristic }: Rule): string {
  if (tier === 'none') return '-';
  return `${tier === 'lite' ? 'Lite' : 'v3.0'}${heuristic === true ? ' (with --strict)' : ''}`;
}

function whenOf({ afterFirstBoot, needs, pedantic }: Rule): string {
  const asked = [
    ...(needs === 'history' ? ['with --history'] : []),
    ...(pedantic === true ? ['with --pedantic'] : []),
    ...(afterFirstBoot === true ? ['after the first boot'] : []),
    ...(needs === 'records' ? ['where the kernel has booted the workspace'] : []),
    ...(needs === 'logs' ? ['where the kernel has written logs'] : []),
  ];
  return asked.length === 0 ? 'always' : asked.join(' and ');
}

/** An exception stands above a line, so only what is found at a line can have one. */
function exceptionOf(rule: Rule): string[] {
  const hasLine = rule.examples().bad.some(({ at }) => at.some((found) => /:\d+$/u.test(found)));
  if (!hasLine || rule.id.startsWith('yamo/')) return [];
  return [
    '## An exception',
    '',
    'On the line above what is meant, with a reason:',
    '',
    '```markdown',
    `<!-- yamo-allow ${rule.id} reason="why this is right here" -->`,
    '```',
  ];
}

/** The files of an example; long ones are cut, since a page is for reading. */
function shown(example: Example, found: string): string[] {
  const { shows, files, items = [] } = example;
  const replaced = new Set(items.map(({ name }) => name));
  const texts = Object.entries(files).filter(([name]) => !replaced.has(name));
  const parts = texts.flatMap(([name, text]) =>
    text === null
      ? [`\`${name}\` is not there.`, '']
      : [`\`${name}\``, ''].concat(fenced(text), ''),
  );
  const lines = exampleSentences(example).map((line) => `- ${line}`);
  const head = `${shows.charAt(0).toUpperCase()}${shows.slice(1)}${found === '' ? '' : ` (${found})`}`;
  const isAll = parts.length + lines.length === 0;
  return [`${head}${isAll ? '.' : ':'}`, '', ...parts, ...(lines.length > 0 ? [...lines, ''] : [])];
}

const SHOWN_MAX_LINES = 24;
const SHOWN_MAX_COLUMNS = 200;

function fenced(text: string): string[] {
  if (text === '') return ['(empty)'];
  const lines = text.replace(/\n$/u, '').split('\n');
  const left = lines.length - SHOWN_MAX_LINES;
  const body = left > 0 ? [...lines.slice(0, SHOWN_MAX_LINES), `… (${left} more lines)`] : lines;
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}markdown`, ...body.map(cut).map(visible), fence];
}

function cut(line: string): string {
  const left = line.length - SHOWN_MAX_COLUMNS;
  return left > 0 ? `${line.slice(0, SHOWN_MAX_COLUMNS)}… (${left} more characters)` : line;
}

/** What cannot be seen is shown as an escape, or the page would not say what the example is. */
const visible = (line: string): string =>
  escapeUnseen(line, (char) => (char === '\t' ? char : escapeCodePoint(char)));
