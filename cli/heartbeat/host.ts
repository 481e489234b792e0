/** What a heartbeat needs of this machine before anybody is woken. */
import process from 'node:process';
import { readSettings } from '#kernel/contract/settings.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { ShouldRunHost } from '#kernel/heartbeat/should-run.ts';
import type { Given } from '#cli/args/options.ts';

/** This machine, and the settings as they are now. Throws SETTINGS_INVALID. */
export const shouldRunHost = async (given: Given<'heartbeat'>): Promise<ShouldRunHost> => ({
  disk,
  uid: process.geteuid?.() ?? 0,
  environment: process.env,
  settings: await readSettings(disk, process.env, given.text('settings')),
});
