/** Which of the kernel's tools a session has. */
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { MANAGER_TOOLS } from './manager-tools.ts';
import { type ToolDefinition, type ToolName, TOOLS } from './tools.ts';

/** What decides which tools there are in a session. */
export interface ToolContext {
  readonly kind: SessionKind;
  readonly phase: 'birth' | 'session';
  readonly human: boolean;
  readonly search: boolean;
  readonly commands: boolean;
  /** There are logs by day, as in RFC-0009; not in every layout. */
  readonly log?: boolean;
  /** The clock began the session. */
  readonly heartbeat?: boolean;
  /** Changes of MEMORY.md may be proposed. */
  readonly propose?: boolean;
  /** Whoever serves the workspace keeps knowledge in databases. */
  readonly records?: boolean;
  /** It is the session of a chat that takes files. */
  readonly files?: boolean;
  /** Its agent has workers do things. */
  readonly manager?: boolean;
}

const BIRTH: ReadonlySet<ToolName> = new Set(['write_file', 'append_today']);

/** The tools of a session, always in the same order: they are the first part of what is cached. */
export const toolsFor = ({
  kind,
  phase,
  human,
  search,
  commands,
  log = true,
  heartbeat = false,
  propose = false,
  records = false,
  files = false,
  manager = false,
}: ToolContext): readonly ToolDefinition[] => {
  if (manager) return MANAGER_TOOLS;
  const missing = new Set<ToolName>([
    ...(search ? [] : ['search_memory' as const]),
    ...(kind.permissions.curatesMemory && propose ? [] : ['propose_memory' as const]),
    ...(human ? [] : ['ask_permission' as const]),
    ...(commands ? [] : ['run_command' as const]),
    ...(log ? [] : ['append_today' as const]),
    ...(heartbeat ? [] : ['checked' as const]),
    ...(records ? [] : ['memory_query' as const, 'memory_write' as const]),
    ...(files ? [] : ['send_file' as const]),
  ]);
  return TOOLS.filter(({ name }) => (phase === 'birth' ? BIRTH.has(name) : !missing.has(name)));
};
