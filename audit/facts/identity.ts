/** Who an agent is, and whom it serves, as the files of a workspace under audit say it. */
import type { Aspect } from '#lib/language/identity-words.ts';
import { soulSays } from '#lib/workspace/identity.ts';
import type { Document } from '#audit/workspace/document.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** What a SOUL.md says, with what stood beside it when it was read. */
interface Identity {
  readonly beside: Document | undefined;
  readonly said: ReadonlySet<Aspect>;
}

const identities = new WeakMap<Document, Identity>();

/**
 * What SOUL.md says of the agent; name and role may stand in IDENTITY.md beside it, as most workspaces have it.
 * `undefined` where SOUL.md is no document or is empty.
 */
export const identityOf = (workspace: AuditedWorkspace): ReadonlySet<Aspect> | undefined => {
  const soul = workspace.document('SOUL.md');
  if (soul === undefined || soul.isEmpty) return undefined;
  const beside = workspace.document('IDENTITY.md');
  const known = identities.get(soul);
  if (known !== undefined && known.beside === beside) return known.said;
  const said = soulSays(soul.text, beside?.text);
  identities.set(soul, { beside, said });
  return said;
};
