/** The relay as a view shows it and starts it (relay/main.ts). */
import { join } from 'node:path';
import { packageRoot } from '#kernel/process/package.ts';

export interface RelayProgram {
  readonly node: string;
  readonly script: string;
  /** What it needs to see of the machine beside the system. */
  readonly readable: readonly string[];
}

/** From sources or from the bundle; nothing is looked at. */
export const relayProgram = (): RelayProgram => {
  const root = packageRoot();
  const node = process.execPath;
  const bundled = !import.meta.filename.endsWith('.ts');
  const sources = bundled
    ? ['dist/relay.js']
    : ['agents/launch/relay/main.ts', 'agents/launch/foreground.ts', 'kernel/wire/text-stream.ts'];
  const [script = '', ...others] = sources.map((part) => join(root, part));
  // Node looks into package.json for the kind of a module.
  return { node, script, readable: [node, join(root, 'package.json'), script, ...others] };
};
