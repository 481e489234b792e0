/** What stands in files of the state: each shape once, as a guard, and its type read off it. */
import { areFingerprints } from '#lib/privacy/private-lines.ts';
import { isProposal, PROPOSAL } from '#lib/memory/proposal.ts';
import { KIND_NAMES } from '#lib/spec/session-policy.ts';
import {
  either,
  fitting,
  isAnything,
  isBoolean,
  isInteger,
  isNumber,
  isString,
  listOf,
  objectOf,
  oneOf,
  recordOf,
  type TypeGuard,
  wordOf,
} from '#lib/guard.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';

/** A first boot: which instructions were taken when, and whether the flow was finished. Never their text. */
export const isBootstrapRecord: TypeGuard<BootstrapRecord> = objectOf(
  {
    state: oneOf('taken', 'done'),
    bootId: isString,
    takenAt: isString,
    files: listOf(objectOf({ file: isString, sha256: isString, bytes: isNumber })),
  },
  { doneAt: isString },
);

/** What the owner answered when asked whether texts of this workspace may go to the host of a provider (§4.4, R-90). */
export const areConsents = listOf(
  objectOf({
    /** `name:port` */
    host: isString,
    given: isBoolean,
    /** ISO 8601, UTC. */
    at: isString,
  }),
);

/** What a file was: numbers of lstat, in decimals. */
export const isIdentity = objectOf({
  dev: isString,
  ino: isString,
  size: isString,
  mtimeNs: isString,
});

/** One file as it was when its fingerprints were taken; without identity it was not there. */
const isTaken = objectOf({ fingerprints: areFingerprints }, { identity: isIdentity });

/** Fingerprints of the private lines of a workspace. */
export const areKeptFingerprints = objectOf(
  {
    version: oneOf(1),
    /** In hexadecimal digits. */
    key: isString,
    files: objectOf({}, { 'MEMORY.md': isTaken, 'USER.md': isTaken }),
  },
  {
    /** What stood in MEMORY.md, and when it was taken out: ISO 8601, UTC. */
    removed: listOf(objectOf({ at: isString, fingerprints: areFingerprints })),
  },
);

/** A heal of the ghost header that is about to happen (K8). */
export const isHealIntent = objectOf({ bootId: isString, before: isString, after: isString });

/** How often heartbeats come, as the owner said. */
export const isRhythm = fitting(objectOf({ seconds: isNumber }), ({ seconds }) => seconds > 0);

/** What heartbeats said to their human. */
export const areSaid = listOf(
  objectOf({
    run: isNumber,
    /** Whole seconds since 1970. */
    at: isNumber,
    text: isString,
    /** A session of its human has shown it. */
    isTold: isBoolean,
  }),
);

/** Losses of MEMORY.md that were explained to an agent: digests of its session, and of what was there and would be. */
export const areExplained = listOf(objectOf({ session: isString, hash: isString }));

/** What a workspace was first booted as: also a layout of the owner's, or one that only a later yamo knows. */
export const isKeptLayout = objectOf({ layout: isString, /** ISO 8601, UTC. */ at: isString });

/** Numbers of lstat of the logs that were compared last, by their names. */
export const areSeenLogs = recordOf(isString);

/** MEMORY.md as it was seen last. */
export const isMemoryStamp = objectOf(
  {
    version: oneOf(1),
    /** Numbers of lstat; empty where there is no file. */
    identity: isString,
    /** The file was old enough for its times to be believed. */
    settled: isBoolean,
  },
  {
    /** Why it could not be read; the bytes are those of before. */
    fault: isString,
    /** A change that was found and not told: the entry of the journal (of several the last one), and lines. */
    untold: objectOf({ id: isInteger, added: isInteger, lost: isInteger }),
  },
);

/** What the mark of an open session says. */
export const isOpenSession = objectOf(
  {
    bootId: isString,
    kind: wordOf(...KIND_NAMES),
    /** ISO 8601, UTC. */
    startedAt: isString,
  },
  {
    /** The daily log in which its block stands open; absent while it was still booting. */
    log: isString,
    /** Something was said, so that its block stands in that log; without it, it is one line at its end. */
    spoken: oneOf(true),
    /** A turn is running: who only comes by the clock waits for its end. */
    isBusy: isBoolean,
    /** What was changed in it, as the log will have it. */
    changed: isString,
    /** What is said in it is kept under this id. */
    transcript: isString,
    /** The folder of what its agent kept for itself. */
    scratch: isString,
  },
);

/** Proposals for MEMORY.md that wait. From version 1 on they bear the marks of who proposed them. */
export const areProposals = objectOf(PROPOSAL, {
  version: isNumber,
  /** SHA-256 of what the owner has given up, the newest last. */
  givenUp: listOf(isString),
});

/** What was done to memory: by a command of the owner, or through the gate (`write`). */
const isJournalKind = oneOf('write', 'curate', 'archive', 'retain', 'forget', 'undo');

/** SHA-256; `null` where the file was, or is, not there. */
const isDigest = either(isString, oneOf(null));

const NOTE = {
  kind: isJournalKind,
  /** ISO 8601, UTC. */
  at: isString,
};

const NOTED = {
  /** Why, in a sentence for the owner. */
  why: isString,
  /** The entry that this one undoes. */
  undoes: isNumber,
  /** It was made outside, and found by comparison. */
  found: oneOf(true),
  /** A log was saved over: what was there before is known of the kernel's own lines alone. */
  lines: oneOf(true),
  /** A host was allowed to make it; that it did is seen later. */
  announced: oneOf(true),
  /** Nobody was asked: the owner's settings allow it. */
  unasked: oneOf(true),
  /** Of a proposal: entries that were added, with the places that they are from, and lines that were taken out, with why. */
  proposal: isProposal,
};

/** What is known of a change beside the files. */
export const isJournalNote = objectOf(NOTE, NOTED);

export const isJournalEntry = objectOf(
  {
    version: oneOf(1),
    id: isInteger,
    ...NOTE,
    files: listOf(objectOf({ file: isString, before: isDigest, after: isDigest })),
    /** `begun`: a kill came in between. */
    state: oneOf('begun', 'done'),
  },
  {
    ...NOTED,
    /** Its texts are gone. */
    purged: oneOf(true),
  },
);

/** What the owner chose to keep the index with. */
export const isMeshChoice = objectOf({ store: oneOf('sqlite', 'lancedb') });

/** SHA-256 of accepted files, by their names. */
export const areAccepted = recordOf(isString);

/** The entry with which the record ended when a session did, and what was accepted then. */
export const isSeal = objectOf(
  { version: oneOf(1), accepted: areAccepted },
  { last: objectOf({ seq: isNumber, hash: isString }) },
);

/** The owner's word that agents may run on a machine unsandboxed. A home may be shared by machines. */
export const areAcceptances = listOf(
  objectOf({ machine: isString, /** ISO 8601, UTC. */ at: isString }),
);

/** What stood in a file of a host's settings before our hooks, and the digest of what was written. */
export const isHookFile = objectOf(
  { path: isString, after: isString },
  {
    before: isString,
    /** Its folder was not there. */
    madeFolder: isBoolean,
  },
);

const pointer = { pointer: isString };
/** Where the value of a credential lies. */
export const isSource = either(
  objectOf({ type: oneOf('env'), name: isString }, pointer),
  objectOf({ type: oneOf('keychain'), service: isString, account: isString }, pointer),
  /** The path is absolute. */
  objectOf({ type: oneOf('file'), path: isString }, pointer),
);

/** What is kept of an import: the place or the value, and a hash by which a change is noticed. */
export const isImportedRecord = objectOf(
  {
    v: oneOf(1),
    provider: isString,
    kind: oneOf('api key', 'login token', 'subscription token', 'credential'),
    source: isSource,
    /** Tells whether the value is still the one that was imported, and nothing else of it. */
    fingerprint: isString,
    salt: isString,
    /** ISO 8601, UTC. */
    checkedAt: isString,
  },
  {
    /** ISO 8601, UTC. */
    expiresAt: isString,
    /** The owner accepts what the provider's terms say about tokens of subscriptions. */
    allowed: oneOf(true),
  },
);

/** The result of one audit, and the three digests that say whether it still holds. */
export const isCacheEntry = objectOf(
  {
    /** Digest of everything besides the files that the result rests on. */
    job: isString,
    /** Digest of the contents. */
    content: isString,
    result: isAnything,
  },
  {
    /** Digest of the listing; absent where the files were touched so lately that another change would not show. */
    stat: isString,
  },
);

/** A line of JSON for each append to a daily log: bytes of the log behind it, their SHA-256, what the kernel appended. */
export const isLeftLine = objectOf({ end: isNumber, sha256: isString, text: isString });

/** What models cost: tokens of every kind together; US dollars as far as prices are known. */
export const isSpent = objectOf({ tokens: isNumber, usd: isNumber });

/** The browsers that a daemon knows, and its own name, by which their cookie is called. Times are ISO 8601, UTC. */
export const areDevices = objectOf({
  daemon: isString,
  devices: listOf(
    /** `hash`: of what its cookie holds. */
    objectOf({ id: isString, name: isString, hash: isString, since: isString, seen: isString }),
  ),
});

/** What a daemon says of itself. Times are ISO 8601, UTC. */
export const isDaemonFacts = objectOf(
  { pid: isInteger, version: isString, startedAt: isString, phase: isString, control: isString },
  {
    port: isInteger,
    /** Where it is reached; of an older one 127.0.0.1. */
    address: isString,
    /** Of its certificate. */
    fingerprint: isString,
  },
);
