/** Ring 0. What an agent wants to write, as far as any file may hold it (RFC-0009 §4.2). */
import { FILE_MAX_BYTES } from '#lib/spec/limits-ring-0.ts';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import type { SessionPolicy } from '#lib/spec/session-policy.ts';
import { printable } from '#lib/text/unseen.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import type { Credential, GatePorts } from './ports.ts';

/** Throws GATE_TOO_LARGE, GATE_NOT_TEXT. */
export const textBytes = (file: string, text: string): Buffer => {
  const path = printable(file);
  if (!text.isWellFormed())
    throw new Refusal('GATE_NOT_TEXT', { path, reason: 'a lone surrogate' });
  if (text.includes('\0')) throw new Refusal('GATE_NOT_TEXT', { path, reason: 'a NUL character' });
  const bytes = Buffer.from(text);
  if (bytes.byteLength > FILE_MAX_BYTES) {
    throw new Refusal('GATE_TOO_LARGE', { path, bytes: bytes.byteLength, limit: FILE_MAX_BYTES });
  }
  return bytes;
};

/** What was in the file before is not the agent's doing. `above` was looked through with the text, and is no part of it. */
export const refuseCredentials = (
  file: string,
  found: readonly Credential[],
  before: string,
  above = '',
): void => {
  const added = found.find(({ value }) => !before.includes(value));
  if (added === undefined) return;
  const line = added.line - (above.split('\n').length - 1);
  throw new Refusal('GATE_CREDENTIAL', { path: file, kind: added.kind, line });
};

/**
 * AGENTS.md keeps its ghost header and its sections, or the next boot would refuse it; in another layout it has none. Throws
 * GATE_INVARIANT.
 */
export const refuseLostSections = (
  { firstBoot, names }: SessionPolicy,
  sections: GatePorts['sections'],
  file: string,
  text: string,
): void => {
  if (file !== 'AGENTS.md' || firstBoot || names !== OWN_NAMES) return;
  const lost = sections(text).missing.map((section) => `"## ${section}"`);
  if (!hasGhostHeader(text)) lost.unshift('the ghost header');
  if (lost.length > 0) throw new Refusal('GATE_INVARIANT', { missing: lost.join(', ') });
};

/** What may say that a credential follows stands in so many characters before it. */
const CONTEXT_MAX_CHARS = 4096;

/** Whole lines from the end of a text. */
export const lastLines = (text: string): string => {
  const from = text.length - CONTEXT_MAX_CHARS;
  return from <= 0 ? text : text.slice(text.indexOf('\n', from) + 1);
};
