/** Prints the day and the time that the kernel believes in: the zone is that of this process (TZ). */
import process from 'node:process';

import { Clock } from '#kernel/process/clock.ts';

const at = Number(process.argv[2]);
Date.now = () => at;
const clock = Clock.start();
process.stdout.write(`${clock.today()} ${clock.time()}`);
