/**
 * Where any of many words occurs in a text, in one walk over it (the automaton of Aho and Corasick). Small and large
 * letters are one. Of a character the last eight bits count, so that a walk says where it is worth to look, not what
 * stands there: letters of different scripts may be taken for each other.
 */

const MASK = 0xff;
const STATES_MAX = 0xff_ff;

export class WordScan {
  /** The column of a character by its last bits; all those that no word has share the first one. */
  readonly #columns = new Uint8Array(MASK + 1);
  /** `next[state + column]` is the following state: where its row begins. */
  readonly #next: Uint16Array;
  /** From this state on a word has ended. */
  readonly #firstEnd: number;

  /** `twins` are characters that count as others: the Kelvin sign as `k`. */
  constructor(words: readonly string[], twins: Readonly<Record<string, string>> = {}) {
    const nodes = nodesOf(words, twins);
    let width = 1;
    for (const { edges } of nodes) {
      for (const bits of edges.keys()) {
        if (this.#columns[bits] !== 0) continue;
        this.#columns[bits] = width;
        width += 1;
      }
    }
    if (nodes.length * width > STATES_MAX) throw new Error('too many words for one scan');
    this.#next = tableOf(nodes, this.#columns, width);
    this.#firstEnd = nodes.findIndex(({ isEnd }) => isEnd) * width;
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

/** A state goes on as its fallback does, but for its own edges; the row of the fallback is complete before. */
function tableOf(nodes: readonly Node[], columns: Uint8Array, width: number): Uint16Array {
  const table = new Uint16Array(nodes.length * width);
  for (const { index, edges, fallback } of nodes.toSorted((a, b) => a.depth - b.depth)) {
    const row = index * width;
    if (fallback !== undefined)
      table.copyWithin(row, fallback.index * width, (fallback.index + 1) * width);
    for (const [bits, child] of edges) table[row + (columns[bits] ?? 0)] = child.index * width;
  }
  return table;
}
