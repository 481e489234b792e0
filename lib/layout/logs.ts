/** Which layouts have logs by day, to which the kernel adds as to those of RFC-0009 (§2.5). */
import { dailyFile } from '#lib/text/day.ts';
import type { LayoutDocument } from './document.ts';
import { fitsName } from './names.ts';

/** Are there logs, where RFC-0009 has them? */
export const hasLogs = ({ files }: LayoutDocument): boolean =>
  files.some(({ name, role }) => role === 'daily' && fitsName(name, SOME_LOG));

const SOME_LOG = dailyFile('2000-01-01');
