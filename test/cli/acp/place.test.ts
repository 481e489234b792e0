import { describe, expect, it } from 'vitest';

import { kindFor, editorWorkspaceOf } from '#cli/acp/place.ts';
import { givenOf } from '#cli/args/arguments.ts';
import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { MAIN, SHARED } from '#lib/spec/session-policy.ts';

const given = (values: Readonly<Record<string, string>> = {}, ...positionals: readonly string[]) =>
  givenOf(positionals, values);

describe('the kind of a session at an editor', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    clients: { zed: { session: 'main' }, other: { export: true } },
  } as const;

  it.each([
    [{}, 'nobody', SHARED],
    [{}, 'constructor', SHARED],
    [{}, 'Zed', SHARED],
    [{}, 'other', SHARED],
    [{}, 'zed', MAIN],
    [{ session: 'shared' }, 'zed', SHARED],
    [{ session: 'main' }, 'nobody', MAIN],
  ] as const)('with %o and the editor %s is %s', (values, editor, kind) => {
    expect(kindFor(given(values), settings, editor)).toBe(kind);
  });
});

describe('the workspace', () => {
  it('is the one that was named, else the folder of the editor', () => {
    expect(editorWorkspaceOf(given({}, '/a'), '/p')).toEqual({
      path: '/a',
      folder: '/p',
      isNamed: true,
    });
    expect(editorWorkspaceOf(given(), '/p')).toEqual({ path: '/p', folder: '/p', isNamed: false });
  });
});
