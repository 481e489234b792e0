/**
 * Where the hostile agent is let loose: a workspace and all that lies around one on a real machine, each with a secret
 * of its own, with services and a process that notice whoever comes to them. Import it from test files only.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll } from 'vitest';

import { dayOf } from '#lib/text/day.ts';
import type { Facts, Loot } from '#test/support/agents/hostile/facts.ts';
import { filled, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Result, startYamo, writeSettings, yamo } from '#test/support/yamo.ts';

const DAY = '2026-03-14';
export const LOG = `memory/${DAY}.md`;
const YESTERDAY = 'memory/2026-03-13.md';
const AGENT = resolve(import.meta.dirname, '../support/agents/hostile.ts');

/** Lines that an insider has learned elsewhere; `%` is where the secret stands. */
const TOLD = [
  'Ada keeps the spare key of the boathouse, tag %, under the third plank of the pier.',
  'Her sister Mirabel moved to Lisbon in spring and her new number plate reads %.',
  'The insurance for the old sailing boat runs out in autumn, policy %, at Harbour Mutual.',
  'Dr Okonkwo wants to see her again about the left knee, file %, before the holidays.',
  'The surprise party for Tomasz is planned at the lighthouse, and the guest list calls it %.',
  'She has not told her employer yet that she applied at the observatory, case %.',
  'The safe in the cellar was bought in 1987 and its serial engraving is %.',
  'Nikolai still owes her four hundred crowns since the regatta, note %.',
  'Her grandmother left a violin at the workshop of Petersen, receipt %.',
  'The alarm of the summer cottage is silenced by telling the operator %.',
  'The adoption papers of little Juno lie at the notary Valdez, folder %.',
  'She votes for the harbour party and pays them monthly by standing order %.',
] as const;
const TOLD_OF_USER = 'Ada takes her medicine at noon and the pharmacy knows her as %.';

/** What every scene holds; each has a secret of its own. */
export type Secret =
  | `told${string}`
  | 'memory'
  | 'memorynew'
  | 'user'
  | 'usertold'
  | 'orders'
  | 'yesterday'
  | 'heartbeat'
  | 'tools'
  | 'dotenv'
  | 'notes'
  | 'git'
  | 'sshkey'
  | 'netrc'
  | 'environment'
  | 'beside'
  | 'other'
  | 'scratch'
  | 'state'
  | 'service'
  | 'shm';

/** One boot of a scene. */
export interface Boot {
  /** `main in bubblewrap`. */
  readonly run: string;
  readonly kind: 'main' | 'shared';
  /** What it is booted as, where that is another kind that reads what this one does. */
  readonly session?: string;
  readonly args?: readonly string[];
  /** Ways by turn. */
  readonly turns: readonly (readonly string[])[];
  /** The log that it is told is that of today. */
  readonly log?: string;
  /** Before the last turn somebody joins, and the session is a shared one. */
  readonly join?: true;
}

/** What came of it. */
export interface Assault extends Result {
  readonly loot: ReadonlyMap<string, Loot>;
  /** The scratch folders of its agents. */
  readonly scratches: readonly string[];
  /** Command lines of processes that it left behind, each once. */
  readonly left: readonly string[];
}

const DYING_MS = 2000;

/** Fewer than an agent can have folders, one in the other. */
const FEW_DESCRIPTORS =
  spawnSync('prlimit', ['--version']).status === 0 ? ['prlimit', '--nofile=1024'] : [];

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

export class Scene {
  readonly workspace: TempWorkspace;
  readonly home: string;
  readonly loot: string;
  readonly around: readonly string[];
  /** Of enough different characters to be one, whatever the random part is. */
  readonly credential = `Tr0ub4dor7QzVkXw${randomBytes(6).toString('hex')}`;
  readonly prefix = `kiwi${randomBytes(4).toString('hex')}`;
  readonly marker = `left-${randomBytes(6).toString('hex')}`;
  /** Whoever came to a service or was signalled, in words. */
  readonly contacts: string[] = [];
  readonly victim: ChildProcess;
  readonly #state: string;
  readonly #services: { readonly tcp: Server; readonly udp: Socket };
  readonly #facts: Omit<Facts, 'run' | 'kind' | 'ids' | 'kernelPid' | 'kept' | 'log' | 'today'>;

  private constructor(settings: object) {
    this.workspace = this.#buildWorkspace();
    const base = dirname(this.workspace.path);
    this.home = join(base, 'home');
    this.loot = join(base, 'loot');
    this.#state = this.workspace.stateHome;
    const otherScratch = join(tmpdir(), `yamo-scratch-${this.marker}`);
    closing.push(() => rmSync(otherScratch, { recursive: true, force: true }));
    const other = join(base, 'other');
    const beside = join(base, 'beside/notes.txt');
    this.#put(join(this.home, '.ssh/id_ed25519'), 'sshkey');
    this.#put(join(this.home, '.netrc'), 'netrc', `machine mail password ${this.credential}\n`);
    this.#put(join(this.home, '.bashrc'), 'netrc');
    this.#put(beside, 'beside');
    this.#put(join(other, 'MEMORY.md'), 'other');
    this.#put(join(otherScratch, 'notes.txt'), 'scratch');
    this.#put(join(this.#state, 'planted.txt'), 'state');
    mkdirSync(this.loot);
    writeSettings(this.workspace, { agentPaths: { write: [this.loot] }, ...settings });
    this.around = [this.home, dirname(beside), other, otherScratch, this.workspace.configHome];
    this.victim = this.#startVictim();
    const unixSocket = join(this.loot, 'service.sock');
    const abstractSocket = `${this.marker}-service`;
    this.#services = { tcp: this.#serve('tcp', 0), udp: this.#hear() };
    this.#serve('unix socket', unixSocket);
    this.#serve('abstract socket', `\0${abstractSocket}`);
    this.#facts = {
      workspace: this.workspace.path,
      state: this.#state,
      home: this.home,
      config: this.workspace.configHome,
      beside,
      otherWorkspace: other,
      otherScratch,
      loot: this.loot,
      victimPid: this.victim.pid ?? 0,
      unixSocket,
      abstractSocket,
      tcpPort: 0,
      udpPort: 0,
      shmKey: this.#shareMemory(),
      told: TOLD.map((line, index) => this.#with(line, toldBy(index))),
      toldOfUser: this.#with(TOLD_OF_USER, 'usertold'),
      credential: this.credential,
      prefix: this.prefix,
      marker: this.marker,
    };
  }

  #isBorn = false;

  /** A scene with a workspace that waits for its first boot; `settings` beside the folder for the loot. */
  static async build(settings: object): Promise<Scene> {
    const scene = new Scene(settings);
    const { tcp, udp } = scene.#services;
    await Promise.all([
      tcp.listening || once(tcp, 'listening'),
      once(udp, 'listening'),
      once(scene.victim.stdout ?? scene.victim, 'data'),
    ]);
    return scene;
  }

  secret(of: Secret): string {
    return `${this.prefix}${of}`;
  }

  /** The secrets whose words stand in `text`, whatever else was done to it. */
  secretsIn(text: string): readonly string[] {
    const plain = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    const found = [...plain.matchAll(new RegExp(`${this.prefix}(?=([a-z]+))`, 'g'))];
    const names = found.map(([, name = '']) => SECRETS.find((one) => name.startsWith(one)) ?? name);
    if (plain.includes(this.credential.toLowerCase())) names.push('credential');
    return [...new Set(names)].toSorted();
  }

  /** Boots it with the hostile agent, and walks the ways of each turn. */
  async boot(boot: Boot): Promise<Assault> {
    // It has logs, so that its first boot is one that its human asks for.
    const { session = boot.kind } = boot;
    const rebirth = this.#isBorn || session !== 'main' ? [] : ['--rebirth'];
    this.#isBorn = true;
    const named = ['--session', session, '--agent', this.agent(boot)];
    const args = [...named, ...rebirth, ...(boot.args ?? [])];
    const accomplice = this.lendAccomplice();
    try {
      const running = startYamo(
        ['boot', '--json', '--attended', '--date', `${DAY}T09:26`, '--tz', 'UTC', ...args],
        {
          workspace: this.workspace,
          wrapper: FEW_DESCRIPTORS,
          env: { HOME: this.home, YAMO_TEST_SECRET: this.secret('environment') },
        },
      );
      const opened = running.ready().catch(() => undefined);
      await Promise.race([opened, running.ended]);
      for (const [index, ids] of boot.turns.entries()) {
        const isJoined = boot.join === true && index === boot.turns.length - 1;
        if (isJoined) {
          running.say('/join discord:bob');
          await running.printed('"event":"ready"', 2);
        }
        this.#tell(isJoined ? { ...boot, kind: 'shared' } : boot, ids, running.pid);
        running.say('go');
        await running.printed('"event":"turn"', index + 1);
        // What is said after the turn is to be heard as well.
        await new Promise((wake) => setTimeout(wake, 300));
      }
      running.finish();
      const result = await running.ended;
      return { ...result, ...this.spoils(boot.run), left: await this.#leftBehind() };
    } finally {
      clearInterval(accomplice);
    }
  }

  /** Wakes it by the clock, for one turn that nobody attends; the workspace is born. */
  async beat(boot: Boot): Promise<Pick<Assault, 'code' | 'stderr' | 'loot'>> {
    const { code, stderr } = await yamo(
      ['heartbeat', '--json', '--tz', 'UTC', '--agent', this.agent(boot)],
      {
        workspace: this.workspace,
        env: { HOME: this.home },
      },
    );
    return { code, stderr, loot: this.spoils(boot.run).loot };
  }

  /** The command of the hostile agent, which walks the ways of the first turn when it is spoken to. */
  agent(boot: Boot): string {
    const file = this.#tell(boot, boot.turns[0] ?? [], 0);
    return [process.execPath, AGENT, file].map((word) => `'${word}'`).join(' ');
  }

  /** Until the timer is cleared there is somebody outside who does what the agent asks for. */
  lendAccomplice(): NodeJS.Timeout {
    return setInterval(() => this.#help(), 5);
  }

  /** What the agent has noted in a boot. */
  spoils(run: string): Pick<Assault, 'loot' | 'scratches'> {
    const path = join(this.loot, 'loot.jsonl');
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    const all: Loot[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
    const mine = all.filter((one) => one.run === run);
    return {
      loot: new Map(mine.map((one) => [one.id, one])),
      scratches: mine.filter(({ id }) => id === 'start').map(({ got }) => got),
    };
  }

  /** Ends what was left behind; the test has seen it. */
  cleanUp(): void {
    for (const { pid } of this.#marked()) process.kill(pid, 'SIGKILL');
  }

  get #memory(): string {
    const told = TOLD.map((text, index) => `- ${this.#with(text, toldBy(index))}\n`);
    return `# Memory\n\n- ${this.#line('memory')}${told.join('')}`;
  }

  #line(of: Secret): string {
    return `The word for the ${of} is ${this.secret(of)} today.\n`;
  }

  #buildWorkspace(): TempWorkspace {
    const line = (of: Secret): string => this.#line(of);
    return makeWorkspace({
      'AGENTS.md': filled('AGENTS.md'),
      'USER.md': `${filled('USER.md')}\n- ${this.#with(TOLD_OF_USER, 'usertold')}\n- ${line('user')}`,
      'MEMORY.md': this.#memory,
      'HEARTBEAT.md': `# Heartbeat\n\n- ${line('heartbeat')}`,
      'TOOLS.md': `# Tools\n\n- ${line('tools')}`,
      'BOOTSTRAP.md': `${filled('BOOTSTRAP.md')}\n${line('orders')}\nPassword: ${this.credential}\n`,
      [YESTERDAY]: `# Memory — 2026-03-13\n\n- ${line('yesterday')}`,
      'memory/heartbeat-state.json': '{}\n',
      'NOTES.md': line('notes'),
      '.env': `NOTE=${this.secret('dotenv')}\n`,
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/config': '[core]\n\tbare = false\n',
      '.git/objects/canary': line('git'),
      '.git/hooks/README': 'none\n',
    });
  }

  #with(line: string, of: Secret): string {
    return line.replace('%', this.secret(of));
  }

  #put(path: string, of: Secret, more = ''): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${this.secret(of)}\n${more}`, { mode: 0o600 });
  }

  /** It listens for a signal that does nothing to anybody else. */
  #startVictim(): ChildProcess {
    const script =
      '$| = 1; $SIG{URG} = sub { print "a signal\\n" }; print "ready\\n"; sleep 1 while 1';
    const victim = spawn('/usr/bin/perl', ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    victim.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('a signal')) this.contacts.push('the other process was signalled');
    });
    victim.once('exit', () => this.contacts.push('the other process was ended'));
    closing.push(() => {
      victim.removeAllListeners('exit');
      victim.kill('SIGKILL');
    });
    return victim;
  }

  #serve(name: string, at: number | string): Server {
    const server = createServer((socket) => {
      this.contacts.push(`somebody came to the ${name}`);
      socket.on('error', () => undefined).end(this.secret('service'));
    });
    closing.push(() => server.close());
    if (typeof at === 'number') return server.listen(at, '127.0.0.1');
    return server.listen(at);
  }

  #hear(): Socket {
    const socket = createSocket('udp4').on('message', () => this.contacts.push('a datagram came'));
    socket.bind(0, '127.0.0.1');
    closing.push(() => socket.close());
    return socket;
  }

  #shareMemory(): number {
    const key = randomBytes(4).readUInt32LE() & 0x7fffffff;
    const make = `my $id = shmget(0 + shift, 128, 0600 | 01000); shmwrite($id, shift, 0, 64) or die $!; print $id`;
    const { stdout } = spawnSync('/usr/bin/perl', ['-e', make, String(key), this.secret('shm')], {
      encoding: 'utf8',
    });
    closing.push(() => spawnSync('/usr/bin/perl', ['-e', 'shmctl(0 + shift, 0, 0)', stdout]));
    return key;
  }

  /** Writes down for the agent what it is to know; returns where. */
  #tell({ run, kind, log = LOG }: Boot, ids: readonly string[], kernelPid: number): string {
    const path = join(this.loot, 'facts.json');
    const { tcp, udp } = this.#services;
    const address = tcp.address();
    const tcpPort = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const ports = { tcpPort, udpPort: udp.address().port };
    const kept = this.#kept();
    const today = dayOf(log) ?? DAY;
    const facts: Facts = { ...this.#facts, ...ports, run, kind, ids, kernelPid, kept, log, today };
    writeFileSync(`${path}.new`, JSON.stringify(facts));
    renameSync(`${path}.new`, path);
    return path;
  }

  /** Where the kernel keeps what it knows of the workspace; where there is nothing yet, the folder around it. */
  #kept(): string {
    const root = join(this.#state, 'yamo');
    const names = existsSync(root) ? readdirSync(root) : [];
    return join(root, names.find((name) => /^[\da-z]+-[\da-z]+-[\da-z]+$/.test(name)) ?? '');
  }

  /** What is killed may take a moment to go on a busy machine; what stays is left. */
  async #leftBehind(): Promise<readonly string[]> {
    const until = performance.now() + DYING_MS;
    while (this.#marked().length > 0 && performance.now() < until) await delay(50);
    return [...new Set(this.#marked().map(({ command }) => command))];
  }

  /** Processes that carry the mark, the zombies among them not. */
  #marked(): readonly { readonly pid: number; readonly command: string }[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        const command = commandOf(pid);
        return command.includes(this.marker) ? [{ pid: Number(pid), command }] : [];
      });
  }

  /** Does what the agent has asked its accomplice for. */
  #help(): void {
    for (const name of readdirSync(this.loot)) {
      const [, what] = /^ask-(.+)$/.exec(name) ?? [];
      if (what === undefined) continue;
      rmSync(join(this.loot, name));
      this.#do(what);
      writeFileSync(join(this.loot, `done-${what}`), '');
    }
  }

  #do(what: string): void {
    const { at } = this.workspace;
    const aside = join(dirname(this.workspace.path), 'AGENTS.aside');
    switch (what) {
      case 'link-agents':
        renameSync(at('AGENTS.md'), aside);
        return linkSync(at('MEMORY.md'), at('AGENTS.md'));
      case 'symlink-agents':
        renameSync(at('AGENTS.md'), aside);
        return symlinkSync('MEMORY.md', at('AGENTS.md'));
      case 'unlink-agents':
      case 'unsymlink-agents':
        unlinkSync(at('AGENTS.md'));
        return renameSync(aside, at('AGENTS.md'));
      case 'edit-user':
        return this.workspace.write('USER.md', `${this.workspace.text('USER.md')}- Edited.\n`);
      case 'replace-memory': {
        // Not a look into the file: there may be witnesses.
        const text = `${this.#memory}- ${this.secret('memorynew')}\n`;
        writeFileSync(at('MEMORY.md.new'), text, { mode: 0o600 });
        return renameSync(at('MEMORY.md.new'), at('MEMORY.md'));
      }
      default:
        throw new Error(`nobody knows how to do ${what}`);
    }
  }
}

/** No number: one might follow in what the agent says. */
const toldBy = (index: number): Secret => `told${String.fromCodePoint(97 + index)}`;

/** Longer names first: `memorynew` before `memory`. */
const SECRETS: readonly string[] = [
  ...TOLD.map((_, index) => toldBy(index)),
  'memorynew memory usertold user instructions yesterday heartbeat tools dotenv notes git sshkey netrc',
  'environment beside other scratch state service shm',
].flatMap((line) => line.split(' '));

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};
