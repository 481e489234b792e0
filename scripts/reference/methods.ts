/** The methods of a workspace that is served, from the table that the server runs on. */
import { METHODS } from '#daemon/methods/methods.ts';

import { code, table } from './markdown.ts';
import type { Schema } from './schema.ts';

/** A section for each group of methods. */
export const methodPage = (): readonly string[] => {
  const groups = Map.groupBy(Object.entries(METHODS), ([name]) => name.split('.')[0] ?? '');
  return [
    '# Methods',
    'What clients of a workspace that `yamo start` serves can ask for, with its token: by `POST /api/METHOD`, or by a frame of the WebSocket ([An agent that is always there](../daemon.md#for-programs)). `/openapi.json` has the schemas of what goes in and what comes out.',
    ...[...groups]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([group, methods]) => [
        `## ${group}`,
        table(
          ['method', 'what goes in', 'what comes out', 'what it does'],
          methods
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, { summary, params, answer }]) => [
              code(name),
              membersOf(params),
              membersOf(answer),
              summary,
            ]),
        ),
      ]),
  ];
};

/** Names, those that may be left out with a question mark. */
const membersOf = (schema: Schema): string => {
  const { properties = {}, required = [], $ref } = schema;
  if ($ref !== undefined) return code($ref.split('/').at(-1) ?? $ref);
  return Object.keys(properties)
    .map((name) => code(required.includes(name) ? name : `${name}?`))
    .join(', ');
};
