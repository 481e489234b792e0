/** Whose workspace an audit looks at. */
import type { Detected } from '#lib/layout/detect.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { layoutAt, noteOnLayout } from '#kernel/run/known-layout.ts';
import type { AuditRun } from './run.ts';
import { harmless, printError } from '#cli/io/terminal.ts';

/** `undefined` where it cannot be opened as a workspace; the report says why. */
export const layoutSeen = (path: string, host: AuditRun['host']): Detected | undefined => {
  try {
    return layoutAt(path, host);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

/** A line for each path that was named and is another system's. */
export const noteLayouts = ({
  request,
  host,
  named = (path) => path,
}: Pick<AuditRun, 'request' | 'host' | 'named'>): void => {
  for (const path of request.paths) {
    const detected = layoutSeen(path, host);
    const note = detected && noteOnLayout(detected);
    if (note === undefined) continue;
    const option = detected?.is === 'other' ? ` --layout ${detected.layout} audits it as one.` : '';
    printError(`${harmless(named(path))}: ${note}${option}\n`);
  }
};
