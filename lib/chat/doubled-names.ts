/** Names that stand twice in one object of JSON: of the two values a parser shows one, and another parser the other. */
import { textEnd } from './json-slices.ts';

/** Has an object in `json`, which parses, two members of one name? Linear, without recursion. */
export const hasDoubledName = (json: string): boolean => {
  /** The names of each object that is open; `undefined` for a list. */
  const open: (Set<unknown> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1)
    switch (json.charAt(at)) {
      case '{':
        open.push(new Set());
        isName = true;
        break;
      case '[':
        open.push(undefined);
        isName = false;
        break;
      case '}':
      case ']':
        open.pop();
        isName = false;
        break;
      case ',':
        isName = open.at(-1) !== undefined;
        break;
      case '"': {
        const end = textEnd(json, at);
        const names = open.at(-1);
        if (isName && names !== undefined) {
          const name: unknown = JSON.parse(json.slice(at, end + 1));
          if (names.has(name)) return true;
          names.add(name);
        }
        isName = false;
        at = end;
      }
    }
  return false;
};
