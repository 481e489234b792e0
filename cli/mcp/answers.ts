/** What a client is answered: text, JSON, and refusals with their remedy, as a tool says them and as everything else does. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { Refusal } from '#lib/spec/refusals.ts';
import { report } from '#cli/io/report.ts';

/** Of JSON-RPC's range for servers. */
const REFUSED = -32_010;

/** The answer of a tool that is one text. */
export const textAnswer = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** A tool's answer; a refusal is one, too: the model reads what to do about it. */
export const toolAnswer = async (work: () => Promise<CallToolResult>): Promise<CallToolResult> => {
  try {
    return await work();
  } catch (error) {
    return { ...textAnswer(sentencesOf(error)), isError: true };
  }
};

/** An answer of any other kind; a refusal reaches the client as an error with code, section and remedy. */
export const answerClient = async <Value>(
  uri: string | undefined,
  work: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal))
      throw new ProtocolError(ProtocolErrorCode.InternalError, sentencesOf(error));
    const { code, section, remedy } = error;
    if (uri !== undefined && (code === 'GATE_ABSENT' || code === 'GATE_OUTSIDE'))
      throw new ResourceNotFoundError(uri, sentencesOf(error));
    throw new ProtocolError(REFUSED, sentencesOf(error), { code, section, remedy });
  }
};

/** A bug shows itself on standard error. */
const sentencesOf = (error: unknown): string => {
  if (error instanceof Refusal) return `${error.message} ${error.remedy}`;
  report(error, false);
  return 'This is a bug in yamo; what went wrong stands on its standard error.';
};
