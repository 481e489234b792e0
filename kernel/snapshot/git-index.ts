/** Ring 0. The paths in a git index (gitformat-index, versions 2 to 4), without running git. */

/** How many bytes an object name has, SHA-1 and SHA-256: the index itself does not say which. */
const OBJECT_NAME_BYTES = [20, 32] as const;
const HEAD_BYTES = 12;
/** Times, device, mode, owner and size of a file stand before its object name. */
const STAT_BYTES = 40;
const EXTENDED = 0x4000;
const LENGTH = 0x0fff;

/** The tracked paths of an index of version 2, 3 or 4 (gitformat-index); `undefined` if it is none. */
export const namesIn = (index: Buffer): ReadonlySet<string> | undefined => {
  for (const bytes of OBJECT_NAME_BYTES) {
    try {
      const names = entriesOf(index, STAT_BYTES + bytes);
      if (names !== undefined) return names;
    } catch (error) {
      // It ends in the middle of an entry.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
};

const entriesOf = (index: Buffer, flagsAt: number): ReadonlySet<string> | undefined => {
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  const names = new Set<string>();
  let name = '';
  let at = HEAD_BYTES;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const start = at;
    const flags = index.readUInt16BE(start + flagsAt);
    at = start + flagsAt + ((flags & EXTENDED) === 0 ? 2 : 4);
    let kept = 0;
    if (version === 4) {
      // Only what differs from the path before is there, after how much of its end to leave out.
      const dropped = offsetAt(index, at);
      kept = name.length - dropped.value;
      at = dropped.end;
    }
    const end = index.indexOf(0, at);
    if (end === -1 || kept < 0) return undefined;
    name = name.slice(0, kept) + index.toString('latin1', at, end);
    // The flags hold the length of the path too: so a wrong guess of the form is noticed.
    if ((flags & LENGTH) !== Math.min(name.length, LENGTH)) return undefined;
    names.add(name);
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7);
  }
  return names;
};

/** A number in the variable length that git calls offset encoding. */
const offsetAt = (
  index: Buffer,
  from: number,
): { readonly value: number; readonly end: number } => {
  let end = from;
  let byte = index.readUInt8(end);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    end += 1;
    byte = index.readUInt8(end);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: end + 1 };
};
