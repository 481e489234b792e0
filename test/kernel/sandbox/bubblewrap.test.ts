/** What bubblewrap is told. What a process in the view can do then is tried in test/attack. */
import { describe, expect, it } from 'vitest';

import { bubblewrap } from '#kernel/sandbox/bubblewrap.ts';
import type { View } from '#kernel/sandbox/view.ts';

const VIEW: View = {
  readable: ['/usr/lib/x', '/usr'],
  links: [{ path: '/bin', target: 'usr/bin' }],
  writable: ['/home/ada/ws'],
  scratch: '/home/ada',
  copies: undefined,
  network: 'none',
  directory: '/home/ada',
  environment: { HOME: '/home/ada' },
};

const enclosed = (more: Partial<View> = {}) =>
  bubblewrap('/usr/bin/bwrap', 'x64').enclose({ ...VIEW, ...more }, '/bin/sh', ['-c', 'x']);

/** The options, as bubblewrap reads them from its first input. */
const optionsOf = (more: Partial<View> = {}): readonly string[] =>
  Buffer.from(enclosed(more).inputs?.[0] ?? [])
    .toString()
    .split('\0');

const has = (options: readonly string[], ...wanted: readonly string[]): boolean =>
  options.some((_, at) => wanted.every((one, index) => options[at + index] === one));

describe('a view of bubblewrap', () => {
  it.each([
    [['--unshare-user']],
    [['--unshare-pid']],
    [['--unshare-ipc']],
    [['--unshare-uts']],
    [['--unshare-net']],
    [['--disable-userns']],
    [['--cap-drop', 'ALL']],
    [['--new-session']],
    [['--die-with-parent']],
    [['--seccomp', '4']],
    [['--remount-ro', '/proc']],
    [['--remount-ro', '/dev']],
    [['--remount-ro', '/']],
    [['--ro-bind', '/usr', '/usr']],
    [['--bind', '/home/ada/ws', '/home/ada/ws']],
    [['--symlink', 'usr/bin', '/bin']],
    [['--chdir', '/home/ada']],
  ])('is told %j', (wanted) => {
    expect(has(optionsOf(), ...wanted)).toBe(true);
  });

  it('has a network only where the view has one', () => {
    expect(optionsOf({ network: 'all' })).not.toContain('--unshare-net');
    expect(optionsOf({ network: ['example.net'] })).toContain('--unshare-net');
  });

  it('shows a folder before what lies in it, and makes /dev and the root read-only after all mounts', () => {
    const options = optionsOf({ readable: [...VIEW.readable, '/home'] });
    const at = (path: string): number => options.lastIndexOf(path);
    expect(at('/usr')).toBeLessThan(at('/usr/lib/x'));
    // What is shown around it would make it read-only.
    expect(at('/home')).toBeLessThan(at('/home/ada/ws'));
    expect(at('/home/ada/ws')).toBeLessThan(options.lastIndexOf('--remount-ro'));
  });

  it('gets nothing of the environment of the kernel, and no option among its arguments', () => {
    const { environment, args } = enclosed();
    expect(environment).toEqual({});
    expect(args).toEqual(['--args', '3', '--', '/bin/sh', '-c', 'x']);
  });
});
