/**
 * Loaded by Node before a program (`--import URL?…`): the program gets `signal` right when it prints the `nth` line that holds
 * `text`, and does nothing in between.
 */
import process from 'node:process';

const asked = new URL(import.meta.url).searchParams;
const text = asked.get('text');
const signal = asked.get('signal');
let left = Number(asked.get('nth'));

const { stdout } = process;
const write = stdout.write.bind(stdout);
stdout.write = (line, ...rest) => {
  const wasTaken = write(line, ...rest);
  if (String(line).includes(text)) left -= 1;
  if (left === 0) process.kill(process.pid, signal);
  return wasTaken;
};
