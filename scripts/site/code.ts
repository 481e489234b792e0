/** Colours for blocks of code: what is typed, what is printed, strings, comments, keys. */
import type { ElementContent } from 'hast';

const word = (kind: string, value: string): ElementContent => ({
  type: 'element',
  tagName: 'span',
  properties: { className: [kind] },
  children: [{ type: 'text', value }],
});

const plain = (value: string): ElementContent => ({ type: 'text', value });

/** The text of a block, with its words marked. */
export const coloured = (text: string, language: string): readonly ElementContent[] =>
  language === 'console' ? consoleLines(text) : tokens(text, TOKENS[language]);

function consoleLines(text: string): readonly ElementContent[] {
  return text.split(/(?<=\n)/u).flatMap((line) => {
    if (/^[$>] /u.test(line))
      return [word('prompt', line.slice(0, 2)), word('typed', line.slice(2))];
    const kind = /^(?:✗|Refused:)/u.test(line.trimStart()) ? 'bad' : undefined;
    return [kind === undefined ? word('printed', line) : word(kind, line)];
  });
}

const JSON_TOKENS =
  /(?<key>"[^"\n]*"(?=\s*:))|(?<string>"[^"\n]*")|(?<word>\b(?:true|false|null|\d[\d.]*)\b)/gu;
const CODE_TOKENS =
  /(?<comment>\/\*[^]*?\*\/|\/\/[^\n]*)|(?<string>'[^'\n]*'|`[^`]*`)|(?<word>\b(?:type|interface|import|from|async|await|return|const|string|number|boolean)\b)/gu;
const SHELL_TOKENS = /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>'[^'\n]*'|"[^"\n]*")/gu;

const TOKENS: Readonly<Record<string, RegExp>> = {
  json: JSON_TOKENS,
  ts: CODE_TOKENS,
  js: CODE_TOKENS,
  sh: SHELL_TOKENS,
  yaml: SHELL_TOKENS,
};

function tokens(text: string, pattern: RegExp | undefined): readonly ElementContent[] {
  if (pattern === undefined) return [plain(text)];
  const parts: ElementContent[] = [];
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    const [kind = ''] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    parts.push(plain(text.slice(end, index)), word(kind, found));
    end = index + found.length;
  }
  return [...parts, plain(text.slice(end))];
}
