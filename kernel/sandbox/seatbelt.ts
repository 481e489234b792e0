/**
 * Holding a process on macOS with Seatbelt, by `sandbox-exec`: what the profile does not allow is denied. Names, sizes and
 * dates of files can be seen, their contents cannot. There are no mounts, so the copies of a view are not there.
 * Written from what is published about the profile language, and never run: a session rests on `probe`, not on this.
 */
import type { Network } from '#kernel/contract/boot-request.ts';
import type { Mechanism, View } from './view.ts';

const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

/** What programs need of the system to start and to look names and users up; services that act for others are not here. */
const ALWAYS = [
  '(version 1)',
  '(deny default)',
  '(allow process-exec process-fork)',
  '(allow signal process-info* (target same-sandbox))',
  '(allow sysctl-read)',
  '(allow ipc-posix-sem)',
  '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo" "com.apple.system.notification_center" "com.apple.logd"))',
  '(allow file-read-metadata)',
  '(allow file-read* (literal "/") (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom"))',
  '(allow file-write-data (literal "/dev/null") (literal "/dev/zero"))',
];

export const seatbelt: Mechanism = {
  name: 'seatbelt',
  mounts: false,
  filtersHosts: false,
  enclose: (view, program, args) => ({
    program: SANDBOX_EXEC,
    args: ['-p', profileOf(view), program, ...args],
    environment: view.environment,
    directory: view.copies === undefined ? view.directory : view.scratch,
  }),
};

/** The profile for a view, a line a rule. */
export const profileOf = ({ readable, links, writable, scratch, network }: View): string => {
  const open = [...writable, scratch];
  const shown = [...readable, ...links.map(({ path }) => path), ...open];
  return [
    ...ALWAYS,
    `(allow file-read* ${shown.map(subpath).join(' ')})`,
    `(allow file-write* ${open.map(subpath).join(' ')})`,
    ...networkRules(network),
  ].join('\n');
};

const networkRules = (network: Network): readonly string[] =>
  network === 'all'
    ? [
        '(allow network-outbound network-inbound (local ip) (remote ip))',
        '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
        '(allow system-socket)',
      ]
    : [];

/** A path as the language quotes strings. Paths with control characters are refused by nobody else: they match nothing here. */
const subpath = (path: string): string =>
  `(subpath "${path.replaceAll(/["\\]/g, (char) => `\\${char}`)}")`;
