/**
 * An editor that nobody here wrote: acpx, a client of the Agent Client Protocol from the registry, with an older line of
 * the protocol's library. It is installed for the test alone, outside the project.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { environment, recordsOf, skipLoudly, YAMO } from '#test/support/yamo.ts';

const VERSION = '0.19.1';
/** Kept from run to run: it is no state. */
const FOLDER = join(tmpdir(), `yamo-test-acpx-${VERSION}-${process.getuid?.() ?? 0}`);
const ACPX = join(FOLDER, 'node_modules/acpx/dist/cli.js');

const install = (): boolean => {
  if (existsSync(ACPX)) return true;
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', FOLDER];
  const { status } = spawnSync('npm', ['install', ...flags, `acpx@${VERSION}`], {
    timeout: 60_000,
  });
  return status === 0 && existsSync(ACPX);
};

const isMissing = skipLoudly(!install(), 'yamo acp with acpx (needs the npm registry)');

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
