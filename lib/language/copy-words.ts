/** Words by which people and programs mark a file that they put aside, in several languages; all in lower case. */
import { MEMORY_DIR } from '#lib/spec/files.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** What people and programs add to the name of a file that they put aside. */
export const ASIDE: ReadonlySet<string> = new Set([
  ...words('old bak back backup orig original copy done prev previous archive archived'),
  ...words('kopie sicherung copie ancien sauvegarde copia viejo respaldo antigo'),
  ...words('копия старый 备份 副本 旧 コピー バックアップ'),
  ...words('save saved tmp temp rej un swp swo swn swx'),
]);

/** The same after the ending `.md`, where a word can only mean the file as a whole. */
export const ASIDE_AFTER: ReadonlySet<string> = new Set([
  ...ASIDE,
  ...words('completed processed executed used disabled deleted removed yamo bk'),
  ...words('gz xz bz2 zst zip tar 7z gpg age'),
]);

/** Words between such a word and the name: `copia de BOOTSTRAP.md`. */
export const LINKING: ReadonlySet<string> = new Set(words('of von de del da do'));

/** Folders for what was thrown away or put aside; instructions in `memory/` were put aside as well. */
export const ATTIC: ReadonlySet<string> = new Set([
  ...words('trash .trash .trashes backup backups .backup .backups bak old .old attic'),
  ...words('archive archives .archive .archives _archive .history'),
  MEMORY_DIR,
]);

/** What programs that synchronise folders name the other one of two versions. */
export const SYNC_CONFLICT = /^bootstrap.*(?:conflicted copy|sync-conflict)/u;
