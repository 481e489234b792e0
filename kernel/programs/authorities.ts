/** Authorities that the owner trusts beside those of Node, as NODE_EXTRA_CA_CERTS names them: for an agent that opens no file. */
import { createPublicKey } from 'node:crypto';
import type { Host } from '#kernel/contract/boot-request.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';

const VARIABLE = 'NODE_EXTRA_CA_CERTS';
/** All authorities of a system fill a quarter of it. */
const FILE_MAX_BYTES = 1024 * 1024;

/**
 * The certificates, as PEM; nothing else that may stand in the file. What cannot be used is told, as Node tells it, and
 * then only Node's own authorities are trusted.
 */
export const extraAuthorities = ({
  environment,
  disk,
  emit,
}: Pick<Host, 'environment' | 'disk' | 'emit'>): readonly string[] => {
  const path = environment[VARIABLE];
  if (path === undefined || path === '') return [];
  const read = certificatesIn(path, disk);
  if (typeof read !== 'string') return read;
  const text = `${VARIABLE} is not used (${path}: ${read}): only the authorities that Node has are trusted.`;
  emit({ event: 'notice', section: '§4.4', text });
  return [];
};

/** The certificates of a file, or why there are none. */
const certificatesIn = (path: string, disk: Disk): readonly string[] | string => {
  try {
    const fd = disk.open(path, OPEN.follow);
    try {
      const stat = disk.fstat(fd);
      if (!stat.isFile()) return 'it is no regular file';
      if (stat.size > BigInt(FILE_MAX_BYTES)) return 'it is larger than 1 MiB';
      const text = readAll(disk, fd, Number(stat.size)).toString('latin1');
      const found = text.match(CERTIFICATE) ?? [];
      if (found.length === 0) return 'it holds no certificate in PEM';
      return found.every(isCertificate) ? found : 'a certificate in it cannot be read';
    } finally {
      closeQuietly(disk, fd);
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return errno;
  }
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** A certificate that can be read shows its key. */
const isCertificate = (pem: string): boolean => {
  try {
    return createPublicKey(pem).type === 'public';
  } catch {
    return false;
  }
};
