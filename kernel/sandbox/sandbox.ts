/**
 * What holds the agent of one session: the sandbox that was found to work here, and the view that it
 * shows. Decided before anything is deleted; where nothing holds, a shared session is not started.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import type { ModelSetup } from '#lib/protocol/protocol.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { Command } from '#kernel/process/child.ts';
import { isWithin, resolved } from '#kernel/process/places.ts';
import type { StateHome } from '#kernel/state/home.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { trials } from './mechanisms.ts';
import type { SeenPlaces } from './seen.ts';
import { viewOf } from './session-view.ts';
import { Ways } from './ways.ts';
import { CHANNEL_VARIABLE, type Mechanism, type View, type ViewFile, type Way } from './view.ts';

/** More for one command of an agent's. */
interface Running {
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

interface Enclosing {
  readonly view: Partial<View>;
  readonly way: Way | undefined;
}

interface Place {
  readonly kind: SessionKind;
  /** What the layout shows of the workspace; absent: all of it. */
  readonly seen?: SeenPlaces | undefined;
  readonly workspace: Workspace;
  readonly home: StateHome;
  /** The folder that holds the state of all workspaces. */
  readonly stateRoot: string;
  readonly program: AgentProgram;
  /** A new folder for the session; removed when the session ends, or when nothing holds its agent. */
  readonly scratch: string;
  readonly host: Host;
  /** Hears what the owner should know. */
  readonly notice: (section: string, text: string) => void;
}

const RUN_BY_ROOT =
  'yamo is run by root. Run it as a user who owns this workspace and little else.';

/** The owner's word that nothing needs to hold an agent here; it ends where something does. */
export interface Consent {
  readonly given: () => boolean;
  readonly lapse: () => void;
}

export class Sandbox {
  /** What holds the agent, in words, for the record. */
  readonly by: string;
  readonly scratch: string;
  readonly #mechanism: Mechanism | undefined;
  readonly #program: AgentProgram;
  readonly #workspace: string;
  #view: View | undefined;
  readonly #ways: Ways;

  private constructor(by: string, place: Place, mechanism?: Mechanism, view?: View) {
    this.by = by;
    this.scratch = place.scratch;
    this.#program = place.program;
    this.#workspace = place.workspace.path;
    this.#ways = new Ways(place);
    this.#mechanism = mechanism;
    this.#view = view;
  }

  /**
   * Tries what this machine has, in its order, with the view of this session. Throws
   * SHARED_UNENFORCED, MAIN_UNENFORCED, VIEW_EXPOSES, NETWORK_UNFILTERED, STATE_UNUSABLE.
   */
  static async take(place: Place, consent: Consent): Promise<Sandbox> {
    const { kind, seen, workspace, home, stateRoot, program, scratch, host } = place;
    const { settings, environment } = host;
    const view = viewOf({
      kind,
      seen,
      workspace: workspace.path,
      state: workspace.root.disk.realpath(stateRoot),
      scratch,
      program,
      settings,
      settingsFile: host.settingsFile,
      environment,
    });
    const reasons: string[] = [];
    const failed: string[] = [];
    const cures = new Map<string, string>();
    for await (const { name, mechanism, reason, cure, wasTried } of trials(settings.sandbox, view, {
      workspace: workspace.path,
      home,
      hidden: seen?.hidden,
    })) {
      if (mechanism !== undefined) {
        refuseUnfiltered(view, mechanism);
        consent.lapse();
        if (program.needs !== undefined) place.notice('§4.4', program.needs.notice);
        if (program.limit !== undefined) place.notice('§4.4', program.limit);
        if (host.uid === 0) place.notice('§4.1', RUN_BY_ROOT);
        if (failed.length > 0)
          place.notice(
            '§4.1',
            `Of what could hold agents here, this does not: ${failed.join('; ')}.`,
          );
        return new Sandbox([name, ...program.heldBy].join(', '), place, mechanism, view);
      }
      if (settings.sandbox === 'auto' && isElsewhere(name)) continue;
      reasons.push(`${name}: ${reason}`);
      // Of two that want the same it is said once.
      if (cure !== undefined) cures.set(cure, [cures.get(cure), name].filter(Boolean).join(', '));
      if (wasTried === true) failed.push(`${name} (${reason})`);
    }
    const reason = reasons.length === 0 ? 'the settings say so' : reasons.join('; ');
    const ways = [...cures].map(([cure, names]) => `${names}: ${cure}`);
    const advice = ways.join(' Or ') || 'Look what is missing: yamo doctor';
    if (kind.permissions.unsandboxed === 'never')
      throw new Refusal('SHARED_UNENFORCED', { reason, advice });
    if (!consent.given()) throw new Refusal('MAIN_UNENFORCED', { reason, advice });
    return new Sandbox(program.heldBy.join(', ') || 'the gate only', place);
  }

  /** False: an agent that is not ours is held by the gate alone, if it asks it. */
  get isEnforced(): boolean {
    return this.#mechanism !== undefined;
  }

  /** Folders that the agent may fill by itself: everything that its owner may, where nothing holds it. */
  get own(): readonly string[] {
    return this.#view === undefined ? ['/'] : [this.scratch, ...this.#view.writable];
  }

  /** Do commands end with all they started? Landlock has no namespace of processes: what leaves its group stays. */
  get endsCommands(): boolean {
    return this.#mechanism?.name === 'bubblewrap';
  }

  /** What the workspace of a shared session holds in the view; for what is started from here on. */
  show(files: readonly ViewFile[]): void {
    const copies = this.#view?.copies;
    // What a main session sees of its workspace is there as it is.
    if (this.#view !== undefined && copies !== undefined && copies.shows === undefined)
      this.#view = { ...this.#view, copies: { ...copies, files } };
  }

  /** How the agent is started. */
  agent(host: Host): Command {
    return this.#started(host, {}, this.#program.command);
  }

  /**
   * How it is started to find out whether it starts at all: where nothing of the workspace is to be seen, so before the
   * boot guard as well (§6.3). A program of ours is told so.
   */
  trial(host: Host): Command {
    const { command, builtIn } = this.#program;
    const {
      PWD: _here,
      OLDPWD: _before,
      YAMO_WORKSPACE_DIR: _named,
      ...environment
    } = host.environment;
    return this.#started({ ...host, environment }, this.#emptyView(), {
      ...command,
      ...(builtIn ? { args: [...command.args, TRIAL] } : { directory: this.scratch }),
    });
  }

  /** What is shown in the view but the workspace, and what it lies in. */
  #emptyView(): Partial<View> {
    if (this.#view === undefined || this.#mechanism === undefined) return {};
    const { readable, writable, copies } = this.#view;
    const folder = this.#workspace;
    const holds = (path: string): boolean => isWithin(resolved(path) ?? path, folder);
    const isAround = [...readable, ...writable].some((path) => path !== folder && holds(path));
    const directory = this.scratch;
    // Where there are mounts, an empty folder lies on the workspace; else nothing is shown that it lies in.
    if (this.#mechanism.mounts && (isAround || copies !== undefined))
      return {
        readable: readable.filter((path) => path !== folder),
        copies: { folder, files: [] },
        directory,
      };
    return {
      readable: readable.filter((path) => !holds(path)),
      writable: writable.filter((path) => !holds(path)),
      ...(copies !== undefined && { copies: { folder, files: [] } }),
      directory,
    };
  }

  #started(host: Host, shown: Partial<View>, command: Command): Command {
    const way = this.#ways.own;
    if (this.#mechanism !== undefined)
      return this.#enclosed(command.program, command.args, {
        // A built-in agent has its own way out, or none.
        view: { ...shown, ...(this.#program.builtIn && { network: 'none' as const }) },
        way,
      });
    // Nothing is kept from it anyway: it gets what the owner's own programs get.
    const given = Object.entries(host.environment).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    if (!this.#program.builtIn)
      return { ...command, environment: { ...Object.fromEntries(given), ...command.environment } };
    if (way === undefined) return command;
    // The first one behind input, output and diagnostics.
    const environment = { ...command.environment, [CHANNEL_VARIABLE]: '3' };
    return { ...command, environment, channels: [way.connect] };
  }

  /** How a program is started in the view of the session. Only where `isEnforced`. */
  enclose(program: string, args: readonly string[], more: Running = {}): Command {
    if (this.#view === undefined) throw new Error('there is no sandbox to run it in');
    const { directory, environment } = this.#view;
    return this.#enclosed(program, args, {
      view: {
        directory: more.directory ?? directory,
        environment: { ...environment, ...more.environment },
      },
      way: undefined,
    });
  }

  /** From now on a built-in agent reaches the host of this model, and no other. */
  reach(model: ModelSetup): Promise<void> {
    return this.#ways.reach(model);
  }

  #enclosed(program: string, args: readonly string[], { view, way }: Enclosing): Command {
    if (this.#mechanism === undefined || this.#view === undefined)
      throw new Error('there is no sandbox to run it in');
    const shown = { ...this.#view, ...view };
    const { network } = shown;
    const listed = typeof network === 'string' ? undefined : this.#ways.to('relay', network);
    return this.#mechanism.enclose(shown, program, args, way ?? listed);
  }
}

/** What is of another system could not hold anything here, whatever is installed. */
const isElsewhere = (name: Mechanism['name']): boolean =>
  name === 'seatbelt' && process.platform !== 'darwin';

/** The last word of the command of a built-in agent that is only tried. */
const TRIAL = 'trial';

const refuseUnfiltered = ({ network }: View, { name, filtersHosts }: Mechanism): void => {
  if (typeof network !== 'string' && !filtersHosts)
    throw new Refusal('NETWORK_UNFILTERED', { sandbox: name });
};
