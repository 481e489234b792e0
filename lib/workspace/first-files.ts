/** The files that a first boot makes of what was said (§6.2): SOUL.md (§2.1) and USER.md (§2.3). */
import type { BootstrapFields } from './bootstrap-fields.ts';
import { onOneLine } from './bootstrap-values.ts';

/** Who an agent is, as far as somebody said so. */
interface Identity {
  readonly name?: string | undefined;
  readonly role?: string | undefined;
}

/** What the scribe calls itself: as it is written already, as the instructions say, or as it is. */
export const scribeIdentity = (
  { agent }: BootstrapFields,
  written: Identity = {},
): { readonly name: string; readonly role: string } => ({
  name: written.name ?? agent.name ?? 'Scribe',
  role: written.role ?? agent.role ?? 'keeper of the daily log',
});

/** A SOUL.md after the example of §2.1; what is not known is said to be unknown. */
export function soulText(
  { agent, user }: BootstrapFields,
  given: { readonly name: string; readonly role: string },
): string {
  const name = onOneLine(given.name);
  const role = onOneLine(given.role).replace(/\.$/u, '');
  const identity = [
    `**Name:** ${name}\n**Role:** ${role}`,
    ...(agent.personality === undefined ? [] : [agent.personality]),
  ];
  const whom = user.name === undefined ? '' : ` for ${user.name}`;
  return sections(`# Soul\n\nYou are ${name}, ${withArticle(role)}${whom}.`, [
    ['Identity', identity.join('\n\n')],
    ['Values', bullets(agent.values)],
    ['Capabilities', bullets(agent.capabilities)],
  ]);
}

/** A USER.md after the example of §2.3; what is not known is said to be unknown. */
export function userText({ user }: BootstrapFields): string {
  const fields = [
    `**Name:** ${user.name ?? UNKNOWN}`,
    `**Communication style:** ${user.communicationStyle ?? UNKNOWN}`,
    `**Timezone:** ${user.timezone ?? UNKNOWN}`,
    ...(user.language === undefined ? [] : [`**Language:** ${user.language}`]),
  ];
  return sections(`# User Profile\n\n${fields.join('\n')}`, [
    ['Projects', bullets(user.projects)],
    ['Preferences', bullets(user.preferences)],
    ['Notes', bullets(user.notes)],
  ]);
}

const UNKNOWN = 'not known yet';

function sections(head: string, parts: readonly (readonly [string, string])[]): string {
  return `${[head, ...parts.map(([title, body]) => `## ${title}\n\n${body}`)].join('\n\n')}\n`;
}

function bullets(items: readonly string[]): string {
  return items.length === 0 ? 'None known yet.' : items.map((item) => `- ${item}`).join('\n');
}

function withArticle(role: string): string {
  if (/^the /i.test(role)) return role;
  const bare = role.replace(/^an? /i, '');
  return `${startsWithVowelSound(bare) ? 'an' : 'a'} ${bare}`;
}

function startsWithVowelSound(phrase: string): boolean {
  // An abbreviation is spelled out: an SRE, a UX writer.
  if (/^[A-Z](?:[A-Z]|[^\p{L}]|$)/u.test(phrase)) return /^[AEFHILMNORSX]/u.test(phrase);
  if (/^(?:hour|honest|honou?r|heir|8|11|18)/i.test(phrase)) return true;
  if (/^(?:uni(?!n|m)|use|usu|uti|uto|ubi|eu|ewe|one|once)/i.test(phrase)) return false;
  return /^[aeiouäöüáéíóú]/i.test(phrase);
}
