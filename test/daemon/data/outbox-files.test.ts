/** Files among what an adapter is to send: one at a time, sent again by nobody, and gone from the disk when they are over. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { Databases } from '#daemon/data/open.ts';
import { FILE_CUT_OFF } from '#daemon/data/outbound-row.ts';
import { Outbox } from '#daemon/data/outbox.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { disk } from '#kernel/fs/disk.ts';

const PLAN = Buffer.from('Sail on Monday.');
const messageTo = (chat: string, text = 'plan.md') => ({ chat, parts: [{ text }] });

const DEALT = (): void => undefined;

let folder: Directory;
let databases: Databases;
/** Of a provider that can be asked what came of a message. */
let outbox: Outbox;

beforeEach(async () => {
  folder = Directory.open(disk, mkdtempSync(join(tmpdir(), 'yamo-test-')));
  databases = await Databases.open(folder, process.geteuid?.() ?? 0);
  outbox = new Outbox('slack', databases.queries.events, { canFind: true, dealt: DEALT });
});

afterEach(() => {
  databases.close();
  folder.close();
});

const given = async () => (await outbox.due()).messages;

it('are given one after the other, and what is said elsewhere waits for none', async () => {
  const first = await outbox.queue({ ...messageTo('C1'), file: PLAN }, null);
  const second = await outbox.queue({ ...messageTo('C2'), file: PLAN }, null);
  const words = await outbox.queue(messageTo('C3', 'hello'), null);
  const before = await given();
  expect(before.map(({ id }) => id)).toEqual([first, words]);
  expect(before[0]).toMatchObject({ is: 'send', file: PLAN.toString('base64') });
  expect(before[1]).not.toHaveProperty('file');
  await outbox.answered({ is: 'sent', id: first, providerIds: ['F1'] });
  expect((await given()).map(({ id }) => id)).toEqual([second]);
});

it('are not looked for after a crash: their chat is told, once, and nothing of them is kept', async () => {
  const lost = await outbox.queue({ ...messageTo('C1'), file: PLAN }, null);
  const words = await outbox.queue(messageTo('C2', 'hello'), null);
  await given();
  expect(await outbox.settle()).toEqual([lost]);
  expect(await given()).toEqual([
    expect.objectContaining({ is: 'find', id: words }),
    expect.objectContaining({ is: 'send', chat: 'C1', parts: [{ text: FILE_CUT_OFF }] }),
  ]);
  const rows = await databases.queries.events.selectFrom('outbound').select('file').execute();
  expect(rows.map(({ file }) => file)).toEqual([null, null, null]);
});
