/** `yamo hook --serve`: one event a line, one answer a line, in their order, until standard input ends. */
import process from 'node:process';
import { readValue } from '#lib/hook/read-event.ts';
import { HOOK_EVENT_MAX_BYTES, HOOK_RECORD_DELAY_MS } from '#lib/spec/limits.ts';
import { HookJudge, type Judging } from '#kernel/hook/judge.ts';
import type { HostName } from '#lib/hook/event.ts';
import { isJsonObject, parsedJson } from '#lib/text/json.ts';
import { endQuietly, onClosedPipe, printFrame } from '#cli/io/terminal.ts';
import { respond } from './respond.ts';

/** Answers until standard input ends. Throws STATE_UNUSABLE if what waits for the record cannot be written. */
export const serveHook = async (
  host: HostName | undefined,
  judging: Judging,
  failed: (error: unknown) => void,
): Promise<void> => {
  const judge = new HookJudge(judging);
  onClosedPipe(() => {
    judge.close();
    endQuietly();
  });
  let timer: NodeJS.Timeout | undefined;
  const answer = async (line: string): Promise<void> => {
    const { id, event } = idOf(line);
    const { json, exit, error } = await respond(readValue(event, host), judge, failed);
    printFrame({ id, exit, ...(error !== undefined && { error }), answer: json });
    timer ??= setTimeout(() => {
      timer = undefined;
      try {
        judge.flush();
      } catch (failure) {
        failed(failure);
      }
    }, HOOK_RECORD_DELAY_MS);
  };
  for await (const line of linesOf(process.stdin)) if (line.trim() !== '') await answer(line);
  clearTimeout(timer);
  judge.close();
};

/** `{"id": …, "event": {…}}`, or an event by itself. */
const idOf = (line: string): { readonly id: unknown; readonly event: unknown } => {
  const value = parsedJson(line);
  return isJsonObject(value) && 'event' in value
    ? { id: 'id' in value ? value['id'] : null, event: value['event'] }
    : { id: null, event: value };
};

/** A line that is too long is answered as one that is no event, and its rest is passed over. */
async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string> {
  let held = '';
  let isTooLong = false;
  for await (const piece of input.setEncoding('utf8')) {
    const parts = String(piece).split('\n');
    parts[0] = held + (parts[0] ?? '');
    held = parts.pop() ?? '';
    for (const part of parts) {
      yield isTooLong ? '-' : part;
      isTooLong = false;
    }
    if (held.length > HOOK_EVENT_MAX_BYTES) {
      isTooLong = true;
      held = '';
    }
  }
  if (held !== '') yield held;
}
