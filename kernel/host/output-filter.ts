/** A human whom nothing reaches that must be redacted (RFC-0009 §3.2, §4.2): all of it is looked through, then cut. */
import { boundedDiff, boundedCommand } from './changes.ts';
import type { FileDiff, Human, Subject } from '#kernel/contract/events.ts';
import type { Speech } from '#kernel/redact/speech.ts';

export const filteringOutput = (human: Human, speech: Speech): Human => ({
  next: () => human.next(),
  answer: async (question, signal) => human.answer(await speech.shown(question), signal),
  choose: async (question, options, subject, signal) => {
    const shown = [];
    for (const option of options)
      shown.push({ ...option, label: await speech.shown(option.label) });
    const about = subject && (await shownSubject(subject, speech));
    return human.choose(await speech.shown(question), shown, about, signal);
  },
});

const shownSubject = async (
  { diffs, command, ...rest }: Subject,
  speech: Speech,
): Promise<Subject> => {
  const shown: FileDiff[] = [];
  for (const diff of diffs) shown.push(boundedDiff(await shownDiff(diff, speech)));
  return {
    ...rest,
    diffs: shown,
    ...(command !== undefined && { command: boundedCommand(await speech.shown(command)) }),
  };
};

const shownDiff = async (diff: FileDiff, speech: Speech): Promise<FileDiff> => {
  const before = diff.before === undefined ? undefined : await speech.shown(diff.before);
  const after = await speech.shown(diff.after);
  const file = await speech.shown(diff.file);
  const isHidden = before === after && diff.before !== diff.after;
  const note = isHidden ? { note: 'only what is withheld would change' } : {};
  return { ...diff, file, before, after, ...note };
};
