/** What a manager's calls come to, for the model: how its workers are, and what they said, which is data of another agent's. */
import { SEND_OPERATIONS } from '#lib/model/manager-tools.ts';
import type {
  SendParams,
  WaitParams,
  WorkerReport,
  WorkerReports,
} from '#lib/protocol/protocol.ts';
import type { KernelAnswer } from './kernel-answer.ts';
import {
  type Came,
  done,
  failed,
  fenced,
  type FileWork,
  type Input,
  inputText,
  refusalResult,
} from './file-tools.ts';

/** What a manager's tools ask, however the kernel is reached. */
export interface WorkerGate {
  readonly agentSend: (params: SendParams) => Promise<KernelAnswer<WorkerReports>>;
  readonly wait: (params: WaitParams) => Promise<KernelAnswer<WorkerReports>>;
}

interface WorkerWork extends FileWork {
  readonly kernel: FileWork['kernel'] & WorkerGate;
}

const told = (answer: KernelAnswer<WorkerReports>, work: FileWork): Came => {
  if (!answer.ok) return refusalResult(answer.refusal, work);
  const { workers } = answer.value;
  if (workers.length === 0) return done('You have no workers.');
  const share = Math.floor(work.maxChars / workers.length);
  const texts = workers.map((report) => reportText(report, { ...work, maxChars: share }));
  const ended = workers.filter(({ state }) => state === 'ended').length;
  return done(texts.join('\n'), `${ended} of ${workers.length} ended`);
};

const reportText = (
  { worker, state, ending, why, result }: WorkerReport,
  work: FileWork,
): string => {
  if (state === 'working') return `Worker ${worker} works.`;
  const how = ending === 'done' ? 'is done' : `has ended: ${ending}`;
  const reason = why === undefined ? '' : ` ${why}`;
  if (result === undefined || result === '')
    return `Worker ${worker} ${how}.${reason} It said nothing.`;
  return `Worker ${worker} ${how}.${reason} It said:\n${fenced(result, work, 'Have a worker say it in parts.')}`;
};

const agentSend = async (input: Input, work: WorkerWork): Promise<Came> => {
  const op = SEND_OPERATIONS.find((one) => one === input['op']);
  if (op === undefined) return failed('There is no such op.');
  const [text, worker] = [inputText(input, 'text'), inputText(input, 'worker')];
  return told(await work.kernel.agentSend({ op, text, worker }), work);
};

const wait = async (input: Input, work: WorkerWork): Promise<Came> => {
  const { workers, seconds } = input;
  const params: WaitParams = {
    workers: Array.isArray(workers) ? workers.map(String) : undefined,
    seconds: typeof seconds === 'number' ? seconds : undefined,
  };
  return told(await work.kernel.wait(params), work);
};

/** Each runs with an input that fits its schema. */
export const WORKER_WORK: Readonly<
  Record<'agent_send' | 'wait', (input: Input, work: WorkerWork) => Promise<Came>>
> = { agent_send: agentSend, wait };
