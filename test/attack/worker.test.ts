/**
 * A manager of Nexus and its worker that mean harm, of a real daemon: they reach by their own hands for the token, the
 * databases, credentials, other personas, what other workers do, the kernel's state and the daemon itself. None gets through.
 */
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { controlOf, Daemon } from '#test/support/daemon.ts';
import { FileWatch, hasInotify } from '#test/support/file-watch.ts';
import { hasBubblewrap } from '#test/support/shell.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { skipLoudly, stateOf, yamo } from '#test/support/yamo.ts';

const SECRET = 'heron-under-the-bridge';

/** Of the workspace, what no agent but another one may see; each of them holds the secret, or the token. */
const HIDDEN = [
  'state/config.json',
  'state/credentials/github.json',
  'state/agents/zim/SOUL.md',
  'state/workspace/memory-reader/ROLE.md',
  'state/workspace/job-1/notes.md',
  'state/data/memory.db',
  'state/data/events.db-wal',
  'state/data',
  'state/credentials',
];

/** Of these, what the daemon does not open itself during a turn. */
const UNTOUCHED = HIDDEN.slice(1, 5);

/** What is for it to read, and for its human to change. */
const READ_ONLY = ['AGENTS.md', 'state/agents/echo/SOUL.md', 'state/user/IDENTITY.md'];

describe.skipIf(skipLoudly(!hasBubblewrap, 'managers and workers that mean harm: no bubblewrap'))(
  'by its own hands',
  () => {
    let ws: TempWorkspace;
    let daemon: Daemon;
    let reply: string;
    let before: ReturnType<typeof files>;
    let opened: readonly string[] | undefined;

    /** All but what the daemon itself writes to. */
    const files = () =>
      Object.entries(snapshot(ws.path)).filter(
        ([path]) => !/\/state\/(?:data|workspace\/memory-\w+)(?:\/|$)/u.test(path),
      );

    const paths = (): readonly string[] => {
      const state = [
        'daemon/daemon.json',
        'daemon/daemon.lock',
        join(stateOf(ws).slice(join(ws.stateHome, 'yamo').length + 1), 'record.jsonl'),
      ].map((name) => join(ws.stateHome, 'yamo', name));
      const process = ['environ', 'mem', 'fd', 'cwd'].map(
        (name) => `/proc/${daemon.running.pid}/${name}`,
      );
      const own = HIDDEN.flatMap((file) => [ws.at(file), `/proc/self/root${ws.at(file)}`, file]);
      return [...own, ...state, ...process];
    };

    beforeAll(async () => {
      ws = makeWorkspace({});
      await yamo(['init', '--layout', 'nexus'], { workspace: ws });
      ws.write('state/agents/echo/IDENTITY.md', '- **Name:** Echo\n');
      ws.write('state/agents/echo/SOUL.md', 'Calm.\n');
      ws.write('state/agents/zim/IDENTITY.md', '- **Name:** Zim\n');
      ws.write('state/user/IDENTITY.md', '- **Name:** Ada\n');
      for (const file of UNTOUCHED) ws.write(file, `${SECRET}\n`);
      daemon = await Daemon.start(ws, ['--agent', agentCommand('tool-user')]);
      // Its databases hold it too.
      await daemon.call('chat.send', { text: `call none {"a":"${SECRET}"}`, persona: 'echo' });
      before = files();
      const tries = [
        ...paths().flatMap((path) => [`take ${path}`, `put ${path}`]),
        ...READ_ONLY.map((file) => `put ${ws.at(file)}`),
        `reach ${daemon.port}`,
      ];
      const watch = hasInotify
        ? await FileWatch.start(UNTOUCHED.map((file) => ws.at(file)))
        : undefined;
      const dispatch = { op: 'dispatch', text: tries.join('\n') };
      const text = [...tries, `call agent_send ${JSON.stringify(dispatch)}`, 'call wait {}'];
      const said = await daemon.call('chat.send', {
        text: text.join('\n'),
        persona: 'echo',
        wait: true,
      });
      reply = String(said.answer['reply']);
      opened = await watch?.end();
    });

    afterAll(async () => {
      daemon.running.kill('SIGTERM');
      await daemon.running.ended;
    });

    it.each([
      ['a manager', () => reply.slice(0, reply.indexOf('<<Worker'))],
      ['a worker', () => reply.slice(reply.indexOf('<<Worker'))],
    ])('%s gets none of it', (_who, saidBy) => {
      const said = saidBy();
      const came = [...said.matchAll(/(take|put|reach) (\S+): (\S+)/gu)];
      expect(came.length, reply.slice(-3000)).toBeGreaterThan(HIDDEN.length * 6);
      expect(came.filter(([, , , word]) => word !== 'ERROR').map(([text]) => text)).toEqual([]);
      expect(said).not.toContain(SECRET);
      expect(said).not.toContain(daemon.token);
      expect(said).not.toContain(controlOf(ws));
    });

    it('nothing of it was changed', () => {
      expect(files()).toEqual(before);
    });

    it.skipIf(skipLoudly(!hasInotify, 'what managers and workers open: no inotifywait'))(
      'nobody opened what the daemon itself leaves alone',
      () => {
        expect(opened).toEqual([]);
      },
    );
  },
);
