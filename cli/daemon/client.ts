/** What commands ask of the daemon that runs. */
import { Refusal } from '#lib/spec/refusals.ts';
import { type JsonObject, membersOf, textAt } from '#lib/text/json.ts';
import type { DaemonFacts } from '#daemon/phases/home.ts';
import type { DaemonCommand } from '#daemon/server/commands.ts';

/** Its answer. Throws DAEMON_SAYS with what it says, or that it does not answer. */
export const askDaemon = async (
  { pid, port, phase, control }: DaemonFacts,
  command: DaemonCommand,
  params: JsonObject,
): Promise<JsonObject> => {
  if (port === undefined) throw new Refusal('DAEMON_SAYS', { pid, said: `it is at ${phase}.` });
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${port}/control/${command}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json' },
      body: JSON.stringify(params),
    });
  } catch {
    throw new Refusal('DAEMON_SAYS', { pid, said: `it does not answer on port ${port}.` });
  }
  const answer: unknown = await response.json();
  if (response.ok) return membersOf(answer);
  const said = textAt(answer, 'title') ?? response.statusText;
  const remedy = textAt(answer, 'remedy');
  throw new Refusal('DAEMON_SAYS', {
    pid,
    said: remedy === undefined ? said : `${said} ${remedy}`,
  });
};
