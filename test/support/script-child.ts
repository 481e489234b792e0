/** Runs the script in a file, keeps its code in a folder if one is named, as of so much work, and prints its answer. */
import process from 'node:process';
import { disk } from '#kernel/fs/disk.ts';
import { runScript } from '#kernel/process/script.ts';

const [file = '', folder, work = 1] = process.argv.slice(2);
const script = runScript<{ readonly answer: () => number }>(disk, file, folder);
process.stdout.write(String(script.exports.answer()));
script.keepCode(Number(work));
