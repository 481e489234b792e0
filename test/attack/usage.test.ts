/** Files without content have no size, and take memory all the same: who makes too many is ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { inMemory } from '#kernel/process/usage.ts';
import { MEMORY_FILES, SCRATCH_FILES } from '#lib/spec/limits.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { framesNamed, refusalOf, skipLoudly, yamo } from '#test/support/yamo.ts';

import { lacks } from './judge.ts';

/** In memory where that is possible: what is measured is no disk. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : '/tmp';
const TMPDIR = mkdtempSync(`${ROOM}/yamo-test-`);
// A kernel leaves what takes long to remove to the next one; memory has room for so many of these only.
afterAll(() => rmSync(TMPDIR, { recursive: true, force: true }));

/** It answers what it is asked, but for its prompt, and makes files meanwhile. */
const ANSWER = String.raw`while (<STDIN>) { next if m(session/prompt) or not /"id":(\d+)/; print qq({"jsonrpc":"2.0","id":$1,"result":{"protocolVersion":1,"sessionId":"1"}}\n) }`;

const flooding = async (folder: string, files: number) => {
  const flood = `for (1 .. ${files}) { open(my $f, ">", "${folder}/f$_") or last } sleep 100`;
  const script = `$| = 1; if (fork) { ${ANSWER} } else { ${flood} }`;
  const args = ['boot', '--json', '--message', 'x', '--agent', `perl -e '${script}'`];
  return yamo(args, { workspace: makeBornWorkspace(), env: { TMPDIR } });
};

describe.skipIf(lacks('bubblewrap'))('an agent that makes files without end', () => {
  it.each(['/tmp', '/dev/shm'])('in %s is ended', async (folder) => {
    const { events } = await flooding(folder, MEMORY_FILES + 10_000);
    expect(refusalOf(events)).toBe('AGENT_FLOODS');
    const said = JSON.stringify(framesNamed(events, 'refused').at(-1));
    expect(said).toContain(`more than ${MEMORY_FILES} files in ${folder}`);
  });
});

describe.skipIf(skipLoudly(ROOM === '/tmp', 'a scratch folder with very many files'))(
  'one that',
  () => {
    it('fills its scratch folder with them is ended', async () => {
      const { events } = await flooding('$ENV{HOME}', SCRATCH_FILES + 20_000);
      expect(refusalOf(events), JSON.stringify(events.at(-1))).toBe('AGENT_FLOODS');
    }, 120_000);
  },
);

const { files, ffree } = statfsSync('/tmp');

describe.skipIf(
  lacks('bubblewrap') || skipLoudly(files - ffree <= MEMORY_FILES, 'a machine of very many files'),
)('one whose view is not made yet', () => {
  it('is not ended for the files of the machine', async () => {
    const child = spawn('bwrap', ['--dev-bind', '/', '/', 'sh', '-c', 'echo up; read line'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(inMemory(child.pid ?? 0)).toBeUndefined();
    child.stdin.end('\n');
    await once(child, 'exit');
  });
});
