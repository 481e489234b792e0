/** A workspace as a hook opens it, and what stands in it. */
import { knownLayout } from '#kernel/run/known-layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { Clock } from '#kernel/process/clock.ts';
import { systemZone } from '#kernel/process/zone.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { isOfRuntime } from '#lib/layout/membership.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { readBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import type { FilePolicy } from '#lib/spec/session-policy.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import type { Machine } from './machine.ts';

/** Opens the workspace at `root` as a boot would. Throws WORKSPACE_… and STATE_… refusals. */
export const openFor = (
  root: string,
  { disk, uid, environment }: Pick<Machine, 'disk' | 'uid' | 'environment'>,
): OpenWorkspace => {
  const clock = Clock.start(undefined, systemZone(environment));
  const stateRoot = xdgFolder('XDG_STATE_HOME', environment);
  const opened = OpenWorkspace.open(disk, root, { strict: false, uid, stateRoot, clock });
  clock.moveTo(opened.rememberedZone() ?? systemZone(environment));
  return opened;
};

/** The layout of another system, as the gate holds it; `undefined` where it is ours, or cannot be told. */
export const foreignOf = ({ workspace, home }: OpenWorkspace): ThirdPartyLayout | undefined => {
  const known = knownLayout(workspace, home);
  return known.is === 'unclear' || known.layout === 'rfc-0009'
    ? undefined
    : ThirdPartyLayout.vet(LAYOUTS[known.layout]);
};

/** What the files of a layout are for. A host does not only work with those. */
export const namesOf = (foreign: ThirdPartyLayout | undefined): FilePolicy =>
  foreign === undefined
    ? OWN_NAMES
    : {
        roleOf: foreign.roleOf,
        rightsTo: foreign.rightsTo,
        work: (path) => !isOfRuntime(foreign.document, path),
      };

/** Are bootstrap instructions there? */
export const hasBootstrapFile = ({ workspace: { root } }: OpenWorkspace): boolean =>
  BOOTSTRAP_FILES.some((file) => root.disk.lstat(root.at(file)) !== undefined);

/** The instructions were taken, and have not made an agent yet. */
export const isFirstBoot = ({ workspace: { root }, home }: OpenWorkspace): boolean =>
  readBootstrapRecord(home)?.state === 'taken' && root.disk.lstat(root.at('SOUL.md')) === undefined;
