/** The processes of a session, by /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** A process and all below it. */
export const familyOf = (pid: number): readonly number[] => [pid].concat(descendantsOf(pid));

/** All processes below one. */
export const descendantsOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .flatMap((child) => (child === '' ? [] : familyOf(Number(child))));
