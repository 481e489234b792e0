/** What names in a trace stand for that are not absolute: kernels go to their workspace, and hold it open. */
import { describe, expect, it } from 'vitest';

import { parseTrace } from '#conform/witness/calls.ts';

/** The paths of each call, of a first process that begins in `/w`. */
const pathsIn = (...lines: readonly string[]): readonly (readonly string[])[] =>
  parseTrace(lines.join('\n'), '/w').map(({ paths }) => paths);

const UNLINK = 'unlink("a") = 0';
const FORK = '7 clone(child_stack=NULL, flags=SIGCHLD) = 8';

describe('a name that is not absolute', () => {
  it('is one of the folder in which its process is', () => {
    expect(
      pathsIn(
        `7 ${UNLINK}`,
        '7 chdir("ws") = 0',
        `7 ${UNLINK}`,
        '7 chdir("gone") = -1 ENOENT (No such file or directory)',
        `7 ${UNLINK}`,
        '7 fchdir(3</w/other>) = 0',
        '7 rename("a", "../b") = 0',
      ),
    ).toEqual([
      ['/w/a'],
      ['/w/ws'],
      ['/w/ws/a'],
      ['/w/ws/gone'],
      ['/w/ws/a'],
      ['/w/other'],
      ['/w/other/a', '/w/b'],
    ]);
  });

  it('is handed on to a child, also where that is seen before it was made', () => {
    const [, ...seen] = pathsIn(
      '7 chdir("/x") = 0',
      '7 vfork( <unfinished ...>',
      `8 ${UNLINK}`,
      '7 <... vfork resumed>) = 8',
      '8 chdir("/y") = 0',
      `7 ${UNLINK}`,
      `8 ${UNLINK}`,
    );
    expect(seen).toEqual([[], ['/x/a'], ['/y'], ['/x/a'], ['/y/a']]);
  });

  it('changes for all threads of a process', () => {
    const thread = FORK.replace('SIGCHLD', 'CLONE_VM|CLONE_FS|CLONE_FILES');
    expect(pathsIn(thread, '8 chdir("/y") = 0', `7 ${UNLINK}`).at(-1)).toEqual(['/y/a']);
    expect(pathsIn(FORK, '8 chdir("/y") = 0', `7 ${UNLINK}`).at(-1)).toEqual(['/w/a']);
  });

  it('goes through a descriptor that a process was handed', () => {
    const open = '7 openat(AT_FDCWD</w>, "/ws", O_RDONLY|O_DIRECTORY) = 5</ws>';
    const through = '8 unlink("/proc/self/fd/5/a") = 0';
    expect(pathsIn(open, FORK, through).at(-1)).toEqual(['/ws/a']);
    expect(pathsIn(FORK, open, through).at(-1)).toEqual(['/proc/self/fd/5/a']);
  });
});
