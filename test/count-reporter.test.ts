/** What a run says at its end: a test that needed a second try is named, with what it failed with first. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, expect, it } from 'vitest';

// Below the repository, so that its packages are found.
const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.retried-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a test that passed on its second try only is named with its first failure', () => {
  const reporter = join(import.meta.dirname, 'support/count-reporter.ts');
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { CountReporter } from ${JSON.stringify(reporter)};
     export default { test: { include: ['*.check.ts'], retry: 1, reporters: [new CountReporter()] } };`,
  );
  writeFileSync(
    join(folder, 'tide.check.ts'),
    `import { expect, it } from 'vitest';
     let tries = 0;
     it('the tide turns', () => void expect(++tries, 'the pier was shut').toBe(2));
     it('the tide is wet', () => undefined);
     it.skip('the tide is dry', () => undefined);`,
  );
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const words = [vitest, 'run', '--root', folder, '--config', join(folder, 'vitest.config.ts')];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  expect([status, lines.at(-1)]).toEqual([0, '2 passed, 0 failed, 1 skipped']);
  const at = lines.indexOf('!!! PASSED ON THE SECOND TRY ONLY, TO BE LOOKED INTO:');
  expect(lines[at + 1]).toMatch(/^ {4}the tide turns: .*the pier was shut/u);
  expect(lines[at + 2]).toBe('');
});
