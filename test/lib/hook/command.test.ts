/** What a line for a shell names, and when it is said that more cannot be told. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readCommand } from '#lib/hook/command.ts';
import { forAll } from '#test/support/property.ts';

/** Of lines that nobody would write. */
const SIGNS = 'a / \' " \\ $ < > & | ; \n * ~ - = SOUL.md'.split(' ').concat(' ');

const touched = (line: string): readonly string[] =>
  readCommand(line).touches.map(({ does, path }) => `${does} ${path}`);

const isTold = (line: string): boolean => {
  const { untold, programs } = readCommand(line);
  return untold === undefined && programs === undefined;
};

describe('a command', () => {
  it.each([
    ['cat SOUL.md', ['read SOUL.md']],
    ['cat SOUL.md | grep -n key MEMORY.md', ['read SOUL.md', 'search MEMORY.md']],
    ["echo 'x y' > 'SOUL.md'", ['write SOUL.md']],
    ['echo x>>memory/2026-11-23.md', ['append memory/2026-11-23.md']],
    ['echo x >| SOUL.md 2>&1', ['write SOUL.md']],
    ['echo x &> out.txt', ['write out.txt']],
    ['tee -a SOUL.md < in.txt', ['read in.txt', 'append SOUL.md']],
    ['tee SOUL.md < in.txt', ['read in.txt', 'write SOUL.md']],
    ['touch SOUL.md', ['append SOUL.md']],
    ['chmod 600 SOUL.md', ['any 600', 'any SOUL.md']],
    ['git status -s', []],
    ['git log --oneline -- SOUL.md', ['list SOUL.md']],
    // Of a pattern for everything its folder is what it names.
    ["rm -rf '*'", ['remove .']],
    // What is handed over is no command.
    ["cat > a <<'EOF'\nrm SOUL.md\n> SOUL.md\nEOF", ['write a']],
    ['cat <<-EOF && rm b\n\trm SOUL.md\n\tEOF\nrm c', ['remove b', 'remove c']],
    ['cat <<A <<B\nrm a\nA\nrm b\nB\nrm c', ['remove c']],
    ['cp a b', ['read a', 'write b/a', 'write b']],
    ['mv SOUL.md old', ['remove SOUL.md', 'write old/SOUL.md', 'write old']],
    ['cd memory && rm 2026-11-20.md', ['remove memory/2026-11-20.md']],
    ['/bin/rm -f "SO"UL.md', ['remove SOUL.md']],
    ['cat SO\\UL.md', ['read SOUL.md']],
    ['ls', ['list .']],
    ['grep -r key', ['search .']],
    ['cat \\\nSOUL.md', ['read SOUL.md']],
    ["cat '5'>x", ['write x', 'read 5']],
    ['date +%F', []],
    // A folder may be gone into, or not: everything that a word may name then is named.
    ['cd /tmp && echo x > SOUL.md', ['write /tmp/SOUL.md']],
    ['cd /tmp; echo x > SOUL.md', ['write SOUL.md', 'write /tmp/SOUL.md']],
    ['cd /tmp || echo x > SOUL.md', ['write SOUL.md', 'write /tmp/SOUL.md']],
    ['cd /tmp | echo x > SOUL.md', ['write SOUL.md', 'write /tmp/SOUL.md']],
    ['cd /tmp & echo x > SOUL.md', ['write SOUL.md', 'write /tmp/SOUL.md']],
    ['false && cd /tmp\nrm a', ['remove a', 'remove /tmp/a']],
    ['true || cd /tmp && rm a', ['remove a', 'remove /tmp/a']],
    ['cd a; cd b && rm c', ['remove b/c', 'remove a/b/c']],
    ['cd a; cd b; rm c', ['remove c', 'remove a/c', 'remove b/c', 'remove a/b/c']],
    // Without a file it goes through the folder, whatever its pattern.
    ["grep --recursive ''", ['search .']],
    ["grep -d recurse ''", ['search recurse', 'search .']],
    ['grep -r -e key', ['search key', 'search .']],
  ])('%s is told', (line, all) => {
    expect(touched(line)).toEqual(all);
    expect(isTold(line)).toBe(true);
  });

  it.each([
    'npm test',
    './cat SOUL.md',
    'cat $HOME/SOUL.md',
    'cat *.md',
    'cat `ls`',
    'cat "$(ls)"',
    'cat <<EOF\n$(rm SOUL.md)\nEOF',
    'cat <<EOF\nE\\\nOF\nrm SOUL.md\nEOF',
    'cat <<EOF\nno end',
    'bash <<EOF\nrm SOUL.md\nEOF',
    'git status -v',
    'git log -p',
    'git -c core.pager=x log',
    'cd src && git status',
    'bash -c "rm SOUL.md"',
    'if true; then rm x; fi',
    '(rm SOUL.md)',
    '{ rm SOUL.md; }',
    'eval rm SOUL.md',
    "cat 'SOUL.md",
    'cd .. && cat a',
    'cp -t memory a',
    'PATH=. cat a',
    'cat ~/SOUL.md',
    'cat SOUL.m?',
    'date -f SOUL.md',
    'date -uf SOUL.md',
    'date --file SOUL.md',
    'date --ref SOUL.md',
    `${'cd a; '.repeat(20)}cat b`,
  ])('%s is not told', (line) => {
    expect(isTold(line)).toBe(false);
  });

  it('names what an unknown program is given', () => {
    expect(touched('sed -i s/a/b/ SOUL.md')).toContain('any SOUL.md');
    expect(touched('sort --output=SOUL.md x')).toContain('any SOUL.md');
  });

  it.each([
    'git commit -m "About MEMORY.md"',
    'gh pr create --title="About MEMORY.md"',
    'hg commit --message="About MEMORY.md"',
  ])('names nothing by its message: %s', (line) => {
    expect(readCommand(line).texts?.join(' ')).not.toContain('MEMORY.md');
  });

  it('is seen from the folder that it is run in', () => {
    const { touches } = readCommand('cat a; cd b && cat c /d', 'sub');
    expect(touches.map(({ path }) => path)).toEqual(['sub/a', 'sub/b/c', '/d']);
  });

  it('is read to its end, whatever it is', () => {
    forAll(fc.string({ unit: fc.constantFrom(...SIGNS) }), (line) => {
      readCommand(line);
      // What stands in quotes behind a redirection is a file, whatever stands before it.
      const reading = readCommand(`echo ok; echo x > 'SOUL.md'; ${line}`);
      expect(reading.touches[0]).toMatchObject({
        does: 'write',
        path: 'SOUL.md',
        text: undefined,
      });
    });
  });
});
