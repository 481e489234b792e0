/** What an owner is offered to list for shared sessions: the programs that a project is built with. */
import { expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { offersIn } from '#kernel/hook/offers.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

it.each<readonly [Readonly<Record<string, string>>, readonly string[]]>([
  [{ 'package.json': '{"packageManager":"pnpm@10.1.0"}' }, ['pnpm']],
  [{ 'package.json': '{}', 'yarn.lock': '' }, ['yarn']],
  [{ 'package.json': '{}' }, ['npm']],
  [{ 'package.json': '{"packageManager":7}', Makefile: '' }, ['npm', 'make']],
  [{ 'pyproject.toml': '[tool.uv]\n' }, ['uv']],
  [{ 'pyproject.toml': '' }, ['python']],
  [{}, []],
])('of %j are %j', (files, programs) => {
  const place = { disk, environment: { HOME: '/nowhere' } };
  const listed = { programs: [], tools: [] };
  const offers = offersIn('claude-code', makeWorkspace(files).path, place, listed);
  expect(offers).toEqual({ programs, tools: [] });
});
