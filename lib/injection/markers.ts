/** Signs that are no words: marks by which models tell apart who speaks, imitations of ours, downloads that are run. */
import type { Phrase } from './phrases.ts';

/** `<|im_start|>`, `[INST]`, `<<SYS>>`, `<start_of_turn>`, `</system>`; those of other templates look alike. */
const MARKER =
  /<\|[\w-]{1,32}\|>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>|<\/?(?:system|assistant)(?:[-_](?:prompt|message|reminder|instructions?))?>/giu;

/** What `lib/prompt/fence.ts` writes around files. */
const FENCE = /<\/?(?:document|briefing|result)-[\da-f]{8,64}\b|<document uri=["']?yamo:/giu;

/** The part of a command that runs what comes to it. */
const RUN =
  /\|[ \t]{0,4}(?:sudo[ \t]{1,4}(?:-\w{1,8}[ \t]{1,4}){0,2})?(?:(?:ba|z|da|k)?sh|iex|python3?|perl|node)\b/giu;
/** The beginning of a command whose output is handed on, and before it what runs that. */
const OUTPUT = /\([ \t]{0,4}(?:curl|wget|iwr|irm)\b/giu;
const RUNS_OUTPUT =
  /\b(?:(?:ba|z|da|k)?sh|eval|source|iex)\b[ \t]{0,4}(?:-c[ \t]{0,4})?["']?[<$]?$/iu;
/** So much stands between the two at most. */
const RUNNER_MAX_CHARS = 20;
const FETCH = /\b(?:curl|wget|iwr|irm|invoke-webrequest)\b/iu;
/** The command that fetches stands so near before the one that runs, on the same line. */
const COMMAND_MAX_CHARS = 300;

/** Every sign, those of one kind in order. */
export const marksIn = (folded: string): readonly Phrase[] => [
  ...matches(folded, 'marker', MARKER),
  ...matches(folded, 'fence', FENCE),
  ...matches(folded, 'download', RUN).filter(({ at }) => fetches(folded, at)),
  ...matches(folded, 'download', OUTPUT).filter(({ at }) =>
    RUNS_OUTPUT.test(folded.slice(Math.max(0, at - RUNNER_MAX_CHARS), at)),
  ),
];

const matches = (folded: string, kind: Phrase['kind'], pattern: RegExp): readonly Phrase[] =>
  [...folded.matchAll(pattern)].map(({ index }) => ({ kind, at: index }));

const fetches = (folded: string, at: number): boolean => {
  const before = folded.slice(Math.max(0, at - COMMAND_MAX_CHARS), at);
  return FETCH.test(before.slice(before.lastIndexOf('\n') + 1));
};
