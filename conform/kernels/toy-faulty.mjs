/**
 * The toy with a fault of toy-faults.json: its text is changed as the table says before it runs. For the proof that the
 * suite finds whatever breaks a requirement.
 *
 *     node toy-faulty.mjs main|shared WORKSPACE 'AGENT COMMAND' FAULT|CASE
 *
 * With the id of a case it has the first fault that this case must find.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const read = (name) => readFileSync(join(import.meta.dirname, name), 'utf8');
const said = process.argv.at(-1);
const { changes } = JSON.parse(read('toy-faults.json')).find(
  ({ fault, fails }) => fault === said || fails.split(' ').includes(said),
);
const faulty = changes.reduce(
  (text, [from, to]) => text.replace(from, () => to),
  read('toy.mjs').replace(
    './toy-loop.mjs',
    pathToFileURL(join(import.meta.dirname, 'toy-loop.mjs')),
  ),
);
await import(`data:text/javascript,${encodeURIComponent(faulty)}`);
