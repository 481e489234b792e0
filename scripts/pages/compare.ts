/** What a command printed beside what a page shows: equal but for what differs from run to run. */

/** What no two runs have in common, and what stands for it. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu, 'TIME'],
  [/\b\d{8}T\d{6}Z/gu, 'TIME'],
  [/\b\d{4}-\d\d-\d\d\b/gu, 'DAY'],
  [/\b\d\d:\d\d\b/gu, 'CLOCK'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gu, 'ID'],
  [/\b\d[0-9a-z]*-[0-9a-z]+-[0-9a-z]{10,}\b/gu, 'WORKSPACE'],
  [/\bmem_\d{13}_[0-9a-f]{6}\b/gu, 'MEMORY'],
  [/\b[0-9a-f]{64}\b/gu, 'HASH'],
  [/\b[0-9a-f]{12}\b/gu, 'HASH'],
  [/\s+\d+(?:\.\d+)? m?s\b/gu, ' N ms'],
  [/"ms":\d+(?:\.\d+)?/gu, '"ms":N'],
  [/\blinux \S+ x64, Node\.js \S+/gu, 'SYSTEM'],
];

/** Said where the pages are run by root. */
const ROOT_NOTICE = /^ +! +yamo is run by root\./u;

/** A line with what varies taken out. */
const settled = (line: string): string =>
  VARYING.reduce((text, [varying, name]) => text.replace(varying, name), line.trimEnd());

/** What was printed, in lines, as a page would show it. */
export const linesOf = (printed: string): readonly string[] =>
  printed
    .replace(/\n$/u, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line, _, all) => !ROOT_NOTICE.test(line) && (all.length > 1 || line !== ''));

/** Whether what a page shows is what was printed. */
export function agrees(shown: readonly string[], printed: readonly string[]): boolean {
  const pattern = shown
    .map((line) => (line.trim() === '…' ? '(?:.*\n)*?' : `${patternOf(line)}\n`))
    .join('');
  const text = printed.map((line) => `${settled(line)}\n`).join('');
  return new RegExp(`^${pattern}$`, 'u').test(text);
}

const patternOf = (line: string): string =>
  settled(line)
    .split('…')
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&'))
    .join('.*');
