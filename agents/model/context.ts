/**
 * What the kernel has shown of the workspace: the context of the session, which is the system prompt and stays as it is
 * until the kernel tells it anew, and what came later, which went with the words of its turn.
 */
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { PrefixPart } from '#lib/model/request.ts';
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import { textAt } from '#lib/text/json.ts';

const WORKSPACE = 'yamo:///';

/** A prompt taken apart. */
interface Said {
  /** What the human said. */
  readonly words: string;
  /** Files that go with the words, as they are now. */
  readonly beside: readonly string[];
}

/** The files that the model has been shown. */
export class ShownFiles {
  #system: readonly PrefixPart[] = [];
  /** What came later, each in its newest text, by its address. */
  readonly #later = new Map<string, string>();
  /** Files that went with the words of the newest prompt, by their addresses. */
  #newest = new Set<string>();
  /** Those of a prompt that was taken back: they go with the next one. */
  #owed: ReadonlySet<string> = new Set();

  /** The context, in its order. The same list says that nothing of it has changed. */
  get system(): readonly PrefixPart[] {
    return this.#system;
  }

  /** What is not in the context, or no longer as it is there. */
  get later(): readonly string[] {
    return [...this.#later.values()];
  }

  /** Takes in a prompt. Blocks that are neither text nor files in their fences are left out. */
  take(blocks: readonly ContentBlock[]): Said {
    const words: string[] = [];
    const system: PrefixPart[] = [];
    this.#newest = new Set(this.#owed);
    this.#owed = new Set();
    for (const block of blocks) {
      if (block.type === 'text') words.push(block.text);
      const file = fileIn(block, this.#system.length === 0);
      if (file === undefined) continue;
      const { uri, part, isOfSystem } = file;
      if (isOfSystem) system.push(part);
      else this.#later.set(uri, part.text);
      if (!isOfSystem) this.#newest.add(uri);
    }
    if (system.length > 0) this.#system = system;
    const beside = [...this.#newest].flatMap((uri) => this.#later.get(uri) ?? []);
    return { words: words.join('\n').trim(), beside };
  }

  /** The newest prompt was taken back, and what went with its words. */
  takenBack(): void {
    this.#owed = this.#newest;
  }
}

/** Of a client that says nothing of places, the first files are the context, but for those that say that they change. */
const fileIn = (
  block: ContentBlock,
  isFirst: boolean,
):
  | { readonly uri: string; readonly part: PrefixPart; readonly isOfSystem: boolean }
  | undefined => {
  if (block.type !== 'resource' || !('text' in block.resource)) return undefined;
  const { _meta: meta, resource } = block;
  const { uri, text, _meta: ownMeta } = resource;
  const told = (name: string): string | undefined =>
    textAt(meta, 'yamo', name) ?? textAt(ownMeta, 'yamo', name);
  const [group, place] = [told('group'), told('system')];
  return {
    uri,
    part: { text, group: groupOf(group, uri), continues: place === 'continued' },
    isOfSystem: place !== undefined || (isFirst && group !== 'dynamic'),
  };
};

const GROUPS: readonly CacheGroup[] = ['static', 'semi-static', 'dynamic'];

/** Of a client that says nothing of groups, logs and MEMORY.md are what may change. */
const groupOf = (told: string | undefined, uri: string): CacheGroup =>
  GROUPS.find((group) => group === told) ??
  (uri === `${WORKSPACE}MEMORY.md` || uri.startsWith(`${WORKSPACE}memory/`)
    ? 'semi-static'
    : 'static');
