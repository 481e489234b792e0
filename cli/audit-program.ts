/** What the published auditor is one script of (`dist/audit/program.js`): the command, and the work of its threads. */
export { audit, auditReport } from '#cli/commands/audit.ts';
export { work } from '#cli/audit/worker-pool.ts';
export { ENGINE } from '#cli/audit/engine.ts';
