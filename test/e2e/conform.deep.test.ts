/** `yamo conform`, as it is published: on a kernel that fails where the pattern of the RFC is weak, and on yamo. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly, yamo } from '#test/support/yamo.ts';
import { straceFault } from '#test/support/strace.ts';

import schema from '#schemas/conform-report.schema.json' with { type: 'json' };

const fits = new Ajv().compile(schema);
const KERNELS = resolve(import.meta.dirname, '../../conform/kernels');
const kernel = (name: string): string => resolve(KERNELS, `${name}.json`);

const verdicts = (stdout: string): Readonly<Record<string, string>> => {
  const { cases }: { readonly cases: readonly { id: string; verdict: string }[] } =
    JSON.parse(stdout);
  return Object.fromEntries(cases.map(({ id, verdict }) => [id, verdict]));
};

const only = (...ids: readonly string[]): readonly string[] => ids.flatMap((id) => ['--only', id]);

describe('yamo conform', () => {
  it('lists and explains, and says where a document is wrong', async () => {
    const list = await yamo(['conform', '--list']);
    expect(list.stdout).toMatch(/\n\d+ cases\n$/);
    const explained = await yamo(['conform', '--explain', 'b-12']);
    expect(explained).toMatchObject({ code: 0 });
    expect(explained.stdout).toContain('Set up: BOOTSTRAP.md is a symbolic link to itself');
    const file = freshPath('kernel.json');
    const main = ['no-such-program-here', '{workspace}', '{agent}'];
    const programless = { name: 'a', agent: 'acp', boot: { main } };
    writeFileSync(file, JSON.stringify(programless));
    const refused = await yamo(['conform', file]);
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toContain('/boot/main/0 names no program: no-such-program-here');
    expect(await yamo(['conform', kernel('yamo'), '--only', 'B-99'])).toMatchObject({ code: 2 });
    const format = ['--format', `html=${freshPath('none')}/x.html`];
    const unwritten = await yamo(['conform', kernel('yamo'), '--only', 'B-01', ...format]);
    expect(unwritten).toMatchObject({ code: 4, stdout: '' });
    expect(unwritten.stderr).toContain('OUTPUT_UNWRITABLE');
    // The recursive mkdir of Node never ends below /proc.
    const unkept = await yamo(['conform', kernel('yamo'), '--only', 'B-01', '--keep', '/proc/x/y']);
    expect(unkept).toMatchObject({ code: 4, stdout: '' });
    expect(unkept.stderr).toMatch(/^--keep \/proc\/x\/y: ENOENT/);
  });

  it.skipIf(skipLoudly(straceFault() !== undefined, 'yamo conform'))(
    'passes yamo and fails the shell script where it is weak, and leaves nothing',
    async () => {
      const env = { TMPDIR: freshPath('tmp') };
      mkdirSync(env.TMPDIR);
      const passed = await yamo(['conform', kernel('yamo'), '--json', ...only('B-01', 'M-08')], {
        env,
      });
      expect(verdicts(passed.stdout)).toEqual({ 'B-01': 'pass', 'M-08': 'pass' });
      expect(passed.code).toBe(0);
      const loop = await yamo(
        ['conform', kernel('toy-messages'), '--json', ...only('B-01', 'A-05', 'M-01')],
        { env },
      );
      expect(verdicts(loop.stdout)).toEqual({ 'A-05': 'pass', 'B-01': 'pass', 'M-01': 'pass' });
      const left = freshPath('left');
      const failed = await yamo(
        [
          'conform',
          kernel('shell'),
          '--json',
          '--keep',
          left,
          ...only('B-01', 'B-17', 'M-08', 'X-02'),
        ],
        { env },
      );
      expect(verdicts(failed.stdout)).toEqual({
        'B-01': 'pass',
        'B-17': 'fail',
        'M-08': 'fail',
        'X-02': 'fail',
      });
      expect(failed.code).toBe(1);
      expect(readdirSync(left).toSorted()).toEqual(['B-17', 'M-08', 'X-02']);
      expect(readdirSync(join(left, 'B-17'))).toContainEqual(
        expect.stringMatching(/^printed-\d+\.txt$/u),
      );
      expect(fits(JSON.parse(failed.stdout)), JSON.stringify(fits.errors)).toBe(true);
      expect(readdirSync(env.TMPDIR)).toEqual([]);
    },
  );
});
