/** What it costs to tell whose folder a workspace is, which every boot does before it changes anything. */
import { disk } from '#kernel/fs/disk.ts';
import { layoutOf } from '#kernel/run/known-layout.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import process from 'node:process';

import { type Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const ROUNDS = 15;
/** In one process only the first look is cold; a boot looks once. */
const LOOKS = 50;

export interface RecognitionSamples {
  /** Milliseconds of a boot that answers one command. */
  readonly boots: readonly number[];
  /** The same without what one look takes: the dearest of some, as it is the first in a boot. */
  readonly without: readonly number[];
}

/** Boots a workspace of ours and looks at its names, in turns. */
export const measureRecognition = (place: Place): RecognitionSamples => {
  const born = place.newborn();
  const boot = (): number => runToExit(place, [YAMO, 'boot', born, '--message', '/who']);
  boot();
  const [boots, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const took = boot();
    boots.push(took);
    without.push(took - dearestLook(born));
  }
  return { boots, without };
};

const dearestLook = (path: string): number => {
  const uid = process.geteuid?.() ?? 0;
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const looks = Array.from({ length: LOOKS }, () => {
      const begin = process.hrtime.bigint();
      if (layoutOf(workspace).is !== 'ours') throw new Error('the workspace is not recognised');
      return Number(process.hrtime.bigint() - begin) / 1e6;
    });
    return Math.max(...looks);
  } finally {
    workspace.close();
  }
};
