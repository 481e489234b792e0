/** Hosts of hooks, as a test plays them: what each sends before a tool, and what its answer comes to, read as the host reads it. */
import { type HostName, HOST_NAMES } from '#lib/hook/event.ts';

/** What a tool is to do; paths as the agent gives them. */
export type HookTool =
  | { readonly does: 'read'; readonly path: string }
  | { readonly does: 'write'; readonly path: string; readonly text: string }
  | { readonly does: 'edit'; readonly path: string; readonly old: string; readonly new: string }
  | { readonly does: 'list'; readonly path: string }
  | { readonly does: 'run'; readonly command: string };

/** A call of a tool by its own names. */
interface Call {
  readonly tool_name: string;
  readonly tool_input: unknown;
}

interface PlayedHost {
  readonly before: string;
  /** What every event holds beside the call. */
  readonly more: Readonly<Record<string, unknown>>;
  /** `undefined`: it has no such tool. */
  readonly call: (tool: HookTool) => Call | undefined;
}

const call = (name: string, input: object): Call => ({ tool_name: name, tool_input: input });

const claudeCall = (tool: HookTool): Call => {
  switch (tool.does) {
    case 'read':
      return call('Read', { file_path: tool.path });
    case 'write':
      return call('Write', { file_path: tool.path, content: tool.text });
    case 'edit':
      return call('Edit', { file_path: tool.path, old_string: tool.old, new_string: tool.new });
    case 'list':
      return call('Glob', { path: tool.path, pattern: '*' });
    case 'run':
      return call('Bash', { command: tool.command });
  }
};

const patchOf = (lines: readonly string[]): Call =>
  call('apply_patch', { command: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });

const signed = (sign: string, text: string): readonly string[] =>
  text.split('\n').map((line) => sign + line);

export const PLAYED: Readonly<Record<HostName, PlayedHost>> = {
  'claude-code': {
    before: 'PreToolUse',
    more: { transcript_path: '/dev/null', permission_mode: 'bypassPermissions', tool_use_id: 't' },
    call: claudeCall,
  },
  codex: {
    before: 'PreToolUse',
    more: { turn_id: '1', model: 'gpt-5-codex', permission_mode: 'bypassPermissions' },
    // It reads and lists by commands.
    call: (tool) => {
      switch (tool.does) {
        case 'read':
        case 'list':
          return undefined;
        case 'write':
          return tool.text === '' || tool.text.endsWith('\n')
            ? patchOf([
                `*** Add File: ${tool.path}`,
                ...signed('+', tool.text.slice(0, -1)).slice(tool.text === '' ? 1 : 0),
              ])
            : undefined;
        case 'edit':
          return patchOf([
            `*** Update File: ${tool.path}`,
            '@@',
            ...signed('-', tool.old),
            ...signed('+', tool.new),
          ]);
        case 'run':
          return call('Bash', { command: tool.command });
      }
    },
  },
  gemini: {
    before: 'BeforeTool',
    more: { timestamp: '2026-11-23T10:00:00.000Z', transcript_path: '/dev/null' },
    call: (tool) => {
      switch (tool.does) {
        case 'read':
          return call('read_file', { file_path: tool.path });
        case 'write':
          return call('write_file', { file_path: tool.path, content: tool.text });
        case 'edit':
          return call('replace', {
            file_path: tool.path,
            old_string: tool.old,
            new_string: tool.new,
          });
        case 'list':
          return call('list_directory', { dir_path: tool.path });
        case 'run':
          return call('run_shell_command', { command: tool.command });
      }
    },
  },
  hermes: {
    before: 'pre_tool_call',
    more: { profile: 'default', extra: { task_id: 't' } },
    call: (tool) => {
      switch (tool.does) {
        case 'read':
          return call('read_file', { path: tool.path });
        case 'write':
          return call('write_file', { path: tool.path, content: tool.text });
        case 'edit':
          return call('patch', { path: tool.path, old_string: tool.old, new_string: tool.new });
        case 'list':
          return undefined;
        case 'run':
          return call('terminal', { command: tool.command });
      }
    },
  },
  openclaw: {
    before: 'before_tool_call',
    more: { session_key: 'agent:main:main', provider: 'webchat', unattended: false },
    call: (tool) => {
      switch (tool.does) {
        case 'read':
          return call('read', { path: tool.path });
        case 'write':
          return call('write', { path: tool.path, content: tool.text });
        case 'edit':
          return call('edit', {
            path: tool.path,
            edits: [{ oldText: tool.old, newText: tool.new }],
          });
        case 'list':
          return call('ls', { path: tool.path });
        case 'run':
          return call('exec', { command: tool.command });
      }
    },
  },
};

/** The event of a host before a tool; `undefined` if it has no such tool. */
export const eventBefore = (
  host: HostName,
  cwd: string,
  tool: HookTool,
): Readonly<Record<string, unknown>> | undefined => {
  const { before, more, call: called } = PLAYED[host];
  const made = called(tool);
  return made && { hook_event_name: before, session_id: 's', cwd, ...more, ...made };
};

/** The event of a host before a tool of this name, which it has from elsewhere. */
export const eventCalling = (host: HostName, cwd: string, name: string, input: object) => ({
  hook_event_name: PLAYED[host].before,
  ...more(host, cwd),
  ...call(name, input),
});

const more = (host: HostName, cwd: string): object => ({
  session_id: 's',
  cwd,
  ...PLAYED[host].more,
});

const AFTER: Readonly<Partial<Record<HostName, string>>> = {
  'claude-code': 'PostToolUse',
  codex: 'PostToolUse',
  gemini: 'AfterTool',
};

/** The event of a host after a tool; `undefined` if no answer changes what the tool gave. */
export const eventAfter = (host: HostName, cwd: string, tool: HookTool, output: string) => {
  const made = PLAYED[host].call(tool);
  const name = AFTER[host];
  if (made === undefined || name === undefined) return undefined;
  return { hook_event_name: name, ...more(host, cwd), ...made, tool_response: output };
};

const SAYING: Readonly<Partial<Record<HostName, readonly [event: string, field: string]>>> = {
  'claude-code': ['MessageDisplay', 'delta'],
  gemini: ['AfterAgent', 'prompt_response'],
  openclaw: ['message_sending', 'content'],
};

/** The event of a host before a message goes out; `undefined` if it asks nobody. */
export const eventSaying = (host: HostName, cwd: string, text: string) => {
  const [name, field] = SAYING[host] ?? [];
  if (name === undefined || field === undefined) return undefined;
  return { hook_event_name: name, ...more(host, cwd), [field]: text };
};

/** What a host reads: its exit code, what was printed, and what stands on standard error. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HostReading {
  readonly is: 'pass' | 'ask' | 'deny';
  readonly reason: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** The answer to an event before a tool, read as the host documents it: everything that is not a refusal lets the tool run. */
export const readAnswer = (host: HostName, { code, stdout, stderr }: Printed): HostReading => {
  // OpenClaw’s plugin takes the answer of the process that stays, whatever its exit code would be.
  if (code === 2 && host !== 'openclaw') return { is: 'deny', reason: stderr };
  if (code !== 0 && host !== 'openclaw') return { is: 'pass', reason: stderr };
  const json = fields(JSON.parse(stdout));
  switch (host) {
    case 'claude-code':
    case 'codex': {
      const own = fields(json['hookSpecificOutput']);
      const reason = textOf(own['permissionDecisionReason']);
      const is = own['permissionDecision'];
      if (own['hookEventName'] !== 'PreToolUse') return { is: 'pass', reason };
      return { is: is === 'deny' || (is === 'ask' && host !== 'codex') ? is : 'pass', reason };
    }
    case 'gemini':
      return { is: json['decision'] === 'deny' ? 'deny' : 'pass', reason: textOf(json['reason']) };
    case 'hermes':
      return {
        is: json['action'] === 'block' ? 'deny' : 'pass',
        reason: textOf(json['message']),
      };
    case 'openclaw': {
      const asked = fields(json['requireApproval'])['description'];
      if (asked !== undefined) return { is: 'ask', reason: textOf(asked) };
      return { is: json['block'] === true ? 'deny' : 'pass', reason: textOf(json['blockReason']) };
    }
  }
};

/** Hosts that start a process for each event. */
export const STARTING_HOSTS = HOST_NAMES.filter((host) => host !== 'openclaw');
