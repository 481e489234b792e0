/** Priority 2: the session is opened, and from here on other boots may begin (RFC-0006 §2.3). */
import { settleLayout } from '#kernel/run/layout.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import { openSession, type LayoutPrompt } from '#kernel/session/open.ts';
import type { Session } from '#kernel/session/session.ts';
import type { LayoutLoaded } from '#kernel/startup/load-layout.ts';
import { linesIn } from '#lib/prompt/lost.ts';
import { Integrity } from '#kernel/state/integrity.ts';
import { type LoadedFiles, tellOfMemory } from './load-files.ts';

/** The same with the files of another layout. Throws as `serveSession`. */
export const serveLayout = async (
  run: Boot,
  loaded: LayoutLoaded,
  sandbox: Sandbox,
  integrity: Integrity,
  layoutPrompt: LayoutPrompt,
): Promise<Session> => {
  await tellOfMemory(
    run,
    loaded.files.find(({ file }) => file === 'MEMORY.md'),
  );
  const session = await openSession(run, loaded, integrity, sandbox, layoutPrompt);
  run.opened.giveLeaseBack();
  return session;
};

/** Throws what `openSession` throws, and STATE_… refusals. */
export const serveSession = async (
  run: Boot,
  { loaded, drifted }: LoadedFiles,
  sandbox: Sandbox,
): Promise<Session> => {
  // Before there is a session: what fails here has no agent to end.
  settleLayout(run.opened);
  run.recorder.body.prompt = loaded.files.map(({ file, text }) => ({
    file,
    fate: 'whole',
    lines: linesIn(text),
  }));
  await tellOfMemory(run, loaded.file('MEMORY.md'));
  const session = await openSession(run, loaded, new Integrity(loaded.files, drifted), sandbox);
  run.opened.giveLeaseBack();
  return session;
};
