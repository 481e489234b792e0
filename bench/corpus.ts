/**
 * Trees of workspaces to measure on, made from nothing but a seed: agents of different habits, some in order, some
 * with the faults that real ones have. The same seed gives the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readTemplate } from '#kernel/effects/package.ts';
import { fillTemplate } from '#lib/workspace/template.ts';

export interface CorpusShape {
  readonly workspaces: number;
  /** Daily logs in each. */
  readonly logs: number;
  /** Bytes of one log, about. */
  readonly logBytes: number;
  /** Bytes of MEMORY.md, about. */
  readonly memoryBytes: number;
}

/** What was written. */
export interface Corpus {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

/** Mulberry32: small, even, and the same on every machine. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const WORDS =
  'the harbour office asked for tide tables and we sent them before noon because skippers print what they need key points of the meeting were noted password rules are in the handbook token economy is not our topic secret ingredient of the soup remains unknown to all but Ada who keeps access to the archive authorised by the board please check the forecast again tomorrow with care'.split(
    ' ',
  );

class Writer {
  readonly #random: () => number;
  files = 0;
  bytes = 0;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[Math.floor(this.#random() * values.length)] ?? values[0];
  }

  sentence(): string {
    const count = 6 + Math.floor(this.#random() * 14);
    return Array.from(
      { length: count },
      () => WORDS[Math.floor(this.#random() * WORDS.length)],
    ).join(' ');
  }

  lines(bytes: number, line: () => string): string {
    const parts: string[] = [];
    for (let length = 0; length < bytes;) {
      const next = line();
      parts.push(next);
      length += next.length + 1;
    }
    return `${parts.join('\n')}\n`;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
    this.files += 1;
    this.bytes += Buffer.byteLength(text);
  }
}

/** Writes a tree below `path`. */
export const writeCorpus = (path: string, shape: CorpusShape, seed = 1): Corpus => {
  const writer = new Writer(seed);
  for (let index = 0; index < shape.workspaces; index += 1)
    writeWorkspace(writer, join(path, `agent-${String(index).padStart(4, '0')}`), shape);
  return { path, files: writer.files, bytes: writer.bytes };
};

const writeWorkspace = (writer: Writer, root: string, shape: CorpusShape): void => {
  const names = { name: 'Robin', role: 'harbour pilot', user: 'Ada', timezone: 'Europe/Berlin' };
  const tier = writer.chance(0.1) ? 'v3' : 'lite';
  let agents = fillTemplate(readTemplate(tier, 'AGENTS.md'), names);
  if (writer.chance(0.3)) agents = agents.replace('## Every Session', '## Session Startup');
  if (writer.chance(0.3)) agents = agents.replace('## Safety', '## Red Lines');
  if (writer.chance(0.2)) agents = agents.replace('## First Run', '### First Run');
  writer.write(join(root, 'AGENTS.md'), agents);
  writer.write(join(root, 'SOUL.md'), fillTemplate(readTemplate('v3', 'SOUL.md'), names));
  writer.write(join(root, 'USER.md'), fillTemplate(readTemplate('v3', 'USER.md'), names));
  writer.write(
    join(root, 'TOOLS.md'),
    `# Tools\n\n${writer.lines(800, () => `- ${writer.sentence()}`)}`,
  );
  writer.write(join(root, 'MEMORY.md'), memory(writer, shape.memoryBytes));
  if (writer.chance(0.4))
    writer.write(join(root, 'BOOTSTRAP.md'), readTemplate('v3', 'BOOTSTRAP.md'));
  writeLogs(writer, root, shape);
  const at = 1_773_000_000 - (writer.chance(0.3) ? 31_536_000 : 0);
  writer.write(
    join(root, 'memory/heartbeat-state.json'),
    `${JSON.stringify({ lastChecks: { email: at, calendar: at - 3600, weather: null } }, null, 2)}\n`,
  );
};

const memory = (writer: Writer, bytes: number): string =>
  `# Long-term memory\n\n${writer.lines(bytes, () => {
    if (writer.chance(0.004)) return '- Router password: Kw7pLm2qXz';
    if (writer.chance(0.06)) return `\n## ${writer.sentence()}\n`;
    return `- 2026-02-${writer.pick(['03', '11', '27'])}: ${writer.sentence()}`;
  })}`;

const writeLogs = (writer: Writer, root: string, { logs, logBytes }: CorpusShape): void => {
  const first = Date.UTC(2026, 1, 1);
  for (let index = 0; index < logs; index += 1) {
    const day = new Date(first + index * 86_400_000).toISOString().slice(0, 10);
    const body = writer.lines(logBytes, () => {
      if (writer.chance(0.03))
        return `\n## ${writer.pick(['08:10', '14:30', '19:05'])} ${writer.sentence()}\n`;
      if (writer.chance(0.02)) return `\n\`\`\`sh\n${writer.sentence()}\n\`\`\`\n`;
      return writer.chance(0.5) ? `- ${writer.sentence()}` : `${writer.sentence()}.`;
    });
    const name = writer.chance(0.1) ? `${day}-1430.md` : `${day}.md`;
    writer.write(join(root, 'memory', name), `# Memory — ${day}\n\n${body}`);
  }
};
