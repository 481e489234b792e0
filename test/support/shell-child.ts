/**
 * A kernel that runs a command for ever, to be killed: argument one is its scratch folder, two the command; with a
 * third, the view is built so many seconds later.
 */
import { deskWith, shellIn } from './shell.ts';

const [scratch = '', command = '', delay] = process.argv.slice(2);
const shell = shellIn(scratch);
const { terminals } = deskWith({
  ...shell,
  enclose: (...parameters) => {
    const { program, args, ...rest } = shell.enclose(...parameters);
    if (delay === undefined) return { program, args, ...rest };
    const late = ['-c', `sleep ${delay}; exec "$@"`, 'late', program, ...args];
    return { program: '/bin/sh', args: late, ...rest };
  },
});
const terminal = await terminals.create({ command });
await terminals.waitForExit(terminal);
