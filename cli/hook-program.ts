/** What the published hook is one script of (`dist/hook/program.js`). */
export { parsePlain } from '#cli/args/arguments.ts';
export { answerWith } from '#cli/hook/answer.ts';
