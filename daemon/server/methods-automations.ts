/** What clients ask of automations. */
import { count, ID, type Method, method, optional } from './method.ts';
import { HttpProblem } from './problem.ts';

/** By their names. */
export const AUTOMATION_METHODS: Readonly<Record<string, Method>> = {
  'automations.list': method(
    'Every automation, with its last run.',
    {},
    async ({ automations }) => ({ automations: await automations.list() }),
  ),
  'automations.enable': method(
    'Turns an automation on, from its next hook point on.',
    { name: ID },
    async ({ automations }, { name }) => turned(name, await automations.turn(name, 'active')),
  ),
  'automations.disable': method(
    'Turns an automation off; a run that has begun comes to its end.',
    { name: ID },
    async ({ automations }, { name }) => turned(name, await automations.turn(name, 'disabled')),
  ),
  'automations.runs': method(
    'Runs, the newest first, of one automation or of all; "before" is the number of the last one that you have.',
    { name: optional(ID), before: optional(count(1)) },
    async ({ automations }, asked) => ({ runs: await automations.runs(asked) }),
  ),
};

const turned = (name: string, isThere: boolean): object => {
  if (isThere) return { name };
  throw new HttpProblem(404, 'AUTOMATION_UNKNOWN', 'There is no automation of this name.');
};
