/** The pages of docs/rules/, from what the rules say of themselves. */
import type { Example, Rule } from '#audit/rule.ts';

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
      `| [${rule.id}](${fileOf(rule)}) | ${rule.section} | ${LEVELS[rule.level]} | ${costOf(rule)} | ${rule.title} |`,
  );
  return `${[
    '# The rules of `yamo audit`',
    '',
    `There are ${rules.length}. Each page is written from the rule itself by \`npm run rules\`; its examples are the tests of the rule.`,
    '',
    'A rule that "costs" a tier keeps a workspace from it. One that is marked "with --strict" reads prose, may be mistaken, and costs the tier only then. One that is marked "with --pedantic" is looked at only then.',
    '',
    '| rule | section | level | costs | what holds |',
    '|---|---|---|---|---|',
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
    '## An exception',
    '',
    'On the line above what is meant, with a reason:',
    '',
    '```markdown',
    `<!-- yamo-allow ${rule.id} reason="why this is right here" -->`,
    '```',
  ].join('\n')}\n`;
}

const fileOf = ({ id }: Rule): string => `${id.replaceAll('/', '-')}.md`;

const place = (at: string): string => (at === '' ? 'the workspace' : `\`${at}\``);

function costOf({ tier, heuristic }: Rule): string {
  if (tier === 'none') return '-';
  return `${tier === 'lite' ? 'Lite' : 'v3.0'}${heuristic === true ? ' (with --strict)' : ''}`;
}

function whenOf({ pedantic, needs }: Rule): string {
  if (needs === 'history') return 'with --history';
  if (needs === 'records') return 'where the kernel has booted the workspace';
  return pedantic === true ? 'with --pedantic' : 'always';
}

/** The files of an example; long ones are cut, since a page is for reading. */
function shown({ shows, files, items, facts }: Example, found: string): string[] {
  const parts = Object.entries(files).flatMap(([name, text]) =>
    text === null
      ? [`\`${name}\` is not there.`, '']
      : [`\`${name}\``, ''].concat(fenced(text), ''),
  );
  const named = (items ?? []).map(({ name, type }) => `\`${name}\` is a ${type}.`);
  const more = facts === undefined ? [] : [`Known besides: ${Object.keys(facts).join(', ')}.`, ''];
  const head = `${shows.charAt(0).toUpperCase()}${shows.slice(1)}${found === '' ? '' : ` (${found})`}:`;
  return [head, '', ...parts, ...named.flatMap((line) => [line, '']), ...more];
}

const SHOWN_MAX_LINES = 24;

function fenced(text: string): string[] {
  const lines = text.replace(/\n$/u, '').split('\n');
  const cut = lines.length > SHOWN_MAX_LINES;
  const body = cut ? [...lines.slice(0, SHOWN_MAX_LINES), '…'] : lines;
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}markdown`, ...body.map(visible), fence];
}

/** What cannot be seen is shown as an escape, or the page would not say what the example is. */
const visible = (line: string): string =>
  line.replaceAll(/[\p{Cc}\p{Cf}]/gu, (char) =>
    char === '\t' ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
