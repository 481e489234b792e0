/** Loaded by Node before a daemon that is measured: tells on request how long its event loop stood still, and what it has. */
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const stops = monitorEventLoopDelay({ resolution: 1 });
stops.enable();

const NS = 1e6;
const MB = 1024 * 1024;

if (process.send !== undefined) {
  process.on('message', (asked) => {
    if (asked === 'reset') {
      stops.reset();
      process.send({});
    }
    if (asked === 'stop') process.send({ ms: stops.max / NS });
    if (asked === 'size') {
      collect();
      collect();
      const { rss } = process.memoryUsage();
      process.send({ megabytes: rss / MB, descriptors: readdirSync('/proc/self/fd').length });
    }
  });
  process.channel.unref();
}
