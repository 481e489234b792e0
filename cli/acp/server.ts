/** The agent's side of the Agent Client Protocol v1, for an editor: every session of it is one of the kernel's. */
import { isAbsolute, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import {
  agent,
  type AgentConnection,
  type InitializeRequest,
  type InitializeResponse,
  type JsonRpcId,
  type ListSessionsResponse,
  type LoadSessionRequest,
  methods,
  type NewSessionRequest,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  RequestError,
  type SessionUpdate,
  type Stream,
} from '@agentclientprotocol/sdk';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { TranscriptEntry } from '#kernel/state/transcripts.ts';
import { disk } from '#kernel/fs/disk.ts';
import { hostFor } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { report } from '#cli/io/report.ts';
import { VERSION } from '#cli/args/version.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { attendDaemon } from './daemon-questions.ts';
import { answerEditor } from './errors.ts';
import { sessionFromHistory, sessionHistory } from './history.ts';
import { kindFor, type EditorWorkspace, editorWorkspaceOf } from './place.ts';
import { type EditorClient, EditorSession } from './editor-session.ts';
import { asideUpdate, replayOf } from './updates.ts';

/** Editors take a moment after the answer that names a session until they listen to it. */
const EDITOR_SETTLES_MS = 100;

/** Of the protocol: what was named is not there. */
const NOT_FOUND = -32_002;

const SERVERS_UNUSED =
  'The MCP servers of the editor are not used: what an agent reaches passes the gate.';

const INITIALIZED: InitializeResponse = {
  protocolVersion: PROTOCOL_VERSION,
  agentInfo: { name: 'yamo', title: 'yamo', version: VERSION },
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { embeddedContext: true },
    sessionCapabilities: { list: {}, resume: {}, close: {} },
  },
  authMethods: [],
};

export class EditorServer {
  readonly #given: Given<'acp'>;
  readonly #connection: AgentConnection;
  readonly #stop = new AbortController();
  readonly #editorSessions = new Map<string, EditorSession>();
  readonly #opening = new Set<Promise<EditorSession>>();
  readonly #resuming = new Set<string>();
  /** Workspaces whose questions of the daemon are shown here. */
  readonly #attended = new Set<string>();
  #editor: EditorClient;

  constructor(given: Given<'acp'>, stream: Stream) {
    this.#given = given;
    const { session } = methods.agent;
    this.#connection = agent({ name: 'yamo' })
      .onRequest(methods.agent.initialize, ({ params }) => this.#initialize(params))
      .onRequest(session.new, ({ params, requestId }) =>
        answerEditor(() => this.#new(params, requestId)),
      )
      .onRequest(session.list, ({ params }) =>
        answerEditor(() => this.#list(params.cwd ?? undefined)),
      )
      .onRequest(session.load, ({ params, requestId }) =>
        answerEditor(() => this.#goOn(params, requestId, replayOf)),
      )
      .onRequest(session.resume, ({ params, requestId }) =>
        answerEditor(() => this.#goOn(params, requestId, () => [])),
      )
      .onRequest(session.prompt, ({ params, signal }) =>
        answerEditor(async () => {
          const editorSession = this.#editorSession(params.sessionId);
          // A daemon may have been started meanwhile.
          this.#begin(editorSession, params.sessionId);
          return { stopReason: await editorSession.prompt(params.prompt, signal) };
        }),
      )
      .onRequest(session.close, ({ params }) => answerEditor(() => this.#close(params.sessionId)))
      .onNotification(session.cancel, ({ params }) =>
        this.#editorSessions.get(params.sessionId)?.cancel(),
      )
      .connect(stream);
    this.#editor = {
      client: this.#connection.client,
      name: '',
      forms: false,
      notices: false,
    };
  }

  /** Resolves when the editor has gone. */
  get gone(): Promise<void> {
    return this.#connection.closed;
  }

  /** Ends every session in good order, also those that are about to begin. Never rejects. */
  async close(reason: string): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#opening);
    await Promise.all(
      [...this.#editorSessions.values()].map((editorSession) =>
        editorSession.close(reason).catch((error: unknown) => report(error, false)),
      ),
    );
    this.#connection.close();
  }

  #initialize({ clientInfo, clientCapabilities }: InitializeRequest): InitializeResponse {
    this.#editor = {
      client: this.#connection.client,
      name: clientInfo?.name ?? '',
      forms: (clientCapabilities?.elicitation?.form ?? null) !== null,
      notices: (clientCapabilities?.session?.notices ?? null) !== null,
    };
    return INITIALIZED;
  }

  async #new(
    { cwd, mcpServers }: NewSessionRequest,
    requestId: JsonRpcId,
  ): Promise<NewSessionResponse> {
    const editorSession = await this.#open(cwd, requestId);
    const { id } = editorSession;
    if (mcpServers.length > 0)
      editorSession.tell([asideUpdate('info', SERVERS_UNUSED, this.#editor.notices)]);
    void delay(EDITOR_SETTLES_MS, undefined, { ref: false }).then(() =>
      this.#begin(editorSession, id),
    );
    return { sessionId: id };
  }

  /** Goes on with a session of before, which is told again by `replay`; one that is open here just goes on. */
  async #goOn(
    { sessionId, cwd }: Pick<LoadSessionRequest, 'sessionId' | 'cwd'>,
    requestId: JsonRpcId,
    replay: (entries: readonly TranscriptEntry[]) => readonly SessionUpdate[],
  ): Promise<object> {
    const { host, kind } = await this.#standing();
    const entries = sessionFromHistory(host, this.#placeAt(cwd).path, kind, sessionId);
    if (entries === undefined)
      throw unknownSession(sessionId, `among the ${kind.name} ones of this workspace`);
    const open = this.#editorSessions.get(sessionId);
    if (open?.isOver === false) open.tell(replay(entries));
    else this.#begin(await this.#open(cwd, requestId, sessionId), sessionId, replay(entries));
    return {};
  }

  /** A thread, by the id that the editor has for it: that of `resume`, or the kernel's. */
  async #open(cwd: string, requestId: JsonRpcId, resume?: string): Promise<EditorSession> {
    const place = this.#placeAt(cwd);
    if (resume !== undefined && this.#resuming.has(resume))
      throw RequestError.invalidRequest(undefined, 'this session is being opened');
    const opening = EditorSession.open({
      given: this.#given,
      place,
      editor: this.#editor,
      requestId,
      signal: this.#stop.signal,
      resume,
    });
    this.#opening.add(opening);
    if (resume !== undefined) this.#resuming.add(resume);
    try {
      const editorSession = await opening;
      this.#editorSessions.set(resume ?? editorSession.id, editorSession);
      return editorSession;
    } finally {
      this.#opening.delete(opening);
      if (resume !== undefined) this.#resuming.delete(resume);
    }
  }

  #begin(session: EditorSession, id: string, before: readonly SessionUpdate[] = []): void {
    session.begin(id, before);
    this.#attend(session);
  }

  /** Shows what sessions of the daemon ask, once for a workspace, in the newest session that nobody else sees. */
  #attend({ path, owner }: EditorSession): void {
    if (owner === undefined || this.#attended.has(path)) return;
    this.#attended.add(path);
    const shownIn = (): EditorSession | undefined =>
      [...this.#editorSessions.values()].findLast(
        (one) => one.path === path && one.owner !== undefined,
      );
    void attendDaemon({
      user: { disk, uid: process.geteuid?.() ?? 0, environment: process.env },
      path,
      name: this.#editor.name === '' ? 'an editor' : this.#editor.name,
      signal: this.#stop.signal,
      show: async ({ text, options, subject }, signal) => {
        const human = shownIn()?.owner;
        const answer =
          options === undefined
            ? await human?.answer(text, signal)
            : await human?.choose(text, options, subject, signal);
        // An editor that shows nothing has not said no.
        return answer === undefined ? undefined : { answer };
      },
    })
      .catch((error: unknown) => report(error, false))
      .finally(() => this.#attended.delete(path));
  }

  /** What the editor gets, by the settings of now. Throws SETTINGS_INVALID. */
  async #standing(): Promise<{ readonly host: Host; readonly kind: SessionKind }> {
    const { signal } = this.#stop;
    const given = this.#given;
    const options = { settings: given.text('settings'), trace: given.flag('trace') };
    const host = await hostFor(options, { human: undefined, emit: () => undefined, signal });
    return { host, kind: kindFor(this.#given, host.settings, this.#editor.name) };
  }

  async #list(cwd: string | undefined): Promise<ListSessionsResponse> {
    const { host, kind } = await this.#standing();
    const { path } = this.#placeAt(cwd ?? process.cwd());
    const sessions = sessionHistory(host, path, kind).map(
      ({ id, title, updatedAt, folder = resolve(path) }) => ({
        sessionId: id,
        cwd: folder,
        title,
        updatedAt,
      }),
    );
    return {
      sessions: cwd === undefined ? sessions : sessions.filter((one) => one.cwd === resolve(cwd)),
    };
  }

  async #close(sessionId: string): Promise<object> {
    const editorSession = this.#editorSession(sessionId);
    this.#editorSessions.delete(sessionId);
    await editorSession.close('closed in the editor');
    return {};
  }

  #editorSession(sessionId: string): EditorSession {
    const editorSession = this.#editorSessions.get(sessionId);
    if (editorSession === undefined)
      throw unknownSession(sessionId, 'among those that are open here');
    return editorSession;
  }

  /** Throws the protocol's error for a folder whose path is not absolute: it would be taken from wherever this runs. */
  #placeAt(cwd: string): EditorWorkspace {
    if (!isAbsolute(cwd))
      throw RequestError.invalidParams({ cwd }, 'cwd is to be an absolute path');
    return editorWorkspaceOf(this.#given, cwd);
  }
}

const unknownSession = (sessionId: string, where: string): RequestError =>
  new RequestError(
    NOT_FOUND,
    `There is no such session ${where}. session/list says which can be resumed.`,
    { sessionId },
  );
