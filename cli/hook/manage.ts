/** `yamo hook install`, `uninstall` and `status`: our hooks in the settings of a host, as their owner asks for it. */
import process from 'node:process';
import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import { isForAll } from '#lib/hook/hook-command.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { HookSettings } from '#kernel/contract/boot-request.ts';
import { readSettings, settingsPlace } from '#kernel/contract/settings.ts';
import { disk } from '#kernel/fs/disk.ts';
import { inGit, planExclude, planInclude } from '#kernel/hook/exclude.ts';
import { forgetAllKept } from '#kernel/hook/forget.ts';
import { type HookFile, hookFile, readTogether, type HookScope } from '#kernel/hook/host-files.ts';
import {
  carryOutHook,
  hasMadeFolder,
  type HookChange,
  installedIn,
  planInstall,
  planUninstall,
  switchedOffIn,
} from '#kernel/hook/install.ts';
import { offersIn } from '#kernel/hook/offers.ts';
import { untoldSessions } from '#kernel/hook/untold.ts';
import { findProgram } from '#kernel/process/program.ts';
import type { Given } from '#cli/args/options.ts';
import { patchOf } from '#cli/io/patch.ts';
import { harmless, isInteractive, print, printError } from '#cli/io/terminal.ts';
import { isAgreed } from '#cli/session/agreed.ts';
import { entriesFor, isOnPath } from './entry.ts';
import { CAN_READ, hookLine, hookStatuses, listedLines, place, untoldLines } from './status.ts';

/** Runs the action. Throws HOOK_SETTINGS, SETTINGS_INVALID, STATE_… refusals. */
export const manageHooks = async (given: Given<'hook'>): Promise<number> => {
  const [action, name, ...more] = given.positionals;
  if (action === 'status' && name === undefined) return status(given);
  const host = HOST_NAMES.find((one) => one === name);
  if ((action !== 'install' && action !== 'uninstall') || host === undefined || more.length > 0)
    return misuse(
      `Say install HOST, uninstall HOST or status; a host is ${HOST_NAMES.join(', ')}.`,
    );
  if (given.flag('project') && given.flag('user'))
    return misuse('--project and --user exclude each other.');
  const scope = given.flag('project')
    ? 'project'
    : given.flag('user') || host === 'hermes' || host === 'openclaw'
      ? 'user'
      : 'local';
  const file = hookFile(host, scope, place(), process.cwd());
  if (file === undefined)
    return misuse(`${HOSTS[host].title} has its hooks for its user only: --user`);
  return action === 'install' ? install(file, given) : uninstall(file, given);
};

const misuse = (text: string): number => {
  printError(`${text}\nSee: yamo hook --help\n`);
  return EXIT.usage;
};

const install = async (file: HookFile, given: Given<'hook'>): Promise<number> => {
  const { hook } = await readSettings(disk, process.env, given.text('settings'));
  const { made, moved, notes } = await installation(file);
  const changes = [...made, ...moved];
  show(file, changes, given);
  if (given.flag('dry-run')) return EXIT.done;
  const isSpoken = !given.flag('json');
  const isChosen = given.flag('main') || (isSpoken && (await isChosenMain(file, hook)));
  for (const change of made) carryOutHook(change, true, place());
  for (const change of moved) carryOutHook(change, false, place());
  const mainText = isChosen ? await makeMain(hook, given.text('settings')) : '';
  if (!isSpoken) return EXIT.done;
  print(`${mainText}${installedText(file, changes)}\n${notes.join('')}`);
  const off = switchedOffIn(file, place(), process.cwd());
  if (off !== undefined) print(`But ${off}.\n`);
  print(threeLines(file, isChosen || isMainHere(hook)));
  await offer(file, hook, given.text('settings'));
  return EXIT.done;
};

interface Installation {
  readonly made: readonly HookChange[];
  /** Hooks of an earlier version, taken out of the file that is committed. */
  readonly moved: readonly HookChange[];
  readonly notes: readonly string[];
}

/** All that an installation changes, in an order in which nothing is unguarded in between, and what there is to say of it. */
const installation = async (file: HookFile): Promise<Installation> => {
  const [entry] = await entriesFor(file.host, file.scope);
  const change = planInstall(file, entry, place());
  const notes =
    file.scope === 'project' && !isOnPath()
      ? ['But `yamo` on your PATH is not this one: whoever has none on theirs is let pass.\n']
      : [];
  if (file.scope !== 'local') return { made: [change], moved: [], notes };
  const git = await inGit(file.path, place());
  if (git?.isTracked === true)
    throw new Refusal('HOOK_SETTINGS', {
      path: file.path,
      reason: 'it is committed, so it is not yours alone',
      advice: `Say for whom the hooks are: for all who work here (--project), or for you wherever you use ${HOSTS[file.host].title} (--user).`,
    });
  const exclude = git === undefined || git.isIgnored ? [] : [planExclude(git, place())];
  const earlier = earlierOf(file);
  const madeFolder = earlier.some((one) => hasMadeFolder(one, place()));
  const moved = earlier.map((one) => planUninstall(one, place()));
  return { made: [...exclude, { ...change, madeFolder }], moved, notes };
};

/** What an earlier version has put into the file that is committed: what lets nobody pass is not for all. */
const earlierOf = ({ host, path }: HookFile): readonly HookFile[] =>
  readTogether(host, place(), process.cwd()).filter((one) => {
    if (one.scope !== 'project' || one.path === path) return false;
    const commands = installedIn(one, place());
    return commands.length > 0 && !commands.some(isForAll);
  });

const uninstall = async (file: HookFile, given: Given<'hook'>): Promise<number> => {
  const isLocal = file.scope === 'local';
  const changes = [file, ...(isLocal ? earlierOf(file) : [])].map((one) =>
    planUninstall(one, place()),
  );
  const git = isLocal ? await inGit(file.path, place()) : undefined;
  if (git !== undefined) changes.push(planInclude(git, place()));
  show(file, changes, given);
  if (given.flag('dry-run')) return EXIT.done;
  for (const change of changes) carryOutHook(change, false, place());
  forgetAllKept(place());
  if (!given.flag('json')) print(uninstalledText(file, changes));
  return EXIT.done;
};

const uninstalledText = (file: HookFile, changes: readonly HookChange[]): string => {
  const changed = changes.filter(isChange).map(({ path }) => path);
  if (changed.length > 0) return `Taken back, in ${changed.join(' and ')}.\n`;
  const others = readTogether(file.host, place(), process.cwd()).filter(
    (one) => one.path !== file.path && installedIn(one, place()).length > 0,
  );
  return [
    `${file.path} has no hooks of yamo.\n`,
    ...others.map(
      (other) => `${other.path} has: yamo hook uninstall ${other.host}${optionOf(other)}\n`,
    ),
  ].join('');
};

/** What names the file on the command line. */
const optionOf = ({ host, scope }: HookFile): string =>
  scope === 'local' || host === 'hermes' || host === 'openclaw' ? '' : ` --${scope}`;

const isChange = ({ before, after }: HookChange): boolean => before !== after;

const show = (
  { host, scope }: HookFile,
  changes: readonly HookChange[],
  given: Given<'hook'>,
): void => {
  if (given.flag('json')) {
    for (const change of changes) {
      const { path } = change;
      const event = { event: 'hook', host, scope, path, changes: isChange(change) };
      print(`${JSON.stringify(event)}\n`);
    }
    return;
  }
  const patches = changes
    .filter(isChange)
    .map(({ path, before, after }) => ({ file: path.slice(1), before, after: after ?? '' }));
  print(harmless(patchOf(patches)));
};

const installedText = ({ path, host, scope }: HookFile, changes: readonly HookChange[]): string => {
  if (!changes.some(isChange)) return `${path} has the hooks already.`;
  const { program } = HOSTS[host];
  const absent =
    'path' in findProgram(program, process.env['PATH'] ?? '')
      ? ''
      : `\nBut there is no program ${program} on your PATH.`;
  const others = changes.filter((change) => isChange(change) && change.path !== path);
  const beside = others.map(
    (change) =>
      `\n${change.path} ${change.key === undefined ? 'has them no longer' : 'keeps it out of commits'}.`,
  );
  const note = NOTES[host];
  return `Installed, in ${path}${FOR[scope]}.${beside.join('')}${absent}${note === undefined ? '' : `\n${note}`}`;
};

const FOR: Readonly<Record<HookScope, string>> = {
  local: '',
  project: ', for all who work here: whoever has no yamo is let pass',
  user: '',
};

const NOTES: Readonly<Partial<Record<HostName, string>>> = {
  codex: 'Codex runs hooks that you have trusted: say so in /hooks.',
  gemini:
    'Gemini CLI reads the settings of a project in folders that it trusts; --user holds in all.',
  hermes: 'Hermes asks once for each hook, at its next start at a terminal.',
  openclaw:
    'Say who you are on its channels: the setting primaryHuman. Then restart the gateway: openclaw gateway restart',
};

/** What is held, what is not, and how to undo it. */
const threeLines = (file: HookFile, isChosen: boolean): string => {
  const { host, scope } = file;
  const where = scope === 'user' ? ` wherever you use ${HOSTS[host].title}` : ' here';
  const kind =
    scope === 'user' && !isChosen
      ? 'until you add a folder to hook.mainProjects, yamo treats it as shared: MEMORY.md stays closed'
      : isChosen
        ? 'sessions are main, and read MEMORY.md'
        : 'until you add this folder to hook.mainProjects, yamo treats it as shared: MEMORY.md stays closed';
  return [
    `Held: MEMORY.md, SOUL.md and the other files of a workspace${where}; ${kind}.`,
    'Not held: what a program or a tool does once the host runs it, and files that a prompt names (@file).',
    `To undo: yamo hook uninstall ${host}${optionOf(file)}`,
    '',
  ].join('\n');
};

const isMainHere = ({ mainProjects }: HookSettings): boolean =>
  mainProjects.includes(disk.realpath(process.cwd()));

/** Hosts without channels go by the folder, which is asked about once. */
const isChosenMain = async ({ host, scope }: HookFile, hook: HookSettings): Promise<boolean> => {
  if (HOSTS[host].who !== undefined || scope === 'user' || isMainHere(hook)) return false;
  return isAgreed(
    `Does nobody but you work with an agent in ${process.cwd()}? Then its sessions are main: they read MEMORY.md. Else they are shared. Main? [y/N] `,
  );
};

/** Names this folder as one in which only the primary human works, and says so. Throws SETTINGS_INVALID. */
const makeMain = async (hook: HookSettings, settingsFile: string | undefined): Promise<string> => {
  if (isMainHere(hook)) return '';
  const here = disk.realpath(process.cwd());
  await set(['hook', 'mainProjects'], [...hook.mainProjects, here], settingsFile);
  return `Sessions in ${here} are main, by ${settingsPlace(process.env, settingsFile)}.\n`;
};

const set = async (
  keys: readonly string[],
  value: unknown,
  settingsFile: string | undefined,
): Promise<void> => {
  const { changeSettings } = await import('#kernel/owner/settings-change.ts');
  changeSettings(disk, settingsPlace(process.env, settingsFile), keys, value);
};

/** Programs and tools that are found here, for shared sessions. Throws SETTINGS_INVALID. */
const offer = async (
  { host }: HookFile,
  hook: HookSettings,
  settingsFile: string | undefined,
): Promise<void> => {
  for (const line of listedLines(hook)) print(`${line}\n`);
  const found = offersIn(host, process.cwd(), place(), hook);
  for (const name of ['programs', 'tools'] as const) {
    if (found[name].length === 0) continue;
    const all = [...hook[name], ...found[name]];
    const words = harmless(found[name].join(', '));
    print(`Found here: ${words}. In shared sessions hook.${name} lets them run; ${CAN_READ}.\n`);
    if (!isInteractive())
      print(`To list them: yamo config set hook.${name} '${harmless(JSON.stringify(all))}'\n`);
    else if (await isAgreed(`List ${words} in hook.${name}? [y/N] `))
      await set(['hook', name], all, settingsFile);
  }
};

const status = async (given: Given<'hook'>): Promise<number> => {
  const all = await hookStatuses();
  const { hook } = await readSettings(disk, process.env, given.text('settings'));
  if (given.flag('json')) {
    for (const one of all) print(`${JSON.stringify({ event: 'hook', ...one })}\n`);
    const { programs, tools } = hook;
    if (listedLines(hook).length > 0)
      print(`${JSON.stringify({ event: 'listed', programs, tools, detail: CAN_READ })}\n`);
    for (const one of untoldSessions(place()))
      print(`${JSON.stringify({ event: 'untold', ...one })}\n`);
  } else {
    if (all.length === 0) print('No hooks are installed here or for you: yamo hook install HOST\n');
    for (const line of [...all.map(hookLine), ...listedLines(hook)]) print(`${line}\n`);
    for (const line of untoldLines(untoldSessions(place()))) print(`${line}\n`);
  }
  return all.some(({ state }) => state !== 'installed') ? EXIT.refused : EXIT.done;
};
