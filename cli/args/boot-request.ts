/** What the options of `yamo boot` ask for. */
import process from 'node:process';
import type { BootRequest } from '#kernel/contract/boot-request.ts';
import { kindNamed } from '#lib/spec/session-policy.ts';
import { isDay } from '#lib/text/day.ts';
import { isZone } from '#lib/text/zones.ts';
import { agentMistake, layoutNamed, workspaceOf } from './host.ts';
import type { Given } from './options.ts';

/** What is wrong with the options, in a sentence; `undefined` where nothing is. */
export const bootMistake = (given: Given<'boot'>): string | undefined => {
  const zone = given.text('tz');
  const date = given.text('date');
  if (zone !== undefined && !isZone(zone))
    return `--tz ${JSON.stringify(zone)} is not the name of a time zone, such as Europe/Berlin.`;
  if (date !== undefined && !isDateGiven(date))
    return `--date ${JSON.stringify(date)} is not YYYY-MM-DD, or YYYY-MM-DDTHH:MM with or without :SS.`;
  if (given.flag('attended') && given.flag('unattended'))
    return '--attended and --unattended exclude each other.';
  if (given.flag('quiet') && (given.flag('trace') || given.flag('json')))
    return '--quiet says nothing but the answer, and --trace and --json tell more: give one of them.';
  return agentMistake(given);
};

/** Whoever types at a terminal is there, also where only one thing is said. */
const attendedIn = (given: Given<'boot'>): boolean | undefined => {
  if (given.flag('attended')) return true;
  return given.flag('unattended') ? false : process.stdin.isTTY || undefined;
};

const isDateGiven = (date: string): boolean => {
  const [day = '', time, more] = date.split('T');
  return (
    isDay(day) &&
    more === undefined &&
    (time === undefined || /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time))
  );
};

/** The request as the options have it. */
export const bootRequest = (given: Given<'boot'>): BootRequest => {
  return {
    path: workspaceOf(given),
    session: kindNamed(given.text('session')),
    participants: given.texts('participant'),
    channel: given.text('channel'),
    chat: given.text('channel'),
    agent: given.text('agent'),
    model: given.text('model'),
    resume: given.text('resume'),
    trigger: undefined,
    attended: attendedIn(given),
    strict: given.flag('strict'),
    reconfigure: given.flag('reconfigure'),
    rebirth: given.flag('rebirth'),
    dropUnread: given.flag('drop-unread'),
    layout: layoutNamed(given),
    facts: given.text('facts'),
    persona: given.text('persona'),
    unsandboxed: given.flag('unsandboxed'),
    zone: given.text('tz'),
    date: given.text('date'),
  };
};
