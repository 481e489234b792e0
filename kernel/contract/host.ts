/** How what the kernel runs in is put together: the machine, what its owner says of now, and one voice that is heard. */
import type { Host, HostMachine, OwnerParts, SessionVoice } from './boot-request.ts';
import { readSettings } from './settings.ts';

/** The owner's settings as they are now. Throws SETTINGS_INVALID. */
export const ownerPartsOf = async (
  { disk, environment }: Pick<HostMachine, 'disk' | 'environment'>,
  settingsFile: string | undefined,
): Promise<OwnerParts> => ({
  settings: await readSettings(disk, environment, settingsFile),
  settingsFile,
});

/** What one session, or one command, runs in. */
export const hostFrom = (machine: HostMachine, owner: OwnerParts, voice: SessionVoice): Host => ({
  ...machine,
  ...owner,
  ...voice,
});
