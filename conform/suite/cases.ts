/** Every case, in the order of its id. Written by `npm run conform` from what lies in cases/. */
import type { ConformanceCase } from '#conform/case/case.ts';
import { conformanceCase as a01 } from '#conform/cases/main/a-01-soul.ts';
import { conformanceCase as a02 } from '#conform/cases/main/a-02-agents.ts';
import { conformanceCase as a03 } from '#conform/cases/main/a-03-user.ts';
import { conformanceCase as a04 } from '#conform/cases/main/a-04-memory.ts';
import { conformanceCase as a05 } from '#conform/cases/main/a-05-log-append.ts';
import { conformanceCase as a06 } from '#conform/cases/main/a-06-heartbeat.ts';
import { conformanceCase as a07 } from '#conform/cases/main/a-07-log-of-yesterday.ts';
import { conformanceCase as a08 } from '#conform/cases/main/a-08-heartbeat-state.ts';
import { conformanceCase as a09 } from '#conform/cases/main/a-09-log-rewritten.ts';
import { conformanceCase as a10 } from '#conform/cases/main/a-10-credential.ts';
import { conformanceCase as a11 } from '#conform/cases/main/a-11-environment.ts';
import { conformanceCase as a12 } from '#conform/cases/main/a-12-tools.ts';
import { conformanceCase as a13 } from '#conform/cases/main/a-13-archive.ts';
import { conformanceCase as a14 } from '#conform/cases/main/a-14-may-read.ts';
import { conformanceCase as a15 } from '#conform/cases/main/a-15-credential-in-log.ts';
import { conformanceCase as b01 } from '#conform/cases/birth/b-01-order.ts';
import { conformanceCase as b02 } from '#conform/cases/birth/b-02-durable.ts';
import { conformanceCase as b03 } from '#conform/cases/birth/b-03-nowhere.ts';
import { conformanceCase as b04 } from '#conform/cases/birth/b-04-empty.ts';
import { conformanceCase as b05 } from '#conform/cases/birth/b-05-marks.ts';
import { conformanceCase as b06 } from '#conform/cases/birth/b-06-yamo-document.ts';
import { conformanceCase as b07 } from '#conform/cases/birth/b-07-beside-soul.ts';
import { conformanceCase as b08 } from '#conform/cases/birth/b-08-neither.ts';
import { conformanceCase as b09 } from '#conform/cases/birth/b-09-absent.ts';
import { conformanceCase as b10 } from '#conform/cases/hostile/b-10-symlink.ts';
import { conformanceCase as b11 } from '#conform/cases/hostile/b-11-dangling-link.ts';
import { conformanceCase as b12 } from '#conform/cases/hostile/b-12-looping-link.ts';
import { conformanceCase as b13 } from '#conform/cases/hostile/b-13-fifo.ts';
import { conformanceCase as b14 } from '#conform/cases/hostile/b-14-device.ts';
import { conformanceCase as b15 } from '#conform/cases/hostile/b-15-directory.ts';
import { conformanceCase as b16 } from '#conform/cases/hostile/b-16-socket.ts';
import { conformanceCase as b17 } from '#conform/cases/hostile/b-17-hard-link.ts';
import { conformanceCase as b18 } from '#conform/cases/hostile/b-18-oversized.ts';
import { conformanceCase as b19 } from '#conform/cases/hostile/b-19-utf8.ts';
import { conformanceCase as b20 } from '#conform/cases/hostile/b-20-nul.ts';
import { conformanceCase as b21 } from '#conform/cases/hostile/b-21-other-case.ts';
import { conformanceCase as b22 } from '#conform/cases/hostile/b-22-copies.ts';
import { conformanceCase as b23 } from '#conform/cases/hostile/b-23-unlink-eperm.ts';
import { conformanceCase as b24 } from '#conform/cases/hostile/b-24-unlink-ebusy.ts';
import { conformanceCase as b25 } from '#conform/cases/hostile/b-25-unlink-erofs.ts';
import { conformanceCase as b26 } from '#conform/cases/hostile/b-26-unlink-eacces.ts';
import { conformanceCase as b27 } from '#conform/cases/hostile/b-27-unlink-eio.ts';
import { conformanceCase as b28 } from '#conform/cases/hostile/b-28-unreadable.ts';
import { conformanceCase as b29 } from '#conform/cases/hostile/b-29-open-workspace.ts';
import { conformanceCase as b30 } from '#conform/cases/birth/b-30-shared.ts';
import { conformanceCase as b31 } from '#conform/cases/birth/b-31-again.ts';
import { conformanceCase as b32 } from '#conform/cases/birth/b-32-recreated.ts';
import { conformanceCase as b33 } from '#conform/cases/birth/b-33-completes.ts';
import { conformanceCase as b34 } from '#conform/cases/hostile/b-34-owner.ts';
import { conformanceCase as b35 } from '#conform/cases/hostile/b-35-unsearchable.ts';
import { conformanceCase as b36 } from '#conform/cases/birth/b-36-both.ts';
import { conformanceCase as g01 } from '#conform/cases/ghost/g-01-healed.ts';
import { conformanceCase as g02 } from '#conform/cases/ghost/g-02-atomic.ts';
import { conformanceCase as g03 } from '#conform/cases/ghost/g-03-logged.ts';
import { conformanceCase as g04 } from '#conform/cases/ghost/g-04-mark.ts';
import { conformanceCase as g05 } from '#conform/cases/ghost/g-05-look-alike.ts';
import { conformanceCase as g06 } from '#conform/cases/ghost/g-06-killed.ts';
import { conformanceCase as l01 } from '#conform/cases/logs/l-01-append.ts';
import { conformanceCase as l02 } from '#conform/cases/logs/l-02-title.ts';
import { conformanceCase as l03 } from '#conform/cases/logs/l-03-second-session.ts';
import { conformanceCase as m01 } from '#conform/cases/shared/m-01-soul.ts';
import { conformanceCase as m02 } from '#conform/cases/shared/m-02-agents.ts';
import { conformanceCase as m03 } from '#conform/cases/shared/m-03-user.ts';
import { conformanceCase as m04 } from '#conform/cases/shared/m-04-memory-write.ts';
import { conformanceCase as m05 } from '#conform/cases/shared/m-05-heartbeat.ts';
import { conformanceCase as m06 } from '#conform/cases/shared/m-06-log-append.ts';
import { conformanceCase as m07 } from '#conform/cases/shared/m-07-memory-closed.ts';
import { conformanceCase as m08 } from '#conform/cases/shared/m-08-memory-read.ts';
import { conformanceCase as m09 } from '#conform/cases/shared/m-09-memory-symlink.ts';
import { conformanceCase as m10 } from '#conform/cases/shared/m-10-memory-hard-link.ts';
import { conformanceCase as m11 } from '#conform/cases/shared/m-11-memory-own-link.ts';
import { conformanceCase as m12 } from '#conform/cases/shared/m-12-memory-other-path.ts';
import { conformanceCase as m13 } from '#conform/cases/shared/m-13-log-rewritten.ts';
import { conformanceCase as m14 } from '#conform/cases/shared/m-14-other-files.ts';
import { conformanceCase as m15 } from '#conform/cases/shared/m-15-read-other-files.ts';
import { conformanceCase as m16 } from '#conform/cases/shared/m-16-may-read-user.ts';
import { conformanceCase as s01 } from '#conform/cases/start/s-01-order.ts';
import { conformanceCase as s02 } from '#conform/cases/start/s-02-soul-once.ts';
import { conformanceCase as s03 } from '#conform/cases/start/s-03-nothing-else.ts';
import { conformanceCase as s04 } from '#conform/cases/start/s-04-no-logs.ts';
import { conformanceCase as s05 } from '#conform/cases/start/s-05-main-context.ts';
import { conformanceCase as s06 } from '#conform/cases/start/s-06-after-load.ts';
import { conformanceCase as s07 } from '#conform/cases/start/s-07-shared-context.ts';
import { conformanceCase as s08 } from '#conform/cases/start/s-08-shared-order.ts';
import { conformanceCase as x01 } from '#conform/cases/races/x-01-renamed.ts';
import { conformanceCase as x02 } from '#conform/cases/races/x-02-decoy.ts';
import { conformanceCase as x03 } from '#conform/cases/races/x-03-linked.ts';
import { conformanceCase as x04 } from '#conform/cases/races/x-04-replaced.ts';
import { conformanceCase as x05 } from '#conform/cases/races/x-05-swapped.ts';
import { conformanceCase as x06 } from '#conform/cases/races/x-06-appended.ts';
import { conformanceCase as x07 } from '#conform/cases/races/x-07-reappeared.ts';
import { conformanceCase as x08 } from '#conform/cases/races/x-08-lying-unlink.ts';
import { conformanceCase as x09 } from '#conform/cases/races/x-09-lying-proof.ts';
import { conformanceCase as x10 } from '#conform/cases/races/x-10-first-look.ts';
import { conformanceCase as x11 } from '#conform/cases/races/x-11-sync.ts';
import { conformanceCase as x12 } from '#conform/cases/races/x-12-read.ts';
import { conformanceCase as x13 } from '#conform/cases/races/x-13-listing.ts';
import { conformanceCase as x14 } from '#conform/cases/races/x-14-two-at-once.ts';
import { conformanceCase as x15 } from '#conform/cases/races/x-15-killed.ts';
import { conformanceCase as x16 } from '#conform/cases/races/x-16-no-descriptors.ts';
import { conformanceCase as x17 } from '#conform/cases/races/x-17-killed-after.ts';
import { conformanceCase as x18 } from '#conform/cases/races/x-18-short-read.ts';

/** A case, and the file that says what it does. */
export interface ListedCase {
  readonly conformanceCase: ConformanceCase;
  readonly file: string;
}

export const CASES: readonly ListedCase[] = [
  { conformanceCase: a01, file: 'conform/cases/main/a-01-soul.ts' },
  { conformanceCase: a02, file: 'conform/cases/main/a-02-agents.ts' },
  { conformanceCase: a03, file: 'conform/cases/main/a-03-user.ts' },
  { conformanceCase: a04, file: 'conform/cases/main/a-04-memory.ts' },
  { conformanceCase: a05, file: 'conform/cases/main/a-05-log-append.ts' },
  { conformanceCase: a06, file: 'conform/cases/main/a-06-heartbeat.ts' },
  { conformanceCase: a07, file: 'conform/cases/main/a-07-log-of-yesterday.ts' },
  { conformanceCase: a08, file: 'conform/cases/main/a-08-heartbeat-state.ts' },
  { conformanceCase: a09, file: 'conform/cases/main/a-09-log-rewritten.ts' },
  { conformanceCase: a10, file: 'conform/cases/main/a-10-credential.ts' },
  { conformanceCase: a11, file: 'conform/cases/main/a-11-environment.ts' },
  { conformanceCase: a12, file: 'conform/cases/main/a-12-tools.ts' },
  { conformanceCase: a13, file: 'conform/cases/main/a-13-archive.ts' },
  { conformanceCase: a14, file: 'conform/cases/main/a-14-may-read.ts' },
  { conformanceCase: a15, file: 'conform/cases/main/a-15-credential-in-log.ts' },
  { conformanceCase: b01, file: 'conform/cases/birth/b-01-order.ts' },
  { conformanceCase: b02, file: 'conform/cases/birth/b-02-durable.ts' },
  { conformanceCase: b03, file: 'conform/cases/birth/b-03-nowhere.ts' },
  { conformanceCase: b04, file: 'conform/cases/birth/b-04-empty.ts' },
  { conformanceCase: b05, file: 'conform/cases/birth/b-05-marks.ts' },
  { conformanceCase: b06, file: 'conform/cases/birth/b-06-yamo-document.ts' },
  { conformanceCase: b07, file: 'conform/cases/birth/b-07-beside-soul.ts' },
  { conformanceCase: b08, file: 'conform/cases/birth/b-08-neither.ts' },
  { conformanceCase: b09, file: 'conform/cases/birth/b-09-absent.ts' },
  { conformanceCase: b10, file: 'conform/cases/hostile/b-10-symlink.ts' },
  { conformanceCase: b11, file: 'conform/cases/hostile/b-11-dangling-link.ts' },
  { conformanceCase: b12, file: 'conform/cases/hostile/b-12-looping-link.ts' },
  { conformanceCase: b13, file: 'conform/cases/hostile/b-13-fifo.ts' },
  { conformanceCase: b14, file: 'conform/cases/hostile/b-14-device.ts' },
  { conformanceCase: b15, file: 'conform/cases/hostile/b-15-directory.ts' },
  { conformanceCase: b16, file: 'conform/cases/hostile/b-16-socket.ts' },
  { conformanceCase: b17, file: 'conform/cases/hostile/b-17-hard-link.ts' },
  { conformanceCase: b18, file: 'conform/cases/hostile/b-18-oversized.ts' },
  { conformanceCase: b19, file: 'conform/cases/hostile/b-19-utf8.ts' },
  { conformanceCase: b20, file: 'conform/cases/hostile/b-20-nul.ts' },
  { conformanceCase: b21, file: 'conform/cases/hostile/b-21-other-case.ts' },
  { conformanceCase: b22, file: 'conform/cases/hostile/b-22-copies.ts' },
  { conformanceCase: b23, file: 'conform/cases/hostile/b-23-unlink-eperm.ts' },
  { conformanceCase: b24, file: 'conform/cases/hostile/b-24-unlink-ebusy.ts' },
  { conformanceCase: b25, file: 'conform/cases/hostile/b-25-unlink-erofs.ts' },
  { conformanceCase: b26, file: 'conform/cases/hostile/b-26-unlink-eacces.ts' },
  { conformanceCase: b27, file: 'conform/cases/hostile/b-27-unlink-eio.ts' },
  { conformanceCase: b28, file: 'conform/cases/hostile/b-28-unreadable.ts' },
  { conformanceCase: b29, file: 'conform/cases/hostile/b-29-open-workspace.ts' },
  { conformanceCase: b30, file: 'conform/cases/birth/b-30-shared.ts' },
  { conformanceCase: b31, file: 'conform/cases/birth/b-31-again.ts' },
  { conformanceCase: b32, file: 'conform/cases/birth/b-32-recreated.ts' },
  { conformanceCase: b33, file: 'conform/cases/birth/b-33-completes.ts' },
  { conformanceCase: b34, file: 'conform/cases/hostile/b-34-owner.ts' },
  { conformanceCase: b35, file: 'conform/cases/hostile/b-35-unsearchable.ts' },
  { conformanceCase: b36, file: 'conform/cases/birth/b-36-both.ts' },
  { conformanceCase: g01, file: 'conform/cases/ghost/g-01-healed.ts' },
  { conformanceCase: g02, file: 'conform/cases/ghost/g-02-atomic.ts' },
  { conformanceCase: g03, file: 'conform/cases/ghost/g-03-logged.ts' },
  { conformanceCase: g04, file: 'conform/cases/ghost/g-04-mark.ts' },
  { conformanceCase: g05, file: 'conform/cases/ghost/g-05-look-alike.ts' },
  { conformanceCase: g06, file: 'conform/cases/ghost/g-06-killed.ts' },
  { conformanceCase: l01, file: 'conform/cases/logs/l-01-append.ts' },
  { conformanceCase: l02, file: 'conform/cases/logs/l-02-title.ts' },
  { conformanceCase: l03, file: 'conform/cases/logs/l-03-second-session.ts' },
  { conformanceCase: m01, file: 'conform/cases/shared/m-01-soul.ts' },
  { conformanceCase: m02, file: 'conform/cases/shared/m-02-agents.ts' },
  { conformanceCase: m03, file: 'conform/cases/shared/m-03-user.ts' },
  { conformanceCase: m04, file: 'conform/cases/shared/m-04-memory-write.ts' },
  { conformanceCase: m05, file: 'conform/cases/shared/m-05-heartbeat.ts' },
  { conformanceCase: m06, file: 'conform/cases/shared/m-06-log-append.ts' },
  { conformanceCase: m07, file: 'conform/cases/shared/m-07-memory-closed.ts' },
  { conformanceCase: m08, file: 'conform/cases/shared/m-08-memory-read.ts' },
  { conformanceCase: m09, file: 'conform/cases/shared/m-09-memory-symlink.ts' },
  { conformanceCase: m10, file: 'conform/cases/shared/m-10-memory-hard-link.ts' },
  { conformanceCase: m11, file: 'conform/cases/shared/m-11-memory-own-link.ts' },
  { conformanceCase: m12, file: 'conform/cases/shared/m-12-memory-other-path.ts' },
  { conformanceCase: m13, file: 'conform/cases/shared/m-13-log-rewritten.ts' },
  { conformanceCase: m14, file: 'conform/cases/shared/m-14-other-files.ts' },
  { conformanceCase: m15, file: 'conform/cases/shared/m-15-read-other-files.ts' },
  { conformanceCase: m16, file: 'conform/cases/shared/m-16-may-read-user.ts' },
  { conformanceCase: s01, file: 'conform/cases/start/s-01-order.ts' },
  { conformanceCase: s02, file: 'conform/cases/start/s-02-soul-once.ts' },
  { conformanceCase: s03, file: 'conform/cases/start/s-03-nothing-else.ts' },
  { conformanceCase: s04, file: 'conform/cases/start/s-04-no-logs.ts' },
  { conformanceCase: s05, file: 'conform/cases/start/s-05-main-context.ts' },
  { conformanceCase: s06, file: 'conform/cases/start/s-06-after-load.ts' },
  { conformanceCase: s07, file: 'conform/cases/start/s-07-shared-context.ts' },
  { conformanceCase: s08, file: 'conform/cases/start/s-08-shared-order.ts' },
  { conformanceCase: x01, file: 'conform/cases/races/x-01-renamed.ts' },
  { conformanceCase: x02, file: 'conform/cases/races/x-02-decoy.ts' },
  { conformanceCase: x03, file: 'conform/cases/races/x-03-linked.ts' },
  { conformanceCase: x04, file: 'conform/cases/races/x-04-replaced.ts' },
  { conformanceCase: x05, file: 'conform/cases/races/x-05-swapped.ts' },
  { conformanceCase: x06, file: 'conform/cases/races/x-06-appended.ts' },
  { conformanceCase: x07, file: 'conform/cases/races/x-07-reappeared.ts' },
  { conformanceCase: x08, file: 'conform/cases/races/x-08-lying-unlink.ts' },
  { conformanceCase: x09, file: 'conform/cases/races/x-09-lying-proof.ts' },
  { conformanceCase: x10, file: 'conform/cases/races/x-10-first-look.ts' },
  { conformanceCase: x11, file: 'conform/cases/races/x-11-sync.ts' },
  { conformanceCase: x12, file: 'conform/cases/races/x-12-read.ts' },
  { conformanceCase: x13, file: 'conform/cases/races/x-13-listing.ts' },
  { conformanceCase: x14, file: 'conform/cases/races/x-14-two-at-once.ts' },
  { conformanceCase: x15, file: 'conform/cases/races/x-15-killed.ts' },
  { conformanceCase: x16, file: 'conform/cases/races/x-16-no-descriptors.ts' },
  { conformanceCase: x17, file: 'conform/cases/races/x-17-killed-after.ts' },
  { conformanceCase: x18, file: 'conform/cases/races/x-18-short-read.ts' },
];
