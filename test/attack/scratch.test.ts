/** What an agent leaves in its scratch folder does not keep the kernel from removing it, and leads it nowhere. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { unprivileged } from '#test/support/machine.ts';
import { skipLoudly } from '#test/support/yamo.ts';

/** Root may open what is closed. */
const somebody = unprivileged();

/** Runs a module as that user; `made` is a fresh scratch folder there. What it prints. */
const asAnybody = (
  script: string,
  wrapper: readonly string[] = [],
): { readonly said: string; readonly errors: string } => {
  const module = `
    import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
    import { makeScratch, removeScratch } from ${JSON.stringify(join(somebody?.root ?? '', 'kernel/process/places.ts'))};
    const made = makeScratch();
    ${script}`;
  const [program = '', ...args] = [...wrapper, ...(somebody?.command ?? [])];
  const words = [...args, '--input-type=module', '-e', module];
  const { stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    cwd: '/',
    // That of the tests may be closed to others.
    env: { ...process.env, TMPDIR: somebody?.scratch },
  });
  return { said: stdout.trim(), errors: stderr };
};

const cannot = somebody === undefined;

describe.skipIf(skipLoudly(cannot, 'scratch folders of somebody who is not root (no setpriv)'))(
  'a scratch folder',
  () => {
    it.each([
      ['closed folders', 'mkdirSync("a/b", { recursive: true }); close("a/b", "a");'],
      [
        'a closed folder below a path that is too long',
        'deep(50); mkdirSync("end"); close("end");',
      ],
      ['a closed folder above one', 'deep(50); process.chdir(made); close("d".repeat(100));'],
      [
        'names that are no text',
        'mkdirSync(Buffer.from([0xff, 0xfe])); close(Buffer.from([0xff, 0xfe]));',
      ],
    ])('is removed with %s in it', (_, script) => {
      const { said, errors } = asAnybody(`
        console.log(made);
        const close = (...paths) => paths.forEach((path) => chmodSync(path, 0));
        const deep = (levels) => {
          for (let level = 0; level < levels; level += 1) {
            mkdirSync('d'.repeat(100));
            process.chdir('d'.repeat(100));
          }
        };
        process.chdir(made);
        ${script}
        process.chdir('/');
        await removeScratch(made);
      `);
      const isThere = existsSync(said);
      if (isThere) spawnSync('chmod', ['-R', '700', said]);
      if (isThere) spawnSync('rm', ['-rf', said]);
      expect(errors).toBe('');
      expect(isThere).toBe(false);
    });

    it('is removed where folders lie deeper in it than there are descriptors', () => {
      const { said, errors } = asAnybody(
        `
        process.chdir(made);
        for (let level = 0; level < 5000; level += 1) {
          mkdirSync('d');
          process.chdir('d');
        }
        process.chdir('/');
        console.log(await removeScratch(made), existsSync(made));
      `,
        ['prlimit', '--nofile=128'],
      );
      expect(errors).toBe('');
      expect(said).toBe('undefined false');
    });

    it('that takes too long is set aside, and resumed by its first name', () => {
      const { said, errors } = asAnybody(`
        for (let file = 0; file < 500; file += 1) writeFileSync(made + '/' + file, '');
        const left = await removeScratch(made, () => true);
        console.log(existsSync(made), existsSync(left), readdirSync(left).length > 0);
        console.log(await removeScratch(made), existsSync(left));
      `);
      expect(errors).toBe('');
      expect(said).toBe('false true true\nundefined false');
    });

    it('is removed with links in it, and what they lead to is not', () => {
      const { said, errors } = asAnybody(`
        const other = makeScratch();
        writeFileSync(other + '/kept', '');
        symlinkSync(other, made + '/link');
        mkdirSync(made + '/closed');
        symlinkSync(other, made + '/closed/link');
        chmodSync(made + '/closed', 0);
        await removeScratch(made);
        console.log(existsSync(made), existsSync(other + '/kept'));
        await removeScratch(other);
      `);
      expect(errors).toBe('');
      expect(said).toBe('false true');
    });
  },
);
