/** What a session would be told of itself, where there is none: the same words, and zeros for the number of its fences. */
import type { SessionContext } from '#lib/prompt/assemble.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { type FilePolicy, kindOfAudience, policyOf } from '#lib/spec/session-policy.ts';
import { dailyFile } from '#lib/text/day.ts';
import { DEFAULT_SETTINGS, type Settings } from '#kernel/contract/boot-request.ts';
import { decide } from '#kernel/gate/decide.ts';

/** Each session draws a number for its fences; here there is no session. */
const NO_NONCE = '0'.repeat(32);

/** Which session is meant. */
interface Previewed {
  readonly audience: Audience;
  readonly heartbeat: boolean;
  readonly firstBoot: boolean;
  readonly today: string;
  readonly zone: string;
  readonly names: FilePolicy;
  readonly settings: Pick<Settings, 'dailyLogsInShared' | 'workFolders'>;
}

/** A session of that kind, attended unless it is a heartbeat. */
export const previewSession = ({
  audience,
  heartbeat,
  firstBoot,
  today,
  zone,
  names,
  settings: { dailyLogsInShared, workFolders },
}: Previewed): SessionContext => {
  const kind = kindOfAudience(audience);
  const policy = policyOf({
    kind,
    attended: !heartbeat,
    trigger: heartbeat ? 'heartbeat' : 'human',
    firstBoot,
    layout: names,
    settings: { ...DEFAULT_SETTINGS, dailyLogsInShared, workFolders },
  });
  return {
    kind,
    today,
    zone,
    log: dailyFile(today),
    nonce: NO_NONCE,
    may: (operation, file) =>
      decide({ ...policy, today, reconfigure: () => false }, operation, file),
    workFolders,
  };
};
