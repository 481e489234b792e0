/** What an editor is answered when something was not done. */
import { RequestError } from '@agentclientprotocol/sdk';
import { Refusal } from '#lib/spec/refusals.ts';
import { report } from '#cli/io/report.ts';

/** Of JSON-RPC's range for servers; -32000 means "log in first" in this protocol, and editors act upon it. */
const REFUSED = -32_010;

/** Does `work`; a refusal reaches the editor with its remedy, code and section, and a bug also standard error. */
export const answerEditor = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw asRequestError(error);
    if (!(error instanceof RequestError)) report(error, false);
    throw error;
  }
};

const asRequestError = ({ code, section, remedy, message }: Refusal): RequestError =>
  new RequestError(REFUSED, `${message} ${remedy}`, { code, section, remedy });
