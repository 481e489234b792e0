/** A prompt taken apart: what the human said, the files of the context, the bootstrap instructions. */
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import type { InstructionsText } from '#lib/workspace/bootstrap-lines.ts';
import { unfenced } from '#lib/prompt/fence.ts';

const WORKSPACE = 'yamo:///';
const ORDERS = 'orders/';

/** `instructions` are in the order in which they are to be read. */
export interface ScribePrompt {
  readonly words: string;
  readonly files: ReadonlyMap<string, string>;
  readonly orders: readonly InstructionsText[];
}

/** Takes a prompt apart. Blocks that are none of the kernel's resources and no text are left out. */
export function readPrompt(blocks: readonly ContentBlock[]): ScribePrompt {
  const words = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const resources = new Map(blocks.flatMap(workspaceResource));
  const orders = BOOTSTRAP_FILES.flatMap((file) => {
    const text = resources.get(`${ORDERS}${file}`);
    return text === undefined ? [] : [{ file, text }];
  });
  const files = [...resources].filter(([name]) => !name.startsWith(ORDERS));
  return { words: words.join('\n').trim(), files: new Map(files), orders };
}

function workspaceResource(block: ContentBlock): [name: string, text: string][] {
  if (block.type !== 'resource' || !('text' in block.resource)) return [];
  const { uri, text } = block.resource;
  return uri.startsWith(WORKSPACE) ? [[uri.slice(WORKSPACE.length), unfenced(text)]] : [];
}
