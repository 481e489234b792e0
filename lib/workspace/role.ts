import { FILES, type Role } from '#lib/spec/files.ts';
import type { FilePolicy } from '#lib/spec/session-policy.ts';
import { archivedDayOf, dayOf } from '#lib/text/day.ts';

const FIXED = new Map<string, Role>(FILES.map(({ name, role }) => [name, role]));

/** The role of a name relative to the workspace; `undefined` if it is no file of the layout (RFC-0009 §1), to the letter. */
export const roleOf = (file: string): Role | undefined => {
  if (dayOf(file) !== undefined) return 'daily';
  if (archivedDayOf(file) !== undefined) return 'archive';
  return file.includes('YYYY') ? undefined : FIXED.get(file);
};

/** The names of RFC-0009 §1. */
export const OWN_NAMES: FilePolicy = {
  roleOf,
  rightsTo: (kind, file) => {
    const role = roleOf(file);
    return role && kind.permissions.access[role];
  },
};
