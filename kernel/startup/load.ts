/**
 * Ring 0. The start-up sequence (RFC-0009 §2.2, RFC-0006 §2.3): AGENTS, SOUL (§2.1), USER (§2.3), today, yesterday
 * (§2.5), MEMORY (§2.4), and nothing else (§1). Each step takes the proof of the one before it, so an order that differs
 * does not compile. Every file is opened once at most; in a shared session MEMORY.md never is (§4.1, §7).
 */
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { dailyFile, dayBefore } from '#lib/text/day.ts';
import type { BootstrapGone } from './guard.ts';
import { type FileText, type Forbidden, readFile } from './read.ts';
import type { Workspace } from './workspace.ts';

/** What the loading of a session rests on: decided before the first file is opened. */
export interface Loading {
  readonly workspace: Workspace;
  readonly kind: SessionKind;
  readonly forbidden: Forbidden;
  /** It may see daily logs, as context. */
  readonly seesLogs: boolean;
}

/** What has been loaded so far, in order. Only the steps below can make one. */
export abstract class LoadProgress {
  readonly #loading: Loading;
  readonly #files: readonly FileText[];

  protected constructor(loading: Loading, files: readonly FileText[]) {
    this.#loading = loading;
    this.#files = files;
  }

  get loading(): Loading {
    return this.#loading;
  }

  get files(): readonly FileText[] {
    return this.#files;
  }

  /** The file as it was loaded; `undefined` if it was absent or not for this session. */
  file(name: string): FileText | undefined {
    return this.#files.find(({ file }) => file === name);
  }
}

/** The files so far and `name`, if it exists. */
const readNext = ({ loading, files }: LoadProgress, name: string): readonly FileText[] => {
  const read = readFile(loading.workspace, name, loading.forbidden);
  return read === undefined ? files : [...files, read];
};

/** May this session see daily logs (§3.2, R-43)? Otherwise they are not opened. */
const readNextDaily = (progress: LoadProgress, day: string): readonly FileText[] =>
  progress.loading.seesLogs ? readNext(progress, dailyFile(day)) : progress.files;

/** `load_agents`: the text that the ghost check read; nothing is opened. Throws AGENTS_MISSING. */
export class AgentsLoaded extends LoadProgress {
  readonly step = 'load_agents';

  static after(gone: BootstrapGone, loading: Loading): AgentsLoaded {
    const { agents } = gone.sealed;
    if (agents === undefined) throw new Refusal('AGENTS_MISSING', { path: loading.workspace.path });
    return new AgentsLoaded(loading, [agents]);
  }
}

/** `load_soul`. Throws NOT_INITIALISED, SOUL_EMPTY, or what `readFile` throws. */
export class SoulLoaded extends LoadProgress {
  readonly step = 'load_soul';

  static after(agents: AgentsLoaded): SoulLoaded {
    const { loading } = agents;
    const loaded = new SoulLoaded(loading, readNext(agents, 'SOUL.md'));
    const soul = loaded.file('SOUL.md');
    if (soul === undefined) throw new Refusal('NOT_INITIALISED', { path: loading.workspace.path });
    if (soul.text.trim() === '') throw new Refusal('SOUL_EMPTY', {});
    return loaded;
  }
}

/** `load_user`. A missing file is for the caller to settle before the session is opened. */
export class UserLoaded extends LoadProgress {
  readonly step = 'load_user';

  static after(soul: SoulLoaded): UserLoaded {
    return new UserLoaded(soul.loading, readNext(soul, 'USER.md'));
  }
}

/** `load_today`. */
export class TodayLoaded extends LoadProgress {
  readonly step = 'load_today';
  readonly today: string;

  private constructor(loading: Loading, files: readonly FileText[], today: string) {
    super(loading, files);
    this.today = today;
  }

  static after(user: UserLoaded, today: string): TodayLoaded {
    return new TodayLoaded(user.loading, readNextDaily(user, today), today);
  }
}

/** `load_yesterday`. */
export class YesterdayLoaded extends LoadProgress {
  readonly step = 'load_yesterday';
  readonly today: string;

  private constructor(loading: Loading, files: readonly FileText[], today: string) {
    super(loading, files);
    this.today = today;
  }

  static after(before: TodayLoaded): YesterdayLoaded {
    const { loading, today } = before;
    return new YesterdayLoaded(loading, readNextDaily(before, dayBefore(today)), today);
  }
}

/** `load_memory`: the end of priority 1. In a shared session MEMORY.md is not opened (§4.1). */
export class Loaded extends LoadProgress {
  readonly step = 'load_memory';
  readonly today: string;

  private constructor(loading: Loading, files: readonly FileText[], today: string) {
    super(loading, files);
    this.today = today;
  }

  static after(before: YesterdayLoaded): Loaded {
    const { loading, today } = before;
    const files = loading.kind.permissions.seesMemory
      ? readNext(before, 'MEMORY.md')
      : before.files;
    return new Loaded(loading, files, today);
  }
}
