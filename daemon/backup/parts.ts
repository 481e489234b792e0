/** The parts of a backup: how its entries are called. */
import { LEDGER_FILE } from '#kernel/mesh/ledger-file.ts';
import { DATABASE_FORMS } from '#daemon/data/open.ts';

/** Files and folders of the workspace. */
export const TREE_PART = 'workspace/';
/** Files of the kernel's state. */
export const STATE_PART = 'state/';
/** Journals of the kernel's state. */
export const JOURNALS_PART = 'journals/';
/** Databases, as SQLite copied them. */
export const DATABASES_PART = 'databases/';

/** What is known of a file of the state: its kind, and its key as JSON. */
export const ROW_KIND = 'YAMO.kind';
export const ROW_KEY = 'YAMO.key';

/** Databases of the daemon, and that of what memory has in no file. */
export const DATABASE_FILES: readonly string[] = [
  ...DATABASE_FORMS.map(({ file }) => file),
  LEDGER_FILE,
];
