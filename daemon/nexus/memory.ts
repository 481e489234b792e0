/** The two automations of memory (N32, N33), as they run in a workspace of Nexus: with a model where there is one. */
import { join } from 'node:path';
import type { Settings } from '#kernel/contract/boot-request.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { EventLog } from '#daemon/data/event-log.ts';
import { NEXUS_DATA, type Queries } from '#daemon/data/open.ts';
import type { HandlerResult, HookMoments } from '#daemon/hooks/runner.ts';
import {
  audienceOf,
  chatOf,
  readableByWorkers,
  readersOfAccepted,
} from '#daemon/memory/audience.ts';
import { MemoryReader } from '#daemon/memory/reader.ts';
import { piecesIn, questionAbout } from '#daemon/memory/reading.ts';
import { sessionRecordsOf } from '#daemon/memory/records.ts';
import { reflectOn } from '#daemon/memory/reflection.ts';
import { type TurnReader, writeMemory } from '#daemon/memory/writer.ts';
import { askHelper, type HelperSite, whyNoHelper } from './helper.ts';

/** What they work with. */
export interface MemorySite {
  readonly workspace: Workspace;
  readonly data: Queries;
  readonly events: Pick<EventLog, 'append'>;
  /** Of now. */
  readonly settings: () => Promise<Pick<Settings, 'dailyLogsInShared'>>;
  /** It is there before anything runs. */
  readonly helper: () => HelperSite;
}

const READER = 'memory-reader';
const WRITER = 'memory-writer';

type Run<Moment> = (moment: Moment, signal: AbortSignal) => Promise<HandlerResult>;

/** What each of them does; afterwards it thinks about its runs, where it is time for that. */
export const memoryAutomations = (
  site: MemorySite,
): {
  readonly read: Run<HookMoments['worker:pre_execution']>;
  readonly write: Run<HookMoments['after:runAgent']>;
} => {
  const reader = new MemoryReader(site);
  const withModel: TurnReader = (turn, signal) => readByModel(site, turn, signal);
  return {
    read: async (moment, signal) => ({
      ...(await reader.read(moment, signal)),
      afterwards: thinking(site, READER, moment.request),
    }),
    write: async (moment, signal) => ({
      ...(await writeMemory({ data: site.data, read: withModel }, moment, signal)),
      afterwards: thinking(site, WRITER, moment.request),
    }),
  };
};

const thinking =
  (site: MemorySite, name: string, request: string) =>
  (end: AbortSignal): Promise<void> => {
    const ask = async (text: string): Promise<string | undefined> => {
      const helper = site.helper();
      if ((await whyNoHelper(helper)) !== undefined) return undefined;
      const signal = AbortSignal.any([end, AbortSignal.timeout(REFLECTION_MS)]);
      return askHelper(helper, { automation: name, request, text }, signal);
    };
    return reflectOn({ ...site, ask }, name, end);
  };

/** As long as the writer may take for a turn. */
const REFLECTION_MS = 30_000;

const readByModel: (
  site: MemorySite,
  ...asked: Parameters<TurnReader>
) => ReturnType<TurnReader> = async ({ workspace, data, settings, helper }, turn, signal) => {
  const { session, request, origin } = turn;
  if ((await whyNoHelper(helper())) !== undefined) return undefined;
  const audience = await audienceOf(data.agents, session, chatOf(origin));
  const records = sessionRecordsOf({
    data,
    folder: join(workspace.path, NEXUS_DATA),
    readers: readableByWorkers(audience, await settings()),
    proposedTo: readersOfAccepted(audience),
    source: `session ${session}, request ${request}, by memory-writer`,
    request,
    signal,
  });
  const text = await questionAbout(turn);
  return piecesIn(
    await askHelper(helper(), { automation: WRITER, request, text, records }, signal),
  );
};
