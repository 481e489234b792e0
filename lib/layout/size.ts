/** How much a document of a layout may hold: more is none that anybody wrote, and each row is looked at for each file. */
import { LAYOUT_DEPTH, LAYOUT_ROWS } from '#lib/spec/limits.ts';

/** Why a value, parsed from JSON, is more than a layout has, as part of a sentence; `undefined` where it is not. */
export const tooMuch = (value: unknown): string | undefined => {
  let rows = 0;
  let layer: readonly unknown[] = [value];
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth > LAYOUT_DEPTH) return `it is deeper than ${LAYOUT_DEPTH} levels`;
    const next: unknown[] = [];
    for (const one of layer) {
      if (typeof one !== 'object' || one === null) continue;
      const inner: readonly unknown[] = Object.values(one);
      if (Array.isArray(one)) rows += inner.length;
      if (rows > LAYOUT_ROWS) return `it has more than ${LAYOUT_ROWS} rows`;
      for (const part of inner) next.push(part);
    }
    layer = next;
  }
  return undefined;
};
