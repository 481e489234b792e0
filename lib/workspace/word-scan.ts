/**
 * Where any of many words occurs in a text, in one walk over it (the automaton of Aho and Corasick). Small and large
 * letters are one. Of a character the last eight bits count, so that a walk says where it is worth to look, not what
 * stands there: letters of different scripts may be taken for each other.
 */

const BITS = 8;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

export class WordScan {
  /** `next[state | bits]` is the following state: the index of its node, shifted. */
  readonly #next: Uint32Array;
  /** From this state on a word has ended. */
  readonly #firstEnd: number;

  /** `twins` are characters that count as others: the Kelvin sign as `k`. */
  constructor(words: readonly string[], twins: Readonly<Record<string, string>> = {}) {
    const nodes = nodesOf(words, twins);
    this.#next = tableOf(nodes);
    this.#firstEnd = nodes.findIndex(({ isEnd }) => isEnd) << BITS;
  }

  /** The offset right behind the first word that lies at or behind `from`; -1 for none. */
  next(text: string, from: number): number {
    const next = this.#next;
    const firstEnd = this.#firstEnd;
    const { length } = text;
    let state = 0;
    for (let at = from; at < length; at += 1) {
      state = next[state | (text.charCodeAt(at) & MASK)] ?? 0;
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
}

const newNode = (): Node => ({ edges: new Map(), fallback: undefined, isEnd: false, index: 0 });

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

function tableOf(nodes: readonly Node[]): Uint32Array {
  const table = new Uint32Array(nodes.length * WIDTH);
  for (const node of nodes) {
    for (let bits = 0; bits < WIDTH; bits += 1) {
      table[(node.index << BITS) | bits] = follow(node, bits).index << BITS;
    }
  }
  return table;
}
