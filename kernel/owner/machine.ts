/** What a boot would work with here: the owner's settings, keys of providers, agents that are installed. */
import { DEFAULT_SETTINGS, type Host, type Settings } from '#kernel/contract/boot-request.ts';
import { readSettings, settingsPlace } from '#kernel/contract/settings.ts';
import type { Keychain } from '#kernel/credentials/keychain.ts';
import { scanCredentials } from '#kernel/credentials/scan.ts';
import { findProgram } from '#kernel/process/program.ts';
import { PRESETS } from '#kernel/programs/presets.ts';
import { PROVIDERS } from '#kernel/programs/providers.ts';
import { Refusal } from '#lib/spec/refusals.ts';

type Machine = Pick<Host, 'disk' | 'environment'>;

/** The owner's settings, or the defaults where there are none or they cannot be used. */
export interface SettingsFound {
  readonly path: string;
  readonly settings: Settings;
  readonly state: 'in order' | 'none' | 'unusable';
  /** Why they cannot be used, in words. */
  readonly reason?: string;
}

/** Reads the settings at `given`, or at the default place. */
export const examineSettings = async (
  { disk, environment }: Machine,
  given: string | undefined,
): Promise<SettingsFound> => {
  const path = settingsPlace(environment, given);
  try {
    const settings = await readSettings(disk, environment, given);
    return { path, settings, state: settings === DEFAULT_SETTINGS ? 'none' : 'in order' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = String(error.facts['reason'] ?? error.message);
    return { path, settings: DEFAULT_SETTINGS, state: 'unusable', reason };
  }
};

/** Nobody is asked to unlock theirs for a look at the machine. */
const UNASKED: Keychain = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** A key that is used without a word of the owner, by name. */
export interface KeyFound {
  readonly provider: string;
  readonly name: string;
  readonly expired: boolean;
}

/** Keys in variables and files, never their values; keychains are not asked. */
export const examineKeys = async (
  { disk, environment, uid, settings }: Machine & Pick<Host, 'uid' | 'settings'>,
  now: () => number,
): Promise<readonly KeyFound[]> => {
  const providers = Object.keys({ ...PROVIDERS, ...settings.providers });
  const parts = { disk, environment, uid, keychain: UNASKED, now, providers };
  const { findings } = await scanCredentials(parts);
  return findings.flatMap(({ use, provider, name, expired = false }) =>
    use === 'now' && provider !== undefined ? [{ provider, name, expired }] : [],
  );
};

/** An agent that is known by name. */
export interface AgentFound {
  readonly name: string;
  /** How it gets here. */
  readonly install: string;
  readonly isHere: boolean;
}

/** Which agents `--agent` finds on the PATH. */
export const examineAgents = ({ environment }: Pick<Host, 'environment'>): readonly AgentFound[] =>
  PRESETS.map(({ name, commands, install }) => ({
    name,
    install,
    isHere: commands.some((command) => {
      const [program = command] = command.split(' ');
      return 'path' in findProgram(program, environment['PATH'] ?? '');
    }),
  }));
