import { ACCESS, type Rights, type SessionKind } from '#lib/spec/access.ts';
import { FILES, type OtherRole, type Role } from '#lib/spec/files.ts';
import { archivedDayOf, dayOf } from '#lib/text/day.ts';

const FIXED = new Map<string, Role>(FILES.map(({ name, role }) => [name, role]));

/** The role of a name relative to the workspace; `undefined` if it is no file of the layout (RFC-0009 §1), to the letter. */
export const roleOf = (file: string): Role | undefined => {
  if (dayOf(file) !== undefined) return 'daily';
  if (archivedDayOf(file) !== undefined) return 'archive';
  return file.includes('YYYY') ? undefined : FIXED.get(file);
};

/** What the files of one workspace are for, and who may do what to them; `undefined` for what is no file of its layout. */
export interface Names {
  readonly roleOf: (file: string) => Role | OtherRole | undefined;
  readonly rightsTo: (kind: SessionKind, file: string) => Rights | undefined;
  readonly work?: true; // Main sessions work with other files, too.
}

/** The names of RFC-0009 §1. */
export const OWN_NAMES: Names = {
  roleOf,
  rightsTo: (kind, file) => {
    const role = roleOf(file);
    return role && ACCESS[kind][role];
  },
};
