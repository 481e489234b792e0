/**
 * Is a folder plainly one of OpenClaw? Many systems took over one thing or another of it, so one sign says
 * nothing. Whose a folder is where something is to be changed, `lib/layout/detect.ts` decides: there a single mark stops.
 */
import { outline } from '#lib/text/outline.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import { nearHeader } from '#lib/workspace/near-header.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { spokenFor } from '#lib/layout/speech.ts';

/** So many signs are no accident. */
const SIGNS_MIN = 2;
/** So many fields of its IDENTITY.md; any agent has a name and an emoji. */
const FIELDS_MIN = 3;

/** By what a folder is plainly one of OpenClaw, in words; `undefined` where it is not, or is one of RFC-0009 as well. */
export const signsOfOpenClaw = (
  snapshot: Pick<Snapshot, 'items' | 'records'>,
): string | undefined => {
  if (isOfRfc(snapshot)) return undefined;
  const { items } = snapshot;
  const textOf = (name: string): string => {
    const content = items.get(name)?.content;
    return content?.is === 'text' ? content.text : '';
  };
  const signs = SIGNS.flatMap((sign) => sign(textOf, items) ?? []);
  return signs.length < SIGNS_MIN ? undefined : signs.join(' and ');
};

/** The kernel has booted it as one of RFC-0009, or its AGENTS.md has the header, or was to have it. */
const isOfRfc = ({ items, records }: Pick<Snapshot, 'items' | 'records'>): boolean => {
  if ((records?.entries.length ?? 0) > 0 && records?.layout !== 'openclaw') return true;
  const agents = items.get('AGENTS.md')?.content;
  return (
    agents?.is === 'text' && (hasGhostHeader(agents.text) || nearHeader(agents.text) !== undefined)
  );
};

type Sign = (
  textOf: (name: string) => string,
  items: Pick<Snapshot['items'], 'has'>,
) => string | undefined;

const FIELD = /^[ \t]*(?:[-*][ \t]+)?\**(name|creature|vibe|theme|emoji|avatar)(?::\**|\**:)/gimu;
/** The fields that only OpenClaw asks an agent for. */
const OWN_FIELD = /^(?:creature|vibe|theme)$/iu;
/** The first line of its HEARTBEAT.md, whatever is added below. */
const HEARTBEAT = /keep this file empty \(or with only comments\) to skip heartbeat/iu;
const HEADINGS = ['Session Startup', 'Red Lines'] as const;

const SIGNS: readonly Sign[] = [
  (textOf) => {
    const fields = new Set(
      [...textOf('IDENTITY.md').matchAll(FIELD)].map(([, name = '']) => name.toLowerCase()),
    );
    const isIts = fields.size >= FIELDS_MIN && [...fields].some((name) => OWN_FIELD.test(name));
    return isIts ? 'the fields of IDENTITY.md' : undefined;
  },
  (textOf) => {
    const titles = new Set(outline(textOf('AGENTS.md')).map(({ title }) => title.toLowerCase()));
    const isIts = HEADINGS.every((title) => titles.has(title.toLowerCase()));
    return isIts ? `${HEADINGS.join(' and ')} in AGENTS.md` : undefined;
  },
  (textOf) => {
    if (HEARTBEAT.test(textOf('HEARTBEAT.md'))) return 'its template of HEARTBEAT.md';
    const texts = new Map([['BOOTSTRAP.md', textOf('BOOTSTRAP.md')]]);
    return spokenFor(LAYOUTS.openclaw, texts) && 'its template of BOOTSTRAP.md';
  },
  (_, items) => ['.openclaw', 'openclaw.json'].find((name) => items.has(name)),
];
