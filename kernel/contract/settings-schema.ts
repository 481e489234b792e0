/** The check of the settings against their schema; loaded only where there are settings. */
import { validate as fitsSettings } from '#schemas/generated/settings.js';
import type {
  CurationSettings,
  HookSettings,
  MeshSettings,
  Settings,
  ShellSettings,
} from './boot-request.ts';

/** What an owner may write: every field, and every field of `shell`, `mesh`, `hook` and `curation`, may be left out. */
export type GivenSettings = Partial<Omit<Settings, 'shell' | 'mesh' | 'hook' | 'curation'>> & {
  readonly hook?: Partial<HookSettings>;
  readonly shell?: Partial<ShellSettings>;
  readonly mesh?: Partial<MeshSettings>;
  readonly curation?: Partial<CurationSettings>;
};

/** Do these settings fit `schemas/settings.schema.json`? */
export const isSettings = (value: unknown): value is GivenSettings => fitsSettings(value);

/** One thing that is wrong with them, as the validator tells it. */
export interface SettingsFault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What was wrong with the settings that were checked last. */
export const settingsFaults = (): readonly SettingsFault[] => fitsSettings.errors ?? [];
