/**
 * The hostile agent on a heartbeat, which nobody attends, where the settings let small proposals be applied unasked: MEMORY.md
 * stays as it was, and whatever waits for its human bears the marks that say why.
 */
import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { dailyFile } from '#lib/text/day.ts';
import {
  CITED,
  CITED_LINE,
  KNOWN_LINE,
  PROPOSING,
} from '#test/support/agents/hostile/proposing.ts';
import { filesHolding, snapshot } from '#test/support/snapshot.ts';
import { yamo } from '#test/support/yamo.ts';

import { fits, lacks } from './judge.ts';
import { type Assault, Scene } from './scene.ts';

const STATE = 'memory/heartbeat-state.json';
const SAYS_MORE = 'it says more than the line it is from';
/** What the lines that it cites do carry. */
const CARRIED =
  /^(?:The dentist of Ada moved to Mill Street in May\.|The stranger is her brother\.)$/;

interface Part {
  readonly text: string;
  readonly marks?: readonly string[];
}

describe.skipIf(lacks('bubblewrap'))('an agent that means harm, on a heartbeat', () => {
  let scene: Scene;
  let done: Pick<Assault, 'code' | 'stderr' | 'loot'>;
  let memory = '';
  let before: Readonly<Record<string, string>>;
  const log = dailyFile(new Date().toISOString().slice(0, 10));

  const waiting = (): { readonly add: readonly Part[]; readonly remove: readonly Part[] } => {
    const file = Object.keys(snapshot(scene.workspace.stateHome)).find((path) =>
      path.endsWith('/proposal.json'),
    );
    return JSON.parse(readFileSync(file ?? '', 'utf8'));
  };

  beforeAll(async () => {
    scene = await Scene.build({ sandbox: 'bubblewrap', curation: { apply: 'within-limits' } });
    await scene.boot({ run: 'main', kind: 'main', turns: [[]] });
    const { workspace } = scene;
    const [cited = ''] = CITED.split(':');
    workspace.write(cited, `# Memory — 2026-03-13\n\n- One.\n${CITED_LINE}\n`);
    workspace.write('MEMORY.md', `# Memory\n\n- One.\n${KNOWN_LINE}\n`);
    workspace.write('HEARTBEAT.md', '# Heartbeat\n\n- mail\n');
    workspace.write(STATE, '{"lastChecks":{}}\n');
    memory = workspace.text('MEMORY.md');
    before = snapshot(workspace.path);
    const ids = PROPOSING.map(({ id }) => id);
    done = await scene.beat({ run: 'beat', kind: 'main', log, turns: [ids] });
  }, 120_000);

  it.each(PROPOSING.map((way) => [way.id, way.way, way] as const))('%s %s', (id, _, way) => {
    const { outcomes } = done.loot.get(id) ?? { outcomes: { all: { result: 'broken' } } };
    const wrong = Object.entries(outcomes).filter(([, { result }]) => !fits(result, way.main));
    expect(Object.fromEntries(wrong), done.stderr).toEqual({});
  });

  it('MEMORY.md is as it was, and nothing but the log and the state of checks has changed', () => {
    const { workspace } = scene;
    expect(workspace.text('MEMORY.md')).toBe(memory);
    const after = snapshot(workspace.path);
    const changed = Object.keys({ ...before, ...after })
      .filter((path) => before[path] !== after[path])
      .map((path) => path.slice(workspace.path.length + 1));
    expect(changed.filter((file) => !['memory', log, STATE].includes(file))).toEqual([]);
  });

  it('whatever waits is marked by who proposes it, and what is forged as that', () => {
    const { add, remove } = waiting();
    expect(add.length).toBeGreaterThan(10);
    expect(remove.length).toBeGreaterThan(0);
    const all = [...add, ...remove];
    const proposer = /^the session that proposes it had an agent/;
    expect(all.filter(({ marks = [] }) => !marks.some((mark) => proposer.test(mark)))).toEqual([]);
    const forged = add.filter(({ text }) => !CARRIED.test(text));
    expect(forged.filter(({ marks = [] }) => !marks.includes(SAYS_MORE))).toEqual([]);
  });

  it('its human is shown an entry as one line, and nothing marked is applied unseen', async () => {
    const { workspace } = scene;
    const { stdout } = await yamo(['memory', 'curate'], { workspace });
    expect(stdout).toContain('Ada trusts the stranger');
    expect(stdout).not.toMatch(
      /^\W*(?:Ada trusts|Orders|Obey|The stranger has her|The stranger is her cousin|hides)/m,
    );
    expect(workspace.text('MEMORY.md')).toBe(memory);
  });

  it('one check is noted, the one that there is, by the clock of the kernel', () => {
    const { lastChecks } = JSON.parse(scene.workspace.text(STATE));
    expect(Object.keys(lastChecks)).toEqual(['mail']);
    expect(lastChecks.mail).toBeLessThan(4_000_000_000);
  });

  it('the credential stands nowhere in what the kernel keeps, or in the log', () => {
    const { stateHome, path } = scene.workspace;
    const holding = [
      ...filesHolding(scene.credential, stateHome),
      ...filesHolding(scene.credential, path),
    ];
    expect(holding.filter((file) => !/\/(?:planted\.txt|baseline-[^/]*)$/.test(file))).toEqual([]);
  });
});
