/** What people write into a workspace in one language, and how each thing can go wrong there. */

/** `{agent}`, `{human}` and names of files stand as they are; lists hold ways to say the same. */
export interface Tongue {
  readonly language: string;
  readonly agent: string;
  readonly human: string;
  readonly soul: {
    /** Who the agent is, in a sentence. */
    readonly intro: readonly string[];
    readonly values: { readonly heading: readonly string[]; readonly items: readonly string[] };
    readonly abilities: { readonly heading: readonly string[]; readonly items: readonly string[] };
    /** A line that says nothing of who the agent is. */
    readonly verse: string;
    /** The sentence with places to fill in, in brackets. */
    readonly blank: string;
  };
  readonly user: {
    readonly name: string;
    readonly zone: string;
    readonly iana: string;
    readonly words: string;
    /** No time zone at all. */
    readonly nowhere: string;
    readonly about: readonly string[];
  };
  readonly agents: {
    /** What people call First Run, Every Session, Memory, Safety and External vs Internal. */
    readonly headings: readonly [string, string, string, string, string];
    readonly intro: string;
    readonly firstRun: string;
    /** It does not say that the instructions are deleted. */
    readonly firstRunKept: string;
    readonly before: string;
    readonly readSoul: string;
    readonly readUser: string;
    readonly readDays: readonly string[];
    readonly readToday: string;
    /** In main sessions only. */
    readonly readMemory: readonly string[];
    /** At each start, whoever takes part. */
    readonly readMemoryOpen: readonly string[];
    readonly readMemoryInGroups: string;
    readonly later: string;
    readonly ask: string;
    readonly skip: string;
    readonly noQuestions: string;
    readonly memory: readonly string[];
    /** About memory, and no word of MEMORY.md or the logs. */
    readonly memoryVague: string;
    readonly safety: readonly string[];
    readonly external: readonly string[];
    /** What stays private where others take part. */
    readonly groups: readonly string[];
    /** A heading that shares a word with a required one, and what stands below it. */
    readonly other: readonly [string, string];
    readonly send: readonly string[];
    readonly sendNot: readonly string[];
    readonly elsewhere: string;
    /** The ghost check may be left out. */
    readonly ghostOptional: string;
  };
  /** Entries that begin with their day, without it. */
  readonly memory: readonly string[];
  readonly notYet: readonly string[];
  readonly log: readonly string[];
  /** What may be taken for a fault and is none. */
  readonly talk: readonly string[];
  readonly speakers: readonly [string, string];
  readonly speech: readonly [string, string];
  readonly tasks: readonly string[];
  readonly birth: readonly string[];
  /** A BOOTSTRAP.md that wants to be read at each start. */
  readonly standing: readonly string[];
  /** For a time in the state of the heartbeat. */
  readonly later: string;
  readonly password: string;
  readonly reason: string;
  /** An order that somebody else puts into a file. */
  readonly behindBack: string;
}
