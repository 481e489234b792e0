/** What a hook answers where the words of a call do not say what it does. */
import type { ToolTouches, ToolCall } from '#lib/hook/event.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { membersOf } from '#lib/text/json.ts';
import { printable } from '#lib/text/unseen.ts';
import { isOwnRepository } from './place.ts';
import { type HookOutcome, type HookContext, refusalText } from './context.ts';

/** What is not told but names something, or is the hook's own. */
export const unsure = (
  context: HookContext,
  judgement: 'untold' | 'own',
  name: string,
): HookOutcome =>
  judgement === 'own'
    ? asked(context, new Refusal('HOOK_OWN', { path: name }))
    : untold(context, `; it names ${name}`);

/** `named`: what of the workspace it names, if anything. */
export const untold = (context: HookContext, named: string): HookOutcome => {
  const { event, decision } = context;
  const advice =
    decision.kind.permissions.seesMemory || named !== ''
      ? 'Use the tools for files, or name files literally in one plain command.'
      : 'Use the tools for files, or plain commands. Your human can list programs in hook.programs and tools in hook.tools, which can then read MEMORY.md unseen by yamo, or, if nobody else works here, add this folder to hook.mainProjects.';
  return asked(context, new Refusal('HOOK_UNTOLD', { call: callOf(event.tool), named, advice }));
};

/** Asked of a human in a main session, denied in a shared one. */
const asked = ({ decision }: HookContext, refusal: Refusal): HookOutcome => ({
  verdict: { is: decision.kind.permissions.unsure, reason: refusalText(refusal) },
  code: refusal.code,
});

/** A tool, or the command that it is to run. */
const callOf = (tool: ToolCall | undefined): string => {
  const { name = '', input } = tool ?? {};
  const { command, cmd } = membersOf(input);
  const line = command ?? cmd;
  return printable(typeof line === 'string' && line !== '' ? line : name);
};

/** An agent that could say this would switch its hook off. */
export const SWITCHES_OFF =
  /\byamo(?:\.js)?['"]?\s+(?:hook\s+(?:un)?install|config\s+(?:set|edit))\b/;

/** In a main session what is not named is seen afterwards; in a shared one what cannot be told may read MEMORY.md. */
export const whyUntold = (
  { decision, event, cwd, machine: { settings, disk } }: HookContext,
  { untold: reason, programs = [], isUnknown = false, asksGit = false }: ToolTouches,
): boolean => {
  if (decision.kind.permissions.seesMemory) return false;
  if (reason !== undefined || (asksGit && !isOwnRepository(disk, cwd))) return true;
  if (isUnknown) return !settings.hook.tools.some((one) => fitsTool(one, event.tool?.name ?? ''));
  return programs.some((program) => !settings.hook.programs.includes(program));
};

/** A name, or with a star the beginning of several. */
const fitsTool = (listed: string, name: string): boolean =>
  listed.endsWith('*') ? name.startsWith(listed.slice(0, -1)) : listed === name;
