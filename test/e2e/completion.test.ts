/** `yamo completion`: in the shells themselves, by what a Tab makes of a line. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { beforeAll, describe, expect, it } from 'vitest';

import { ACTIONS } from '#cli/memory/actions.ts';
import { type Shell, SHELLS } from '#cli/args/completion.ts';
import { COMMANDS, type CommandTable } from '#cli/args/options.ts';
import { HOST_NAMES } from '#lib/hook/event.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly, yamo } from '#test/support/yamo.ts';

const isThere = (...names: readonly string[]): boolean =>
  names.every((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);

const missing: Readonly<Record<Shell, boolean>> = {
  bash: skipLoudly(!isThere('bash', 'script'), 'completion in bash (needs script of util-linux)'),
  zsh: skipLoudly(!isThere('zsh', 'script'), 'completion in zsh'),
  fish: skipLoudly(!isThere('fish'), 'completion in fish'),
};

/** What is typed, a Tab for each `⇥`, and what the program is given. */
const LINES: readonly (readonly [string, readonly string[]])[] = [
  ['yamo compl⇥', ['completion']],
  ['yamo completion fi⇥', ['completion', 'fish']],
  ['yamo --vers⇥', ['--version']],
  ['yamo boot --sess⇥ sha⇥', ['boot', '--session', 'shared']],
  ['yamo boot --session=sha⇥', ['boot', '--session=shared']],
  ['yamo boot --settings mys⇥', ['boot', '--settings', 'mysettings.json']],
  ['yamo audit con⇥', ['audit', 'configs']],
  ['yamo hook inst⇥ claude⇥ --dry⇥', ['hook', 'install', 'claude-code', '--dry-run']],
  ['yamo hook --host gem⇥ inst⇥ cod⇥', ['hook', '--host', 'gemini', 'install', 'codex']],
  ['yamo config se⇥ shell.ma⇥', ['config', 'set', 'shell.main']],
  ['yamo config get writeD⇥', ['config', 'get', 'writeDownAtEnd']],
  ['yamo mesh syn⇥', ['mesh', 'sync']],
  ['yamo memory cur⇥', ['memory', 'curate']],
  ['yamo memory show con⇥', ['memory', 'show', 'configs']],
  ['yamo credentials sc⇥', ['credentials', 'scan']],
];

const folder = freshPath('completion');
const scripts = freshPath('scripts');

beforeAll(async () => {
  // A file whose name begins as an action does must not stand in its way.
  mkdirSync(join(folder, 'configs'), { recursive: true });
  mkdirSync(scripts);
  for (const file of ['mysettings.json', 'set-of-files', 'sync.log', 'install.sh'])
    writeFileSync(join(folder, file), '');
  for (const shell of SHELLS) {
    const { stdout } = await yamo(['completion', shell]);
    writeFileSync(join(scripts, shell), stdout);
  }
});

const START = {
  bash: ['bash --norc --noprofile -i', "bind 'set enable-bracketed-paste off'"],
  zsh: ['zsh -f -i', 'unset zle_bracketed_paste; autoload -U compinit; compinit -D -u'],
} as const;

/** What the program is given at a terminal of the shell, for each of the lines. */
const typed = (shell: keyof typeof START, lines: readonly string[]): readonly string[] => {
  const [command, setting] = START[shell];
  const input = [
    `PS1=; ${setting}`,
    `yamo() { printf 'GIVEN'; printf ' <%s>' "$@"; echo; }`,
    `source ${join(scripts, shell)}`,
    ...lines.map((line) => line.replaceAll('⇥', '\t')),
    'exit',
    '',
  ].join('\n');
  const { stdout } = spawnSync('sh', ['-c', 'exec script -qec "$1" /dev/null', 'sh', command], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: scripts, TERM: 'dumb' },
  });
  return [...stdout.matchAll(/^GIVEN ([^\r\n]*)/gm)].map(([, words = '']) =>
    words.replaceAll('/>', '>'),
  );
};

const given = LINES.map(([, words]) => words.map((word) => `<${word}>`).join(' '));

describe('a Tab', () => {
  it.skipIf(missing.bash)('in bash', () => {
    const lines = LINES.map(([line]) => line);
    expect(typed('bash', lines)).toEqual(given);
  });

  it.skipIf(missing.zsh)('in zsh', () => {
    const lines = LINES.map(([line]) => line);
    expect(typed('zsh', lines)).toEqual(given);
  });

  it.skipIf(missing.fish)('in fish', () => {
    for (const [line, words] of LINES) {
      // The last word, with all before it as the person has let them be completed.
      const before = words.slice(0, -1).join(' ');
      const begun = /(\S*)⇥$/.exec(line)?.[1] ?? '';
      const typedSoFar = `yamo ${before} ${begun}`.replace(/ +/g, ' ');
      const { stdout, stderr } = spawnSync(
        'fish',
        ['--no-config', '-c', `source ${join(scripts, 'fish')}; complete -C '${typedSoFar}'`],
        { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: scripts } },
      );
      const offered = stdout.split('\n').map((one) => one.replace(/\t.*/, '').replace(/\/$/, ''));
      expect({ line, stderr, offered: offered.filter((one) => one !== '') }).toEqual({
        line,
        stderr: '',
        offered: [words.at(-1)],
      });
    }
  });
});

const actionsOf = ({ positional }: CommandTable): readonly string[] =>
  Object.keys(positional?.actions ?? {});

describe('the words of a command', () => {
  it('are those that it takes', () => {
    expect(actionsOf(COMMANDS.memory)).toEqual(Object.keys(ACTIONS));
    expect(actionsOf(COMMANDS.completion)).toEqual(SHELLS);
    expect(COMMANDS.hook.options.host.choices).toEqual(HOST_NAMES);
  });

  it('are all in its help', () => {
    const tables = Object.entries<CommandTable>(COMMANDS);
    const silent = tables.flatMap(([name, table]) =>
      actionsOf(table)
        .filter((action) => !new RegExp(`\\b${action}\\b`).test(table.positional?.describe ?? ''))
        .map((action) => `${name} ${action}`),
    );
    expect(tables.flatMap(([, table]) => actionsOf(table)).length).toBeGreaterThan(25);
    expect(silent).toEqual([]);
  });

  it('name no shell that there is no script for', async () => {
    for (const args of [['completion'], ['completion', 'tcsh']]) {
      const { code, stdout, stderr } = await yamo(args);
      expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: '' });
      expect(stderr).toContain('bash, zsh, fish');
    }
  });
});
