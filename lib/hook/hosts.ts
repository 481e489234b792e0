/** The hosts, and which one an event comes from. */
import { CLAUDE_CODE } from './claude-code.ts';
import { CODEX } from './codex.ts';
import { GEMINI } from './gemini.ts';
import { HERMES } from './hermes.ts';
import { HOST_NAMES, type HostName } from './event.ts';
import type { HostDocument } from './host.ts';
import { OPENCLAW_HOST } from './openclaw.ts';

export const HOSTS: Readonly<Record<HostName, HostDocument>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
  gemini: GEMINI,
  hermes: HERMES,
  openclaw: OPENCLAW_HOST,
};

/** Only Codex numbers the turns of its events. */
const CODEX_FIELD = 'turn_id';

/** By the name of its event; Claude Code's and Codex's are alike, so Codex is told by what only it sends. */
export const hostOf = (event: Readonly<Record<string, unknown>>): HostName | undefined => {
  const name = event['hook_event_name'];
  if (typeof name !== 'string') return undefined;
  if (CODEX_FIELD in event && name !== 'MessageDisplay') return 'codex';
  return HOST_NAMES.find((host) => Object.hasOwn(HOSTS[host].events, name));
};
