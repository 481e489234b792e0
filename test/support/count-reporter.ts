import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';

/** What a run came to; `skipped` and `failed` hold names, so that a line can be printed for each. */
interface Tally {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/**
 * Prints each skipped test by name and then, as the very last line, `N passed, N failed` (with `, N skipped` when
 * there are any). A file that does not load, a failing hook and an error outside any test count as failures:
 * vitest counts tests only, and a run that lost a file must not look green.
 */
export class CountReporter implements Reporter {
  readonly #print: (text: string) => void;
  /** Under `-t` nearly every test is skipped, and whoever asked for it knows. */
  #filtered = false;

  constructor(print: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#print = print;
  }

  onInit(vitest: Vitest): void {
    this.#filtered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const { passed, failed, skipped } = tally(modules, unhandled);
    const loud = skipped.length > 0 && !this.#filtered;
    const warning = loud ? ['', '!!! SKIPPED, NOT PROVED:', ...indent(skipped), ''] : [];
    const tail = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
    this.#print([...warning, `${passed} passed, ${failed.length} failed${tail}`, ''].join('\n'));
  }
}

function tally(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Tally {
  const broken = modules.flatMap((module) => [
    ...module.errors().map(() => module.moduleId),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(() => suite.fullName),
    ),
  ]);
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const named = (states: readonly string[]): string[] =>
    tests.filter((test) => states.includes(test.result().state)).map((test) => test.fullName);
  return {
    passed: named(['passed']).length,
    failed: [...named(['failed']), ...broken, ...unhandled.map((error) => error.message)],
    // A test that never came to a result (the run was cut short) proved nothing either.
    skipped: named(['skipped', 'pending']),
  };
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}
