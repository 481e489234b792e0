/** How the rules about missing files speak (§2, §6.1). */
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import type { Finding, Fix, RuleOutcome } from '#audit/workspace/finding.ts';
import { oddNames } from './layout.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** A file that a workspace must have: a finding where it is missing, and no answer where git ignores it. */
export const requireFile = (
  workspace: AuditedWorkspace,
  name: 'SOUL.md' | 'AGENTS.md' | 'USER.md',
  stub?: Fix,
): RuleOutcome => {
  if (workspace.has(name)) return [];
  if (workspace.isIgnored(name)) return ignored(name);
  const near = oddNames(workspace).get(name)?.[0];
  // Beside a file that differs in case only, or before the first boot, a stub would be one file too many.
  const mayCreate = near === undefined && workspace.state !== 'bootstrap-pending';
  return [{ ...absence(workspace, name, near), ...(stub && mayCreate && { fix: stub }) }];
};

const absence = (
  workspace: AuditedWorkspace,
  name: string,
  near: string | undefined,
): Pick<Finding, 'file' | 'found' | 'expected'> => {
  const file = { file: name, expected: `a file named ${name}, spelled so` };
  if (near !== undefined) return { ...file, found: `no ${name}, but ${near}` };
  if (workspace.state !== 'bootstrap-pending') return { ...file, found: `no ${name}` };
  return { ...file, found: `no ${name} yet, because the first boot creates it` };
};

/** A file that cannot be here: git leaves it out of every checkout. */
export const ignored = (name: string): RuleOutcome =>
  notAuditable(`${name} is not here, and git ignores it`);

/** No document: no answer where the file is there and cannot be read, nothing to say where it is absent. */
export const withoutDocument = (workspace: AuditedWorkspace, name: string): RuleOutcome => {
  const reason = workspace.whyNoDocument(name);
  return reason === undefined ? NOT_APPLICABLE : notAuditable(reason);
};
