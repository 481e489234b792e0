/** Where things stand in a text of JSON, without a parser that would forget how they were written. */

/** Where the text ends that begins with the quotation mark at `from`. */
export const textEnd = (json: string, from: number): number => {
  for (let at = from + 1; at < json.length; at += 1) {
    const char = json.charAt(at);
    if (char === '"') return at;
    if (char === '\\') at += 1;
  }
  return json.length;
};

/** The objects and lists that stand `depth` levels deep, as they are written; of 1 is the whole. Linear, without recursion. */
export const slicesOf = (json: string, depth: number): readonly string[] => {
  const slices: string[] = [];
  let open = 0;
  let from = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charAt(at);
    if (char === '"') at = textEnd(json, at);
    else if (char === '{' || char === '[') {
      open += 1;
      if (open === depth) from = at;
    } else if (char === '}' || char === ']') {
      if (open === depth) slices.push(json.slice(from, at + 1));
      open -= 1;
    }
  }
  return slices;
};
