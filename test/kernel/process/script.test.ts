import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { runScript } from '#kernel/process/script.ts';

const CHILD = resolve(import.meta.dirname, '../../support/script-child.ts');

let folder: string;
let file: string;
let kept: string;
/** The folder of Node's own cache, beside which code is kept. */
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yamo-script-'));
  file = join(folder, 'program.js');
  kept = join(folder, 'kept');
  cache = join(kept, 'of-node');
  mkdirSync(kept);
  write(1);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Always of the same length. */
const write = (answer: number): void =>
  writeFileSync(
    file,
    `(function(file, folder) { return { answer: () => ${answer}, place: [file, folder] } })\n`,
  );

/** In a process of its own, with a folder and how much work it did: V8 remembers what it has compiled in this one. */
const answerOf = (...given: readonly string[]): number => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHILD, file, ...given], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return Number(stdout);
};

/** The one file in which code is kept. */
const onlyKept = (): string => {
  const names = readdirSync(kept);
  expect(names).toHaveLength(1);
  return join(kept, names[0] ?? '');
};

describe('a script', () => {
  it('is told its place, and hands over what it returns', () => {
    expect(runScript<{ readonly place: unknown }>(disk, file, undefined).exports.place).toEqual([
      file,
      folder,
    ]);
  });

  it('keeps its code for the next run, for nobody else to read, once', () => {
    expect(answerOf(cache)).toBe(1);
    const { mode, ino } = statSync(onlyKept());
    expect(mode & 0o777).toBe(0o600);
    expect(answerOf(cache)).toBe(1);
    expect(statSync(onlyKept()).ino).toBe(ino);
  });

  it('keeps the code of a run that has done more, and of no other', () => {
    const kinds = ['4', '4', '3', '5', '5'].map((work) => {
      expect(answerOf(cache, work)).toBe(1);
      return statSync(onlyKept()).ino;
    });
    expect(kinds.map((ino) => kinds.indexOf(ino))).toEqual([0, 0, 0, 3, 3]);
  });

  it('is not run from the code of another text of the same length', () => {
    expect(answerOf(cache)).toBe(1);
    write(2);
    expect(answerOf(cache)).toBe(2);
    expect(answerOf(cache)).toBe(2);
  });

  it('is compiled anew where the kept code is damaged, and that is fixed', () => {
    expect(answerOf(cache)).toBe(1);
    const whole = readFileSync(onlyKept());
    truncateSync(onlyKept(), whole.byteLength >> 1);
    expect(answerOf(cache)).toBe(1);
    expect(statSync(onlyKept()).size).toBe(whole.byteLength);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(whole.byteLength - 200) ^ 0xff, whole.byteLength - 200);
    writeFileSync(onlyKept(), flipped);
    expect(answerOf(cache)).toBe(1);
    expect(readFileSync(onlyKept()).equals(flipped)).toBe(false);
  });

  it('runs where nothing can be kept', () => {
    expect(answerOf()).toBe(1);
    expect(answerOf(join(folder, 'missing', 'of-node'))).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual(['kept', 'program.js']);
    expect(readdirSync(kept)).toEqual([]);
  });
});
