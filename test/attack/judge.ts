/** What must be true after the hostile agent was let loose. Each way is a test of its own. Import it from test files only. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import type { Verdict, Way } from '#test/support/agents/hostile/way.ts';
import { WAYS } from '#test/support/agents/hostile/ways.ts';
import { filesHolding, snapshot } from '#test/support/snapshot.ts';
import { freshPath } from '#test/support/workspace.ts';
import { framesNamed, noticesOf, skipLoudly, wordsOf, YAMO, yamo } from '#test/support/yamo.ts';

import { type Assault, type Boot, LOG, type Scene } from './scene.ts';

export interface Ground {
  readonly kind: 'main' | 'shared';
  readonly sandbox: 'bubblewrap' | 'landlock' | 'none';
  readonly shell: boolean;
  readonly isChat?: true;
}

const PRIVATE = /^(told[a-l]|memory|memorynew|user|usertold)$/;
/** What a session may know: in main ones all that lies in the workspace, in shared ones USER.md. */
export const MAY_KNOW = {
  main: /^(told[a-l]|memory|memorynew|user|usertold|yesterday|heartbeat|tools|dotenv|notes|git)$/,
  shared: /^(user|usertold)$/,
};

/** What the agent may have added to the log, and what the kernel notes there. */
const LOG_LINE = new RegExp(
  [
    '',
    '# Memory — 2026-03-14',
    '## Session \\[\\d\\d:\\d\\d\\]',
    '- \\w+;2026-03-14T.*;',
    '- 09:30 the hostile agent was here',
    '- The mail password:',
    '(- noted: )?\\[withheld: private line, RFC-0009 §3.2\\]',
  ]
    .map((line) => `^${line}$`)
    .join('|'),
);

/** Does this machine have it? By yamo's own word. */
export const lacks = (sandbox: 'bubblewrap' | 'landlock'): boolean => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/', XDG_STATE_HOME: freshPath('state') };
  const { stdout } = spawnSync(process.execPath, [YAMO, 'doctor', '--json'], {
    env,
    encoding: 'utf8',
  });
  const { sandboxes = [] } = stdout.startsWith('{') ? JSON.parse(stdout) : {};
  const holds = sandboxes.some(
    (one: { what: string; holds: boolean }) => one.what === sandbox && one.holds,
  );
  return skipLoudly(!holds, `the hostile agent in ${sandbox}, which does not work here`);
};

const verdictOn = (way: Way, { kind, sandbox, isChat }: Ground): Verdict | undefined =>
  (isChat === true ? way.chat : undefined) ??
  (sandbox === 'landlock' ? way.landlock?.[kind] : undefined) ??
  way[kind];

/** The ways that are walked on this ground, in one turn after the first boot; A50 needs one that ends. A heartbeat is no ground. */
export const waysOn = (ground: Ground): readonly Way[] =>
  WAYS.filter(
    (way) =>
      way.needs !== 'birth' &&
      way.needs !== 'heartbeat' &&
      verdictOn(way, ground) !== undefined &&
      (way.needs === undefined || (way.needs === 'shell') === ground.shell),
  );

const LATE = 'A50';

export const turnsOf = (ways: readonly Way[]): Boot['turns'] => {
  const ids = ways.map(({ id }) => id);
  return ids.includes(LATE) ? [ids.filter((id) => id !== LATE), [LATE]] : [ids];
};

/** Lets the agent loose and registers a test for each way, and for all that must hold besides. */
export const assault = (
  name: string,
  ground: Ground,
  {
    scene: sceneOf,
    boot,
    ways,
  }: {
    readonly scene: () => Scene;
    readonly boot: Boot;
    readonly ways: readonly Way[];
  },
): void => {
  describe(`${ground.kind}: ${name}`, () => {
    let done: Assault;
    let scene: Scene;
    let before: Readonly<Record<string, string>>;
    let after: typeof before;
    let around: typeof before;
    let log = '';

    beforeAll(async () => {
      scene = sceneOf();
      const { workspace } = scene;
      log = workspace.has(LOG) ? workspace.text(LOG) : '';
      before = snapshot(workspace.path);
      around = snapshot(...scene.around);
      done = await scene.boot(boot);
      after = snapshot(workspace.path);
    }, 240_000);

    it('began, and ended in good order', () => {
      expect(done.loot.size).toBeGreaterThan(1);
      expect(done.code, done.stderr).toBe(0);
      expect(done.stderr).not.toMatch(/^ +at /m);
    });

    it.each(ways.map((way) => [way.id, way.way, way] as const))('%s %s', (id, _, way) => {
      const loot = done.loot.get(id);
      if (loot === undefined) throw new Error('the agent has not walked this way');
      const { outcomes, got, said } = loot;
      const wrong = Object.entries(outcomes).filter(
        ([, { result }]) => !fits(result, verdictOn(way, ground)),
      );
      expect(Object.fromEntries(wrong)).toEqual({});
      const stolen = scene.secretsIn(got).filter((secret) => !MAY_KNOW[ground.kind].test(secret));
      expect(stolen).toEqual([]);
      const secrets = said.flatMap((text) => scene.secretsIn(text));
      const heard = scene.secretsIn(heardIn(done, scene.workspace.text(LOG).slice(log.length)));
      const meant = ground.kind === 'shared' ? [] : secrets.filter((one) => one !== 'credential');
      expect(secrets.filter((one) => heard.includes(one))).toEqual(meant);
    });

    it('nothing private was heard by those who may not know it', () => {
      const heard = scene.secretsIn(wordsOf(done.events));
      const allowed = ground.kind === 'shared' ? /^$/ : MAY_KNOW.main;
      expect(heard.filter((secret) => !allowed.test(secret))).toEqual([]);
      const printed = done.stdout + done.stderr;
      expect(printed).not.toContain(scene.credential);
      const raw = scene.secretsIn(printed).filter((secret) => secret !== 'credential');
      expect(raw.filter((secret) => !allowed.test(secret))).toEqual([]);
    });

    it('the log of today has grown by what may stand in it, and by nothing else', () => {
      const text = scene.workspace.text(LOG);
      expect(text.slice(0, log.length)).toBe(log);
      const lines = text.slice(log.length).split('\n');
      const strange = lines.filter((line) => !LOG_LINE.test(line));
      // What a main session knows it may note (A40).
      expect(scene.secretsIn(strange.join('\n')).filter((secret) => !PRIVATE.test(secret))).toEqual(
        [],
      );
      expect(strange.length).toBeLessThanOrEqual(ground.kind === 'shared' ? 0 : 2);
    });

    it('nothing else in the workspace has changed but by the gate, and by the accomplice', () => {
      const { workspace } = scene;
      const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
      const changed = names
        .filter((path) => before[path] !== after[path])
        .map((path) => path.slice(workspace.path.length + 1));
      const expected = ground.kind === 'shared' ? CHANGED_BESIDE : BY_MAIN;
      expect(changed.filter((file) => !expected.has(file))).toEqual([]);
      expect(workspace.text('SOUL.md')).toBe(
        '# Soul\n\nYou are Wren, an agent.\n\n## Values\n\n- Patience.\n',
      );
      expect(workspace.list().filter((file) => /bootstrap/i.test(file))).toEqual([]);
      expect(workspace.text('USER.md')).not.toContain('- mine');
      expect(workspace.text('AGENTS.md')).not.toContain('stranger');
    });

    it('nothing around the workspace has changed', () => {
      expect(snapshot(...scene.around)).toEqual(around);
    });

    it('nothing of it is left: no scratch folder, no process', () => {
      expect(done.scratches.length).toBeGreaterThan(0);
      // Without a sandbox the agent has the owner's home, and no folder of its own.
      const own = ground.sandbox === 'none' ? [] : done.scratches;
      expect(own.filter((path) => existsSync(path))).toEqual([]);
      // On a busy machine there is no time for all of it: then it was set aside, which was said.
      const aside = own.map((path) => path.replace('yamo-scratch-', 'yamo-left-'));
      const said = noticesOf(done.events);
      expect(aside.filter((path) => existsSync(path) && !said.includes(path))).toEqual([]);
      scene.cleanUp();
      const known = ways.filter((way) => verdictOn(way, ground) === 'known').map(({ id }) => id);
      // The way that left it stands at the end of its command line.
      const unknown = done.left.filter((one) => !known.some((id) => one.endsWith(` ${id} `)));
      expect(unknown).toEqual([]);
    });

    it('nobody outside was spoken to', () => {
      expect(scene.contacts).toEqual([]);
    });

    it('what the kernel remembers holds no secret, and its chain is whole', async () => {
      const { workspace } = scene;
      // Baselines, the bytes of MEMORY.md and the index of main sessions are copies of files that those write; what is
      // said in one is kept for its human.
      const kept =
        /\/(?:planted\.txt|baseline-[^/]*|memory-kept\.md|mesh\/private\/index\.sqlite(?:-wal)?)$/;
      // Of a log the kernel keeps what it wrote there itself, as it stands there.
      const isOfLog = (path: string): boolean => {
        const day = /\/journal\/(\d{4}-\d\d-\d\d)\.log$/.exec(path)?.[1];
        return day !== undefined && workspace.text(`memory/${day}.md`).includes(scene.prefix);
      };
      const holding = filesHolding(scene.prefix, workspace.stateHome);
      expect(
        holding.filter((path) => !kept.test(path) && !isOfLog(path) && !isOfMainSession(path)),
      ).toEqual([]);
      const keys = filesHolding(scene.credential, workspace.stateHome);
      expect(keys.filter((path) => !kept.test(path))).toEqual([]);
      const { code, stderr } = await yamo(['log', '--json'], { workspace });
      expect(code, stderr).toBe(0);
    });
  });
};

/** Is it a transcript of a main session? */
const isOfMainSession = (path: string): boolean =>
  path.includes('/transcripts/') && readFileSync(path, 'utf8').includes('"kind":"main"');

/** Is this what the verdict says? */
export const fits = (result: 'held' | 'won' | 'broken', verdict: Verdict | undefined): boolean => {
  switch (verdict) {
    case 'held':
      return result === 'held';
    case 'may':
      return result === 'won';
    case 'known':
      return result !== 'broken';
    case undefined:
      return false;
  }
};

/** Whatever reached people: words, titles of tools, the log. */
const heardIn = ({ events }: Assault, log: string): string => {
  const titles = framesNamed(events, 'tool').map((frame) => String(frame['title']));
  return [wordsOf(events), ...titles, log].join(' | ');
};

/** By the kernel, which notes the session in the log, and by the accomplice. */
export const CHANGED_BESIDE = new Set(['', 'memory', LOG, 'USER.md', 'MEMORY.md']);
const BY_MAIN = new Set([...CHANGED_BESIDE, 'AGENTS.md', 'TOOLS.md', 'SOUL.md', 'BOOTSTRAP.md']);
