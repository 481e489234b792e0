import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';

/** What a run came to; all but `passed` hold names, so that a line can be printed for each. */
interface Tally {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  /** Those that passed when they were tried again. */
  readonly again: readonly string[];
}

/**
 * Prints each test by name that was skipped or needed a second try, and then, as the very last line, `N passed, N failed` (with `, N skipped` when
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
    const { passed, failed, skipped, again } = tally(modules, unhandled);
    const warning = [
      ...listed('!!! PASSED ON THE SECOND TRY ONLY, TO BE LOOKED INTO:', again),
      ...listed('!!! SKIPPED, NOT PROVED:', this.#filtered ? [] : skipped),
    ];
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
    again: tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `${test.fullName}: ${firstErrorOf(test)}`),
  };
}

/** What it failed with first, and where. */
function firstErrorOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  return (error?.stack ?? 'no error').split('\n').slice(0, 2).join(' ');
}

function listed(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : ['', title, ...names.map((name) => `    ${name}`), ''];
}
