/** `yamo start --install` and `--uninstall`: systemd starts the daemon, in place of a terminal. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { disk } from '#kernel/fs/disk.ts';
import { inWorkspace } from '#kernel/heartbeat/should-run.ts';
import { installUnit, uninstallUnit } from '#daemon/process/unit.ts';
import type { ServeHost } from '#daemon/workspace/served.ts';
import { folderOf, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { passedOn } from '#cli/args/passed-on.ts';
import { harmless, print, printFrame, styled } from '#cli/io/terminal.ts';

const HANDED_ON = [
  'port',
  'bind',
  'tls-cert',
  'tls-key',
  'agent',
  'model',
  'layout',
  'settings',
] as const;

/** Throws WORKSPACE_… refusals, TIMER_UNUSABLE, DAEMON_BY_HAND. */
export const installDaemon = async (given: Given<'start'>, host: ServeHost): Promise<number> => {
  const named = given.positionals.length > 0 ? given.positionals : [workspaceOf(given)];
  const paths: string[] = [];
  for (const path of named)
    paths.push(await inWorkspace(folderOf(path), host, (workspace) => workspace.path));
  const program = disk.realpath(process.argv[1] ?? '');
  const done = await installUnit(
    [
      process.execPath,
      program,
      'start',
      ...paths,
      ...passedOn(given, HANDED_ON),
      ...given.texts('host').flatMap((name) => ['--host', name]),
      ...(given.flag('behind-proxy') ? ['--behind-proxy'] : []),
    ],
    host,
  );
  if (given.flag('json')) printFrame({ event: 'unit', paths, ...done });
  else if (done.by === 'systemd')
    print(
      `${styled('green', '✓')} ${done.unit} serves ${harmless(paths.join(', '))}, now and whenever you log in. What it says: journalctl --user -u ${done.unit}\n` +
        '  It ends when you log out, unless you run once: loginctl enable-linger\n',
    );
  else
    print(
      `systemd does not answer here. Put this line into \`crontab -e\`:\n\n${harmless(done.line)}\n`,
    );
  return EXIT.done;
};

/** Throws TIMER_UNUSABLE. */
export const uninstallDaemon = async (given: Given<'start'>, host: ServeHost): Promise<number> => {
  const unit = await uninstallUnit(host);
  if (given.flag('json')) printFrame({ event: 'unit', removed: unit ?? null });
  else if (unit === undefined)
    print('There is no unit of systemd for a daemon. A line for cron goes by `crontab -e`.\n');
  else print(`${styled('green', '✓')} ${unit} has ended, and is gone\n`);
  return EXIT.done;
};
