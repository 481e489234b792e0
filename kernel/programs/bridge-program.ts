/** The bridge as a view shows it and an agent starts it (bridge/main.ts). */
import { join } from 'node:path';
import { packageRoot } from '#kernel/process/package.ts';

export interface BridgeProgram {
  readonly node: string;
  readonly script: string;
  /** What it needs to see of the machine beside the system. */
  readonly readable: readonly string[];
}

/** From sources or from the bundle; nothing is looked at. */
export const bridgeProgram = (): BridgeProgram => {
  const root = packageRoot();
  const node = process.execPath;
  const bundled = !import.meta.filename.endsWith('.ts');
  const sources = bundled
    ? ['dist/bridge.js']
    : [
        'agents/bridge/main.ts',
        'kernel/wire/spool-ask.ts',
        'lib',
        'node_modules/@modelcontextprotocol',
        'node_modules/zod',
      ];
  const [script = '', ...others] = sources.map((part) => join(root, part));
  // Node looks into package.json for the kind of a module.
  return { node, script, readable: [node, join(root, 'package.json'), script, ...others] };
};
