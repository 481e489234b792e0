/**
 * Whether a session has a shell: only where the owner's settings say so, by the kind of the
 * session and its channel (RFC-0009 §3.2, §4.4). Pure and total; what they do not name is off.
 */
import type { SessionKind } from './session-policy.ts';

/** Where the owner lets agents run commands: in main sessions, and in shared ones of these channels. */
interface ShellGrounds {
  readonly main: boolean;
  readonly channels: readonly string[];
}

export type ShellDecision =
  | { readonly allowed: true }
  /** Both in words of ours, as SHELL_OFF takes them. */
  | { readonly allowed: false; readonly reason: string; readonly advice: string };

/** `channel`: where the participants of a shared session are, as the caller names it. */
export const shellAllowed = (
  { main, channels }: ShellGrounds,
  kind: SessionKind,
  channel: string | undefined,
): ShellDecision => {
  switch (kind.permissions.shell) {
    case 'setting':
      return main
        ? { allowed: true }
        : off(
            'the settings do not allow it in main sessions',
            'Your human can allow it with `"shell": { "main": true }` in the settings.',
          );
    case 'channel':
      return ofChannel(channels, channel);
  }
};

const ofChannel = (channels: readonly string[], channel: string | undefined): ShellDecision => {
  if (channel === undefined) {
    return off(
      'this shared session names no channel',
      'Your human can allow it for a channel with `shell.channels` in the settings, and name the channel with --channel.',
    );
  }
  return channels.includes(channel)
    ? { allowed: true }
    : off(
        'the settings do not allow it for the channel of this shared session',
        'Your human can allow it with `shell.channels` in the settings.',
      );
};

const off = (reason: string, advice: string): ShellDecision => ({ allowed: false, reason, advice });
