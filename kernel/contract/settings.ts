/** The owner's settings (schemas/settings.schema.json): outside the workspace, since the agent can write there. */
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { DEFAULT_SETTINGS, type Settings } from './boot-request.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { type Environment, xdgFolder } from '#kernel/process/xdg.ts';

/** Where the settings are: at `path`, or at the default place. */
export const settingsPlace = (environment: Environment, path?: string): string =>
  path ?? join(xdgFolder('XDG_CONFIG_HOME', environment), 'settings.json');

/** Reads the settings at `path`, or at the default place, where they may be absent. Throws SETTINGS_INVALID. */
export const readSettings = async (
  disk: Disk,
  environment: Environment,
  path?: string,
): Promise<Settings> => {
  const place = settingsPlace(environment, path);
  const text = read(disk, place, path === undefined);
  if (text === undefined) return DEFAULT_SETTINGS;
  const { isSettings, settingsFaults } = await import('./settings-schema.ts');
  const value = await valueIn(text, place);
  if (!isSettings(value)) {
    const { explainedFault: explained } = await import('./settings-text.ts');
    const reason = explained(text, settingsFaults());
    throw new Refusal('SETTINGS_INVALID', { path: place, reason });
  }
  const { shell, mesh, hook, curation } = DEFAULT_SETTINGS;
  return {
    ...DEFAULT_SETTINGS,
    ...value,
    shell: { ...shell, ...value.shell },
    mesh: { ...mesh, ...value.mesh },
    hook: { ...hook, ...value.hook },
    curation: { ...curation, ...value.curation },
  };
};

/** Most are plain JSON, which needs no parser of ours. */
const valueIn = async (text: string, path: string): Promise<unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    const { parsedSettings } = await import('./settings-text.ts');
    const parsed = parsedSettings(text);
    if ('fault' in parsed) throw new Refusal('SETTINGS_INVALID', { path, reason: parsed.fault });
    return parsed.value;
  }
};

const read = (disk: Disk, path: string, mayBeAbsent: boolean): string | undefined => {
  try {
    const fd = disk.open(path, OPEN.follow);
    try {
      return readAll(disk, fd, Number(disk.fstat(fd).size)).toString('utf8');
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === undefined) throw error;
    if (reason === 'ENOENT' && mayBeAbsent) return undefined;
    throw new Refusal('SETTINGS_INVALID', { path, reason });
  }
};

/** May turns of main sessions get places of memory unasked? */
export const recalls = ({ mesh, recall }: Settings): boolean => mesh.recall ?? recall !== false;
