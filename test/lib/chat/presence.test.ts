/** Who is there, for every line of the table, and whatever is done to its fields. */
import { describe, expect, it } from 'vitest';

import { CHAT_PROVIDERS, presenceIn, type RawChatEvent } from '#lib/chat/presence.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { CHAT_CASES, type ChatCase, OWNER_ACCOUNTS } from '#test/support/chat-events.ts';

type Path = readonly string[];

/** What the owner being alone stands on; whatever else is there says nothing. */
const EVIDENCE: Readonly<Record<string, readonly string[]>> = {
  telegram: ['*', '*.chat', '*.chat.id', '*.chat.type', '*.from', '*.from.id', '*.from.is_bot'],
  slack: ['type', 'team_id', 'is_ext_shared_channel', 'event', 'event.type', 'event.channel_type'],
  discord: ['t', 'd', 'd.channel_id', 'd.author', 'd.author.id', 'd.type'],
};

const raw = ({ event, channel }: Pick<ChatCase, 'event' | 'channel'>): RawChatEvent => ({
  event: JSON.stringify(event),
  ...(channel && { channel: JSON.stringify(channel) }),
});

const isAlone = (provider: ChatCase['provider'], said: RawChatEvent): boolean =>
  presenceIn(provider, said, OWNER_ACCOUNTS).isOwnerAlone;

const pathsIn = (value: unknown, above: Path = []): readonly Path[] => {
  if (!isJsonObject(value) && !Array.isArray(value)) return [];
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return members.flatMap(([name, one]) => {
    const path = above.concat(name);
    const own: readonly Path[] = [path];
    return own.concat(pathsIn(one, path));
  });
};

/** JSON with something else in the place of the member at `path`. */
const changed = (
  value: unknown,
  path: Path,
  change: (name: string, json: string) => string,
): string => {
  const [name, ...below] = path;
  if (name === undefined || !(isJsonObject(value) || Array.isArray(value)))
    return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([own, one]) => {
    const json =
      own === name && below.length > 0 ? changed(one, below, change) : JSON.stringify(one);
    if (json === undefined) return [];
    const member = Array.isArray(value) ? json : `${JSON.stringify(own)}:${json}`;
    if (own !== name || below.length > 0) return [member];
    return Array.isArray(value) ? [change('', json).replace(/^"":/u, '')] : [change(own, json)];
  });
  const inner = members.filter((one) => one !== '').join();
  return Array.isArray(value) ? `[${inner}]` : `{${inner}}`;
};

const otherType = (json: string): string =>
  json.startsWith('"')
    ? /^"\d+"$/u.test(json)
      ? json.slice(1, -1)
      : '["private"]'
    : JSON.stringify(json);

const CHANGES = {
  removed: () => '',
  renamed: (name: string, json: string) => `"x_${name}":${json}`,
  'of another type': (name: string, json: string) => `"${name}":${otherType(json)}`,
  null: (name: string) => `"${name}":null`,
  doubled: (name: string, json: string) => `"${name}":${json},"${name}":${json}`,
  'doubled in other letters': (name: string, json: string) =>
    `"${name}":${json},"\\u${(name.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}${name.slice(1)}":"x"`,
} as const;

/** Of these the one field decides that a text has others beside it; without it nobody could tell. */
const BY_ONE_FIELD =
  /as a message$|directly$|bot of a business|automatic forward in|signed|two kinds|of tomorrow|topic of a direct|author of another team|source is another|^a bot$|group of direct messages|^a server$|^a webhook$|^an app$|bot message|^a file$|of the kind me|nobody says|a bot in an edit/u;

describe('who is there', () => {
  it('is told for eighty messages of four providers', () => {
    expect(CHAT_CASES.length).toBeGreaterThanOrEqual(80);
    expect(new Set(CHAT_CASES.map(({ provider }) => provider))).toEqual(new Set(CHAT_PROVIDERS));
  });

  it.each(CHAT_CASES)('$provider: $name', (one) => {
    const { isOwnerAlone, ...more } = presenceIn(one.provider, raw(one), OWNER_ACCOUNTS);
    expect(isOwnerAlone).toBe(one.isOwnerAlone);
    expect(Object.keys(more)).toEqual([one.isOwnerAlone ? 'account' : 'reason']);
    expect(presenceIn(one.provider, raw(one), [])).toMatchObject({ isOwnerAlone: false });
  });

  it.each(CHAT_CASES.filter(({ isOwnerAlone }) => isOwnerAlone))(
    '$provider: $name, with each of its fields changed',
    ({ provider, event, channel }) => {
      const evidence = EVIDENCE[provider] ?? [];
      let looked = 0;
      for (const path of pathsIn(event))
        for (const [how, change] of Object.entries(CHANGES)) {
          const name = path.join('.').replace(/^(?:edited_)?message/u, '*');
          const said = {
            ...raw({ event, ...(channel && { channel }) }),
            event: changed(event, path, change),
          };
          const about = `${how}: ${name}`;
          const isDoubled = how.startsWith('doubled');
          if (!isDoubled && !evidence.includes(name)) continue;
          // Of a list nothing is doubled by that.
          expect(isAlone(provider, said), about).toBe(isDoubled && /\.\d+$/u.test(name));
          looked += 1;
        }
      expect(looked).toBeGreaterThan(30);
    },
  );

  it('is never the owner alone where a channel of Discord is changed', () => {
    const cases = CHAT_CASES.filter(
      ({ provider, isOwnerAlone }) => provider === 'discord' && isOwnerAlone,
    );
    for (const { event, channel = {} } of cases)
      for (const path of [
        ['id'],
        ['type'],
        ['recipients'],
        ['recipients', '0', 'id'],
        ['recipients', '0'],
      ])
        for (const [how, change] of Object.entries(CHANGES)) {
          if (path.at(-1) === '0' && (how === 'renamed' || how.endsWith('letters'))) continue;
          const said = { event: JSON.stringify(event), channel: changed(channel, path, change) };
          expect(isAlone('discord', said), `${how}: ${path.join('.')}`).toBe(false);
        }
  });

  it.each(CHAT_CASES.filter(({ isOwnerAlone, name }) => !isOwnerAlone && !BY_ONE_FIELD.test(name)))(
    '$provider: $name is others whatever field is changed',
    ({ provider, event, channel }) => {
      for (const path of pathsIn(event))
        for (const change of Object.values(CHANGES)) {
          const said = {
            ...raw({ event, ...(channel && { channel }) }),
            event: changed(event, path, change),
          };
          expect(isAlone(provider, said), said.event).toBe(false);
        }
    },
  );

  it.each(['', 'x', 'null', '[]', '7', '"x"', '{"message":', '{}'])('is others in %j', (event) => {
    for (const provider of CHAT_PROVIDERS) expect(isAlone(provider, { event })).toBe(false);
  });
});
