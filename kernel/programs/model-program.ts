/** The model agent (agents/model) as a program: held like the scribe, with a way to its provider and to nothing else. */
import { dirname, join } from 'node:path';
import type { ModelSetup } from '#lib/protocol/protocol.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { unreadable } from '#kernel/process/program.ts';
import type { AgentProgram } from './program.ts';
import { hostOf } from './providers.ts';

/** Packages that it uses where it runs from sources; bundled they are part of it. */
const PACKAGES = [
  '@agentclientprotocol/sdk',
  '@anthropic-ai/sdk',
  '@opentelemetry/api',
  '@stablelib/base64',
  'ajv',
  'fast-deep-equal',
  'fast-sha256',
  'fast-uri',
  'json-schema-traverse',
  'openai',
  'require-from-string',
  'standardwebhooks',
  'zod',
];

/** Throws AGENT_UNAVAILABLE. */
export const modelAgent = (setup: ModelSetup): AgentProgram => {
  const root = packageRoot();
  const bundled = !import.meta.filename.endsWith('.ts');
  const entry = join(root, bundled ? 'dist/model/main.js' : 'agents/model/main.ts');
  const sources = [
    'agents/model',
    'kernel/wire/message-stream.ts',
    'kernel/wire/file-tools.ts',
    'kernel/wire/tool-input.ts',
    'agents/scribe',
    'kernel/wire/text-stream.ts',
    'lib',
    'schemas',
    ...PACKAGES.map((name) => `node_modules/${name}`),
  ];
  const readable = bundled ? [dirname(entry)] : sources.map((part) => join(root, part));
  const reason = unreadable(entry) ?? unreadable(process.execPath);
  if (reason !== undefined) throw new Refusal('AGENT_UNAVAILABLE', { command: entry, reason });
  return {
    name: setup.name,
    builtIn: true,
    runsCommands: true,
    hosts: [hostOf(setup)],
    model: setup,
    heldBy: ['node --permission'],
    // Node looks into package.json for the kind of a module.
    readable: [...readable, join(root, 'package.json'), process.execPath],
    command: {
      program: process.execPath,
      args: [
        '--permission',
        // The two heaps of a process that mostly waits stay small.
        '--max-semi-space-size=4',
        ...readable.map((path) => `--allow-fs-read=${path}`),
        entry,
      ],
      environment: {},
      directory: '/',
    },
  };
};
