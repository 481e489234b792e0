import { join } from 'node:path';

import type { Readers, Trust } from '#daemon/data/columns.ts';
import { Databases } from '#daemon/data/open.ts';
import { insert } from '#daemon/data/write.ts';
import type { EndedTurn } from '#daemon/memory/writer.ts';
import type { Origin } from '#kernel/contract/origin.ts';
import { disk } from '#kernel/fs/disk.ts';
import { StateHome } from '#kernel/state/home.ts';

import { stateRootOf, uid } from './kernel.ts';
import { makeWorkspace } from './workspace.ts';

const AT = '2026-11-27T09:00:00.000Z';

/** Databases with an owner in them, and what tests of memory put there. */
export const memoryData = async () => {
  const home = StateHome.common('data', join(stateRootOf(makeWorkspace()), 'test'), { disk, uid });
  const databases = await Databases.open(home.directory, uid);
  const data = databases.queries;
  await insert(data.identity, 'entities', {
    type: 'person',
    name: 'Owner',
    is_owner: 1,
    created_at: AT,
    updated_at: AT,
    source: 'the test',
    trust: 'owner',
  });
  let count = 0;
  /** A session that said something, as its rows and its moment. */
  const turn = async (
    said: { readonly message: string; readonly reply?: string },
    origin: Origin = { by: 'owner' },
    kind = origin.by === 'owner' ? 'main' : 'shared',
  ): Promise<EndedTurn> => {
    count += 1;
    const [session, request] = [`s${count}`, `r${count}`];
    const started = { id: session, kind, role: 'manager', origin: origin.by } as const;
    await insert(data.agents, 'sessions', {
      ...started,
      persona: null,
      started_at: AT,
      ended_at: null,
      ending: null,
    });
    await insert(data.runtime, 'nexus_requests', {
      id: request,
      at: AT,
      origin: origin.by,
      method: 'chat.send',
      session,
      ended_at: null,
      outcome: null,
    });
    return { session, request, origin, reply: 'Yes.', ...said };
  };
  const fact = (text: string, readers: Readers, trust: Trust = 'owner') =>
    insert(data.memory, 'facts', {
      entity: null,
      text,
      at: AT,
      source: 'the test',
      trust,
      replaced_by: null,
      readers,
    });
  const close = (): void => {
    databases.close();
    home.close();
  };
  return { data, folder: home.path, turn, fact, close };
};

/** A turn of the owner's, of which nothing stands in a database. */
export const askedOfTurn = (said: {
  readonly message: string;
  readonly reply: string;
}): EndedTurn => ({
  session: 's',
  request: 'r',
  origin: { by: 'owner' },
  ...said,
});

/** Of nobody who ends it. */
export const endless = new AbortController().signal;
