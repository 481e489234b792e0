/** What the kernel has shown of the workspace, by how long it stays the same; a file that comes again replaces the old one. */
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import { textAt } from '#lib/text/json.ts';

const WORKSPACE = 'yamo:///';

/** A prompt taken apart. */
interface Said {
  /** What the human said. */
  readonly words: string;
  /** Files that change from turn to turn, as they are now: they go with the words. */
  readonly dynamic: readonly string[];
}

/** The files that the model has been shown, each in its newest text. */
export class ShownFiles {
  readonly #files = new Map<string, { readonly text: string; readonly group: CacheGroup }>();
  /** Files that went with the words of the newest prompt, by their addresses. */
  #newest = new Set<string>();
  /** Those of a prompt that was taken back: they go with the next one. */
  #owed: ReadonlySet<string> = new Set();

  /** Takes in a prompt. Blocks that are neither text nor files in their fences are left out. */
  take(blocks: readonly ContentBlock[]): Said {
    const words: string[] = [];
    this.#newest = new Set(this.#owed);
    this.#owed = new Set();
    for (const block of blocks) {
      if (block.type === 'text') words.push(block.text);
      if (block.type !== 'resource' || !('text' in block.resource)) continue;
      const { _meta: meta, resource } = block;
      const { uri, text, _meta: ownMeta } = resource;
      const group = groupOf(textAt(meta, 'yamo', 'group') ?? textAt(ownMeta, 'yamo', 'group'), uri);
      this.#files.set(uri, { text, group });
      if (group === 'dynamic') this.#newest.add(uri);
    }
    const dynamic = [...this.#newest].flatMap((uri) => this.#files.get(uri)?.text ?? []);
    return { words: words.join('\n').trim(), dynamic };
  }

  /** The newest prompt was taken back, and what went with its words. */
  takenBack(): void {
    this.#owed = this.#newest;
  }

  /** The files of a group, in the order in which they first came. */
  texts(group: CacheGroup): readonly string[] {
    return [...this.#files.values()].flatMap((file) => (file.group === group ? [file.text] : []));
  }
}

const GROUPS: readonly CacheGroup[] = ['static', 'semi-static', 'dynamic'];

/** Of a client that says nothing of groups, logs and MEMORY.md are what may change. */
const groupOf = (told: string | undefined, uri: string): CacheGroup =>
  GROUPS.find((group) => group === told) ??
  (uri === `${WORKSPACE}MEMORY.md` || uri.startsWith(`${WORKSPACE}memory/`)
    ? 'semi-static'
    : 'static');
