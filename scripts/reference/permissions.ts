/** What follows from the kind of a session, each permission in the words of the comment above it, which only the source has. */
import { type KindPermissions, SESSION_KINDS } from '#lib/spec/session-policy.ts';

import { declarationsOf } from './declarations.ts';
import { code, type Row } from './markdown.ts';

const FIELD = /\/\*\* ([^]*?) \*\/\n {2}(\w+)\??:/gu;

/** Told elsewhere: the table of access, the rules of conduct, and words of refusals. */
const ELSEWHERE: ReadonlySet<string> = new Set<keyof KindPermissions>([
  'access',
  'section',
  'advice',
  'conduct',
]);

/** A row for each permission: what it is, and what each kind has. */
export const permissionsWithWords = (): readonly Row[] => {
  const [declared = ''] = declarationsOf('lib/spec/session-policy.ts', ['KindPermissions']);
  const words = new Map(
    [...declared.matchAll(FIELD)].map(([, text = '', name = '']) => [name, text]),
  );
  const kinds = SESSION_KINDS.map(
    ({ permissions }) => new Map<string, unknown>(Object.entries(permissions)),
  );
  return [...words]
    .filter(([name]) => !ELSEWHERE.has(name))
    .map(([name, text]) => [text].concat(kinds.map((kind) => shown(kind.get(name)))));
};

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return [value]
    .flat()
    .map((one) => code(String(one)))
    .join(', ');
};
