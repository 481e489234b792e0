import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { scribe } from '#kernel/agent/program.ts';
import { DEFAULT_SETTINGS } from '#kernel/boot-request.ts';
import { viewOf } from '#kernel/sandbox/session-view.ts';
import { refusalOf } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const folder = (name: string): string => {
  const path = freshPath(name);
  mkdirSync(path, { recursive: true });
  return path;
};

const parts = (write: readonly string[], read: readonly string[] = []) => ({
  kind: 'main' as const,
  workspace: folder('ws'),
  state: folder('state'),
  scratch: folder('scratch'),
  program: { ...scribe(), builtIn: false },
  settings: { ...DEFAULT_SETTINGS, agentPaths: { read, write } },
  settingsFile: undefined,
  environment: { HOME: folder('home') },
});

describe('the view of a session', () => {
  it('names nothing that lies in a writable folder: it could lead elsewhere the next time', () => {
    const outer = folder('outer');
    const inner = join(outer, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    const { readable, writable } = viewOf(parts([inner, outer], [inner]));
    expect(writable).toEqual([outer]);
    expect(readable.filter((path) => path.startsWith(outer))).toEqual([]);
  });

  it('lets nobody write to its scratch folder but its session', () => {
    const given = parts([]);
    const settings = { ...DEFAULT_SETTINGS, agentPaths: { write: [join(given.scratch, '..')] } };
    expect(refusalOf(() => viewOf({ ...given, settings }))).toBe('VIEW_EXPOSES');
  });
});
