import { describe, expect, it } from 'vitest';

import { Refusal } from '#lib/spec/refusals.ts';
import { folderOf } from '#cli/args/host.ts';

describe('what is to be a folder', () => {
  it.each([
    's3://logbook/agents/main',
    's3://logbook',
    'S3://Logbook/x',
    's3:/logbook/x',
    's3:logbook',
    'gs://logbook/x',
    'https://example.org/w',
    'file:///tmp/w',
    'git+ssh://example.org/w.git',
    'az://logbook/x',
  ])('is not the address %s', (address) => {
    expect(() => folderOf(address)).toThrow(new Refusal('PLACE_ADDRESS', { address }));
  });

  it('is named without the password of an address', () => {
    expect(() => folderOf('https://ada:hush@example.org/w')).toThrow(
      new Refusal('PLACE_ADDRESS', { address: 'https://example.org/w' }),
    );
  });

  it.each(['.', '/srv/w', '~/w', 's3', 's3/b', 'a:b', '12:30', './s3:/b', 'C:/w', 'a//b'])(
    'may be %s',
    (path) => {
      expect(folderOf(path)).toBe(path);
    },
  );
});
