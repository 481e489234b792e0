/** The layout that a prompt is made by: bundled, by its name, or the owner's own, from a file. */
import { isLayoutName, LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { placeOutside } from '#lib/layout/places.ts';
import { unknownFile } from '#lib/layout/sections.ts';
import { tooMuch } from '#lib/layout/size.ts';
import { weakens } from '#lib/layout/weakens.ts';
import type { PromptFacts } from '#lib/prompt/facts.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { FILE_MAX_BYTES, LAYOUT_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { closest } from '#lib/text/closest.ts';
import { parsedJson } from '#lib/text/json.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { fileTypeOf } from '#kernel/fs/directory.ts';
import { type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { schemaFault } from '#kernel/contract/schema-fault.ts';
import type { SchemaFault } from '#schemas/generated/layout.js';

/** By name, or from a file. Throws LAYOUT_INVALID, LAYOUT_WEAKENS. */
export const layoutDocument = async (disk: Disk, said: string): Promise<LayoutDocument> => {
  if (isLayoutName(said)) return LAYOUTS[said];
  const invalid = (reason: string): Refusal =>
    new Refusal('LAYOUT_INVALID', { path: said, reason });
  const value = readJson(disk, said, LAYOUT_MAX_BYTES, (reason) =>
    invalid(reason === 'ENOENT' ? unknown(said) : reason),
  );
  const much = tooMuch(value);
  if (much !== undefined) throw invalid(much);
  const { validate: fitsLayout } = await import('#schemas/generated/layout.js');
  const isLayout = (one: unknown): one is LayoutDocument => fitsLayout(one);
  if (!isLayout(value)) throw invalid(schemaFault(deepestFirst(meant(fitsLayout.errors ?? []))));
  const odd = unknownFile(value);
  if (odd !== undefined) throw invalid(`${odd.pointer} ${odd.reason}`);
  const fault = weakens(value) ?? placeOutside(value);
  if (fault !== undefined)
    throw new Refusal('LAYOUT_WEAKENS', {
      path: said,
      pointer: fault.pointer,
      reason: fault.reason,
    });
  return value;
};

/** The owner's own, to boot by. Throws LAYOUT_INVALID, also where it has the name of one that comes with yamo, and LAYOUT_WEAKENS. */
export const ownLayout = async (disk: Disk, path: string): Promise<LayoutDocument> => {
  const document = await layoutDocument(disk, path);
  const { layout, bootstrap, files } = document;
  const invalid = (reason: string): Refusal => new Refusal('LAYOUT_INVALID', { path, reason });
  if (isLayoutName(layout)) throw invalid("/layout is the name of one of yamo's own");
  const left = files.findIndex(
    ({ name, role }) => role === 'bootstrap' && !BOOTSTRAP_FILES.some((file) => file === name),
  );
  if (bootstrap === 'kernel' && left >= 0)
    throw invalid(
      `/files/${left}/name is none that the kernel deletes (${BOOTSTRAP_FILES.join(', ')})`,
    );
  return document;
};

/** A name that was probably meant, and else why there is nothing. */
const unknown = (said: string): string => {
  const near = closest(said, LAYOUT_NAMES);
  return `no layout and no file is called that${near === undefined ? '' : ` (did you mean ${near}?)`}`;
};

/** What says that it is another alternative speaks for none of those that it is not. */
const meant = (errors: readonly SchemaFault[]): readonly SchemaFault[] => {
  const others = new Set(
    errors.flatMap(({ instancePath, schemaPath }) =>
      instancePath.endsWith('/by') ? (alternativeOf(schemaPath) ?? []) : [],
    ),
  );
  const own = errors.filter(({ schemaPath }) => !others.has(alternativeOf(schemaPath) ?? ''));
  return own.some(({ keyword }) => keyword !== 'anyOf') ? own : errors;
};

const alternativeOf = (schemaPath: string): string | undefined =>
  /^.*\/anyOf\/\d+(?=\/)/u.exec(schemaPath)?.[0];

/** Of the alternatives of a section the one that goes furthest is the one that was meant. */
const deepestFirst = (errors: readonly SchemaFault[]): readonly SchemaFault[] =>
  errors.toSorted((one, other) => depthOf(other) - depthOf(one));

const depthOf = ({ instancePath, keyword }: SchemaFault): number =>
  instancePath.split('/').length * 2 - (keyword === 'anyOf' || keyword === 'required' ? 1 : 0);

/** What is given by `--facts`. Throws FACTS_INVALID. */
export const promptFacts = async (disk: Disk, path: string): Promise<PromptFacts> => {
  const invalid = (reason: string): Refusal => new Refusal('FACTS_INVALID', { path, reason });
  const value = readJson(disk, path, FILE_MAX_BYTES, invalid);
  const { validate: fitsPromptFacts } = await import('#schemas/generated/prompt-facts.js');
  const isFacts = (one: unknown): one is PromptFacts => fitsPromptFacts(one);
  if (!isFacts(value)) throw invalid(schemaFault(fitsPromptFacts.errors));
  return value;
};

/** A text of the owner's. Throws what `invalid` makes of why it cannot be read. */
export const ownersText = (
  disk: Disk,
  path: string,
  maxBytes: number,
  invalid: (reason: string) => Refusal,
): string => {
  try {
    const fd = disk.open(path, OPEN.follow);
    try {
      const stat = disk.fstat(fd);
      const { size } = stat;
      if (!stat.isFile()) throw invalid(`it is no file, but a ${fileTypeOf(stat)}`);
      if (size > maxBytes) throw invalid(`it is longer than ${maxBytes} bytes`);
      return readAll(disk, fd, Number(size)).toString('utf8');
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    const reason = errnoOf(error);
    throw reason === undefined ? error : invalid(reason);
  }
};

const readJson = (...[disk, path, maxBytes, invalid]: Parameters<typeof ownersText>): unknown => {
  const value = parsedJson(ownersText(disk, path, maxBytes, invalid));
  if (value === undefined) throw invalid('not JSON');
  return value;
};
