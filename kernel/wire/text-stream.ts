/** Texts written to a stream of HTTP/2. */
import type { Duplex } from 'node:stream';

/**
 * The same stream, which sends its texts as they are. Node writes what has gathered in one go, and frees the texts in it
 * before they are sent where the last piece is empty, as the end of a request often is: of a text, the first 16 bytes
 * arrive as something else. One after the other, they stay until they are sent. Bytes are not concerned.
 */
export const writtenSingly = <Stream extends Duplex>(stream: Stream): Stream =>
  Object.assign(stream, { _writev: null });
