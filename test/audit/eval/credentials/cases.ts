/** Labelled notes made by a generator, and how well the credentials in them are told from the rest. */
import { auditSnapshot } from '#audit/engine/audit.ts';
import { RULES } from '#audit/engine/rules.ts';
import { CONTEXT, keyedSnapshotOf } from '#test/support/golden.ts';
import { Dice } from './dice.ts';
import type { Half, Shape } from './note.ts';

/** How often each kind is written in each language. */
const TIMES = 3;

/** What was said of the notes of one kind, by line. */
export interface Told {
  readonly kind: string;
  readonly right: number;
  readonly missed: number;
  readonly alarms: number;
  /** Notes with a fault, for whoever mends the detector. */
  readonly faults: readonly string[];
}

/** One note with what a person would call a credential in it. */
export interface Note {
  readonly kind: string;
  readonly file: string;
  readonly text: string;
  readonly credentials: ReadonlySet<number>;
  /** Lines of which nothing is asked. */
  readonly open: ReadonlySet<number>;
}

const MARK = / ?⟦([cw])⟧$/gmu;

const linesWith = (text: string, mark: 'c' | 'w'): ReadonlySet<number> =>
  new Set(
    text.split('\n').flatMap((line, index) => (line.endsWith(`⟦${mark}⟧`) ? [index + 1] : [])),
  );

/** The note that a labelled text is: `⟦c⟧` ends a line with a credential, `⟦w⟧` one of which nothing is asked. */
export const noteOf = (kind: string, place: string, text: string): Note => ({
  kind,
  file: `memory/${place}.md`,
  text: text.replaceAll(MARK, ''),
  credentials: linesWith(text, 'c'),
  open: linesWith(text, 'w'),
});

const written = (shape: Shape, [dice, tongue]: Parameters<Shape>): string => {
  const between = dice.pick(tongue.prose);
  return `# ${dice.digits(2)}\n\n${between}\n\n${shape(dice, tongue)}\n\n${between}\n`;
};

/** Every kind in every language, some times each; the same for the same seed. */
const notesOf = ({ tongues, credentials, others }: Half, seed: number): readonly Note[] => {
  const dice = new Dice(seed);
  const kinds = [...Object.entries(credentials), ...Object.entries(others)];
  return kinds.flatMap(([kind, shape], at) =>
    tongues.flatMap((tongue) =>
      Array.from({ length: TIMES }, (_, time) =>
        noteOf(kind, `${at}-${tongue.code}-${time}`, written(shape, [dice, tongue])),
      ),
    ),
  );
};

/** The rules that say of a line that it holds a credential. */
const SURE: ReadonlySet<string> = new Set(['4.2/provider-key', '4.2/labelled-credential']);

/** What the auditor says of one half, kind by kind. */
export const tellHalf = async (half: Half, seed = 1): Promise<readonly Told[]> =>
  tellNotes(notesOf(half, seed));

/** What the auditor says of notes, kind by kind. */
export const tellNotes = async (notes: readonly Note[]): Promise<readonly Told[]> => {
  const files = Object.fromEntries(notes.map(({ file, text }) => [file, text]));
  const snapshot = await keyedSnapshotOf(files);
  const rules = RULES.filter(({ id }) => SURE.has(id));
  const { findings } = auditSnapshot(snapshot, CONTEXT, rules, { pedantic: false, strict: false });
  const found = Map.groupBy(findings, ({ file }) => file);
  return [...Map.groupBy(notes, ({ kind }) => kind)].map(([kind, ofKind]) =>
    told(
      kind,
      ofKind.map((note) => [note, new Set(found.get(note.file)?.map(({ line = 0 }) => line))]),
    ),
  );
};

const told = (
  kind: string,
  notes: readonly (readonly [note: Note, lines: ReadonlySet<number>])[],
): Told => {
  const sum = (count: (note: Note, lines: ReadonlySet<number>) => number): number =>
    notes.reduce((total, [note, lines]) => total + count(note, lines), 0);
  const missedIn = ({ credentials }: Note, lines: ReadonlySet<number>): number =>
    [...credentials].filter((line) => !lines.has(line)).length;
  const alarmsIn = ({ credentials, open }: Note, lines: ReadonlySet<number>): number =>
    [...lines].filter((line) => !credentials.has(line) && !open.has(line)).length;
  return {
    kind,
    right: sum(
      ({ credentials }, lines) => [...credentials].filter((line) => lines.has(line)).length,
    ),
    missed: sum(missedIn),
    alarms: sum(alarmsIn),
    faults: notes.flatMap(([note, lines]) =>
      missedIn(note, lines) + alarmsIn(note, lines) > 0 ? [note.text] : [],
    ),
  };
};

/** Both figures, over all kinds. */
export const figuresOf = (
  kinds: readonly Told[],
): { readonly precision: number; readonly recall: number } => {
  const total = (count: 'right' | 'missed' | 'alarms'): number =>
    kinds.reduce((sum, one) => sum + one[count], 0);
  return {
    precision: total('right') / (total('right') + total('alarms')),
    recall: total('right') / (total('right') + total('missed')),
  };
};
