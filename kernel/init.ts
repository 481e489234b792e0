/** `yamo init`: a workspace is laid out or completed; nothing that is there is touched. */
import { basename } from 'node:path';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Names } from '#lib/workspace/template.ts';
import type { Host } from './boot-request.ts';
import { Clock } from './effects/clock.ts';
import { errnoOf } from './effects/disk.ts';
import { examine } from './effects/examine.ts';
import type { Tier } from './effects/package.ts';
import { Premises } from './premises.ts';
import { completeLayout, create } from './session/layout.ts';
import { keepingBaselines } from './state/baseline.ts';
import { readBirthRecord } from './state/birth.ts';
import { xdgFolder } from './effects/xdg.ts';

export interface InitRequest {
  readonly path: string;
  readonly tier: Tier;
  readonly withBootstrap: boolean;
  readonly names: Partial<Names>;
}

export interface InitOutcome {
  readonly workspace: string;
  /** What was done, in words; empty if nothing was missing. */
  readonly done: readonly string[];
  /** What was asked for and not done, with the reason. */
  readonly left: readonly string[];
}

/** Throws WORKSPACE_…, STATE_…, FILE_… refusals and GATE_FAILED. */
export const initWorkspace = (request: InitRequest, host: Host): InitOutcome => {
  const made = makeDirectory(request.path, host);
  const premises = Premises.open(host.disk, request.path, {
    strict: false,
    uid: host.uid,
    stateRoot: xdgFolder('XDG_STATE_HOME', host.environment),
    clock: Clock.start(),
  });
  try {
    premises.takeLease();
    // Sections that the owner's own command adds to AGENTS.md are no change behind the kernel's back.
    const { done, left } = keepingBaselines(premises, () => layOut(premises, request));
    return { workspace: premises.workspace.path, done: [...made, ...done], left };
  } finally {
    premises.close();
  }
};

const makeDirectory = (path: string, { disk }: Host): readonly string[] => {
  try {
    if (disk.lstat(path) !== undefined) return [];
    disk.mkdir(path, 0o700);
    return [`created ${path}`];
  } catch (error) {
    throw new Refusal('WORKSPACE_UNUSABLE', { path, reason: errnoOf(error) });
  }
};

const layOut = (
  premises: Premises,
  { tier, withBootstrap, names }: InitRequest,
): Pick<InitOutcome, 'done' | 'left'> => {
  const { workspace } = premises;
  const isBorn = examine(workspace.root, 'SOUL.md').is !== 'absent';
  const awaitsBirth = BOOTSTRAP_FILES.some((file) => examine(workspace.root, file).is !== 'absent');
  const full: Names = {
    name: names.name ?? titleCase(basename(workspace.path)),
    role: names.role ?? 'personal assistant',
    user: names.user ?? 'your human',
    timezone: names.timezone ?? 'not known yet',
  };
  // Birth orders are written once, before the first boot, and never again (§2.6, R-16).
  const wasBorn = isBorn || readBirthRecord(premises.home)?.state === 'done';
  const refused =
    withBootstrap && wasBorn ? ['BOOTSTRAP.md was not written: this agent is born'] : [];
  const blank: Names = {
    name: names.name ?? '',
    role: names.role ?? '',
    user: names.user ?? '',
    timezone: names.timezone ?? '',
  };
  const orders =
    withBootstrap && !wasBorn && !awaitsBirth
      ? premises.exclusively(() => create(workspace, 'BOOTSTRAP.md', tier, blank))
      : [];
  const born = isBorn || awaitsBirth || orders.length > 0;
  const soul = born ? [] : premises.exclusively(() => create(workspace, 'SOUL.md', tier, full));
  const given = soul.length > 0 ? full : names;
  const rest =
    born && !isBorn ? completeBeforeBirth(premises) : completeLayout(premises, tier, given);
  return { done: [...orders, ...soul, ...rest], left: refused };
};

/** Before a birth the files are the agent's to create; what exists of AGENTS.md is completed all the same. */
const completeBeforeBirth = (premises: Premises): readonly string[] =>
  examine(premises.workspace.root, 'AGENTS.md').is === 'absent' ? [] : completeLayout(premises);

const titleCase = (text: string): string => {
  const words = text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return words === ''
    ? 'Agent'
    : words.replaceAll(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
};
