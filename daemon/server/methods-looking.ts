/** What clients ask that commands of yamo answer, each in a process of its own. */
import { membersOf } from '#lib/text/json.ts';
import {
  type MethodClient,
  count,
  FLAG,
  formed,
  ID,
  type Method,
  method,
  optional,
  word,
} from './method.ts';

/** By their names. */
export const LOOKING_METHODS: Readonly<Record<string, Method>> = {
  'sessions.kept': method(
    'Sessions that were kept and can be resumed, the last one first, as yamo sessions lists them.',
    {},
    async ({ commands }, _params, { workspace }) => ({
      sessions: await commands.lines(['sessions', '--json', '--', pathOf(workspace)]),
    }),
  ),
  'sessions.transcript': method(
    'What was said in a session that was kept, by its id in sessions.kept.',
    { id: formed(/^[\w-]{1,100}$/u) },
    async ({ commands }, { id }, { workspace }) => ({
      entries: await commands.lines([
        'sessions',
        '--json',
        `--show=${id}`,
        '--',
        pathOf(workspace),
      ]),
    }),
  ),
  'sessions.events': method(
    'Events of one session, by its id in sessions.list; "next" is the number after which to go on, null at the end.',
    { session: ID, after: optional(count(0)) },
    ({ events }, { session, after = 0 }) => events.ofSession(session, after),
  ),
  'prompt.show': method(
    'What a session is told, and what becomes of each file, as yamo prompt --json shows it.',
    {
      session: optional(word('main', 'shared', 'subagent', 'cron')),
      heartbeat: optional(FLAG),
      date: optional(formed(/^\d{4}-\d{2}-\d{2}$/u)),
    },
    async ({ commands }, { session, heartbeat = false, date }, { workspace }) => {
      const [prompt] = await commands.lines([
        'prompt',
        '--json',
        ...(session === undefined ? [] : [`--session=${session}`]),
        ...(heartbeat ? ['--heartbeat'] : []),
        ...(date === undefined ? [] : [`--date=${date}`]),
        ...layoutOf(workspace),
        '--',
        pathOf(workspace),
      ]);
      return membersOf(prompt);
    },
  ),
  'audit.run': method(
    'Audits the workspace, as yamo audit --format json does.',
    {},
    async ({ commands }, _params, { workspace }) => {
      const [report] = await commands.lines([
        'audit',
        '--format=json',
        ...layoutOf(workspace),
        '--',
        pathOf(workspace),
      ]);
      return membersOf(report);
    },
    { isLimited: true },
  ),
};

const pathOf = ({ request }: MethodClient['workspace']): string => request.path;

/** What was said when it was started; else commands find out by themselves. */
const layoutOf = ({ request, config }: MethodClient['workspace']): readonly string[] => {
  const layout = request.layout ?? config?.layout;
  return typeof layout === 'string' ? [`--layout=${layout}`] : [];
};
