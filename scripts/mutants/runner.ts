/**
 * Vitest's runner, which runs each test once as it is, then once for each mutant that it reached and that still lives,
 * and once more as it is: what fails without a mutant too kills none.
 */
import process from 'node:process';

import { type RunnerTask, type RunnerTestCase, TestRunner, type TestTryOptions } from 'vitest';
import type { RunnerTestSuite } from 'vitest';

import { SWITCH } from './instrument.ts';
import { Ledger, LEDGER_VARIABLE } from './ledger.ts';

const NO_MUTANT = 0;

const ledger = new Ledger(process.env[LEDGER_VARIABLE] ?? '');
const names = new Map(ledger.listed().map(({ id, name }) => [id, name]));

/** Which mutant the sources are, and where is noted what they reach. */
let active = NO_MUTANT;
const whileLoading = new Set<number>();
let reached: Set<number> | undefined = whileLoading;
Reflect.set(globalThis, SWITCH, (id: number): boolean => {
  reached?.add(id);
  return id === active;
});

/** One run of a test. */
type Turn = { readonly mutant: number } | undefined;

class Trial {
  readonly reached = new Set<number>();
  readonly killed = new Set<number>();
  isSteady = true;
  usualMs = 0;
  /** What is still to be run. */
  queue: Turn[] = [];
}

const isFile = (suite: RunnerTestSuite): boolean => 'filepath' in suite;

export default class MutantRunner extends TestRunner {
  readonly #open = new Set<number>();
  readonly #tried = new Set<number>();
  #file = '';
  #trial = new Trial();
  #turn: Turn;
  #since = 0;

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    // Two tests at once would be of one mutant.
    for (const task of suite.tasks) task.concurrent = false;
    if (isFile(suite)) {
      this.#file = suite.file.name;
      reached = undefined;
      const known = ledger.known();
      for (const [id, name] of names) if (known.isOpen(name, this.#file)) this.#open.add(id);
    }
    await super.onBeforeRunSuite(suite);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (!isFile(suite)) return;
    const file = this.#file;
    for (const id of whileLoading)
      if (this.#open.has(id)) ledger.note({ mutant: nameOf(id), loading: file });
    for (const id of this.#tried)
      if (this.#open.has(id)) ledger.note({ mutant: nameOf(id), tried: file });
    ledger.note({ done: file });
    ledger.end(process.pid);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    if (test.type !== 'test') return;
    this.#trial = new Trial();
    // As it is, with each mutant, and as it is: turns that are not needed do nothing.
    test.repeats = this.#open.size + 1;
  }

  override onBeforeTryTask(test: RunnerTask, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.#turn = options.repeats === 0 ? { mutant: NO_MUTANT } : this.#trial.queue.shift();
    active = this.#turn?.mutant ?? NO_MUTANT;
    reached = options.repeats === 0 ? this.#trial.reached : undefined;
    if (this.#turn === undefined) return;
    this.#since = Date.now();
    ledger.begin({
      pid: process.pid,
      file: this.#file,
      mutant: names.get(active),
      since: this.#since,
      usualMs: this.#trial.usualMs,
    });
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (this.#turn !== undefined) await TestRunner.getTestFn(test)();
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    reached = undefined;
    active = NO_MUTANT;
    if (test.result === undefined || this.#turn === undefined) return;
    const hasFailed = test.result.state === 'fail';
    this.#judge(this.#turn.mutant, hasFailed, options.repeats === 0);
    if (!hasFailed || options.repeats === 0) return;
    test.result.state = 'pass';
    delete test.result.errors;
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    const { killed, isSteady } = this.#trial;
    for (const id of killed) {
      if (isSteady) {
        ledger.note({ mutant: nameOf(id), killed: `${this.#file} > ${test.name}` });
        this.#open.delete(id);
      }
    }
  }

  #judge(mutant: number, hasFailed: boolean, isFirst: boolean): void {
    const trial = this.#trial;
    if (isFirst) {
      trial.usualMs = Date.now() - this.#since;
      const alive = [...trial.reached].filter((id) => this.#open.has(id));
      if (!hasFailed) trial.queue = alive.map((id) => ({ mutant: id }));
      return;
    }
    if (mutant === NO_MUTANT) {
      trial.isSteady = !hasFailed;
      return;
    }
    this.#tried.add(mutant);
    if (hasFailed) trial.killed.add(mutant);
    if (trial.queue.length === 0 && trial.killed.size > 0) trial.queue = [{ mutant: NO_MUTANT }];
  }
}

const nameOf = (id: number): string => names.get(id) ?? '';
