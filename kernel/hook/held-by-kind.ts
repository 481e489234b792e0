/** What a hook holds in a session of each kind, in one place. */
import type { SessionKind } from '#lib/spec/access.ts';

interface HeldByKind {
  /** Where it cannot be told what a call does to a guarded file. */
  readonly unsure: 'ask' | 'deny';
  /** Others may read what the agent reads: MEMORY.md and its likes are kept from it, and what cannot be told is denied. */
  readonly isKept: boolean;
  /** The section of RFC-0009 that says so. */
  readonly rule: '§3.1' | '§3.2';
}

export const HELD_BY_KIND: Readonly<Record<SessionKind, HeldByKind>> = {
  main: { unsure: 'ask', isKept: false, rule: '§3.1' },
  shared: { unsure: 'deny', isKept: true, rule: '§3.2' },
};
