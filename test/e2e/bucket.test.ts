/** Workspaces in buckets from the command line: shown and audited, never changed. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

import { S3 } from '#test/support/s3.ts';
import { makeWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const KEYS = { id: 'AKIDEXAMPLE', secret: 'not/a+real=key', region: 'auto' };
const OBJECTS = {
  'agents/main/SOUL.md': '# Soul\n\nBe calm.\n',
  'agents/main/IDENTITY.md': '- **Name:** Robin\n',
  'agents/main/HEARTBEAT.md': '',
};
const environment = (url: string) => ({
  AWS_ENDPOINT_URL_S3: url,
  AWS_REGION: KEYS.region,
  AWS_ACCESS_KEY_ID: KEYS.id,
  AWS_SECRET_ACCESS_KEY: KEYS.secret,
});

it('a workspace in a bucket is audited and shown by the command line, and refused where it would be changed', async () => {
  await using s3 = await S3.start({
    keys: KEYS,
    bucket: 'logbook',
    objects: OBJECTS,
    versioning: 'Enabled',
  });
  const run = (...words: readonly string[]) => yamo(words, { env: environment(s3.url) });
  const shown = await run('prompt', 's3://logbook/agents/main', '--session', 'shared');
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('Be calm.')]);
  expect(shown.stderr).toContain('keeps versions');
  const audited = await run('audit', 's3://logbook/agents/main', '--json');
  expect([audited.code, audited.stdout]).toEqual([1, expect.stringContaining('"findings"')]);
  // What lies in a bucket is called by its address, and no command that would change it is advised.
  const told = await Promise.all([
    run('audit', 's3://logbook/agents/main'),
    run('audit', 's3://logbook/agents', '--format', 'markdown'),
    run('prompt', 's3://logbook/agents/main', '--json'),
  ]);
  for (const { stdout, stderr } of told) {
    expect(stdout).toContain('s3://logbook/agents/main');
    expect(stdout + stderr).not.toMatch(/\/s3\/|fixCommand|Next: yamo (?:init|boot|audit)/);
  }
  expect((await run('audit', 's3://logbook/agents/main', '--fix')).code).toBe(2);
});

it('no folder is made of an address', async () => {
  const { path } = makeWorkspace();
  const made = await Promise.all(
    [
      ['init', 's3://b/w'],
      ['convert', path, '--to', 'gsv', '--out', 's3://b/w'],
      ['boot', '--json', 's3://b/w'],
    ].map((words) => yamo(words, { cwd: path })),
  );
  for (const { code, stdout, stderr } of made)
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('PLACE_ADDRESS')]);
  expect(readdirSync(path)).toEqual([]);
});
