/** What is particular to each provider of chats. */
import type { ChatEventRead, ChatSelf } from '#lib/chat/event.ts';
import type { ChatProvider, RawChatEvent } from '#lib/chat/presence.ts';
import { discordEvent, discordLines } from '#lib/chat/discord.ts';
import { slackEvent } from '#lib/chat/slack.ts';
import { telegramEvent } from '#lib/chat/telegram.ts';
import { webhookEvent } from '#lib/chat/webhook.ts';
import {
  DISCORD_MESSAGE_MAX_CHARS,
  SLACK_MESSAGE_MAX_CHARS,
  TELEGRAM_MESSAGE_MAX_CHARS,
  WEBHOOK_MESSAGE_MAX_CHARS,
} from '#lib/spec/limits.ts';
import { parsedJson, textAt } from '#lib/text/json.ts';

/** How its events are read, and its answers cut. */
export interface ProviderRules {
  readonly provider: ChatProvider;
  /** `self`: JSON of who the adapter is. `undefined` for what is no message. */
  readonly read: (raw: string, self: string | null) => ChatEventRead | undefined;
  /** What was kept as it is judged, where that is more than an event. */
  readonly evidence?: (raw: string) => RawChatEvent;
  readonly messageMaxChars: number;
  /** Nothing is read before the adapter has said who it is. */
  readonly needsSelf: boolean;
  /** Programs speak there, of whom none is a person: nobody is paired. */
  readonly isOfPrograms?: true;
}

/** Messages of the form that yamo itself has given them. */
const OF_PROGRAMS: ProviderRules = {
  provider: 'webhook',
  read: webhookEvent,
  messageMaxChars: WEBHOOK_MESSAGE_MAX_CHARS,
  needsSelf: false,
  isOfPrograms: true,
};

const RULES: Readonly<Record<string, ProviderRules>> = {
  telegram: {
    provider: 'telegram',
    read: (raw, self) => telegramEvent(raw, selfIn(self)),
    messageMaxChars: TELEGRAM_MESSAGE_MAX_CHARS,
    needsSelf: true,
  },
  slack: {
    provider: 'slack',
    read: (raw, self) => slackEvent(raw, selfIn(self)),
    messageMaxChars: SLACK_MESSAGE_MAX_CHARS,
    needsSelf: true,
  },
  discord: {
    provider: 'discord',
    read: (raw, self) => discordEvent(raw, selfIn(self)),
    evidence: discordLines,
    messageMaxChars: DISCORD_MESSAGE_MAX_CHARS,
    needsSelf: true,
  },
  webhook: OF_PROGRAMS,
  program: OF_PROGRAMS,
};

/** A place as sessions, logs and settings name it. */
export const channelOf = (
  { adapter, place }: { readonly adapter: string; readonly place: string },
  provider: string,
): string => (adapter === provider ? `${provider}:${place}` : `${provider}:${adapter}:${place}`);

/** Are direct chats of strangers sessions with others? By the settings of an adapter, JSON. */
export const takesStrangers = (settings: string): boolean =>
  textAt(parsedJson(settings), 'strangers') === 'shared';

/** `undefined` for a program that is none of a provider's. */
export const providerNamed = (program: string): ProviderRules | undefined =>
  Object.hasOwn(RULES, program) ? RULES[program] : undefined;

const selfIn = (self: string | null): ChatSelf | undefined => {
  const value = parsedJson(self ?? '');
  const [id, name] = [textAt(value, 'id'), textAt(value, 'name')];
  return id === undefined || name === undefined ? undefined : { id, name };
};
