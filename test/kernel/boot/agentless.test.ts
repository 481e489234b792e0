/** A session without an agent, as far as a running program cannot show it: moments between two calls, faults, locks. */
import { linkSync, readdirSync } from 'node:fs';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS, type Host } from '#kernel/contract/boot-request.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import { AgentlessSession } from '#kernel/boot/agentless.ts';
import { keepLayout } from '#kernel/state/layout.ts';
import { MAIN, SHARED, SESSION_KINDS, type SessionKind } from '#lib/spec/session-policy.ts';
import { acting, failing } from '#test/support/disk.ts';
import { laterRefusalOf, openHome, openWorkspace, refusalOf, uid } from '#test/support/kernel.ts';
import { bornFiles, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { recordsOf, stateOf } from '#test/support/yamo.ts';

interface Setting {
  readonly kind?: SessionKind;
  readonly disk?: Disk;
  readonly dailyLogsInShared?: boolean;
  readonly told?: KernelEvent[];
}

const open = (ws: TempWorkspace, setting: Setting = {}): Promise<AgentlessSession> => {
  const { kind = MAIN, disk = real, dailyLogsInShared = false, told } = setting;
  const host: Host = {
    disk,
    uid,
    environment: { XDG_STATE_HOME: ws.stateHome, HOME: ws.configHome },
    version: '0',
    settings: { ...DEFAULT_SETTINGS, dailyLogsInShared },
    human: undefined,
    emit: (event) => void told?.push(event),
    signal: new AbortController().signal,
    diagnostics: () => undefined,
  };
  const decision = { kind, reason: 'asked for' };
  return AgentlessSession.open({ path: ws.path, decision, client: 'trial' }, host);
};

const noticesIn = (told: readonly KernelEvent[]): string =>
  told.map((event) => (event.event === 'notice' ? event.text : '')).join('\n');

describe('bootstrap instructions', () => {
  it.each(SESSION_KINDS)(
    'that come while a %s session is opened are refused, and not deleted',
    async (kind) => {
      const ws = makeBornWorkspace();
      // Whose it is is known: AGENTS.md is opened for its header alone.
      keepLayout(openHome(ws, openWorkspace(ws)), 'rfc-0009');
      const disk = acting('before', 'open AGENTS.md', () => ws.write('BOOTSTRAP.md', '# Birth\n'));
      const code = await laterRefusalOf(() => open(ws, { kind, disk }));
      expect(code).toBe(kind === MAIN ? 'BIRTH_PENDING' : 'BOOTSTRAP_IN_SHARED');
      expect(ws.text('BOOTSTRAP.md')).toBe('# Birth\n');
      expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'refused', code } }]);
    },
  );

  it('that come later are not listed and not read', async () => {
    const ws = makeBornWorkspace();
    const visit = await open(ws);
    ws.write('BOOTSTRAP.md', '# Birth\n');
    expect(await visit.files()).toEqual(['AGENTS.md', 'SOUL.md', 'USER.md']);
    expect(await laterRefusalOf(() => visit.read('BOOTSTRAP.md'))).toBe('GATE_DENIED');
    visit.close('done');
    expect(ws.has('BOOTSTRAP.md')).toBe(true);
  });
});

describe('opening', () => {
  it('heals the ghost header as a boot does, and the log says so', async () => {
    const [, ...lines] = String(bornFiles()['AGENTS.md']).split('\n');
    const ws = makeBornWorkspace({ 'AGENTS.md': lines.join('\n') });
    (await open(ws)).close('done');
    expect(ws.text('AGENTS.md')).toContain('YAMO-NATIVE KERNEL ACTIVE');
    const log = ws.list('memory').find((name) => name.endsWith('.md')) ?? '';
    expect(ws.text(log)).toContain('ghost_repair_event');
  });

  it('removes what a killed kernel left half-written', async () => {
    const ws = makeBornWorkspace();
    const left = '.MEMORY.md.000000000000.yamo-tmp';
    ws.write(left, 'half');
    (await open(ws)).close('done');
    expect(ws.has(left)).toBe(false);
  });

  it('tells of a change made outside yamo', async () => {
    const ws = makeBornWorkspace();
    (await open(ws)).close('done');
    ws.write('SOUL.md', '# Soul\n\nYou are somebody else.\n');
    const told: KernelEvent[] = [];
    (await open(ws, { told })).close('done');
    expect(noticesIn(told)).toContain('SOUL.md');
  });

  it('gives the lease back: another may follow while it is open', async () => {
    const ws = makeBornWorkspace();
    const first = await open(ws);
    const second = await open(ws, { kind: SHARED });
    second.close('done');
    first.close('done');
    expect(recordsOf(ws)).toMatchObject([{ kind: 'shared' }, { kind: 'main' }]);
  });

  it('that is refused leaves nothing open, and the zone of the process as it was', async () => {
    const ws = makeBornWorkspace();
    // The next one begins in the zone of USER.md.
    (await open(ws)).close('done');
    const zone = process.env['TZ'];
    ws.remove('SOUL.md');
    expect(await laterRefusalOf(() => open(ws))).toBe('NOT_INITIALISED');
    expect(process.env['TZ']).toBe(zone);
    ws.write('SOUL.md', String(bornFiles()['SOUL.md']));
    (await open(ws)).close('done');
    expect(recordsOf(ws)).toMatchObject([
      { ending: { end: 'closed' } },
      { ending: { end: 'refused' } },
      { ending: { end: 'closed' } },
    ]);
  });

  it('refuses a shared session where MEMORY.md has a second name', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n' });
    linkSync(ws.at('MEMORY.md'), ws.at('other.md'));
    expect(await laterRefusalOf(() => open(ws, { kind: SHARED }))).toBe('MEMORY_ALIASED');
  });
});

describe('a session without an agent', () => {
  it('reads files as they are at the moment', async () => {
    const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- one\n' });
    const visit = await open(ws);
    ws.write('MEMORY.md', '# Memory\n\n- two\n');
    expect(await visit.read('MEMORY.md')).toContain('two');
    const { segments } = await visit.orientation();
    expect(segments.map(({ file }) => file)).toEqual([
      'AGENTS.md',
      'SOUL.md',
      'USER.md',
      'MEMORY.md',
    ]);
    expect(segments.at(-1)?.text).toMatch(/^<document-[0-9a-f]{32} file="MEMORY.md">[^]*two/);
    visit.close('done');
  });

  it('opens its block in the log with the first note, and closes it once', async () => {
    const ws = makeBornWorkspace();
    const visit = await open(ws);
    expect(ws.has('memory')).toBe(false);
    await visit.note('one');
    await visit.note('two');
    visit.close('done');
    visit.close('again');
    const log = ws.text(visit.log);
    expect(log.match(/session_opened/g)).toHaveLength(1);
    expect(log.match(/session_closed/g)).toHaveLength(1);
    expect(log).toMatch(/one\n- \d\d:\d\d two\n- session_closed/);
  });

  it('leaves no line in the log where nothing was noted', async () => {
    const ws = makeBornWorkspace();
    const visit = await open(ws);
    expect(await visit.read('SOUL.md')).not.toBe('');
    visit.close('done');
    expect(ws.has('memory')).toBe(false);
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'closed' } }]);
  });

  it('writes its record although the log cannot be written, and leaves the block to the next boot', async () => {
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
    const visit = await open(ws, { disk });
    await visit.note('one');
    isFull = true;
    expect(refusalOf(() => visit.close('done'))).toBe('DAILY_LOG_UNWRITABLE');
    expect(recordsOf(ws)).toMatchObject([{ ending: { end: 'closed' } }]);
    const left = readdirSync(stateOf(ws)).filter((name) => name.startsWith('open-'));
    expect(left).toContainEqual(expect.stringMatching(/\.json$/));
  });

  it('gives no document of a disk that fails', async () => {
    const ws = makeBornWorkspace({ 'TOOLS.md': '# Tools\n' });
    const visit = await open(ws, { disk: failing('open TOOLS.md', 'EIO') });
    expect(await laterRefusalOf(() => visit.document('TOOLS.md'))).toBe('FILE_UNREADABLE');
    visit.close('done');
  });
});
