/**
 * What the hook itself rests on: the kernel's state, the owner's settings, and the files in which hosts are told to ask
 * it. An agent that could write there would switch it off.
 */
import { HOST_NAMES } from '#lib/hook/event.ts';
import { settingsPlace } from '#kernel/contract/settings.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { readTogether } from './host-files.ts';
import type { Machine } from './machine.ts';
import { type ResolvedPath, resolveLinks } from './place.ts';

/** Where hosts look for hooks in any folder that they are started in. */
const IN_PROJECTS =
  /\/\.(?:claude\/settings(?:\.local)?\.json|codex\/(?:hooks\.json|config\.toml)|gemini\/settings\.json)$/;

/** What an absolute path is to the hook. */
export type OwnFile = 'state' | 'settings' | undefined;

export class OwnFiles {
  readonly #state: string;
  readonly #settings: readonly string[];

  constructor(machine: Pick<Machine, 'disk' | 'environment'>, project: string) {
    const { environment, disk } = machine;
    const files = HOST_NAMES.flatMap((host) => readTogether(host, machine, project));
    const settings = [settingsPlace(environment), ...files.map(({ path }) => path)];
    const known = new Map<string, string>();
    this.#state = resolveLinks(disk, xdgFolder('XDG_STATE_HOME', environment), known);
    this.#settings = [
      ...new Set(settings.flatMap((path) => [path, resolveLinks(disk, path, known)])),
    ];
  }

  at({ full, real }: Pick<ResolvedPath, 'full' | 'real'>): OwnFile {
    return this.#at(full) ?? this.#at(real);
  }

  #at(path: string): OwnFile {
    if (path === this.#state || path.startsWith(`${this.#state}/`)) return 'state';
    return this.#settings.includes(path) || IN_PROJECTS.test(path) ? 'settings' : undefined;
  }

  /** What of it a folder holds. */
  below({ real: path }: Pick<ResolvedPath, 'real'>): OwnFile {
    const folder = path === '/' ? path : `${path}/`;
    if (this.#state.startsWith(folder)) return 'state';
    const isHost = /\/\.(?:claude|codex|gemini)$/.test(path);
    return isHost || this.#settings.some((file) => file.startsWith(folder))
      ? 'settings'
      : undefined;
  }
}
