/** What the published auditor is one script of (`dist/audit/program.js`): the command, and the work of its threads. */
export { audit } from '../commands/audit.ts';
export { work } from './crew.ts';
export { hasHadThreads } from './engine.ts';
export { filesJudged } from './one.ts';
export { keepCodeOfParts } from '#kernel/effects/script.ts';
