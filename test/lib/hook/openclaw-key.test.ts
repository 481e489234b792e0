/** Who is there in a session of OpenClaw, by its key and what the gateway says: what can be read in two ways is shared. */
import { describe, expect, it } from 'vitest';

import { decideHookKind } from '#kernel/run/kind.ts';
import { whoIsThere } from '#lib/hook/openclaw-key.ts';

const OWNER = {
  primaryHuman: ['telegram:42', 'matrix:@ada:harbour.net', 'slack:U0123'],
  directChannels: ['telegram:group:-9'],
};

/** What a session is in a folder that the owner named as main, by its key without `agent:ID:`. */
const kindOf = (place: string, said: object = {}): string =>
  decideHookKind(
    { ...whoIsThere({ session_key: `agent:main:${place}`, ...said }), isMainProject: true },
    OWNER,
  ).kind.name;

const by = (provider: string, sender?: string) => ({ provider, sender });

it.each([
  ['main', by('webchat', 'webchat')],
  ['main', by('webchat')],
  ['main', by('cli')],
  ['main', by('tui')],
  ['main', by('telegram', '42')],
  ['main', by('slack', 'U0123')],
  ['main', { owner: true }],
  // The command line, where a chat was answered last.
  ['main', { provider: 'telegram', owner: true }],
  ['main', { unattended: true }],
  ['main', { provider: 'telegram', to: 'telegram:42' }],
  ['main', { provider: 'webchat', to: 'agent:main:main' }],
  ['main:thread:1777244748.777299', by('slack', 'U0123')],
  ['main:thread:42:7', by('telegram', '42')],
  ['telegram:direct:42', by('telegram', '42')],
  ['telegram:dm:42', by('telegram', '42')],
  ['telegram:direct:42', {}],
  ['telegram:direct:42', by('webchat', 'webchat')],
  ['telegram:harbour:direct:42', by('telegram', '42')],
  ['telegram:direct:42:thread:7', by('telegram', '42')],
  ['telegram:direct:42:thread:42:7', by('telegram', '42')],
  ['telegram:direct:42:topic:7', by('telegram', '42')],
  ['telegram:harbour:direct:42:thread:7', by('telegram', '42')],
  ['telegram:direct:42:thread:7', { provider: 'telegram', to: 'telegram:42' }],
  ['matrix:direct:@ada:harbour.net', by('matrix', '@ada:harbour.net')],
  ['matrix:direct:@ada:harbour.net', {}],
  ['matrix:direct:@ada:harbour.net:thread:$x:y', by('matrix', '@ada:harbour.net')],
  ['matrix:home:direct:@ada:harbour.net', { provider: 'matrix', to: 'user:@ada:harbour.net' }],
  // Keys are in small letters.
  ['slack:direct:u0123', by('slack', 'U0123')],
  ['slack:direct:u0123', { provider: 'slack', to: 'user:U0123' }],
  ['direct:42', by('telegram', '42')],
  ['direct:42', { provider: 'telegram', to: 'telegram:42' }],
  ['telegram:direct:42', { provider: 'telegram', to: 'telegram:42:topic:7' }],
  // The owner says that nobody else is there.
  ['telegram:group:-9', by('telegram', '42')],
  ['telegram:group:-9', { provider: 'telegram', to: 'telegram:-9' }],
])('a session of OpenClaw is main at %s with %j', (place, said) => {
  expect(kindOf(place, said)).toBe('main');
});

describe('a session of OpenClaw is shared', () => {
  it.each([
    // Nothing says who is there.
    ['main', {}],
    ['main', by('telegram')],
    ['main', { provider: 'telegram', owner: false }],
    ['main', { owner: false }],
    ['main', by('telegram', '7')],
    ['main', { ...by('telegram', '42'), group: true }],
    ['main', { owner: true, group: true }],
    ['main', { provider: 'webchat', to: 'telegram:-100' }],
    ['main:thread:7', {}],
    ['main:thread:7', { ...by('slack', 'U0123'), group: true }],
    ['main:direct:42', by('telegram', '42')],
    // Two readings.
    ['telegram:group:direct:42', by('telegram', '42')],
    ['telegram:channel:dm:42', by('telegram', '42')],
    ['telegram:group:dm:42:thread:7', by('telegram', '42')],
    ['group:direct:42', by('telegram', '42')],
    ['telegram:direct:direct:42', by('telegram', '42')],
    ['telegram:direct:dm:42', by('telegram', '42')],
    ['telegram:dm:direct:42', {}],
    ['direct:direct:42', by('telegram', '42')],
    ['telegram:topic:direct:42', by('telegram', '42')],
    ['telegram:room:direct:42', by('telegram', '42')],
    ['matrix:channel:direct:@ada:harbour.net', by('matrix', '@ada:harbour.net')],
    ['telegram:direct:42:thread:7', {}],
    // A group, whoever writes.
    ['telegram:group:-1', by('telegram', '42')],
    ['telegram:group:-1:topic:42', by('telegram', '42')],
    ['telegram:group:-1007:thread:42', by('telegram', '42')],
    ['telegram:harbour:group:direct:42', by('telegram', '42')],
    ['matrix:channel:!berth:harbour.net', by('matrix', '@ada:harbour.net')],
    ['telegram:group:-1', { provider: 'telegram', to: '42' }],
    ['telegram:group:-9', { provider: 'telegram', to: '42' }],
    ['msteams:team:abc', by('msteams', '42')],
    // Somebody else, or to somebody else.
    ['telegram:direct:7', by('telegram', '42')],
    ['telegram:direct:42', by('telegram', '7')],
    ['telegram:direct:42', by('discord', '42')],
    ['telegram:direct:42', { provider: 'telegram', to: '-1' }],
    ['telegram:direct:42', { provider: 'discord', to: '42' }],
    ['telegram:direct:ada', by('telegram', '42')],
    ['telegram:direct:142', { provider: 'telegram', to: '42' }],
    ['matrix:direct:@eve:harbour.net', by('matrix', '@eve:harbour.net')],
    ['matrix:direct:@ada:harbour.net', { provider: 'matrix', to: '@eve:harbour.net' }],
    ['matrix:direct:@ada:harbour.net', { provider: 'matrix', to: 'harbour.net' }],
    ['direct:42', {}],
    ['direct:42', by('webchat', 'webchat')],
    ['direct:42', by('discord', '42')],
    // Places that nobody knows.
    ['hook:mail:1', {}],
    ['cron:nightly:run:1', { unattended: true }],
    ['subagent:direct:42', by('telegram', '42')],
    ['openai:direct:42', by('webchat')],
    ['telegram:slash:42', by('telegram', '42')],
    ['global', by('telegram', '42')],
    ['main:heartbeat', { unattended: true }],
    ['MAIN', by('webchat')],
  ])('at %s with %j', (place, said) => {
    expect(kindOf(place, said)).toBe('shared');
  });

  it('where its key is none', () => {
    for (const key of ['nonsense', 'agent:main', 'main', '', 42, undefined])
      expect(whoIsThere({ session_key: key, ...by('webchat') }).channel, String(key)).toBe(
        'unknown',
      );
  });
});

/** Why it cannot be told who is there. */
const untoldAt = (place: string, said: object): string =>
  whoIsThere({ session_key: `agent:main:${place}`, ...said }).untold ?? '';

describe('why it cannot be told who is there is said', () => {
  it.each([
    ['main', {}, 'nobody who writes'],
    ['main', by('telegram'), 'nobody who writes'],
    ['main:thread:7', {}, 'nobody who writes'],
    ['telegram:group:direct:42', by('telegram', '42'), 'two ways'],
    ['telegram:channel:dm:42', by('telegram', '42'), 'two ways'],
    ['telegram:direct:direct:42', by('telegram', '42'), 'two ways'],
    ['direct:42', {}, 'no network'],
    ['dm:42', { owner: true }, 'no network'],
  ])('at %s with %j', (place, said, why) => {
    expect(untoldAt(place, said)).toContain(why);
  });

  it('where there is no key', () => {
    expect(whoIsThere({}).untold).toBe('it names no session');
    expect(whoIsThere({ session_key: 'telegram:direct:42' }).untold).toBe('it names no session');
  });

  it.each([
    ['main', by('telegram', '42')],
    ['main', by('telegram', '7')],
    ['telegram:direct:42', {}],
    ['telegram:direct:7', by('telegram', '7')],
    ['telegram:group:-7', by('telegram', '42')],
    ['telegram:group:-7:thread:42', by('telegram', '42')],
    ['telegram:direct:42', { ...by('telegram', '42'), group: true }],
    ['cron:daily', { unattended: true }],
  ])('and nothing where it is clear: %s with %j', (place, said) => {
    expect(untoldAt(place, said)).toBe('');
  });
});
