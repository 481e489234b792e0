/** Vectors as they cross the border and lie in a store: of length 1, 32-bit floats, little end first. */

/** The vector that points where these numbers do, in base64. */
export const packVector = (numbers: readonly number[]): string => {
  const length = Math.hypot(...numbers) || 1;
  const floats = Float32Array.from(numbers, (number) => number / length);
  return Buffer.from(floats.buffer).toString('base64');
};

/** The numbers of a packed vector; `undefined` if it is none. */
export const unpackVector = (packed: string): Float32Array | undefined => {
  const bytes = Buffer.from(packed, 'base64');
  if (bytes.length === 0 || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  const floats = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  new Uint8Array(floats.buffer).set(bytes);
  return floats.every(Number.isFinite) ? floats : undefined;
};
