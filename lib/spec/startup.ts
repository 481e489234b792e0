/**
 * The order of a boot: RFC-0006 §2.3 (priorities), RFC-0009 §2.2 (start-up sequence) and §6. HEARTBEAT.md
 * (§2.7) and TOOLS.md (§2.8) are no steps of it.
 * Within a priority the order of this table holds, and every step of a priority ends before the
 * first of the next begins.
 */

export type Priority = 0 | 1 | 2;

/** `prepare` steps belong to this kernel and come before anything that the RFCs order. */
export interface StartupStep {
  readonly step: string;
  readonly priority: Priority | 'prepare';
  readonly section: string;
  readonly file?: string;
  /** When the step runs; absent means always. */
  readonly condition?: 'first boot' | 'main session' | 'another layout';
  readonly what: string;
}

/** The steps of a boot in their order, each with its section and priority (RFC-0006 §2.2). */
export const STARTUP = [
  {
    step: 'open_workspace',
    priority: 'prepare',
    section: '§1',
    what: 'pin the directory; check its owner and mode',
  },
  {
    step: 'lease',
    priority: 'prepare',
    section: '§6.3',
    what: 'one boot of a workspace at a time, across processes',
  },
  {
    step: 'preflight',
    priority: 'prepare',
    section: '§6.3',
    what: 'try everything that could fail later, before anything is deleted',
  },
  {
    step: 'hold_agent',
    priority: 'prepare',
    section: '§4.1',
    what: 'find the sandbox for the agent on this machine, by trying it',
  },
  {
    step: 'try_agent',
    priority: 'prepare',
    section: '§6.3',
    condition: 'first boot',
    what: 'start the agent where it sees nothing of the workspace, ask its model for a word, end it',
  },
  {
    step: 'ghost_invariant_check',
    priority: 0,
    section: 'RFC-0006 §2.1',
    file: 'AGENTS.md',
    what: 'check the ghost header; heal or refuse',
  },
  {
    step: 'bootstrap_deletion',
    priority: 0,
    section: '§6.3',
    file: 'BOOTSTRAP.md',
    what: 'stat, read, unlink, prove gone, make durable',
  },
  {
    step: 'bootstrap_flow',
    priority: 0,
    section: '§6.2',
    condition: 'first boot',
    what: 'the agent carries out its bootstrap instructions; then the order begins again',
  },
  {
    step: 'load_agents',
    priority: 1,
    section: '§2.2',
    file: 'AGENTS.md',
    what: 'take the text that the ghost check read',
  },
  { step: 'load_soul', priority: 1, section: '§2.2', file: 'SOUL.md', what: 'read once' },
  { step: 'load_user', priority: 1, section: '§2.2', file: 'USER.md', what: 'read once' },
  {
    step: 'load_today',
    priority: 1,
    section: '§2.2',
    file: 'memory/YYYY-MM-DD.md',
    what: 'read the log of today',
  },
  {
    step: 'load_yesterday',
    priority: 1,
    section: '§2.2',
    file: 'memory/YYYY-MM-DD.md',
    what: 'read the log of yesterday',
  },
  {
    step: 'load_memory',
    priority: 1,
    section: '§2.4',
    file: 'MEMORY.md',
    condition: 'main session',
    what: 'read in main sessions; never opened in shared ones',
  },
  {
    step: 'load_layout',
    priority: 1,
    section: '§2.2',
    condition: 'another layout',
    what: 'in place of the loading before it: read the files of another system, of those that the session may have',
  },
  {
    step: 'persona_activation',
    priority: 2,
    section: 'RFC-0006 §2.3',
    what: 'assemble the context and start the agent',
  },
  { step: 'serve_user', priority: 2, section: '§2.2', what: 'open the session' },
] as const satisfies readonly StartupStep[];

/** The name of a step, as records and `--plan` have it. */
export type StepName = (typeof STARTUP)[number]['step'];
