/**
 * The agents of test/support/agents that speak by the protocol's own library, each bundled into one file by the global
 * set-up: from its sources such an agent needs more time to start than the kernel needs to boot.
 */
import { join, resolve } from 'node:path';
import process from 'node:process';

export const TEST_AGENTS = [
  'echo',
  'editor',
  'flood',
  'foreign',
  'network',
  'parrot',
  'performer',
  'preset',
  'shell',
  'talkative',
  'tool-user',
] as const;

type TestAgent = (typeof TEST_AGENTS)[number];

/** Where they are: beside the packages, which is what a view shows an agent that lies there. */
export const TEST_AGENTS_FOLDER = resolve(
  import.meta.dirname,
  '../../node_modules/.cache/yamo-test-agents',
);

/** The file of one of them. */
export const agentFile = (name: TestAgent): string => join(TEST_AGENTS_FOLDER, `${name}.mjs`);

/** A command for `--agent` that starts one of them, with these words. */
export const agentCommand = (name: TestAgent, ...words: readonly string[]): string =>
  [process.execPath, agentFile(name), ...words].map((word) => `'${word}'`).join(' ');
