/** A host for kernels that boot in the process of a test. */
import { join } from 'node:path';
import process from 'node:process';
import { DEFAULT_SETTINGS, type Host } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { uid } from './kernel.ts';
import type { TempWorkspace } from './workspace.ts';

/** Nothing holds an agent, nobody is there and nothing is heard, but for what `parts` say. */
export const hostOf = (ws: TempWorkspace, parts: Partial<Host> = {}): Host => ({
  disk,
  uid,
  version: '0.0.0',
  settings: { ...DEFAULT_SETTINGS, sandbox: 'none' },
  human: undefined,
  emit: () => undefined,
  signal: new AbortController().signal,
  diagnostics: () => undefined,
  ...parts,
  environment: {
    PATH: process.env['PATH'],
    HOME: ws.configHome,
    XDG_STATE_HOME: ws.stateHome,
    XDG_CONFIG_HOME: join(ws.configHome, 'config'),
    ...parts.environment,
  },
});
