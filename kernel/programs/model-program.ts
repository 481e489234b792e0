/** The model agent (agents/model) as a program: held like the scribe, with a way to its provider and to nothing else. */
import type { ModelSetup } from '#lib/protocol/protocol.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { ownProgram } from './own-program.ts';
import { unreadable } from '#kernel/process/program.ts';
import type { AgentProgram } from './program.ts';
import { hostAndPort } from './providers.ts';

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
  const { entry, code, readable } = ownProgram('model/main.js', [
    'agents/model/main.ts',
    'agents/model',
    'kernel/wire/message-stream.ts',
    'kernel/wire/message-lines.ts',
    'kernel/wire/file-tools.ts',
    'kernel/wire/tool-input.ts',
    'kernel/wire/worker-tools.ts',
    'agents/acp',
    'kernel/wire/tunnel.ts',
    'kernel/wire/text-stream.ts',
    'lib',
    'schemas',
    ...PACKAGES.map((name) => `node_modules/${name}`),
  ]);
  const reason = unreadable(entry) ?? unreadable(process.execPath);
  if (reason !== undefined) throw new Refusal('AGENT_UNAVAILABLE', { command: entry, reason });
  return {
    name: setup.name,
    builtIn: true,
    runsCommands: true,
    hosts: [hostAndPort(setup)],
    model: setup,
    heldBy: ['node --permission'],
    readable,
    command: {
      program: process.execPath,
      args: [
        '--permission',
        // The two heaps of a process that mostly waits stay small.
        '--max-semi-space-size=4',
        ...code.map((path) => `--allow-fs-read=${path}`),
        entry,
      ],
      environment: {},
      directory: '/',
    },
  };
};
