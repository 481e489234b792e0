/** A session, as far as a running program cannot show it: moments between two calls, and disks that fail. */
import { readdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { boot } from '#kernel/boot/boot.ts';
import { type BootRequest, type Host, PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { acting } from '#test/support/disk.ts';
import { hostOf } from '#test/support/in-process.ts';
import { laterRefusalOf } from '#test/support/kernel.ts';
import { answer, call, say, use } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import {
  makeBornWorkspace,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import { stateOf } from '#test/support/yamo.ts';

interface Setting {
  readonly request?: Partial<BootRequest>;
  readonly disk?: Disk;
  readonly environment?: Host['environment'];
}

const open = (ws: TempWorkspace, { request, disk = real, environment }: Setting = {}) =>
  boot(
    {
      ...PLAIN_REQUEST,
      path: ws.path,
      session: 'main',
      zone: 'UTC',
      agent: 'scribe',
      unsandboxed: true,
      ...request,
    },
    hostOf(ws, { disk, ...(environment && { environment }) }),
  );

it('a rebirth is for one first boot: instructions that come while it is carried out are not taken by it', async () => {
  const ws = makeUnbornWorkspace();
  const orders = ws.text('BOOTSTRAP.md');
  // The last that a first boot does is to forget what was accepted before it.
  const disk = acting('before', 'unlink baseline-SOUL.md', () => ws.write('BOOTSTRAP.md', orders));
  const code = await laterRefusalOf(() => open(ws, { request: { rebirth: true }, disk }));
  expect(code).toBe('BOOTSTRAP_RETURNED');
  expect(ws.text('BOOTSTRAP.md')).toBe(orders);
});

it('a session whose block in the log could not be closed is left to the next boot', async () => {
  const ws = makeBornWorkspace();
  let isFull = false;
  const disk: Disk = {
    ...real,
    write: (fd, ...rest) => {
      if (isFull && real.readlink(`/proc/self/fd/${fd}`).startsWith(ws.path))
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return real.write(fd, ...rest);
    },
  };
  const marks = (): readonly string[] =>
    readdirSync(stateOf(ws)).filter((name) => /^open-.*\.json$/.test(name));
  const session = await open(ws, { disk });
  await session.turn('hello');
  isFull = true;
  expect(await laterRefusalOf(() => session.close('done'))).toBe('DAILY_LOG_UNWRITABLE');
  expect(marks()).toHaveLength(1);
});

it('SOUL.md is read at the start of a main session, and written once where a human opened it for that [Y80]', async () => {
  const ws = makeBornWorkspace();
  const soul = ws.text('SOUL.md');
  const [first, second] = ['Emden', 'Oaxaca'].map((name) => soul.replace('Robin', name));
  const heard: string[] = [];
  await using api = await MessagesApi.start({
    script: (request, nth) => {
      heard.push(JSON.stringify(request));
      return nth === 0
        ? answer([use('write_file', { path: 'SOUL.md', text: first })])
        : nth === 1
          ? call('write_file', { path: 'SOUL.md', text: second })
          : say('Done.');
    },
  });
  const environment = { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url };
  const request = {
    agent: undefined,
    model: 'anthropic/claude-sonnet-5',
    reconfigure: true,
    attended: true,
  };
  const session = await open(ws, { request, environment });
  await session.turn('Be somebody else.');
  await session.close('done');
  expect(heard[0]).toContain('harbour pilot');
  expect(heard[2]).toContain('yamo boot --reconfigure');
  expect(ws.text('SOUL.md')).toBe(first);
});
