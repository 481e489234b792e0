/** What an error of the operating system means, for somebody who does not know its codes. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the quota of the disk is used up',
  EEXIST: 'there is something already',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link, or links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'it is not a folder',
  ENOTEMPTY: 'the folder is not empty',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** `ENOENT: no such file or folder`; what is none of these codes stays as it is. */
export const errnoInWords = (code: string): string => {
  const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined;
  return meaning === undefined ? code : `${code}: ${meaning}`;
};
