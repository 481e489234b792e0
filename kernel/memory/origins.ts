/**
 * What the session of a log's line may have read beside memory and its human's words (RFC-0009 §4, §5.3), as the record of
 * boots tells it. What comes of such a session is applied by nobody unseen; what cannot be told counts as such.
 */
import { kindNamed, type SessionKind } from '#lib/spec/session-policy.ts';
import { type JsonObject, membersOf } from '#lib/text/json.ts';
import { roleOf } from '#lib/workspace/role.ts';
import { walkChain } from '#kernel/state/chain.ts';
import type { StateHome } from '#kernel/state/home.ts';

/** What of a session decides. */
export interface SessionFacts {
  readonly kind: SessionKind | undefined;
  /** What held its agent; the kernel's own agents are held by Node's permissions, too. */
  readonly enforcedBy: unknown;
  readonly gate: unknown;
  readonly notices: unknown;
}

const UNKNOWN = ['who wrote it is not known'] as const;
const CONTINUES = ['goes on with one of which nothing is known'] as const;
/** Of the kernel's own agents (kernel/programs). */
const OWN = 'node --permission';

/** What is to be said of this session, each as a predicate; empty where what it wrote or proposes may be applied unseen. */
export const outsideOf = ({ kind, enforcedBy, gate, notices }: SessionFacts): readonly string[] => {
  const { entries, asked } = membersOf(gate);
  const listed = Array.isArray(entries) ? entries.map(membersOf) : [];
  const isOwn = typeof enforcedBy === 'string' && enforcedBy.includes(OWN);
  return [
    kind?.permissions.isPrivate === true ? [] : 'had others in it',
    isOwn ? [] : 'had an agent that is not one of the kernel',
    listed.some(isOutsideRead) ? 'read files that are no memory' : [],
    listed.some(({ operation }) => operation === 'command:execute') ? 'ran commands' : [],
    typeof asked === 'number' && asked > listed.length ? 'read more than is known' : [],
    Array.isArray(notices) && notices.some((one) => membersOf(one)['section'] === '§4')
      ? 'read text that gives instructions'
      : [],
  ].flat();
};

const isOutsideRead = ({ operation, answer, file }: JsonObject): boolean =>
  operation === 'read' &&
  answer === 'done' &&
  typeof file === 'string' &&
  roleOf(file) === undefined;

/** The sessions of a workspace. */
export class Origins {
  readonly #home: StateHome;
  readonly #live: ReadonlyMap<string, () => SessionFacts>;
  #known: ReadonlyMap<string, readonly string[]> | undefined;

  /** `live`: sessions that are not in the record yet. */
  constructor(home: StateHome, live: ReadonlyMap<string, () => SessionFacts> = new Map()) {
    this.#home = home;
    this.#live = live;
  }

  /** Why what this boot wrote is not applied unseen. Throws STATE_UNUSABLE. */
  marksOf(bootId: string | undefined): readonly string[] {
    const said = bootId === undefined ? undefined : this.#outsideOf(bootId);
    return said?.map((predicate) => `the session that wrote the line ${predicate}`) ?? UNKNOWN;
  }

  /** Why what a session proposes is not applied unseen; `boots`: all that it went through. Throws STATE_UNUSABLE. */
  marksOfProposer(boots: readonly string[]): readonly string[] {
    const said = boots.flatMap((bootId) => this.#outsideOf(bootId) ?? CONTINUES);
    return [...new Set(said)].map((predicate) => `the session that proposes it ${predicate}`);
  }

  /** `undefined`: nothing is known of this boot. */
  #outsideOf(bootId: string): readonly string[] | undefined {
    const live = this.#live.get(bootId);
    if (live !== undefined) return outsideOf(live());
    this.#known ??= new Map(
      [...walkChain(this.#home)].map((record) => [
        String(record['bootId']),
        outsideOf({
          kind: kindNamed(record['kind']),
          enforcedBy: membersOf(record['agent'])['enforcedBy'],
          gate: record['gate'],
          notices: record['notices'],
        }),
      ]),
    );
    return this.#known.get(bootId);
  }
}
