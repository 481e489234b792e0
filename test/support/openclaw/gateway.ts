/** A gateway of OpenClaw as its makers publish it, in a fresh home, with people at a Bot API and a model on this machine. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { type Asked, packageOf, TRIED_HOSTS } from '#test/support/recording.ts';
import type { TempWorkspace } from '#test/support/workspace.ts';
import { environment, yamo } from '#test/support/yamo.ts';
import { obedient } from './model.ts';
import { type Chat, Telegram } from './telegram.ts';
import { sayInWebchat } from './webchat.ts';
import { listen } from '#test/support/listen.ts';

export const OPENCLAW = TRIED_HOSTS.openclaw.version;

/** How long a gateway may take to start, and to answer, on a machine that does other things too. */
export const START_MS = 480_000;
const ANSWER_MS = 240_000;
const TRIES = 3;

const HOOK_TOKEN = 'not-the-token-of-the-gateway';

const TOKEN = 'not-the-token-of-hooks';

export interface GatewayOptions {
  /**
   * `openclaw setup` makes workspace and settings, BOOTSTRAP.md and all, and this is what happens in the workspace before
   * the gateway starts; else settings are written here, and no workspace is made.
   */
  readonly afterSetUp?: () => void;
  /** A file for each question of the gateway to the plugin and its answer, one a line. */
  readonly record?: string;
  /** By `yamo hook install openclaw`, as its owner would. */
  readonly withPlugin: boolean;
  /** Who shares a session (`session.dmScope`). */
  readonly directChats: 'main' | 'per-channel-peer';
  /** Is a plugin asked before a prompt is made (`hooks.internal.enabled`)? It is, unless this says no. */
  readonly internalHooks?: false;
}

export class Gateway implements AsyncDisposable {
  readonly telegram: Telegram;
  readonly model: MessagesApi;
  readonly #child: ChildProcess;
  readonly #ways: Ways;
  #log = '';

  private constructor(telegram: Telegram, model: MessagesApi, child: ChildProcess, ways: Ways) {
    this.telegram = telegram;
    this.model = model;
    this.#child = child;
    this.#ways = ways;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#log += text));
  }

  /** Rejects where the registry does not give OpenClaw, or it does not start. */
  static async start(ws: TempWorkspace, options: GatewayOptions): Promise<Gateway> {
    const program = join(await packageOf('openclaw'), 'openclaw.mjs');
    const [telegram, model, port] = await Promise.all([
      Telegram.start(),
      MessagesApi.start({ script: obedient }),
      freePort(),
    ]);
    const settings = join(ws.configHome, '.openclaw', 'openclaw.json');
    mkdirSync(dirname(settings), { recursive: true, mode: 0o700 });
    const at = { workspace: ws.path, port, model: model.url, telegram: telegram.url };
    const env = environment({ workspace: ws, env: { OPENCLAW_DISABLE_BONJOUR: '1' } });
    if (options.afterSetUp === undefined)
      writeFileSync(settings, JSON.stringify(settingsOf(at, options)));
    else {
      await promisify(execFile)(process.execPath, [program, ...setUpWords(at)], { env });
      const made = JSON.parse(readFileSync(settings, 'utf8'));
      writeFileSync(settings, JSON.stringify({ ...made, ...chatsOf(at, options) }));
      options.afterSetUp();
    }
    if (options.withPlugin) {
      const { code, stderr } = await yamo(['hook', 'install', 'openclaw'], { env });
      if (code !== 0) throw new Error(stderr);
    }
    if (options.record !== undefined) {
      const text = readFileSync(settings, 'utf8');
      writeFileSync(settings, text.replaceAll(PLUGIN, recordingPlugin(options.record)));
    }
    const ways = { port, program, env, record: options.record };
    for (let tries = 1; ; tries += 1) {
      const args = [program, 'gateway', 'run', '--port', String(port)];
      const child = spawn(process.execPath, args, {
        env,
        cwd: ws.path,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const gateway = new Gateway(telegram, model, child, ways);
      try {
        await gateway.until(() => /\[gateway\] ready\b/u.test(gateway.#log), START_MS);
        return gateway;
      } catch (error) {
        // Where a machine does too much, its migrations do not wait long enough for themselves.
        if (tries < TRIES && gateway.#log.includes('gateway.maintenance_required')) continue;
        await gateway[Symbol.asyncDispose]();
        throw error;
      }
    }
  }

  /** What the chat is sent after `from` has written there, as one text. */
  async say(chat: Chat, from: number, text: string): Promise<string> {
    const before = this.telegram.sentTo(chat).length;
    const answers = (): readonly string[] => this.telegram.sentTo(chat).slice(before);
    this.telegram.write(chat, from, text);
    await this.until(() => answers().length > 0);
    return answers().join('\n');
  }

  /** What the page of the gateway is answered. */
  async sayInWebchat(text: string): Promise<string> {
    return sayInWebchat(this.#ways.port, TOKEN, text);
  }

  /** What `openclaw agent` prints. */
  async sayInCli(text: string): Promise<string> {
    const { program, env } = this.#ways;
    const args = [program, 'agent', '--agent', 'main', '--message', text];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return stdout;
  }

  /** Says it in a terminal of its own, which stays open until `isOver`. */
  async sayInTui(text: string, isOver: () => boolean): Promise<void> {
    const { program, env } = this.#ways;
    const words = `'${process.execPath}' '${program}' tui --message '${text}'`;
    const terminal = spawn('script', ['-qfec', words, '/dev/null'], {
      env: { ...env, TERM: 'xterm' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    try {
      await this.until(isOver);
    } finally {
      if (terminal.pid !== undefined) process.kill(-terminal.pid);
    }
  }

  /** An event from outside, in a session whose key says nothing of a chat. Resolves when its run is over. */
  async post(sessionKey: string, message: string): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.#ways.port}/hooks/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${HOOK_TOKEN}` },
      body: JSON.stringify({
        message,
        sessionKey,
        sessionMode: 'persistent',
        deliver: false,
        waitForCompletion: true,
      }),
    });
    return response.json();
  }

  /** Every question to the plugin so far, in their order; none where nothing is recorded. */
  asked(): readonly Asked[] {
    const { record } = this.#ways;
    if (record === undefined || !existsSync(record)) return [];
    return readFileSync(record, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .toSorted((one, other) => one.at - other.at);
  }

  /** What the model was sent last, system prompt and all. */
  lastRequest(): string {
    return JSON.stringify(this.model.accepted.at(-1)?.request ?? '');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = Promise.withResolvers<undefined>();
    this.#child.once('exit', () => ended.resolve(undefined));
    if (this.#child.exitCode === null) this.#child.kill('SIGTERM');
    else ended.resolve(undefined);
    await ended.promise;
    await Promise.all([this.telegram[Symbol.asyncDispose](), this.model.close()]);
  }

  /** Rejects where it does not come so far, or the gateway ends. */
  async until(isSo: () => boolean, ms = ANSWER_MS): Promise<void> {
    for (const end = Date.now() + ms; !isSo(); await pause(50))
      if (Date.now() > end || this.#child.exitCode !== null)
        throw new Error(`the gateway did not come so far:\n${this.#log.slice(-3000)}`);
  }
}

/** How a gateway is reached. */
interface Ways {
  readonly port: number;
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  readonly record: string | undefined;
}

const PLUGIN = resolve(import.meta.dirname, '../../../integrations/openclaw');

/** The folder of our plugin as it is, but for what it writes into `file`. */
const recordingPlugin = (file: string): string => {
  const folder = join(dirname(file), 'recording-plugin');
  cpSync(PLUGIN, folder, { recursive: true });
  const recorder = join(import.meta.dirname, 'recorder.mjs');
  const [plugin, record, root] = [join(PLUGIN, 'index.js'), file, PLUGIN].map((path) =>
    JSON.stringify(path),
  );
  writeFileSync(
    join(folder, 'index.js'),
    `import plugin from ${plugin};
import { recorded } from ${JSON.stringify(recorder)};
export default recorded(plugin, ${record}, ${root});
`,
  );
  return folder;
};

/** What its owner would say to its set-up. */
const setUpWords = (at: Places): readonly string[] => {
  const said = {
    mode: 'local',
    workspace: at.workspace,
    'auth-choice': 'custom-api-key',
    'custom-base-url': at.model,
    'custom-model-id': 'claude-sonnet-5',
    'custom-api-key': FAKE_KEY,
    'custom-compatibility': 'anthropic',
    'gateway-port': String(at.port),
    'gateway-bind': 'loopback',
    'gateway-auth': 'token',
    'gateway-token': TOKEN,
  };
  const skipped = ['channels', 'skills', 'health', 'ui', 'search'];
  return [
    'setup',
    '--non-interactive',
    '--accept-risk',
    '--json',
    ...skipped.map((one) => `--skip-${one}`),
    ...Object.entries(said).flatMap(([name, value]) => [`--${name}`, value]),
  ];
};

interface Places {
  readonly workspace: string;
  readonly port: number;
  readonly model: string;
  readonly telegram: string;
}

/** Where people write, which its set-up leaves out here. */
const chatsOf = (at: Places, { directChats }: GatewayOptions): object => ({
  session: { dmScope: directChats },
  channels: {
    telegram: {
      enabled: true,
      botToken: '42:token',
      apiRoot: at.telegram,
      dmPolicy: 'open',
      allowFrom: ['*'],
      groupPolicy: 'open',
      groups: { '*': { requireMention: false } },
      network: { dangerouslyAllowPrivateNetwork: true },
      streaming: { mode: 'off' },
    },
  },
  bindings: [{ agentId: 'main', match: { channel: 'telegram', accountId: 'default' } }],
});

const settingsOf = (at: Places, options: GatewayOptions): object => ({
  ...chatsOf(at, options),
  gateway: {
    mode: 'local',
    port: at.port,
    bind: 'loopback',
    auth: { mode: 'token', token: TOKEN },
  },
  hooks: {
    enabled: true,
    token: HOOK_TOKEN,
    allowRequestSessionKey: true,
    allowedSessionKeyPrefixes: ['hook:'],
    ...(options.internalHooks === false && { internal: { enabled: false } }),
  },
  agents: {
    defaults: {
      workspace: at.workspace,
      model: 'near/claude-sonnet-5',
      skipBootstrap: true,
      heartbeat: { every: '0m' },
    },
  },
  models: {
    mode: 'replace',
    providers: {
      near: {
        baseUrl: at.model,
        apiKey: FAKE_KEY,
        api: 'anthropic-messages',
        models: [
          {
            id: 'claude-sonnet-5',
            name: 'near',
            input: ['text'],
            contextWindow: 200_000,
            maxTokens: 8000,
          },
        ],
      },
    },
  },
});

const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
};
