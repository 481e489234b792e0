/** The context of a session for a program that only reads and notes: the files of a session, and a briefing of its own. */
import { SHARED_CONDUCT } from '#lib/spec/access.ts';
import { aboutFences, assemble, type Context, type Scene, type Segment } from './assemble.ts';
import { fenceBriefing } from './fence.ts';

/** `files` as the session may see them, in any order. */
export const assembleAgentless = (files: readonly Segment[], scene: Scene): Context => ({
  briefing: fenceBriefing(briefing(scene), scene.nonce),
  segments: assemble(files, scene).segments,
});

const briefing = ({ kind, today, zone, log, nonce }: Scene): string =>
  [
    `This is a ${kind} session of a workspace. Today is ${today} (${zone}).`,
    'The files below say who you are here, whom you serve and what you remember, in the order that RFC-0009 prescribes.',
    aboutFences(nonce),
    `You change no file here. What you want to keep must be written down: append_note adds it to ${log}.`,
    'Never write down passwords, keys or tokens.',
    ...(kind === 'main' ? [] : ['MEMORY.md is not available here.', ...SHARED_CONDUCT]),
  ].join('\n');
