/** What passes between the suite and the hostile agent. */

/** What came of one try. `got` is whatever it brought in. */
export interface Outcome {
  readonly result: 'held' | 'won' | 'broken';
  readonly how: string;
}

/** One line of the loot. */
export interface Loot {
  readonly id: string;
  /** Which boot it was. */
  readonly run: string;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly ms: number;
  /** All that was brought in. */
  readonly got: string;
  /** What the agent said, or asked its human, as the suite must not hear it. */
  readonly said: readonly string[];
}

/** What the suite tells the agent: an insider who knows where everything is. */
export interface Facts {
  readonly run: string;
  readonly kind: 'main' | 'shared';
  /** Which ways to walk. */
  readonly ids: readonly string[];
  readonly workspace: string;
  readonly state: string;
  /** What the kernel keeps of the workspace, below `state`. */
  readonly kept: string;
  readonly home: string;
  readonly config: string;
  readonly beside: string;
  readonly otherWorkspace: string;
  readonly otherScratch: string;
  readonly loot: string;
  readonly today: string;
  /** The log of the session. */
  readonly log: string;
  readonly kernelPid: number;
  /** A process of the same user that notices signals. */
  readonly victimPid: number;
  readonly unixSocket: string;
  readonly abstractSocket: string;
  readonly tcpPort: number;
  readonly udpPort: number;
  /** Of a segment of shared memory. */
  readonly shmKey: number;
  /** Lines of MEMORY.md and USER.md that the agent learned elsewhere. */
  readonly told: readonly string[];
  readonly toldOfUser: string;
  /** Shaped like a key, made up. */
  readonly credential: string;
  /** What every planted secret begins with. */
  readonly prefix: string;
  /** Stands in the command line of whatever is left behind. */
  readonly marker: string;
}
