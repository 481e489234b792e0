/**
 * Whether a text may hold a key in the format of a provider: of our own table, or of secretlint's recommended preset.
 * That takes longer to load than a workspace takes to audit, so it is loaded only when the fixed part of one of its
 * formats is there. A key that the preset would find always is a yes; a yes need not be a key.
 *
 * One search per fixed part: a search for a literal is several times faster than any expression with alternatives,
 * the more so the rarer its first letter is; hence some begin in the middle of the part and look back.
 * Beside each stands the rule of the preset (13.0.7) that it was read from.
 */

import { hasFormatKey } from './provider-keys.ts';

/** What stands before an underscore in a key, and how much of the key follows at least. */
const UNDERSCORE =
  /_(?:(?<=(?:gsk|hf|lin_api|ntn|shp(?:pa|ca|at|ss)|[rs]k_(?:live|test)|gh[opsur]|github_pat|gl(?:c|sa)|ops|vc[acikpr]|dckr_pat|figd|cf(?:k|ut|at)|npm)_)[\w+/-]{20}|(?<=ghs_)\d)/y;
/** `SECRET_ACCESS_KEY` in its three spellings, and the first part of a Tailscale key. */
const KEY = /key(?:(?<=secret_?access_?key)|(?<=tskey)-[a-z]{2})/iy;

/** Literals, and what stands around them in a key; nothing where the literal says enough. */
const MARKS: readonly (readonly [literal: string, around?: RegExp])[] = [
  // groq, huggingface, linear, notion, shopify, stripe, github, grafana, 1password, vercel, docker, figma,
  // cloudflare, npm
  ['_', UNDERSCORE],
  // aws, tailscale
  ['key', KEY],
  ['Key', KEY],
  ['KEY', KEY],
  // basicauth, database-connection-string, slack
  ['://', /:\/\/(?:hooks\.slack\.com\/|[^\s/:]{1,256}:[^\s/@]{1,256}@)/iy],
  // openai
  ['FJ', /(?<=T3Blbk)FJ/y],
  // anthropic
  ['k-an', /k-ant-api0/y],
  // privatekey, gcp
  ['PRIVATE KEY'],
  // sendgrid
  ['SG.', /SG\.\w{1,128}\.\w/y],
  // gitlab
  ['lpat', /(?<=g)lpat-[\w-]{20}/y],
  // databricks
  ['pi', /(?<=da)pi[\dA-Fa-f]{32}/y],
  // hashicorp-vault
  ['vs.', /(?<=h)vs\.[\w-]{90}/y],
  ['vb.', /(?<=h)vb\.[\w-]{90}/y],
  ['vr.', /(?<=h)vr\.[\w-]{90}/y],
  // slack
  ['xox', /xox[abopr]-[\dA-Za-z]/y],
  ['xapp-', /xapp-[\dA-Za-z]/y],
  // npm
  [':x-o', /:x-oauth-basic@/y],
  ['_authToken='],
];

/** May this text hold a provider's key? Linear in its length; never throws. */
export const mayHoldProviderKey = (text: string): boolean =>
  mayHoldPresetKey(text) || hasFormatKey(text);

/** May it hold one that secretlint's recommended preset finds? */
export const mayHoldPresetKey = (text: string): boolean =>
  MARKS.some(([literal, around]) => holds(text, literal, around));

const holds = (text: string, literal: string, around: RegExp | undefined): boolean => {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    if (around === undefined) return true;
    around.lastIndex = at;
    if (around.test(text)) return true;
  }
  return false;
};
