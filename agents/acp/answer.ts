/** What a client answers to a request of a built-in agent. A refusal is a value; only a cancelled turn and a lost connection throw. */
import { RequestError } from '@agentclientprotocol/sdk';
import type { AgentContext } from '@agentclientprotocol/sdk';
import { textAt } from '#lib/text/json.ts';
import type { KernelRefusal } from '#kernel/wire/kernel-answer.ts';

/** Thrown where a cancelled turn would go on. */
export class TurnCancelled extends Error {
  override readonly name = 'TurnCancelled';
}

/** Why the gate, or a client without one, did not do it. */
interface ClientRefusal extends KernelRefusal {
  readonly code: string | undefined;
}

/** What the kernel answers: a value, or a refusal that the human is told. */
export type GateAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: ClientRefusal };

const METHOD_NOT_FOUND = -32_601;
const RESOURCE_NOT_FOUND = -32_002;

/** One request of a turn. Its answer is checked by no schema. Throws TurnCancelled. */
export const answerTo = async <Value = unknown>(
  client: AgentContext,
  method: string,
  params: object,
  signal: AbortSignal,
): Promise<GateAnswer<Value>> => {
  if (signal.aborted) throw new TurnCancelled();
  try {
    const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
    return { ok: true, value: await client.request<Value>(method, params, options) };
  } catch (error) {
    if (signal.aborted) throw new TurnCancelled();
    if (!(error instanceof RequestError)) throw error;
    return { ok: false, refusal: refusalOf(error, method) };
  }
};

const refusalOf = (error: RequestError, method: string): ClientRefusal => {
  if (error.code === METHOD_NOT_FOUND) return unoffered(method);
  const code = textAt(error.data, 'code');
  const remedy = textAt(error.data, 'remedy');
  return {
    text:
      remedy === undefined || error.message.includes(remedy)
        ? error.message
        : `${error.message} ${remedy}`,
    code,
    current: textAt(error.data, 'current'),
    merged: textAt(error.data, 'merged'),
    absent: code === 'GATE_ABSENT' || (code === undefined && error.code === RESOURCE_NOT_FOUND),
  };
};

/** The refusal of a client that does not have the method. */
export const unoffered = (method: string): ClientRefusal => ({
  text: `The program that runs me does not offer ${method}.`,
  code: undefined,
  current: undefined,
  merged: undefined,
  absent: false,
});
