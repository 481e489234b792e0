/** The owner's own command that hears what a heartbeat says: what it gets, and why it did not hear it. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { expect, it } from 'vitest';

import { tellHuman } from '#kernel/heartbeat/tell.ts';
import { freshPath } from '#test/support/workspace.ts';

const PATH = { environment: { PATH: process.env['PATH'], SECRET: 'not-for-it' } };

it.each<[string, string, string | undefined]>([
  ['nothing, where it ends well', 'cat > /dev/null', undefined],
  [
    'with what it complains about',
    'echo no such channel >&2; exit 2',
    'exit code 2 no such channel',
  ],
  ['how it was killed', 'kill -9 $$', 'signal SIGKILL'],
])('is told of a command: %s', async (_, script, why) => {
  const told = await tellHuman({ command: ['sh', '-c', script] }, 'Hello.', PATH);
  expect(told?.trim()).toBe(why);
});

it('a program that is not there is named', async () => {
  const command = ['no-such-program'] as const;
  expect(await tellHuman({ command }, 'Hello.', PATH)).toBe(
    'there is no program "no-such-program"',
  );
});

it('a command that cannot be started is told by its fault', async () => {
  const program = freshPath('program');
  writeFileSync(program, '#!/no/such/interpreter\n', { mode: 0o755 });
  expect(await tellHuman({ command: [program] }, 'Hello.', PATH)).toBe('ENOENT');
});

it('a command hears the text on its standard input, with the environment of the settings alone', async () => {
  const heard = freshPath('heard');
  const script = `/bin/cat > "$HEARD"; echo "\${SECRET-none}" >> "$HEARD"`;
  const env = { HEARD: heard };
  expect(await tellHuman({ command: ['sh', '-c', script], env }, 'Hello.', PATH)).toBeUndefined();
  expect(readFileSync(heard, 'utf8')).toBe('Hello.\nnone\n');
});
