/** When an agent of another program wants to stop: what RFC-0009 §5.1 asks for, once in a session; and the end of it. */
import { sha256 } from '#kernel/fs/bytes.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';
import { type HookWorkspace, type HookOutcome, PASS, type HookContext } from './context.ts';
import { forgetExplained } from './memory.ts';
import { keepFingerprints } from './own-writes.ts';
import { finishBirth } from './start.ts';

/** Throws STATE_… refusals. */
export const ended = (context: HookContext, held: HookWorkspace): HookOutcome => {
  const { event, decision, machine } = context;
  const { opened } = held;
  if (event.moment === 'stop') {
    if (!machine.settings.writeDownAtEnd || event.isAgain) return PASS;
    const session = sha256(event.session ?? '');
    const state = stateOf(opened.home);
    if (state.read(STATE.reminded) === session) return PASS;
    state.write(STATE.reminded, session);
    const reason = `Before you stop: write down what must last, by appending it to ${opened.daily.file} (RFC-0009 §5.1). If nothing must, stop.`;
    return { verdict: { is: 'deny', reason } };
  }
  if (decision.kind.permissions.curatesMemory) {
    finishBirth(held);
    forgetExplained(opened.home, event.session);
    keepFingerprints(opened);
  }
  return PASS;
};
