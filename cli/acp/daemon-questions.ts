/**
 * An editor as a place of the owner: what sessions of the daemon ask is shown in the editor's own session of the same
 * workspace, if that is main, and can be answered there. The first answer counts, wherever it is given.
 */
import { createInterface } from 'node:readline';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject, type JsonObject, memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import type { OpenQuestion } from '#daemon/data/questions.ts';
import { type DaemonFacts, type DaemonUser, runningDaemon } from '#daemon/phases/home.ts';
import { OwnerPlace, type ShowQuestion } from '#daemon/session/place.ts';
import { askDaemon, callDaemon, reachDaemon } from '#cli/daemon/client.ts';
import { servedPath } from '#cli/daemon/start.ts';

/** What is attended to, and by whom. */
export interface AttendedWorkspace {
  readonly user: DaemonUser;
  readonly path: string;
  /** How the other places hear of the editor. */
  readonly name: string;
  readonly show: ShowQuestion;
  /** Aborted when the editor goes. */
  readonly signal: AbortSignal;
}

/**
 * Shows the questions of a workspace until the daemon ends, or serves it no longer; nothing happens where none does.
 * Never rejects.
 */
export const attendDaemon = async (attended: AttendedWorkspace): Promise<void> => {
  const place = new OwnerPlace(attended.show);
  try {
    const running = runningDaemon(attended.user);
    const token = running && (await tokenFor(running, attended.path));
    if (running !== undefined && token !== undefined) await attend(attended, running, token, place);
  } catch (error) {
    // It does not answer, or not any more: then nothing of it is shown.
    if (!(error instanceof Refusal) && !attended.signal.aborted) throw error;
  } finally {
    place.close();
  }
};

/** What opens one workspace, for its owner, who can read where the daemon is. Throws WORKSPACE_NOT_SERVED. */
const tokenFor = async (running: DaemonFacts, path: string): Promise<string | undefined> =>
  textAt(await askDaemon(running, 'token', { path: servedPath(path) }), 'token');

const attend = async (
  { name, signal }: AttendedWorkspace,
  running: DaemonFacts,
  token: string,
  place: OwnerPlace,
): Promise<void> => {
  const headers = { 'x-yamo-client': name };
  const call = (method: string, params: JsonObject): Promise<JsonObject> =>
    callDaemon(running, { path: `/api/${method}`, token, params, headers });
  const asked = (value: unknown): void => {
    if (isQuestion(value))
      place.asked(value, ({ answer }) =>
        call('questions.answer', { id: value.id, ...(answer !== undefined && { answer }) }),
      );
  };
  // What is asked while the open ones are read is heard, too.
  const events = await reachDaemon(running, { path: '/events', token, headers, signal });
  const { questions } = await call('questions.list', {});
  if (Array.isArray(questions)) for (const one of questions) asked(one);
  try {
    for await (const line of createInterface({ input: events })) {
      const event = line.startsWith('data: ') ? parsedJson(line.slice('data: '.length)) : undefined;
      const payload = memberAt(event, 'payload');
      if (textAt(event, 'type') === 'question') asked(payload);
      if (textAt(event, 'type') === 'question_ended')
        place.ended(textAt(payload, 'id') ?? '', textAt(payload, 'by') ?? 'another place');
    }
  } catch {
    // The daemon was killed, or the editor goes.
  }
};

const isQuestion = (value: unknown): value is OpenQuestion =>
  isJsonObject(value) && typeof value['id'] === 'string' && typeof value['text'] === 'string';
