/** Zip archives of a few small files, as extensions of editors are. */
import { crc32, deflateRawSync } from 'node:zlib';

const VERSION = 20;
const DEFLATED = 8;
/** The names are UTF-8. */
const FLAGS = 0x0800;
/** The first day that the format knows: the same files give the same archive. */
const DAY = 0x0021;

/** An archive of files by name. */
export const zipOf = (files: ReadonlyMap<string, Uint8Array>): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const data = deflateRawSync(content);
    const facts = factsOf(name, data, content);
    const local = Buffer.concat([word(0x04034b50), facts, name, data]);
    directory.push(
      // No comment, first disk, no attributes, and where the file begins.
      Buffer.concat([word(0x02014b50), half(VERSION), facts, Buffer.alloc(10), word(offset), name]),
    );
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = [
    half(0),
    half(0),
    half(files.size),
    half(files.size),
    word(index.length),
    word(offset),
  ];
  return Buffer.concat([...parts, index, word(0x06054b50), ...end, half(0)]);
};

/** What stands before a file and in the directory alike. */
const factsOf = (name: Buffer, data: Buffer, content: Uint8Array): Buffer =>
  Buffer.concat([
    ...[VERSION, FLAGS, DEFLATED, 0, DAY].map(half),
    ...[crc32(content), data.length, content.length].map(word),
    half(name.length),
    half(0),
  ]);

const half = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
