/** What clients ask of automations. */
import { count, FLAG, ID, list, MOMENT, optional, orNull, shape, word, WORDS } from './field.ts';
import { type Method, method } from './method.ts';
import { HttpProblem } from './problem.ts';

const RUN = shape({
  id: count(1),
  automation: ID,
  hook_point: WORDS,
  request: orNull(ID),
  started_at: MOMENT,
  ended_at: orNull(MOMENT),
  outcome: orNull(word('done', 'late', 'failed')),
  note: orNull(WORDS),
});

const AUTOMATION = shape({
  name: ID,
  status: word('active', 'disabled'),
  hook_point: WORDS,
  blocking: FLAG,
  timeout_ms: orNull(count(0)),
  workspace_dir: orNull(WORDS),
  peer_workspaces: list(WORDS),
  self_improvement: FLAG,
  last: orNull(RUN),
});

/** By their names. */
export const AUTOMATION_METHODS: Readonly<Record<string, Method>> = {
  'automations.list': method(
    'Every automation, with its last run.',
    {},
    shape({ automations: list(AUTOMATION) }),
    async ({ automations }) => ({ automations: await automations.list() }),
  ),
  'automations.enable': method(
    'Turns an automation on, from its next hook point on.',
    { name: ID },
    shape({ name: ID }),
    async ({ automations }, { name }) => turned(name, await automations.turn(name, 'active')),
  ),
  'automations.disable': method(
    'Turns an automation off; a run that has begun comes to its end.',
    { name: ID },
    shape({ name: ID }),
    async ({ automations }, { name }) => turned(name, await automations.turn(name, 'disabled')),
  ),
  'automations.runs': method(
    'Runs, the newest first, of one automation or of all; "before" is the number of the last one that you have.',
    { name: optional(ID), before: optional(count(1)) },
    shape({ runs: list(RUN) }),
    async ({ automations }, asked) => ({ runs: await automations.runs(asked) }),
  ),
};

const turned = (name: string, isThere: boolean): { readonly name: string } => {
  if (isThere) return { name };
  throw new HttpProblem(404, 'AUTOMATION_UNKNOWN', 'There is no automation of this name.');
};
