/**
 * Kernels, editors and crashes in any order, against a model of the workspace that is a few strings.
 * Five hundred instructions here, all ten thousand with `YAMO_ORDERS=10000`.
 */
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { StaleWrite } from '#kernel/gate/files.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { mergeTexts } from '#lib/text/merge.ts';
import { deskOf } from '#test/support/desk.ts';
import { hooked } from '#test/support/disk.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const ORDERS = Number(process.env['YAMO_ORDERS'] ?? 500);
const COMMANDS = 30;
const KERNELS = 3;
const FILES = ['USER.md', 'MEMORY.md', 'TOOLS.md'] as const;
const LOG = 'memory/2026-11-21.md';
const START = '2026-11-21T09:05';

type File = (typeof FILES)[number];
/** `undefined`: there is no such file. */
type Text = string | undefined;

/** The workspace as it should be, and what each agent should have seen of it. */
interface Model {
  readonly texts: Map<File, Text>;
  readonly lines: string[];
  /** One for each kernel; a file that is not in it was never looked at. */
  readonly seen: Map<File, Text>[];
  count: number;
}

/** No process is left to hear of this error, or to clean up. */
class Crash extends Error {}

/** A kernel whose process can end between any two calls. What is on the disk stays there; nobody cleans up. */
class Kernel {
  readonly broker: Broker;
  readonly #opened: OpenWorkspace;
  #left = Infinity;

  constructor(temp: TempWorkspace) {
    // What power cuts do is tested elsewhere: nothing here needs to wait for a disk.
    const disk: Disk = { ...real, fsync: () => undefined };
    const mortal = hooked(
      {
        before: ({ call }) => {
          this.#left -= 1;
          if (this.#left <= 0 && call !== 'close') throw new Crash();
        },
      },
      disk,
    );
    this.#opened = enterWorkspace(temp, { disk: mortal, start: START });
    this.#opened.sweep();
    this.broker = deskOf(this.#opened);
  }

  /** The process ends before its n-th call from now. */
  endBefore(nth: number): void {
    this.#left = nth;
  }

  /** The operating system takes back descriptors and locks, however the process ends. */
  close(): void {
    this.#opened.close();
  }
}

class World {
  readonly temp = makeWorkspace({ 'USER.md': 'Ada\n' });
  readonly #kernels: Kernel[] = Array.from({ length: KERNELS }, () => new Kernel(this.temp));

  kernel(index: number): Kernel {
    const kernel = this.#kernels[index];
    if (kernel === undefined) throw new Error(`no kernel ${index}`);
    return kernel;
  }

  reopen(index: number): void {
    this.kernel(index).close();
    this.#kernels[index] = new Kernel(this.temp);
  }

  text(file: string): Text {
    return this.temp.has(file) ? this.temp.text(file) : undefined;
  }

  /** The lines of agents, without titles, headings and what a human wrote. */
  lines(): readonly string[] {
    const log = this.text(LOG) ?? '';
    return log.split('\n').filter((line) => line.startsWith('- line '));
  }

  remove(): void {
    for (const kernel of this.#kernels) kernel.close();
    rmSync(dirname(this.temp.path), { recursive: true, force: true });
  }
}

type Order = fc.AsyncCommand<Model, World>;

/** Runs `work`, and compares everything that is on the disk with the model. */
const order = (name: string, work: (model: Model, world: World) => Promise<void>): Order => ({
  check: () => true,
  run: async (model, world) => {
    await work(model, world);
    for (const file of FILES)
      expect(world.text(file), `${file} after ${name}`).toBe(model.texts.get(file));
    expect(world.lines(), `the log after ${name}`).toEqual(model.lines);
  },
  toString: () => name,
});

const seenBy = (model: Model, kernel: number): Map<File, Text> => {
  const seen = model.seen[kernel];
  if (seen === undefined) throw new Error(`no agent ${kernel}`);
  return seen;
};

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const read = (kernel: number, file: File): Order =>
  order(`${kernel} reads ${file}`, async (model, world) => {
    const expected = model.texts.get(file);
    const work = world.kernel(kernel).broker.read(file);
    if (expected === undefined) await expect(work).rejects.toMatchObject({ code: 'GATE_ABSENT' });
    else expect(await work).toBe(expected);
    seenBy(model, kernel).set(file, expected);
  });

/** Replaces what the agent has seen by it and one line more, at one of its ends or instead of a line. */
const replace = (kernel: number, file: File, where: number, merges: boolean): Order =>
  order(`${kernel} writes ${file}`, async (model, world) => {
    const { broker } = world.kernel(kernel);
    const seen = seenBy(model, kernel);
    const base = seen.get(file);
    const now = model.texts.get(file);
    const mine = changed(base ?? '', where, nextLine(model));
    const error = await errorOf(broker.write(file, mine));
    if (base === now) {
      expect(error).toBeUndefined();
      model.texts.set(file, mine);
      seen.set(file, mine);
      return;
    }
    // Nothing is written over what the agent has not seen; it is shown what is there, and may then write.
    expect(error).toBeInstanceOf(StaleWrite);
    expect(error).toMatchObject({ current: now ?? '' });
    const attempt = seen.has(file) ? { base: base ?? '', mine } : undefined;
    expect(error).toMatchObject({ attempt });
    const { merged } = (attempt && mergeTexts(attempt.base, mine, now ?? '')) ?? {};
    seen.set(file, now);
    if (!merges || merged === undefined) return;
    await broker.write(file, merged);
    for (const line of linesAdded(attempt?.base ?? '', mine))
      expect(merged.split('\n')).toContain(line);
    for (const line of linesAdded(attempt?.base ?? '', now ?? ''))
      expect(merged.split('\n')).toContain(line);
    model.texts.set(file, merged);
    seen.set(file, merged);
  });

const nextLine = (model: Model): string => {
  model.count += 1;
  return `- ${model.count}`;
};

const changed = (text: string, where: number, line: string): string => {
  const lines = text.split('\n');
  lines.splice(where % lines.length, where % 2, line);
  return lines.join('\n');
};

const linesAdded = (before: string, after: string): readonly string[] => {
  const old = new Set(before.split('\n'));
  return after.split('\n').filter((line) => !old.has(line));
};

const append = (kernel: number): Order =>
  order(`${kernel} appends`, async (model, world) => {
    const line = `- line ${nextLine(model)}`;
    await world.kernel(kernel).broker.append(LOG, line);
    model.lines.push(line);
  });

/** Ends with the old text or the new one; a temporary file may be left. */
const crashInWrite = (kernel: number, file: File, nth: number): Order =>
  order(`${kernel} dies at call ${nth} of a write to ${file}`, async (model, world) => {
    const old = model.texts.get(file);
    const mine = changed(old ?? '', nth, nextLine(model));
    const { broker } = world.kernel(kernel);
    await errorOf(broker.read(file));
    world.kernel(kernel).endBefore(nth);
    const error = await errorOf(broker.write(file, mine));
    expect(error === undefined || error instanceof Crash).toBe(true);
    const now = world.text(file);
    expect(error === undefined ? [mine] : [old, mine]).toContain(now);
    model.texts.set(file, now);
    reopen(model, world, kernel);
  });

/** Ends with the whole line or without it. */
const crashInAppend = (kernel: number, nth: number): Order =>
  order(`${kernel} dies at call ${nth} of an append`, async (model, world) => {
    const line = `- line ${nextLine(model)}`;
    world.kernel(kernel).endBefore(nth);
    const error = await errorOf(world.kernel(kernel).broker.append(LOG, line));
    expect(error === undefined || error instanceof Crash).toBe(true);
    if (error === undefined || world.lines().at(-1) === line) model.lines.push(line);
    reopen(model, world, kernel);
  });

/** The next boot sweeps what a killed one left. */
const reopen = (model: Model, world: World, kernel: number): void => {
  world.reopen(kernel);
  model.seen[kernel] = new Map();
  expect(world.temp.list().filter((name) => name.endsWith('.yamo-tmp'))).toEqual([]);
};

const closeAndOpen = (kernel: number): Order =>
  order(`${kernel} is closed and opened`, (model, world) => {
    reopen(model, world, kernel);
    return Promise.resolve();
  });

/** An editor knows of no lock: it puts a new file in place, or writes into the one that is there. */
const edit = (file: File, where: number, inPlace: boolean): Order =>
  order(`an editor saves ${file}${inPlace ? ' in place' : ''}`, (model, world) => {
    const text = changed(model.texts.get(file) ?? '', where, nextLine(model));
    const path = world.temp.at(file);
    if (inPlace) writeFileSync(path, text);
    else {
      writeFileSync(`${path}~`, text);
      renameSync(`${path}~`, path);
    }
    model.texts.set(file, text);
    return Promise.resolve();
  });

const remove = (file: File): Order =>
  order(`${file} is deleted`, (model, world) => {
    if (world.temp.has(file)) world.temp.remove(file);
    model.texts.set(file, undefined);
    return Promise.resolve();
  });

/** A human writes into the log, and forgets the line end. */
const scribble = (): Order =>
  order('a human writes into the log', (_model, world) => {
    if (world.temp.has(LOG)) appendFileSync(world.temp.at(LOG), 'by hand');
    return Promise.resolve();
  });

const kernel = fc.nat(KERNELS - 1);
const file = fc.constantFrom(...FILES);
const place = fc.nat(8);

it(
  'any order of reads, writes, appends, edits, crashes and boots leaves what the model says',
  async () => {
    const orders = fc.commands<Model, World, false>(
      [
        fc.tuple(kernel, file).map((given) => read(...given)),
        fc.tuple(kernel, file, place, fc.boolean()).map((given) => replace(...given)),
        kernel.map(append),
        fc
          .tuple(kernel, file, fc.integer({ min: 1, max: 24 }))
          .map((given) => crashInWrite(...given)),
        fc.tuple(kernel, fc.integer({ min: 1, max: 14 })).map((given) => crashInAppend(...given)),
        kernel.map(closeAndOpen),
        fc.tuple(file, place, fc.boolean()).map((given) => edit(...given)),
        file.map(remove),
        fc.constant(undefined).map(scribble),
      ],
      { maxCommands: COMMANDS, size: 'max' },
    );
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(orders, async (some) => {
        tried += 1;
        const world = new World();
        const model: Model = {
          texts: new Map([['USER.md', 'Ada\n']]),
          lines: [],
          seen: Array.from({ length: KERNELS }, () => new Map()),
          count: 0,
        };
        try {
          await fc.asyncModelRun(() => ({ model, real: world }), some);
        } finally {
          world.remove();
        }
      }),
      { numRuns: ORDERS },
    );
    expect(tried).toBe(ORDERS);
  },
  Math.max(120_000, ORDERS * 200),
);
