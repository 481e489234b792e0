/** Options that a command hands on to one that systemd or cron starts, which is in another folder. */
import { resolve } from 'node:path';
import type { ValueOptions } from './options.ts';

/** Options whose value is a path. */
const PATHS: ReadonlySet<string> = new Set(['settings', 'tls-cert', 'tls-key']);

/** As they were given, with the paths in them made absolute. */
export const passedOn = <Name extends string>(
  given: ValueOptions<Name>,
  names: readonly Name[],
): readonly string[] =>
  names.flatMap((name) => {
    const value = given.text(name);
    if (value === undefined) return [];
    if (PATHS.has(name)) return [`--${name}`, resolve(value)];
    const isRelative = /^\.{1,2}\//;
    const words = value.split(' ').map((word) => (isRelative.test(word) ? resolve(word) : word));
    return [`--${name}`, name === 'agent' ? words.join(' ') : value];
  });
