/** Questions by files, in a folder that whoever asks may fill with anything. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { Spool } from '#kernel/wire/spool.ts';
import { askBySpool } from '#kernel/wire/spool-ask.ts';
import { SPOOL_QUESTION_MAX_BYTES, SPOOL_QUESTIONS } from '#lib/spec/limits.ts';
import { refusalOf } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';
import { until } from '#test/support/yamo.ts';

const open: Spool[] = [];
afterEach(() => {
  for (const spool of open.splice(0)) spool.close();
});

const ECHO = (question: string): Promise<string> => Promise.resolve(`re: ${question}`);

const spoolWith = (answerer = ECHO): Spool => {
  const spool = Spool.open(disk, dirname(freshPath('x')), answerer);
  open.push(spool);
  return spool;
};

const { signal } = new AbortController();

/** A question as somebody puts it who keeps to no rule; its name without an ending. */
const planted = (spool: Spool, plant: (path: string) => void): string => {
  const name = join(spool.path, randomUUID());
  plant(`${name}.new`);
  renameSync(`${name}.new`, `${name}.question`);
  return name;
};

describe('a spool', () => {
  it('answers every question once, and keeps nothing of it', async () => {
    const heard: string[] = [];
    const spool = spoolWith((question) => {
      heard.push(question);
      return ECHO(question);
    });
    const long = 'ä'.repeat(1_000_000);
    const questions = ['one', '', 'two', long];
    const answers = await Promise.all(questions.map((one) => askBySpool(spool.path, one, signal)));
    expect(answers).toEqual(questions.map((one) => `re: ${one}`));
    expect(heard.toSorted()).toEqual(questions.toSorted());
    expect(readdirSync(spool.path)).toEqual([]);
    expect(statSync(spool.path).mode & 0o777).toBe(0o700);
  });

  it('answers so many at the same time, and then the others', async () => {
    const waiting: (() => void)[] = [];
    const spool = spoolWith(
      (question) => new Promise((resolve) => waiting.push(() => resolve(question))),
    );
    const count = SPOOL_QUESTIONS + 2;
    const answers = Promise.all(
      Array.from({ length: count }, (_, index) => askBySpool(spool.path, String(index), signal)),
    );
    await until(() => waiting.length === SPOOL_QUESTIONS);
    await new Promise((wake) => setTimeout(wake, 50));
    expect(waiting).toHaveLength(SPOOL_QUESTIONS);
    for (let done = 0; done < count; done += 1) {
      await until(() => waiting.length > 0);
      waiting.shift()?.();
    }
    expect((await answers).toSorted()).toHaveLength(count);
  });

  it('takes no link, no folder, no FIFO and nothing too large for a question', async () => {
    const heard: string[] = [];
    const spool = spoolWith((question) => {
      heard.push(question);
      return ECHO(question);
    });
    const secret = freshPath('secret');
    writeFileSync(secret, 'secret');
    planted(spool, (path) => symlinkSync(secret, path));
    planted(spool, (path) => mkdirSync(path));
    planted(spool, (path) => {
      if (spawnSync('mkfifo', [path]).status !== 0) mkdirSync(path);
    });
    planted(spool, (path) => {
      writeFileSync(path, '');
      truncateSync(path, SPOOL_QUESTION_MAX_BYTES + 1);
    });
    writeFileSync(join(spool.path, 'x.question'), 'no name of a question');
    expect(await askBySpool(spool.path, 'last', signal)).toBe('re: last');
    expect(heard).toEqual(['last']);
    // What stays there would be looked at again and again, and count among the files that end the session's tools.
    const isFile = (name: string) => statSync(join(spool.path, name)).isFile();
    expect(readdirSync(spool.path).filter(isFile)).toEqual(['x.question']);
    expect(readFileSync(secret, 'utf8')).toBe('secret');
  });

  it('writes through no link and over no file that was put where an answer goes', async () => {
    const spool = spoolWith();
    const target = freshPath('target');
    writeFileSync(target, 'mine');
    const linked = planted(spool, (path) => {
      symlinkSync(target, `${path.slice(0, -'.new'.length)}.answer`);
      writeFileSync(path, 'linked');
    });
    await until(() => readFileSync(`${linked}.answer`, 'utf8') === 're: linked');
    const blocked = planted(spool, (path) => {
      linkSync(target, `${path.slice(0, -'.new'.length)}.part`);
      writeFileSync(path, 'blocked');
    });
    expect(await askBySpool(spool.path, 'last', signal)).toBe('re: last');
    expect(existsSync(`${blocked}.answer`)).toBe(false);
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it('is the folder that it made, whatever is put in its place', async () => {
    const answered = Promise.withResolvers<string>();
    const spool = spoolWith(() => answered.promise);
    const name = planted(spool, (path) => writeFileSync(path, 'question'));
    await until(() => !existsSync(`${name}.question`));
    const elsewhere = dirname(freshPath('x'));
    const moved = `${spool.path}-moved`;
    renameSync(spool.path, moved);
    symlinkSync(elsewhere, spool.path);
    answered.resolve('private');
    await until(() => readdirSync(moved).some((one) => one.endsWith('.answer')));
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('that is closed answers nothing, and whoever waits hears when the folder goes', async () => {
    const spool = spoolWith();
    spool.close();
    const asked = askBySpool(spool.path, 'late', signal);
    await until(() => readdirSync(spool.path).some((one) => one.endsWith('.question')));
    renameSync(spool.path, `${spool.path}-gone`);
    await expect(asked).rejects.toThrow('ENOENT');
  });

  it('is refused where none can be made', () => {
    expect(refusalOf(() => Spool.open(disk, freshPath('missing'), ECHO))).toBe('SCRATCH_UNUSABLE');
  });

  it('takes back a question that nobody wants answered any more', async () => {
    const stop = new AbortController();
    const spool = spoolWith();
    spool.close();
    const asked = askBySpool(spool.path, 'never mind', stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow('aborted');
    expect(readdirSync(spool.path)).toEqual([]);
  });
});
