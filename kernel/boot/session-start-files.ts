/**
 * What the kernel does with files of another system when a main session begins: what held for the session before is
 * emptied, and what lists the tools is written anew (Aletheia's CONTEXT.md and TOOLS.md). Agents write neither.
 */
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { PromptFacts } from '#lib/prompt/facts.ts';
import { isHandWritten, sessionStartTexts } from '#lib/prompt/session-start.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { createFile, replaceFile } from '#kernel/fs/replace.ts';
import type { Boot } from '#kernel/run/running.ts';
import { readFile } from '#kernel/startup/read.ts';
import { keepCopy } from '#kernel/state/copies.ts';

/** Throws FILE_… refusals, WRITE_FAILED, STATE_UNUSABLE. */
export const settleSessionStartFiles = (
  { opened, decision, recorder }: Boot,
  document: LayoutDocument,
  tools: NonNullable<PromptFacts['tools']>,
): void => {
  if (!decision.kind.permissions.preparesFiles) return;
  const { workspace, exclusively } = opened;
  const texts = sessionStartTexts(document, tools);
  if (texts.size === 0) return;
  exclusively(() => {
    for (const [name, after] of texts) {
      const before = readFile(workspace, name);
      if ((before?.text ?? '') === after) continue;
      const place = workspace.place(name);
      if (place === undefined) continue;
      const { directory } = place;
      const bytes = Buffer.from(after);
      const kept =
        before !== undefined && after !== '' && isHandWritten(before.text)
          ? keepCopy(opened.home, 'session', place.name, before.bytes)
          : undefined;
      try {
        if (before === undefined) createFile(directory, place.name, bytes);
        else replaceFile(directory, { name: place.name, bytes, previous: before.stat });
      } catch (error) {
        throw asRefusal(
          error,
          (errno) => new Refusal('WRITE_FAILED', { operation: 'write', path: name, errno }),
        );
      }
      recorder.notice(
        '§2.8',
        after === ''
          ? `${name} was of the session before, and is emptied.`
          : `${name} lists the tools of this session now.${kept === undefined ? '' : ` What stood there is kept as ${kept}.`}`,
        kept === undefined ? 'minor' : undefined,
      );
    }
  });
};
