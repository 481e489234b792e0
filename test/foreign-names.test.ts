/**
 * Nothing of this project tells anyone to run what a stranger may publish. Nothing is published yet, so not even the
 * package's own name is run from a registry: yamo comes from its repository.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { PRESETS } from '#kernel/programs/presets.ts';

import manifest from '../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');

/** Folders that git does not keep, the list of what the registry gave us, and the examples below. */
const LEFT_OUT =
  /(?:^|\/)(?:node_modules|dist|coverage|\.git)(?:\/|$)|^site\/|^(?:package-lock\.json|test\/foreign-names\.test\.ts)$/u;

const FETCHES =
  /\b(?:npx|bunx|npm (?:x|exec|i|install|add)|(?:pnpm|yarn) (?:dlx|add|install|global add))((?: +-{1,2}[\w-]+(?:[= ]"\$[^"]*")?)*) +(["'`]?)([@\w.$][^\s"'`]*)\2/gu;
const ADDRESSES =
  /(?<![\w.-])yamo@v?\d[\d.]*|\b(?:unpkg\.com|jsdelivr\.net|npmjs\.com\/package|(?:github|gitlab)\.com)\/yamo\b/gu;
const USES = /\buses: *(\S+)/gu;

/** Packages that somebody else publishes and our pages name on purpose. */
const OF_OTHERS = new Set(PRESETS.map(({ install }) => install.split(' ').at(-1) ?? ''));

/** What a coder runs in a day, as examples of what a hook is asked. */
const OF_CODERS = new Set(['eslint', 'prettier', 'rimraf', 'tsc']);

/** What a release is made with, by its exact version and no other. */
const OF_RELEASES = /^@(?:vscode\/vsce|cyclonedx\/cyclonedx-npm)@\d+\.\d+\.\d+$/u;

/** A path of this clone, and a program that `npm ci` puts into it, are never looked up in a registry. */
const isKnown = (word: string): boolean =>
  word === '.' ||
  word.startsWith('./') ||
  word === '$YAMO' ||
  Object.hasOwn(manifest.devDependencies, word) ||
  OF_CODERS.has(word) ||
  OF_RELEASES.test(word) ||
  OF_OTHERS.has(word.replace(/@[\d.]+$/u, ''));

/** What a text tells its reader to run that is not ours and not known to us. */
const strangersIn = (text: string): readonly string[] => [
  ...[...text.matchAll(FETCHES)].map(([, , , word = '']) => word).filter((word) => !isKnown(word)),
  ...[...text.matchAll(ADDRESSES)].map(([word]) => word),
  ...[...text.matchAll(USES)]
    .map(([, word = '']) => word)
    .filter((word) => !/^(?:actions|github)\/|^</u.test(word)),
];

const texts = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  .filter((file) => !LEFT_OUT.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

describe('names that are not ours', () => {
  it.each([
    ['npx yamo audit'],
    ['npx --yes yamo@1 audit'],
    ['npx "yamo"'],
    ['npm install -g yamo'],
    ['npm i --prefix "$HOME/x" yamo'],
    ['pnpm dlx yamo'],
    ['npm exec yamo'],
    ['yamo@0.2.0'],
    ['https://unpkg.com/yamo'],
    ['uses: yamo/yamo@v1'],
  ])('are seen in %s', (line) => {
    expect(strangersIn(line)).not.toEqual([]);
  });

  it('stand in no file as something to run', () => {
    expect(texts.length).toBeGreaterThan(500);
    const strangers = texts.flatMap(({ file, text }) =>
      strangersIn(text).map((name) => `${file}: ${name}`),
    );
    expect(strangers).toEqual([]);
  });

  it('are not the name of the package, which has the scope of its authors', () => {
    expect([manifest.name, Object.keys(manifest.bin)]).toEqual(['@soverane/yamo', ['yamo']]);
  });
});
