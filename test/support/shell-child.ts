/**
 * A kernel that runs a command for ever, to be killed: argument one is its scratch folder, two the command; with a
 * third, the view is not built before there is such a file.
 */
import { deskWith, shellIn } from './shell.ts';

const [scratch = '', command = '', signal] = process.argv.slice(2);
const shell = shellIn(scratch);
const { terminals } = deskWith({
  ...shell,
  enclose: (...parameters) => {
    const { program, args, ...rest } = shell.enclose(...parameters);
    if (signal === undefined) return { program, args, ...rest };
    const wait = `until [ -e '${signal}' ]; do sleep 0.05; done; exec "$@"`;
    const late = ['-c', wait, 'late', program, ...args];
    return { program: '/bin/sh', args: late, ...rest };
  },
});
const terminal = await terminals.create({ command });
await terminals.waitForExit(terminal);
