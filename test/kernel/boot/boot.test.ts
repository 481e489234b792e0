/** A session, as far as a running program cannot show it: moments between two calls, and disks that fail. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { boot } from '#kernel/boot/boot.ts';
import {
  type BootRequest,
  DEFAULT_SETTINGS,
  type Host,
  PLAIN_REQUEST,
} from '#kernel/contract/boot-request.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import { PROPOSAL_WAITS } from '#kernel/memory/proposals.ts';
import { acceptWorkspace } from '#kernel/owner/accept.ts';
import { makeScratch } from '#kernel/process/places.ts';
import { MAIN, type SessionKind, SHARED } from '#lib/spec/session-policy.ts';
import { acting } from '#test/support/disk.ts';
import { hostOf } from '#test/support/in-process.ts';
import { laterRefusalOf, stateRootOf, uid } from '#test/support/kernel.ts';
import { answer, call, say, use } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import {
  freshPath,
  makeBornWorkspace,
  makeUnbornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import { stateOf } from '#test/support/yamo.ts';

const GSV = {
  'AGENTS.md': '# Rules\n\n## First Run\n\nFollow BOOTSTRAP.md.\n',
  'SOUL.md': '# Soul\n',
  'IDENTITY.md': '# Identity\n',
  'BOOTSTRAP.md': '# Commissioning\n\nWho are you?\n',
};

interface Setting {
  readonly request?: Partial<BootRequest>;
  readonly disk?: Disk;
  readonly environment?: Host['environment'];
  readonly host?: Partial<Host>;
}

const open = (ws: TempWorkspace, { request, disk = real, environment, host }: Setting = {}) =>
  boot(
    {
      ...PLAIN_REQUEST,
      path: ws.path,
      session: MAIN,
      zone: 'UTC',
      agent: 'scribe',
      unsandboxed: true,
      ...request,
    },
    hostOf(ws, { disk, ...(environment && { environment }), ...host }),
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

it('what its owner accepts while others are talked to is not told as a change from outside [R-83]', async () => {
  const ws = makeBornWorkspace();
  const told: string[] = [];
  const opened = (session: SessionKind) =>
    open(ws, {
      request: { session },
      host: {
        // What keeps a shared session from MEMORY.md.
        settings: { ...DEFAULT_SETTINGS, sandbox: session === MAIN ? 'none' : 'auto' },
        emit: (event) => void (event.event === 'notice' && told.push(event.text)),
      },
    });
  await (await opened(MAIN)).close('done');
  const shared = await opened(SHARED);
  ws.write('AGENTS.md', `${ws.text('AGENTS.md')}\nThe tide table hangs in the office.\n`);
  acceptWorkspace(real, ws.path, { uid, stateRoot: stateRootOf(ws) });
  await shared.close('done');
  await (await opened(MAIN)).close('done');
  expect(told.join('\n')).not.toContain('AGENTS.md');
});

it('what a shared agent can open has no line of MEMORY.md that was copied into it [Y88]', async () => {
  const line = "Henrike's surgery is on 12 May at the Charité, ward 17";
  const ws = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${line}\n` });
  await (await open(ws)).close('done');
  ws.write('AGENTS.md', `${ws.text('AGENTS.md')}\n- ${line}\n`);
  // No agent: it only shows what one would find.
  const look = freshPath('look.sh');
  writeFileSync(look, `cat ${ws.at('AGENTS.md')} >&2\n`);
  let seen = '';
  const code = await laterRefusalOf(() =>
    open(ws, {
      request: { session: SHARED, agent: `sh ${look}` },
      host: {
        settings: { ...DEFAULT_SETTINGS, sandbox: 'auto' },
        diagnostics: (text) => void (seen += text),
      },
    }),
  );
  expect(code).toBe('AGENT_FAILED');
  expect(seen).toContain('[withheld: private line, RFC-0009 §3.2]');
  expect(seen).not.toContain('Charité');
});

it('what the agent of a killed kernel kept for itself is removed by the next boot', async () => {
  const ws = makeBornWorkspace();
  await (await open(ws)).close('done');
  const scratch = makeScratch();
  writeFileSync(join(scratch, 'kept'), 'private\n');
  const bootId = '00000000-0000-4000-8000-000000000001';
  const mark = { bootId, kind: MAIN, startedAt: '2026-03-14T10:00:00.000Z', scratch };
  writeFileSync(join(stateOf(ws), `open-${bootId}.json`), JSON.stringify(mark), { mode: 0o600 });
  await (await open(ws)).close('done');
  expect(existsSync(scratch)).toBe(false);
});

it('what a killed kernel had closed in the log of its day is not closed again', async () => {
  const ws = makeBornWorkspace();
  await (await open(ws)).close('done');
  const bootId = '00000000-0000-4000-8000-000000000001';
  const log = 'memory/2026-03-14.md';
  const text = `# Memory — 2026-03-14\n\n## Session [10:00]\n\n- session_closed;done;boot;${bootId};\n`;
  ws.write(log, text);
  const mark = { bootId, kind: MAIN, startedAt: '2026-03-14T10:00:00.000Z', log, spoken: true };
  writeFileSync(join(stateOf(ws), `open-${bootId}.json`), JSON.stringify(mark), { mode: 0o600 });
  await (await open(ws)).close('done');
  expect(ws.text(log)).toBe(text);
});

it('the log has a line of a session in which nothing was said, and none of such a heartbeat', async () => {
  const ws = makeBornWorkspace();
  const session = await open(ws);
  const lines = (): readonly string[] =>
    ws.has(session.log) ? (ws.text(session.log).match(/^- .*;boot;.*$/gmu) ?? []) : [];
  await session.close('done');
  expect(lines()).toHaveLength(1);
  await (await open(ws, { request: { trigger: 'heartbeat' } })).close('done');
  expect(lines()).toHaveLength(1);
});

it('a session is told of what changed in MEMORY.md, and of proposals only where one waits', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- The pump is off.\n' });
  const told: string[] = [];
  const host = {
    emit: (event: KernelEvent) => void (event.event === 'notice' && told.push(event.text)),
  };
  await (await open(ws, { host })).close('done');
  expect(told.join('\n')).not.toContain('MEMORY.md');
  ws.write('MEMORY.md', '# Memory\n\n- The pump is on.\n');
  await (await open(ws, { host })).close('done');
  expect(told.join('\n')).toContain('MEMORY.md');
  expect(told).not.toContain(PROPOSAL_WAITS);
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

it('SOUL.md of another layout is written while its first run lasts, and no more once that is over (R-07)', async () => {
  const ws = makeWorkspace(GSV);
  const [first, second] = ['You are Gull.\n', 'You are Heron.\n'];
  await using api = await MessagesApi.start({
    script: (_request, nth) => {
      if (nth === 0) return call('write_file', { path: 'SOUL.md', text: first });
      if (nth > 1) return say('Done.');
      // As its human does, or its agent by another program.
      ws.remove('BOOTSTRAP.md');
      return call('write_file', { path: 'SOUL.md', text: second });
    },
  });
  const environment = { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url };
  const request = {
    agent: undefined,
    model: 'anthropic/claude-sonnet-5',
    layout: 'gsv',
    attended: true,
  } as const;
  const session = await open(ws, { request, environment });
  await session.turn('Who are you?');
  await session.close('done');
  expect(ws.text('SOUL.md')).toBe(first);
});
