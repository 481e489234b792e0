/** `yamo heartbeat --install` and `--uninstall`: the clock of the system in place of a process that stays. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { disk } from '#kernel/fs/disk.ts';
import {
  type ShouldRunHost,
  type ShouldRunRequest,
  peekShouldRun,
} from '#kernel/heartbeat/should-run.ts';
import { installTimer, uninstallTimer } from '#kernel/heartbeat/timer.ts';
import { turnOn } from '#kernel/heartbeat/turn-on.ts';
import type { Given } from '#cli/args/options.ts';
import { passedOn } from '#cli/args/passed-on.ts';
import { harmless, print, printFrame, styled } from '#cli/io/terminal.ts';

/** Throws WORKSPACE_…, STATE_… and SETTINGS_… refusals, TIMER_UNUSABLE. */
export const installHeartbeat = async (
  given: Given<'heartbeat'>,
  request: ShouldRunRequest,
  host: ShouldRunHost,
): Promise<number> => {
  const { facts } = await peekShouldRun({ ...request, byClock: true }, host);
  const { path: workspace, key } = turnOn(request.path, request.everySeconds, host);
  const { everySeconds } = facts;
  const command = [
    process.execPath,
    program(),
    'heartbeat',
    workspace,
    '--if-due',
    ...passedOn(given, ['agent', 'model', 'tz', 'settings']),
  ];
  const done = await installTimer({ workspace, key, command, everySeconds }, host);
  if (given.flag('json')) printFrame({ event: 'timer', ...done });
  else if (done.by === 'systemd')
    print(
      `${styled('green', '✓')} ${done.unit}.timer looks for heartbeats of ${harmless(workspace)}. What they say: journalctl --user -u ${done.unit}\n`,
    );
  else
    print(
      `systemd does not answer here. Put this line into \`crontab -e\`:\n\n${harmless(done.line)}\n`,
    );
  return EXIT.done;
};

/** Throws WORKSPACE_…, STATE_… refusals, TIMER_UNUSABLE. */
export const uninstall = async (
  given: Given<'heartbeat'>,
  request: ShouldRunRequest,
  host: ShouldRunHost,
): Promise<number> => {
  const { path, key } = turnOn(request.path, undefined, host);
  const units = await uninstallTimer(key, host);
  if (given.flag('json')) printFrame({ event: 'timer', removed: units });
  else if (units.length > 0)
    print(units.map((unit) => `${styled('green', '✓')} ${unit}.timer is gone\n`).join(''));
  else
    print(
      `There is no timer of systemd for ${harmless(path)}. A line for cron goes by \`crontab -e\`.\n`,
    );
  return EXIT.done;
};

/** What was started, without links: those of package managers change. */
const program = (): string => disk.realpath(process.argv[1] ?? '');
