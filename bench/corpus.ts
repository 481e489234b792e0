/**
 * Trees of workspaces to measure on, made from nothing but a seed: agents of different habits and languages, some in
 * order, some with the faults that real ones have. The same seed gives the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readTemplate } from '#kernel/process/package.ts';
import { fillTemplate } from '#lib/workspace/template.ts';
import { numbersFrom } from '#test/support/random.ts';
import { ADDRESS, NEAR_MISSES, SNIPPETS, type Tongue, TONGUES } from './phrases.ts';

/** Totals of a tree; what is written differs from them by less than `TOLERANCE`. */
export interface CorpusShape {
  readonly workspaces: number;
  /** All files together; every workspace has at least `FILES_MIN`. */
  readonly files: number;
  /** All bytes together. */
  readonly bytes: number;
}

/** What was written. */
export interface Corpus {
  readonly path: string;
  readonly workspaces: number;
  readonly files: number;
  readonly bytes: number;
}

/** The day on which the trees are to be audited: the newest log is of this day. */
export const CORPUS_DAY = '2026-03-10';

const TOLERANCE = 0.05;
/** AGENTS, SOUL, USER, TOOLS, MEMORY, heartbeat-state.json, and two logs. */
const FILES_MIN = 8;
/** Workspaces hold so much more or less than the mean, in pairs. */
const SWING_MAX = 0.6;
/** One workspace of so many holds credentials: 9 %, less than in public ones. */
const CREDENTIALS_EVERY = 11;
/** One of so many holds a line that looks like a key of a provider, and is none. */
const ADDRESS_EVERY = 10;
const DAY_MS = 86_400_000;

/** Writes a tree below `path`. Throws if it came out in another shape than was asked for. */
export const writeCorpus = (path: string, shape: CorpusShape, seed = 1): Corpus => {
  const scribe = new Scribe(seed);
  let swing = 0;
  for (let index = 0; index < shape.workspaces; index += 1) {
    swing = index % 2 === 0 ? scribe.random() * SWING_MAX : -swing;
    const isLastOfOdd = index % 2 === 0 && index === shape.workspaces - 1;
    writeWorkspace(scribe, join(path, `agent-${String(index).padStart(4, '0')}`), {
      files: shareOf(shape.files, index, shape.workspaces),
      bytes: (shape.bytes / shape.workspaces) * (isLastOfOdd ? 1 : 1 + swing),
      hasCredentials: index % CREDENTIALS_EVERY === CREDENTIALS_EVERY >> 1,
      hasAddress: index % ADDRESS_EVERY === ADDRESS_EVERY >> 1,
    });
  }
  const { files, bytes } = scribe;
  if (isOff(files, shape.files) || isOff(bytes, shape.bytes))
    throw new Error(`the corpus has ${files} files and ${bytes} bytes, another shape`);
  return { path, workspaces: shape.workspaces, files, bytes };
};

/** Writes one workspace whose only large file is the log of the day, of `bytes` bytes. */
export const writeGiant = (path: string, bytes: number, seed = 1): Corpus => {
  const scribe = new Scribe(seed);
  const notes = new Notes(scribe, TONGUES[0]);
  writeIdentity(scribe, path);
  // The same pages again and again: what is measured is reading them, not making them up.
  const page = notes.log(CORPUS_DAY, Math.min(bytes, 1_000_000));
  const text = page.repeat(Math.ceil(bytes / page.length));
  scribe.write(join(path, 'memory'), `${CORPUS_DAY}.md`, text.slice(0, bytes));
  return { path, workspaces: 1, files: scribe.files, bytes: scribe.bytes };
};

const shareOf = (total: number, index: number, parts: number): number =>
  Math.floor(((index + 1) * total) / parts) - Math.floor((index * total) / parts);

const isOff = (is: number, wanted: number): boolean => Math.abs(is / wanted - 1) > TOLERANCE;

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** Rolls the dice, writes files, and counts them. */
class Scribe {
  readonly random: () => number;
  files = 0;
  bytes = 0;

  constructor(seed: number) {
    this.random = numbersFrom(seed);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A whole number from `least` up to and without `end`. */
  between(least: number, end: number): number {
    return least + Math.floor(this.random() * (end - least));
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.between(0, values.length)] ?? values[0];
  }

  characters(count: number, alphabet = ALPHABET): string {
    return Array.from({ length: count }, () => alphabet[this.between(0, alphabet.length)]).join('');
  }

  write(folder: string, name: string, text: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    this.files += 1;
    this.bytes += Buffer.byteLength(text);
  }
}

/** What an agent writes down, in its language. */
class Notes {
  readonly #scribe: Scribe;
  readonly #tongue: Tongue;

  constructor(scribe: Scribe, tongue: Tongue) {
    this.#scribe = scribe;
    this.#tongue = tongue;
  }

  sentence(): string {
    const { openings, endings, stop } = this.#tongue;
    const gap = stop === '.' ? ' ' : '';
    return `${this.#scribe.pick(openings)}${gap}${this.#scribe.pick(endings)}`;
  }

  /** A daily log of about so many bytes. */
  log(day: string, bytes: number): string {
    return this.#filled(`# Memory — ${day}\n\n`, bytes, () => this.#block());
  }

  /** MEMORY.md of about so many bytes. */
  memory(bytes: number, credentials: readonly string[]): string {
    const head = `# Long-term memory\n\n## ${this.sentence()}\n\n${credentials.join('')}`;
    return this.#filled(head, bytes, () => {
      if (this.#scribe.chance(0.08)) return `\n## ${this.sentence()}\n\n`;
      const day = this.#scribe.pick(['2026-02-03', '2026-02-11', '2026-02-27', '2026-03-02']);
      return this.#scribe.chance(0.7) ? `- ${day}: ${this.sentence()}\n` : this.#block();
    });
  }

  bullets(title: string, bytes: number): string {
    return this.#filled(`# ${title}\n\n`, bytes, () => `- ${this.sentence()}\n`);
  }

  /** One password behind its label and one key of a provider; no literal here has the shape of a key. */
  credentials(): readonly string[] {
    const scribe = this.#scribe;
    const password = `${scribe.characters(9)}7q`;
    const key = scribe.chance(0.5)
      ? `${['gh', 'p'].join('')}_${scribe.characters(36)}`
      : [['xo', 'xb'].join(''), digits(scribe, 12), digits(scribe, 12), scribe.characters(24)].join(
          '-',
        );
    return [
      `- Router, ${this.#tongue.password}: ${password}\n`,
      `| Service | Value |\n| --- | --- |\n| ${this.sentence()} | ${key} |\n\n`,
    ];
  }

  #filled(head: string, bytes: number, next: () => string): string {
    const parts = [head];
    let length = Buffer.byteLength(head);
    while (length < bytes) {
      const part = next();
      parts.push(part);
      length += Buffer.byteLength(part);
    }
    return parts.join('');
  }

  /** A few lines as they stand in logs: mostly short, now and then a long paragraph, a table, or code. */
  #block(): string {
    const scribe = this.#scribe;
    const roll = scribe.random();
    if (roll < 0.07) return `\n## ${this.#hour()} ${this.sentence()}\n\n`;
    if (roll < 0.09) return `\n### ${this.sentence()}\n\n`;
    if (roll < 0.45) return `- ${this.sentence()}\n`;
    if (roll < 0.55) return `- ${this.#hour()} ${this.sentence()}\n`;
    if (roll < 0.62) return `  - ${this.sentence()}\n`;
    if (roll < 0.68) return `- [${scribe.pick(['x', ' '])}] ${this.sentence()}\n`;
    if (roll < 0.75) return `**${this.sentence()}**: ${this.sentence()}\n`;
    if (roll < 0.86) return this.#paragraph();
    if (roll < 0.9) return this.#table();
    if (roll < 0.94) return this.#code();
    if (roll < 0.96) return `> ${this.sentence()}\n\n`;
    if (roll < 0.97) return `\n---\n\n`;
    if (roll < 0.985)
      return `- [${this.sentence()}](https://example.org/${scribe.characters(12)})\n`;
    return `${scribe.pick(NEAR_MISSES)}\n`;
  }

  #hour(): string {
    const scribe = this.#scribe;
    return `${String(scribe.between(6, 23)).padStart(2, '0')}:${String(scribe.between(0, 60)).padStart(2, '0')}`;
  }

  #paragraph(): string {
    const { stop } = this.#tongue;
    const gap = stop === '.' ? ' ' : '';
    const sentences = Array.from(
      { length: this.#scribe.between(2, 9) },
      () => `${this.sentence()}${stop}`,
    );
    return `${sentences.join(gap)}\n\n`;
  }

  #table(): string {
    const rows = Array.from(
      { length: this.#scribe.between(2, 7) },
      (_, row) => `| ${row + 1} | ${this.sentence()} | ${this.#hour()} |\n`,
    );
    return `\n| # | ${this.sentence()} | ✓ |\n| --- | :--- | ---: |\n${rows.join('')}\n`;
  }

  #code(): string {
    const [language, body] = this.#scribe.pick(SNIPPETS);
    return `\n\`\`\`${language}\n${body}\n\`\`\`\n\n`;
  }
}

const digits = (scribe: Scribe, count: number): string => scribe.characters(count, '123456789');

interface Plan {
  readonly files: number;
  readonly bytes: number;
  readonly hasCredentials: boolean;
  readonly hasAddress: boolean;
}

const writeWorkspace = (scribe: Scribe, root: string, plan: Plan): void => {
  const [filesBefore, bytesBefore] = [scribe.files, scribe.bytes];
  const notes = new Notes(scribe, scribe.pick(TONGUES));
  writeIdentity(scribe, root);
  scribe.write(root, 'TOOLS.md', notes.bullets('Tools', 800));
  if (plan.files > FILES_MIN && scribe.chance(0.5))
    scribe.write(root, 'HEARTBEAT.md', readTemplate('v3', 'HEARTBEAT.md'));
  if (plan.files > FILES_MIN && scribe.chance(0.4))
    scribe.write(root, 'BOOTSTRAP.md', readTemplate('v3', 'BOOTSTRAP.md'));
  scribe.write(join(root, 'memory'), 'heartbeat-state.json', heartbeat(scribe));
  const left = plan.bytes - (scribe.bytes - bytesBefore);
  const credentials = [
    ...(plan.hasCredentials ? notes.credentials() : []),
    ...(plan.hasAddress ? [ADDRESS] : []),
  ];
  scribe.write(root, 'MEMORY.md', notes.memory(left * 0.2, credentials));
  const logs = plan.files - (scribe.files - filesBefore);
  writeLogs(scribe, notes, { folder: join(root, 'memory'), logs, bytes: left * 0.8 });
};

const writeIdentity = (scribe: Scribe, root: string): void => {
  const names = { name: 'Robin', role: 'harbour pilot', user: 'Ada', timezone: 'Europe/Berlin' };
  const tier = scribe.chance(0.1) ? 'v3' : 'lite';
  let agents = fillTemplate(readTemplate(tier, 'AGENTS.md'), names);
  if (scribe.chance(0.3)) agents = agents.replace('## Every Session', '## Session Startup');
  if (scribe.chance(0.3)) agents = agents.replace('## Safety', '## Red Lines');
  if (scribe.chance(0.2)) agents = agents.replace('## First Run', '### First Run');
  scribe.write(root, 'AGENTS.md', agents);
  scribe.write(root, 'SOUL.md', fillTemplate(readTemplate('v3', 'SOUL.md'), names));
  scribe.write(root, 'USER.md', fillTemplate(readTemplate('v3', 'USER.md'), names));
};

/** Every third one a year behind, as models write it when they make up the time. */
const heartbeat = (scribe: Scribe): string => {
  const email = 1_773_000_000 - (scribe.chance(0.3) ? 31_536_000 : 0);
  const lastChecks = { email, calendar: email - 3600, weather: null };
  return `${JSON.stringify({ lastChecks }, undefined, 2)}\n`;
};

/** Logs of the days up to `CORPUS_DAY`, the oldest first; short days and long ones take turns. */
const writeLogs = (
  scribe: Scribe,
  notes: Notes,
  {
    folder,
    logs,
    bytes,
  }: { readonly folder: string; readonly logs: number; readonly bytes: number },
): void => {
  let left = bytes;
  for (let index = 0; index < logs; index += 1) {
    const age = logs - 1 - index;
    const day = new Date(Date.parse(CORPUS_DAY) - age * DAY_MS).toISOString().slice(0, 10);
    const share = age === 0 ? 1 : (0.4 + 1.2 * scribe.random()) / (age + 1);
    const before = scribe.bytes;
    const name = age > 0 && scribe.chance(0.1) ? `${day}-1430.md` : `${day}.md`;
    scribe.write(folder, name, notes.log(day, Math.max(0, left * share)));
    left -= scribe.bytes - before;
  }
};
