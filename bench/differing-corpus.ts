/**
 * Workspaces as people have them, of which no two files are alike: long logs, several languages, tables, code, links,
 * and words that hardly come again. Made from a seed, by which the same bytes are written.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readTemplate, type TemplateName } from '#kernel/process/package.ts';
import { fillTemplate } from '#lib/workspace/template.ts';
import { numbersFrom } from '#test/support/random.ts';
import { type Corpus, CORPUS_DAY, type CorpusShape } from './corpus.ts';

const DAY_MS = 86_400_000;
/** AGENTS, SOUL, USER, IDENTITY, TOOLS, HEARTBEAT, MEMORY. */
const OWN_FILES = 7;
/** Of all words so many are ordinary ones. */
const ORDINARY_SHARE = 0.45;
/** One workspace of so many holds a password and the key of a provider. */
const KEPT_EVERY = 10;
/** People speak of keys and passwords now and then. */
const LABEL_SHARE = 0.004;
const CJK_FIRST = 0x4e00;
const CJK_COUNT = 6000;

/** Ordinary words of some languages; the rest of each is made up of its syllables. */
const TONGUES = [
  {
    ordinary:
      'the a to of and in for with is was not it that this on we I you they read wrote file memory session today call after before from into about because fixed build run server meeting note'.split(
        ' ',
      ),
    syllables: 'ba ton er ing ri sal ven tor mi ck le pra dor un shi ost'.split(' '),
  },
  {
    ordinary:
      'der die das und ist nicht mit für auf ein eine wir ich sie heute Datei gelesen nach vor wegen Sitzung geändert läuft'.split(
        ' ',
      ),
    syllables: 'ge ver lich ung schaf ten mer bach ein auf ürz äl'.split(' '),
  },
  {
    ordinary:
      'de que a o não uma com para por foi está hoje arquivo memória sessão depois antes reunião mudou'.split(
        ' ',
      ),
    syllables: 'ção ra men to lo car pes nho bri ão ver qua'.split(' '),
  },
  {
    ordinary: 'и в не на что это с по как сегодня файл память сессия после до встреча'.split(' '),
    syllables: 'пра во ста не лый ров ка ми ль щи ст об'.split(' '),
  },
] as const;

/** Writes a tree below `path`, of about the shape that was asked for. */
export const writeDiffering = (path: string, shape: CorpusShape, seed = 1): Corpus => {
  const writer = new Writer(seed);
  for (let index = 0; index < shape.workspaces; index += 1) {
    // Most are small, and some hold years.
    const weight = 0.4 + 1.2 * ((index * 7) % 10) * 0.111;
    writer.workspace(join(path, `agent-${String(index).padStart(4, '0')}`), {
      files: Math.round(shape.files / shape.workspaces),
      bytes: (shape.bytes / shape.workspaces) * weight,
      keeps: index % KEPT_EVERY === 0,
    });
  }
  return { path, workspaces: shape.workspaces, files: writer.files, bytes: writer.bytes };
};

/** One workspace of a tree. */
interface Share {
  readonly files: number;
  readonly bytes: number;
  readonly keeps: boolean;
}

class Writer {
  readonly #random: () => number;
  files = 0;
  bytes = 0;

  constructor(seed: number) {
    this.#random = numbersFrom(seed);
  }

  workspace(path: string, { files, bytes, keeps }: Share): void {
    const names = {
      name: this.#made(0),
      role: this.#made(0),
      user: this.#made(0),
      timezone: 'Europe/Berlin',
    };
    const template = (file: TemplateName): string =>
      fillTemplate(readTemplate('lite', file), names);
    const logs = Math.max(2, files - OWN_FILES);
    const each = (0.8 * bytes) / logs;
    this.#write(path, 'AGENTS.md', `${template('AGENTS.md')}\n${this.#page(0, 0.05 * bytes)}`);
    this.#write(path, 'SOUL.md', `${template('SOUL.md')}\n${this.#page(0, 0.01 * bytes)}`);
    this.#write(
      path,
      'USER.md',
      `# User\n\n**Name:** ${names.user}\n**Timezone:** Europe/Berlin\n\n${this.#page(0, 500)}`,
    );
    this.#write(
      path,
      'IDENTITY.md',
      `- **Name:** ${names.name}\n- **Creature:** ${this.#sentence(0)}\n`,
    );
    this.#write(path, 'TOOLS.md', this.#page(0, 0.03 * bytes) + (keeps ? this.#kept() : ''));
    this.#write(path, 'HEARTBEAT.md', `- [ ] ${this.#sentence(0)}\n- [ ] ${this.#sentence(0)}\n`);
    this.#write(path, 'MEMORY.md', `# Memory\n\n${this.#page(0, 0.11 * bytes)}`);
    for (let day = 0; day < logs; day += 1) {
      const date = new Date(Date.parse(CORPUS_DAY) - day * DAY_MS).toISOString().slice(0, 10);
      const tongue = this.#below(TONGUES.length + 1);
      this.#write(
        join(path, 'memory'),
        `${date}.md`,
        `# ${date}\n\n${this.#page(tongue, each * (0.3 + 1.4 * this.#random()))}`,
      );
    }
  }

  /** No literal here has the shape of a key. */
  #kept(): string {
    return `\n- Radio password: ${this.#made(0)}-${this.#hex(4)}7q\n- Forge: ${['ghp', this.#hex(36)].join('_')}\n`;
  }

  #page(tongue: number, bytes: number): string {
    const parts: string[] = [];
    for (let length = 0; length < bytes;) {
      const part = this.#part(tongue);
      parts.push(part);
      length += Buffer.byteLength(part);
    }
    return parts.join('\n');
  }

  #part(tongue: number): string {
    const minute = `${String(this.#below(24)).padStart(2, '0')}:${String(this.#below(60)).padStart(2, '0')}`;
    switch (this.#below(9)) {
      case 0:
        return `\n## ${minute} ${this.#made(tongue)} ${this.#made(tongue)}\n`;
      case 1:
        return `| ${this.#made(tongue)} | ${this.#made(tongue)} |\n| --- | --- |\n| ${this.#sentence(tongue)} | ${this.#below(9999)} |\n`;
      case 2:
        return `\`\`\`sh\n$ ${this.#made(0)} --${this.#made(0)} ./${this.#made(0)}/${this.#made(0)}.ts\n${this.#sentence(0)}: exit ${this.#below(3)}\n\`\`\`\n`;
      case 3:
        return `- **${this.#made(tongue)}:** ${this.#sentence(tongue)} (https://${this.#made(0)}.net/${this.#made(0)}?id=${this.#hex(12)})`;
      case 4:
        return `- [x] ${this.#sentence(tongue)} \`${this.#hex(7)}\``;
      case 5:
        return `\n${this.#sentence(tongue)} ${this.#sentence(tongue)} ${this.#sentence(tongue)}\n`;
      default:
        return `- ${minute} ${this.#sentence(tongue)}`;
    }
  }

  #sentence(tongue: number): string {
    const count = 5 + this.#below(14);
    if (tongue >= TONGUES.length) {
      const chars = Array.from({ length: 2 * count }, () => CJK_FIRST + this.#below(CJK_COUNT));
      return `${String.fromCodePoint(...chars)}。`;
    }
    const words = Array.from({ length: count }, () => this.#word(tongue));
    return `${words.join(' ')}.`;
  }

  #word(tongue: number): string {
    const { ordinary = [] } = TONGUES[tongue] ?? {};
    if (this.#random() < LABEL_SHARE) return ['key', 'token', 'password'][this.#below(3)] ?? '';
    if (this.#random() >= ORDINARY_SHARE) return this.#made(tongue);
    // The first words of the list are the most frequent ones.
    return ordinary[Math.floor(this.#random() ** 2 * ordinary.length)] ?? '';
  }

  #made(tongue: number): string {
    const { syllables } = TONGUES[tongue] ?? TONGUES[0];
    return Array.from(
      { length: 2 + this.#below(3) },
      () => syllables[this.#below(syllables.length)],
    ).join('');
  }

  #hex(count: number): string {
    return Array.from({ length: count }, () => this.#below(16).toString(16)).join('');
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #write(folder: string, name: string, text: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    this.files += 1;
    this.bytes += Buffer.byteLength(text);
  }
}
