/**
 * Hands the hooks of OpenClaw on to one `yamo hook --serve`, and gives its answers back as they are. Nothing is decided
 * here but this: where no answer comes, or not everything is asked, the answer is no.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** An answer takes milliseconds; a session start has an audit in it. */
const ANSWER_MS = 20_000;
const SECOND_MS = 1000;

/** Hooks before all others: what is refused here nobody else has to look at. */
const FIRST = { priority: 1000, timeoutMs: ANSWER_MS + 1000 };

const NO_ANSWER = 'yamo gave no answer, so this is denied; the log of the gateway says why.';
const LATE =
  'Bootstrap instructions were taken just now, and go with your next message: say it again.';
const denialFor = (reason) => ({
  block: true,
  blockReason: reason,
  cancel: true,
  cancelReason: reason,
  outcome: 'block',
  reason,
  message: reason,
});
const DENIED = denialFor(NO_ANSWER);

/** A setting by which OpenClaw asks too late or not at all; where there is one, everything is denied. */
const unaskedBy = (config) => {
  const own = config?.plugins?.entries?.yamo?.hooks ?? {};
  if (config?.hooks?.internal?.enabled === false) return 'hooks.internal.enabled is false';
  if (own.allowConversationAccess !== true)
    return 'plugins.entries.yamo.hooks.allowConversationAccess is not true';
  return own.allowPromptInjection === false
    ? 'plugins.entries.yamo.hooks.allowPromptInjection is false'
    : undefined;
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 24 || (major === 24 && minor >= 15);

/**
 * The yamo that this file came with; where the Node of the gateway is too old for it, the one on PATH. OpenClaw runs a
 * copy of this file and says where the file itself lies.
 */
const ownCommand = (folder = dirname(fileURLToPath(import.meta.url))) =>
  isNewEnough ? [process.execPath, join(folder, '../../dist/yamo.js')] : ['yamo'];

/** One process for all questions, started with the first, and again after it has died. */
export class Asker {
  #command;
  #log;
  #child;
  #next = 0;
  #waiting = new Map();

  constructor(command, log) {
    this.#command = command;
    this.#log = log;
  }

  /** The answer to one event; a denial where none comes in time. Never rejects. */
  ask(event) {
    return new Promise((resolve) => {
      const id = (this.#next += 1);
      let left = ANSWER_MS / SECOND_MS;
      // Seconds in which this process ran: a machine that stands still uses none of them up.
      const timer = setInterval(() => {
        left -= 1;
        if (left <= 0) this.#settle(id, DENIED);
      }, SECOND_MS);
      this.#waiting.set(id, { resolve, timer });
      try {
        this.#started().stdin.write(`${JSON.stringify({ id, event })}\n`);
      } catch (error) {
        this.#log(String(error));
        this.#settle(id, DENIED);
      }
    });
  }

  stop() {
    this.#child?.stdin.end();
  }

  #settle(id, answer) {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearInterval(waiting.timer);
    waiting.resolve(answer);
  }

  #started() {
    if (this.#child !== undefined) return this.#child;
    const [program, ...args] = this.#command;
    const child = spawn(program, [...args, 'hook', '--serve', '--host', 'openclaw'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    const gone = (why) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#log(why);
      for (const id of this.#waiting.keys()) this.#settle(id, DENIED);
    };
    child.once('error', (error) => gone(`yamo could not be started: ${error.message}`));
    child.once('exit', (code, signal) => gone(`yamo ended (${code ?? signal})`));
    child.stdin.on('error', () => undefined);
    child.stderr.setEncoding('utf8').on('data', (text) => this.#log(text.trimEnd()));
    createInterface({ input: child.stdout }).on('line', (line) => {
      try {
        const { id, answer } = JSON.parse(line);
        this.#settle(id, answer);
      } catch {
        this.#log('yamo gave an answer that is none');
      }
    });
    // The gateway ends without waiting for it.
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.unref?.();
    return child;
  }
}

/**
 * What all registrations share: the process that is asked; where each agent lives; whose message comes next in each
 * session, and began each run; what each session is to be told, and whether a prompt had it. OpenClaw registers a plugin
 * more than once, some hooks with each.
 */
const sharedBy = (command, log) => {
  const all = (globalThis[Symbol.for('yamo.openclaw')] ??= new Map());
  const key = JSON.stringify(command);
  if (!all.has(key))
    all.set(key, {
      asker: new Asker(command, log),
      folders: new Map(),
      writers: new Map(),
      runs: new Map(),
      told: new Map(),
    });
  return all.get(key);
};

export default {
  id: 'yamo',
  name: 'yamo',
  description: 'The rules of a Markdown agent workspace (RFC-0009), held by yamo hook.',
  register(api) {
    const command = api.pluginConfig?.command ?? ownCommand(api.rootDir);
    const { asker, folders, writers, runs, told } = sharedBy(command, (text) =>
      api.logger?.warn?.(`yamo: ${text}`),
    );
    const unasked = unaskedBy(api.config);
    const closed =
      unasked &&
      `yamo is not asked about everything, so nothing runs: in the settings of OpenClaw ${unasked}. Change that, or take yamo out: yamo hook uninstall openclaw`;
    if (closed !== undefined) api.logger?.warn?.(closed);

    const tell = (key, text) => {
      if (typeof text !== 'string') return;
      told.set(key, (told.get(key) ?? new Map()).set(text, false));
    };

    const folderOf = (context) => {
      if (context.workspaceDir !== undefined) return context.workspaceDir;
      const agent = context.agentId ?? agentIn(context.sessionKey);
      const known = folders.get(agent);
      if (known !== undefined) return known;
      try {
        return api.runtime?.agent?.resolveAgentWorkspaceDir?.(api.config, agent);
      } catch {
        return undefined;
      }
    };

    const ask = async (name, context, more) => {
      if (closed !== undefined) return denialFor(closed);
      const cwd = folderOf(context);
      if (context.agentId !== undefined && cwd !== undefined) folders.set(context.agentId, cwd);
      return asker.ask({
        hook_event_name: name,
        session_id: context.sessionKey,
        cwd,
        session_key: context.sessionKey,
        unattended: false,
        ...runs.get(context.runId)?.said,
        ...saidBy(context),
        ...more,
      });
    };

    const bootstrap = async ({ context, sessionKey }) => {
      const files = context.bootstrapFiles ?? [];
      // What fails here is passed over by OpenClaw: until there is an answer, nothing is shown.
      context.bootstrapFiles = [];
      const key = context.sessionKey ?? sessionKey;
      const own = { ...writers.get(key), ...context, sessionKey: key };
      const begun = await ask('agent:bootstrap', own, {});
      if (begun.outcome === 'block') return;
      tell(key, begun.prependContext);
      const answers = await Promise.all(
        files.map(({ path, name }) =>
          ask('before_tool_call', own, { tool_name: 'read', tool_input: { path: path ?? name } }),
        ),
      );
      context.bootstrapFiles = files.filter(
        ({ missing }, index) => missing === true || answers[index].block !== true,
      );
    };

    api.registerHook('agent:bootstrap', bootstrap, {
      name: 'yamo-bootstrap',
      description: 'Shows each session the files that it may read',
    });
    api.on(
      'before_dispatch',
      (event, context) => {
        const key = context.sessionKey ?? event.sessionKey;
        const channel = context.channelId ?? event.channel;
        const senderId = context.senderId ?? event.senderId;
        writers.set(key, { channel, senderId, isGroup: event.isGroup });
      },
      FIRST,
    );
    // Before a prompt of the command line, which is dispatched nowhere, this alone says whose it is.
    api.on('before_message_write', ({ message }, { sessionKey }) => {
      const { __openclaw: marks } = message ?? {};
      const senderIsOwner = marks?.senderIsOwner;
      if (message?.role === 'user' && senderIsOwner !== undefined && !writers.has(sessionKey))
        writers.set(sessionKey, { senderIsOwner });
    });
    api.on(
      'before_agent_run',
      async (event, context) => {
        const { senderIsOwner, senderId = context.senderId } = event;
        const writer = writers.get(context.sessionKey);
        const own = { ...context, senderId, senderIsOwner, isGroup: writer?.isGroup };
        if (context.runId !== undefined) runs.set(context.runId, { said: saidBy(own), writer });
        const answer = await ask('before_agent_run', own, { prompt: event.prompt });
        tell(context.sessionKey, answer.prependContext);
        // This prompt is made already; instructions that were taken only now go with the next.
        if (answer.ordersTaken === true) return { outcome: 'block', reason: LATE, message: LATE };
        return answer.outcome === 'pass' ? { outcome: 'pass' } : answer;
      },
      FIRST,
    );
    api.on(
      'before_prompt_build',
      (_event, context) => {
        const texts = told.get(context.sessionKey);
        if (texts === undefined) return undefined;
        for (const text of texts.keys()) texts.set(text, true);
        return { prependContext: [...texts.keys()].join('\n') };
      },
      FIRST,
    );
    // A run that failed is tried again, and its prompt made anew: until one is through, nothing counts as told.
    api.on('agent_end', (event, context) => {
      // The next one without a writer is nobody's.
      if (runs.get(context.runId)?.writer === writers.get(context.sessionKey))
        writers.delete(context.sessionKey);
      runs.delete(context.runId);
      const texts = told.get(context.sessionKey);
      if (texts === undefined || event.success !== true) return;
      for (const [text, isHanded] of texts) if (isHanded) texts.delete(text);
      if (texts.size === 0) told.delete(context.sessionKey);
    });
    api.on(
      'before_tool_call',
      (event, context) =>
        ask('before_tool_call', context, {
          // A tool may have the name of another.
          tool_name: event.toolKind ?? event.toolName,
          tool_input: event.params,
        }),
      FIRST,
    );
    api.on(
      'message_sending',
      (event, context) =>
        closed === undefined
          ? ask(
              'message_sending',
              { ...context, channel: context.channelId, senderId: undefined },
              { content: event.content, to: event.to },
            )
          : { content: closed },
      // The last word on a text is the one that is sent.
      { priority: -1000, timeoutMs: ANSWER_MS + 1000 },
    );
    api.on('session_end', async (event, context) => {
      const sessionKey = context.sessionKey ?? event.sessionKey;
      writers.delete(sessionKey);
      told.delete(sessionKey);
      await ask('session_end', { ...context, sessionKey }, {});
    });
    api.on('gateway_stop', () => asker.stop());
  },
};

const agentIn = (sessionKey) => /^agent:([^:]+):/.exec(sessionKey ?? '')?.[1] ?? 'main';

/** What the gateway says of who is there, as it is; the kernel judges it. */
const saidBy = (context) => {
  const { requester, trigger, jobId, isGroup } = context;
  const all = {
    provider: requester?.channel ?? context.messageProvider ?? context.channel,
    sender: requester?.senderId ?? context.senderId,
    owner: requester?.senderIsOwner ?? context.senderIsOwner,
    group: isGroup,
    unattended:
      jobId !== undefined || /^(?:cron|heartbeat)$/.test(trigger ?? '') ? true : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
};
