import { afterEach, describe, expect, it, vi } from 'vitest';

import { report } from '#cli/io/report.ts';

const failed = (code: string, syscall: string, path?: string): Error =>
  Object.assign(new Error(`${code}: it failed`), { code, syscall, ...(path && { path }) });

const told = (error: unknown): { readonly code: number; readonly text: string } => {
  const text: unknown[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((one) => text.push(one) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((one) => text.push(one) > 0);
  return { code: report(error, true), text: text.join('') };
};

afterEach(() => vi.restoreAllMocks());

describe('what the machine does not let be done, where no step expected it', () => {
  it.each([
    [failed('EMFILE', 'open', '/etc/hosts'), 'MACHINE_FAILED', 'ulimit -n'],
    [failed('ENFILE', 'uv_spawn', 'git'), 'MACHINE_FAILED', 'fs.file-max'],
    [failed('EIO', 'read'), 'MACHINE_FAILED', 'dmesg'],
    [failed('ENOMEM', 'uv_spawn', 'git'), 'MACHINE_FAILED', 'memory'],
    [failed('ENOENT', 'uv_os_get_passwd'), 'MACHINE_FAILED', 'Put that right'],
    [failed('ENOENT', 'uv_cwd'), 'FOLDER_GONE', 'cd to a folder'],
  ])('%s', (error, code, remedy) => {
    const { code: exit, text } = told(error);
    expect([exit, JSON.parse(text)]).toEqual([
      4,
      expect.objectContaining({ code, remedy: expect.stringContaining(remedy) }),
    ]);
  });

  it('is no excuse for a mistake of ours', () => {
    const { code, text } = told(new TypeError('x is not a function'));
    expect([code, text]).toEqual([70, expect.stringContaining('bug in yamo')]);
  });
});
