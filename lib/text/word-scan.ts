/**
 * Where any of many words occurs in a text, in one walk over it (the automaton of Aho and Corasick). Small and large
 * letters are one. Of a character the last eight bits count, so that a walk says where it is worth to look, not what
 * stands there: letters of different scripts may be taken for each other.
 */

const MASK = 0xff;

/** The words of a scan, as plain data: they can be put into the program when that is built. */
export interface ScanPlan {
  /** The column of a character by its last bits; all those that no word has share the first one. */
  readonly columns: readonly number[];
  readonly width: number;
  /** From this state on a word has ended. */
  readonly firstEnd: number;
  /**
   * For each state, those near to the root first: the state, the one it goes on as where nothing else is said, and what
   * is said: a column and the state that follows, again and again.
   */
  readonly rows: readonly (readonly [state: number, fallback: number, ...edges: number[]])[];
}

/** Plans a scan. `twins` are characters that count as others: the Kelvin sign as `k`. */
export const planScan = (
  words: readonly string[],
  twins: Readonly<Record<string, string>> = {},
): ScanPlan => {
  const nodes = nodesOf(words, twins);
  const columns = Array.from({ length: MASK + 1 }, () => 0);
  let width = 1;
  for (const { edges } of nodes) {
    for (const bits of edges.keys()) {
      if (columns[bits] !== 0) continue;
      columns[bits] = width;
      width += 1;
    }
  }
  const rowOf = ({ index, fallback, edges }: Node): ScanPlan['rows'][number] => {
    const row: [number, number, ...number[]] = [index, fallback?.index ?? index];
    for (const [bits, child] of edges) row.push(columns[bits] ?? 0, child.index);
    return row;
  };
  return {
    columns,
    width,
    firstEnd: nodes.findIndex(({ isEnd }) => isEnd),
    rows: nodes.toSorted((a, b) => a.depth - b.depth).map(rowOf),
  };
};

export class WordScan {
  readonly #columns: Uint8Array;
  /** `next[state + column]` is the following state: where its row begins. */
  readonly #next: Uint32Array;
  readonly #firstEnd: number;

  constructor({ columns, width, firstEnd, rows }: ScanPlan) {
    this.#columns = Uint8Array.from(columns);
    this.#firstEnd = firstEnd * width;
    const next = new Uint32Array(rows.length * width);
    for (const [state, fallback, ...edges] of rows) {
      const row = state * width;
      // The row of the fallback is complete before.
      if (fallback !== state) next.copyWithin(row, fallback * width, (fallback + 1) * width);
      for (let at = 0; at < edges.length; at += 2)
        next[row + (edges[at] ?? 0)] = (edges[at + 1] ?? 0) * width;
    }
    this.#next = next;
  }

  /** The offset right behind the first word that lies at or behind `from`; -1 for none. */
  next(text: string, from: number): number {
    const next = this.#next;
    const columns = this.#columns;
    const firstEnd = this.#firstEnd;
    const { length } = text;
    let state = 0;
    for (let at = from; at < length; at += 1) {
      state = next[state + (columns[text.charCodeAt(at) & MASK] ?? 0)] ?? 0;
      if (state >= firstEnd) return at + 1;
    }
    return -1;
  }
}

interface Node {
  /** By the last bits of a character. */
  readonly edges: Map<number, Node>;
  /** Where to go on when no edge fits: the longest end of what was read that begins a word. */
  fallback: Node | undefined;
  isEnd: boolean;
  index: number;
  depth: number;
}

const newNode = (): Node => ({
  edges: new Map(),
  fallback: undefined,
  isEnd: false,
  index: 0,
  depth: 0,
});

/** The nodes of the automaton, the root first, those that end a word last. */
function nodesOf(words: readonly string[], twins: Readonly<Record<string, string>>): Node[] {
  const root = newNode();
  for (const word of words) addWord(root, word, twins);
  // Nearer to the root first: the fallback of a node is nearer than the node.
  const queue: Node[] = [root];
  for (const node of queue) {
    if (node.fallback?.isEnd === true) node.isEnd = true;
    for (const [bits, child] of node.edges) {
      if (child.fallback !== undefined) continue;
      child.fallback = node.fallback === undefined ? root : follow(node.fallback, bits);
      child.depth = node.depth + 1;
      queue.push(child);
    }
  }
  const nodes = [...queue.filter(({ isEnd }) => !isEnd), ...queue.filter(({ isEnd }) => isEnd)];
  for (const [index, node] of nodes.entries()) node.index = index;
  return nodes;
}

function addWord(root: Node, word: string, twins: Readonly<Record<string, string>>): void {
  let node = root;
  for (const char of word) {
    const child = node.edges.get(char.charCodeAt(0) & MASK) ?? newNode();
    for (const one of [char, char.toLowerCase(), char.toUpperCase(), twins[char] ?? char]) {
      node.edges.set(one.charCodeAt(0) & MASK, child);
    }
    node = child;
  }
  node.isEnd = true;
}

function follow(from: Node, bits: number): Node {
  const child = from.edges.get(bits);
  if (child !== undefined) return child;
  return from.fallback === undefined ? from : follow(from.fallback, bits);
}
