/**
 * An editor that nobody here wrote: acpx, a client of the Agent Client Protocol from the registry, with an older line of
 * the protocol's library. It is installed for the test alone, outside the project.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { installed } from '#test/support/registry-agents.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { environment, recordsOf, skipLoudly, YAMO } from '#test/support/yamo.ts';

const VERSION = '0.19.1';
const programs = await installed('acpx', VERSION);
const ACPX = join(programs ?? '', 'acpx');
const isMissing = skipLoudly(programs === undefined, 'yamo acp with acpx (no registry)');

const acpx = (
  ws: TempWorkspace,
  args: readonly string[],
  acp: readonly string[] = [],
): SpawnSyncReturns<string> => {
  const words = [process.execPath, YAMO, 'acp', ws.path, '--agent', agentCommand('editor'), ...acp];
  const command = words.map((word) => `"${word}"`).join(' ');
  return spawnSync(process.execPath, [ACPX, '--agent', command, ...args], {
    encoding: 'utf8',
    cwd: freshPath('.'),
    env: environment({ workspace: ws }),
    timeout: 50_000,
  });
};

describe.skipIf(isMissing)('acpx', () => {
  it('says one thing, and prints the answer alone', () => {
    const ws = makeBornWorkspace();
    const { status, stdout } = acpx(ws, ['--format', 'quiet', 'exec', 'say The tide turned.']);
    expect(stdout.trim()).toBe('The tide turned.');
    expect(status).toBe(0);
    expect(recordsOf(ws)).toMatchObject([{ kind: 'shared', ending: { end: 'closed' } }]);
  });

  it.each([
    ['--approve-all', 'yes'],
    ['--deny-all', 'no'],
  ])('answers for its human with %s: %s', (policy, said) => {
    const ws = makeBornWorkspace();
    const { stdout } = acpx(
      ws,
      [policy, '--format', 'quiet', 'exec', 'permit'],
      ['--session', 'main'],
    );
    expect(stdout.trim()).toBe(`answer: ${said}`);
  });

  it('shows a refusal with what to do', () => {
    const ws = makeBornWorkspace();
    ws.remove('SOUL.md');
    const { status, stdout, stderr } = acpx(ws, ['exec', 'say x']);
    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain('neither bootstrapped nor initialised');
    expect(stdout + stderr).toContain('yamo init');
  });
});
