/** Other programs that look through folders of Markdown, installed from the registry into the place of the bench. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Corpus } from './corpus.ts';
import type { Place } from './place.ts';
import type { Task } from './timed.ts';

const VERSIONS = {
  'markdownlint-cli2': '0.24.1',
  'remark-cli': '12.0.1',
  'remark-preset-lint-recommended': '7.0.1',
  secretlint: '13.0.6',
  '@secretlint/secretlint-rule-preset-recommend': '13.0.7',
} as const;

const SECRETLINT_RULES = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }],
};

/** Exit codes of linters: nothing found, something found. */
const LINTED = [0, 1];

export interface Peer {
  readonly name: string;
  /** It takes a minute for the large tree. */
  readonly isSlow: boolean;
  readonly on: (corpus: Corpus) => Task;
}

/** Installs the peers below `place`; node_modules then lies above every corpus in it. Needs the registry. */
export const installPeers = (place: Place): readonly Peer[] => {
  const root = join(place.folder, 'peers');
  mkdirSync(root);
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ private: true, dependencies: VERSIONS }),
  );
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const rules = join(root, 'secretlint.json');
  writeFileSync(rules, JSON.stringify(SECRETLINT_RULES));
  const preset = join(root, 'node_modules/remark-preset-lint-recommended/index.js');
  return [
    peer(root, 'markdownlint-cli2', true, {
      args: ['**/*.md'],
      sign: /^Summary: \d+ issues? in \d+ files?$/m,
    }),
    peer(root, 'remark-cli', true, {
      args: ['.', '--use', preset, '--no-config', '--no-stdout'],
      sign: / warnings?$/m,
    }),
    peer(root, 'secretlint', false, {
      args: ['--secretlintrc', rules, '**/*'],
      sign: /^✖ \d+ problems?/m,
    }),
  ];
};

const peer = (
  root: string,
  name: keyof typeof VERSIONS,
  isSlow: boolean,
  { args, sign }: Pick<Task, 'args' | 'sign'>,
): Peer => {
  const program = programOf(root, name);
  return {
    name: `${name} ${VERSIONS[name]}`,
    isSlow,
    on: ({ path }) => ({ args: [program, ...args], cwd: path, sign, exits: LINTED }),
  };
};

/** The script that `npx` would run, without npx. */
const programOf = (root: string, name: string): string => {
  const folder = join(root, 'node_modules', name);
  const { bin }: { bin: string | Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const script = typeof bin === 'string' ? bin : Object.values(bin)[0];
  if (script === undefined) throw new Error(`${name} names no program`);
  return join(folder, script);
};
