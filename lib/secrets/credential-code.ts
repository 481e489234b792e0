/**
 * Forms in which code and settings give a name its value without a mark of ours between the two: two arguments of a call,
 * two attributes of an element, a declaration with its type.
 */
import { matchesIn } from '#lib/text/matches.ts';
import type { Formed } from './credential-match.ts';

const QUOTED_NAME = String.raw`(["'])([^\s"'<>]{2,60})`;
/** `setProperty("API_TOKEN", "…")`. */
const ARGUMENTS = new RegExp(
  String.raw`(?<=[\w$\]]\s?\()\s?${QUOTED_NAME}\1,\s?(["'])([^\s"']{6,512})\3`,
  'g',
);
const NAME_ATTRIBUTE = String.raw`(?<=\s)(?:key|name|id|property)=${QUOTED_NAME}\1`;
/** `<add key="ApiToken" value="…" />`, and the other way round. */
const NAME_FIRST = new RegExp(
  String.raw`${NAME_ATTRIBUTE}\s[^<>]{0,80}?\bvalue=(["'])([^\s"'<>]{6,512})\3`,
  'gi',
);
const VALUE_FIRST = new RegExp(
  String.raw`(?<=\s)value=(["'])([^\s"'<>]{6,512})\1\s(?=[^<>]{0,80}?${NAME_ATTRIBUTE.replace('\\1', '\\3')})`,
  'gi',
);

/** Names with their values, in the forms of code. */
export function inCode(raw: string): readonly Formed[] {
  const formed: Formed[] = [];
  if (raw.includes('("') || raw.includes("('") || raw.includes('( '))
    for (const [, , label = '', , rest = ''] of matchesIn(raw, ARGUMENTS))
      formed.push({ label, rest });
  if (!raw.includes('value=')) return formed;
  for (const [, , label = '', , rest = ''] of matchesIn(raw, NAME_FIRST))
    formed.push({ label, rest });
  for (const [, , rest = '', , label = ''] of matchesIn(raw, VALUE_FIRST))
    formed.push({ label, rest });
  return formed;
}

/** What a text ends with in front of such a value. */
export const CODE_AT_END = String.raw`\(\s?["'][^\s"'<>]{2,60}["'],\s?["']$|\bvalue=["']$`;

/** The type of a text stands between a name and `=`: `apiToken: string`, `api_token: &'static str`, `apiToken string`. */
const TYPE =
  /(?:\s|:\s?)(?:[\w.]{1,20}[<[])?&?(?:'[a-z]{1,10}\s)?(?:secret|secure)?(?:str|string)[>\]]?[?!]?\s?$/i;

/** A label without the type behind it; the same if it has none. */
export const withoutType = (label: string): string => label.replace(TYPE, '');
