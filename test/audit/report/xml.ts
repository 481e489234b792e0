/** A strict reader of the XML that reports are written in: it throws on whatever a parser would not take. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Text directly within it. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

const TOKEN = /<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gu;
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The root element. */
export const parseXml = (source: string): Element => {
  if (ILLEGAL.test(source)) throw new Error('a character that XML does not allow');
  const text = source.replace(/^<\?xml [^?]*\?>\n/u, '');
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index !== at) throw new Error(`no markup at ${at}: ${text.slice(at, at + 40)}`);
    at += match[0].length;
    const [, closed, opened, attributes = '', slash, plain] = match;
    const top = stack.at(-1) ?? root;
    if (plain !== undefined) top.text += unescaped(plain);
    else if (opened !== undefined) {
      const element = {
        name: opened,
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      };
      top.children.push(element);
      if (slash === '') stack.push(element);
    } else if (stack.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing`);
  }
  const [first] = root.children;
  if (at !== text.length || stack.length !== 1 || first === undefined || root.children.length > 1)
    throw new Error(`no well-formed document: ${text.slice(at, at + 40)}`);
  return first;
};

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  );

const unescaped = (text: string): string =>
  text.replaceAll(/&[^;]*;?/gu, (entity) => {
    const char = ENTITIES[entity];
    if (char === undefined) throw new Error(`the entity ${entity}`);
    return char;
  });

/** All elements of a name, wherever they stand. */
export const elementsNamed = (root: Element, name: string): readonly Element[] =>
  [root, ...root.children.flatMap((child) => elementsNamed(child, name))].filter(
    (element, index) => (index > 0 || element === root) && element.name === name,
  );
