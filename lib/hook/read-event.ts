/** An event as a host sends it, read into ours. What is missing or of another type is absent; nothing is guessed. */
import { isJsonObject, memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import type { HookEvent, HostName } from './event.ts';
import { HOSTS, hostOf } from './hosts.ts';
import { isPath } from './touches.ts';

/** An event, or why it is none, in words of ours; with its moment and its name where these could be read. */
export type ReadEvent =
  | { readonly event: HookEvent }
  | {
      readonly fault: string;
      readonly host: HostName | undefined;
      readonly when?: Pick<HookEvent, 'host' | 'moment' | 'name'>;
    };

/** `host`: as the command line says; by the event where it does not. */
export const readEvent = (text: string, host: HostName | undefined): ReadEvent => {
  if (text.trim() === '') return { fault: 'nothing was sent', host };
  const value = parsedJson(text);
  return value === undefined ? { fault: 'it is not JSON', host } : readValue(value, host);
};

/** The same for an event that is parsed. */
export const readValue = (value: unknown, said: HostName | undefined): ReadEvent => {
  if (!isJsonObject(value)) return { fault: 'it is no JSON object', host: said };
  const host = said ?? hostOf(value);
  if (host === undefined) return { fault: 'no known host sends such an event', host };
  const name = value['hook_event_name'];
  const document = HOSTS[host];
  const moment =
    typeof name === 'string' && Object.hasOwn(document.events, name)
      ? document.events[name]
      : undefined;
  if (typeof name !== 'string' || moment === undefined)
    return { fault: 'its hook_event_name is none that is known', host };
  const tool = textAt(value, 'tool_name');
  const session = textAt(value, 'session_id');
  const cwd = textAt(value, 'cwd');
  const fault = faultOf({ host, moment, tool, session, cwd });
  if (fault !== undefined) return { fault, host, when: { host, moment, name } };
  const output = memberAt(value, ...document.output);
  return {
    event: {
      host,
      // The start of a session is then.
      moment:
        moment === 'prompt' && document.first && memberAt(value, ...document.first) === true
          ? 'start'
          : moment,
      name,
      session,
      cwd,
      tool: tool === undefined ? undefined : { name: tool, input: value['tool_input'], output },
      text: textAt(value, ...(document.text[name] ?? [])),
      isAgain: value['stop_hook_active'] === true,
      ...(document.who?.(value) ?? { channel: undefined, participants: [] }),
      isUnattended: value['unattended'] === true,
    },
  };
};

/** What every event of a host says; where one does not, nobody knows what it is about. */
const faultOf = ({
  host,
  moment,
  tool,
  session,
  cwd,
}: Pick<HookEvent, 'host' | 'moment' | 'session' | 'cwd'> & {
  readonly tool: string | undefined;
}): string | undefined => {
  const isTool = moment === 'before-tool' || moment === 'after-tool';
  if (isTool && tool === undefined) return 'it names no tool';
  // Where a host has channels, they say what kind of session it is, and what they do not say is shared.
  if (session === undefined && HOSTS[host].who === undefined) return 'it names no session';
  return cwd === undefined || isPath(cwd) ? undefined : 'its folder is none';
};
