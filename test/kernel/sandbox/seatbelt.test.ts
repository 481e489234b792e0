import { describe, expect, it } from 'vitest';

import { profileOf, seatbelt } from '#kernel/sandbox/seatbelt.ts';
import type { View } from '#kernel/sandbox/view.ts';

const VIEW: View = {
  readable: ['/usr', '/Users/ada/a "quoted" \\ path'],
  links: [],
  writable: ['/Users/ada/out'],
  scratch: '/private/tmp/scratch',
  copies: { folder: '/Users/ada/robin', files: [] },
  network: 'none',
  directory: '/Users/ada/robin',
  environment: { HOME: '/private/tmp/scratch' },
};

describe('the profile of Seatbelt', () => {
  it('denies first, and allows what the view names and nothing else', () => {
    const lines = profileOf(VIEW).split('\n');
    expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
    const paths = (rule: string) => lines.filter((line) => line.startsWith(`(allow ${rule} (sub`));
    expect(paths('file-read*')).toEqual([
      '(allow file-read* (subpath "/usr") (subpath "/Users/ada/a \\"quoted\\" \\\\ path") (subpath "/Users/ada/out") (subpath "/private/tmp/scratch"))',
    ]);
    expect(paths('file-write*')).toEqual([
      '(allow file-write* (subpath "/Users/ada/out") (subpath "/private/tmp/scratch"))',
    ]);
  });

  it('closes no parenthesis and no text that a path opens', () => {
    const profile = profileOf({ ...VIEW, readable: ['/a") (allow default) ("'] });
    const outside = profile.replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
    expect(outside).not.toContain('allow default');
    expect(outside.split('(').length).toBe(outside.split(')').length);
  });

  it('opens the network by the settings only', () => {
    expect(profileOf(VIEW)).not.toContain('network');
    expect(profileOf({ ...VIEW, network: 'all' })).toContain('(allow network-outbound');
  });

  it('starts where the view has something: the folder of copies is not there', () => {
    expect(seatbelt.enclose(VIEW, '/bin/sh', [])).toMatchObject({
      program: '/usr/bin/sandbox-exec',
      directory: '/private/tmp/scratch',
    });
  });
});
