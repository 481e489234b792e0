/** `yamo config`: the owner's settings, looked at, changed and checked. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { parsedJson } from '#lib/text/json.ts';
import { readSettings, settingsPlace } from '#kernel/contract/settings.ts';
import { meant, namesAt } from '#kernel/contract/settings-text.ts';
import { disk } from '#kernel/fs/disk.ts';
import { changeSettings, ensureSettings } from '#kernel/owner/settings-change.ts';
import { openEditor } from '#kernel/process/standard-streams.ts';
import type { Given } from '#cli/args/options.ts';
import { isInteractive, print, printError, styled } from '#cli/io/terminal.ts';

/** Runs the action. Throws SETTINGS_INVALID, with the line, what is allowed there, and what was probably meant. */
export const config = async (given: Given<'config'>): Promise<number> => {
  const [action, key, value, ...more] = given.positionals;
  const place = settingsPlace(process.env, given.text('settings'));
  if (more.length > 0) return misuse('That is more than a key and a value.');
  if (key?.split('.').includes('') === true)
    return misuse('A key is a name, or several with a dot between them: hook.programs.');
  switch (action) {
    case 'get':
      return value === undefined ? get(key, given) : misuse('get takes a key.');
    case 'set':
      return key === undefined || value === undefined
        ? misuse('set takes a key and a value.')
        : told(set(place, key, value));
    case 'edit':
      return key === undefined ? told(await edit(place, given)) : misuse('edit takes no key.');
    case 'check':
      return key === undefined ? check(place, given) : misuse('check takes no key.');
    case undefined:
    default:
      return misuse('Say get [KEY], set KEY VALUE, edit or check.');
  }
};

/** Sessions of a daemon begin with the settings of then; what could not be served for them is tried again. */
const told = async (exit: number): Promise<number> => {
  const { tellDaemon } = await import('#cli/daemon/beside.ts');
  if (exit === EXIT.done) await tellDaemon('config', undefined);
  return exit;
};

const misuse = (text: string): number => {
  printError(`${text}\nSee: yamo config --help\n`);
  return EXIT.usage;
};

/** What holds now: as it is written, or by default. */
const get = async (key: string | undefined, given: Given<'config'>): Promise<number> => {
  const settings = await readSettings(disk, process.env, given.text('settings'));
  let found: unknown = settings;
  const path: string[] = [];
  for (const name of key === undefined ? [] : key.split('.')) {
    const fields = new Map<string, unknown>(
      typeof found === 'object' && found !== null ? Object.entries(found) : [],
    );
    if (!fields.has(name)) {
      if (namesAt(path).includes(name)) return show(undefined);
      return misuse(`There is no setting ${[...path, name].join('.')}${meant(path, name)}`);
    }
    found = fields.get(name);
    path.push(name);
  }
  return show(found);
};

/** What is not set and has no default is an empty line. */
const show = (value: unknown): number => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  print(`${text ?? ''}\n`);
  return EXIT.done;
};

const set = (place: string, key: string, text: string): number => {
  changeSettings(disk, place, key.split('.'), valueOf(text));
  print(`${styled('green', '✓')} ${key}, in ${place}\n`);
  return EXIT.done;
};

/** JSON, or a text as it is. */
const valueOf = (text: string): unknown => {
  const value = parsedJson(text);
  return value === undefined ? text : value;
};

const edit = async (place: string, given: Given<'config'>): Promise<number> => {
  if (!isInteractive()) return misuse('An editor wants a terminal.');
  ensureSettings(disk, place);
  const { name, code } = openEditor(place, process.env);
  if (code === undefined)
    return misuse(`The editor ${name} cannot be started: name one in VISUAL or EDITOR.`);
  if (code !== 0) printError(`The editor ${name} ended with ${code}.\n`);
  const exit = await check(place, given);
  return code === 0 ? exit : EXIT.refused;
};

const check = async (place: string, given: Given<'config'>): Promise<number> => {
  await readSettings(disk, process.env, given.text('settings'));
  const isThere = disk.lstat(place) !== undefined;
  print(
    isThere
      ? `${styled('green', '✓')} ${place} is in order.\n`
      : `There is no ${place}: the defaults hold.\n`,
  );
  return EXIT.done;
};
