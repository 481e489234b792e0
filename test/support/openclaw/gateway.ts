/** A gateway of OpenClaw as its makers publish it, in a fresh home, with people at a Bot API and a model on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { installed } from '#test/support/registry-agents.ts';
import type { TempWorkspace } from '#test/support/workspace.ts';
import { environment, yamo } from '#test/support/yamo.ts';
import { obedient } from './model.ts';
import { type Chat, Telegram } from './telegram.ts';

export const OPENCLAW = '2026.9.6';

/** How long a gateway may take to start, and to answer, on a machine that does other things too. */
export const START_MS = 480_000;
const ANSWER_MS = 240_000;

const HOOK_TOKEN = 'not-the-token-of-the-gateway';

export interface GatewayOptions {
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
  readonly #url: string;
  #log = '';

  private constructor(telegram: Telegram, model: MessagesApi, child: ChildProcess, url: string) {
    this.telegram = telegram;
    this.model = model;
    this.#child = child;
    this.#url = url;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#log += text));
  }

  /** Rejects where the registry does not give OpenClaw, or it does not start. */
  static async start(ws: TempWorkspace, options: GatewayOptions): Promise<Gateway> {
    const programs = await installed('openclaw', OPENCLAW);
    if (programs === undefined) throw new Error(`openclaw@${OPENCLAW} could not be installed`);
    const [telegram, model, port] = await Promise.all([
      Telegram.start(),
      MessagesApi.start({ script: obedient }),
      freePort(),
    ]);
    const settings = join(ws.configHome, '.openclaw', 'openclaw.json');
    mkdirSync(dirname(settings), { recursive: true, mode: 0o700 });
    const at = { workspace: ws.path, port, model: model.url, telegram: telegram.url };
    writeFileSync(settings, JSON.stringify(settingsOf(at, options)));
    const env = environment({ workspace: ws, env: { OPENCLAW_DISABLE_BONJOUR: '1' } });
    if (options.withPlugin) {
      const { code, stderr } = await yamo(['hook', 'install', 'openclaw'], { env });
      if (code !== 0) throw new Error(stderr);
    }
    const program = join(programs, '../openclaw/openclaw.mjs');
    const child = spawn(process.execPath, [program, 'gateway', 'run', '--port', String(port)], {
      env,
      cwd: ws.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const gateway = new Gateway(telegram, model, child, `http://127.0.0.1:${port}`);
    try {
      await gateway.#until(() => /\[gateway\] ready\b/u.test(gateway.#log), START_MS);
    } catch (error) {
      await gateway[Symbol.asyncDispose]();
      throw error;
    }
    return gateway;
  }

  /** What the chat is sent after `from` has written there, as one text. */
  async say(chat: Chat, from: number, text: string): Promise<string> {
    const before = this.telegram.sentTo(chat).length;
    const answers = (): readonly string[] => this.telegram.sentTo(chat).slice(before);
    this.telegram.write(chat, from, text);
    await this.#until(() => answers().length > 0, ANSWER_MS);
    return answers().join('\n');
  }

  /** An event from outside, in a session whose key says nothing of a chat. Resolves when its run is over. */
  async post(sessionKey: string, message: string): Promise<unknown> {
    const response = await fetch(`${this.#url}/hooks/agent`, {
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

  async #until(isSo: () => boolean, ms: number): Promise<void> {
    for (const end = Date.now() + ms; !isSo(); await pause(50))
      if (Date.now() > end || this.#child.exitCode !== null)
        throw new Error(`the gateway did not come so far:\n${this.#log.slice(-3000)}`);
  }
}

interface Places {
  readonly workspace: string;
  readonly port: number;
  readonly model: string;
  readonly telegram: string;
}

const settingsOf = (at: Places, { directChats, internalHooks }: GatewayOptions): object => ({
  gateway: {
    mode: 'local',
    port: at.port,
    bind: 'loopback',
    auth: { mode: 'token', token: 'not-the-token-of-hooks' },
  },
  session: { dmScope: directChats },
  hooks: {
    enabled: true,
    token: HOOK_TOKEN,
    allowRequestSessionKey: true,
    allowedSessionKeyPrefixes: ['hook:'],
    ...(internalHooks === false && { internal: { enabled: false } }),
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

const freePort = async (): Promise<number> => {
  const server = createServer();
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => listening.resolve(undefined));
  await listening.promise;
  const { port } = Object(server.address());
  server.close();
  return port;
};
