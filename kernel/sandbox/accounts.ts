/**
 * The accounts of a view: whoever runs there, and the two that every system has. Programs look themselves up and end
 * where they are not found; the names of the machine's users are nobody's business.
 */
import type { ViewFile } from './view.ts';

const ACCOUNT_FILES = ['/etc/passwd', '/etc/group'];

interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

const ROOT = 0;
const NOBODY = 65_534;

/** `/etc/passwd` and `/etc/group` for a process of this account. */
export const accountFiles = ({ uid, gid, home }: Account): readonly ViewFile[] => {
  const users = [
    `agent:x:${uid}:${gid}:agent:${home}:/bin/sh`,
    ...(uid === ROOT ? [] : ['root:x:0:0:root:/:/bin/false']),
    ...(uid === NOBODY ? [] : ['nobody:x:65534:65534:nobody:/:/bin/false']),
  ];
  const groups = [
    `agent:x:${gid}:`,
    ...(gid === ROOT ? [] : ['root:x:0:']),
    ...(gid === NOBODY ? [] : ['nogroup:x:65534:']),
  ];
  return [users, groups].map((lines, index) => ({
    name: ACCOUNT_FILES[index] ?? '',
    bytes: Buffer.from(lines.map((line) => `${line}\n`).join('')),
  }));
};
