/** A real browser on the page of a daemon, and what it was kept from. Import it from test files only: it closes with them. */
import { existsSync } from 'node:fs';

import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll } from 'vitest';

import { isString, listOf } from '#lib/guard.ts';

import { CHROMIUM, startChromium } from './chromium.ts';
import { skipLoudly } from './yamo.ts';

/** Is there none? */
export const noBrowser = skipLoudly(!existsSync(CHROMIUM), 'the page of the daemon (no chromium)');

const open: Browser[] = [];
afterAll(async () => {
  await Promise.all(open.map((browser) => browser.close()));
});

/** One browser of a person: its tabs share what it knows of them. */
export class Person {
  readonly #context: BrowserContext;
  /** Requests to other hosts than that of the page. */
  readonly strayed: string[] = [];
  /** What the console has told as an error. */
  readonly errors: string[] = [];

  private constructor(context: BrowserContext) {
    this.#context = context;
  }

  static async start(
    width = 1000,
    height = 800,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Person> {
    const browser = await startChromium();
    open.push(browser);
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
    });
    return new Person(context);
  }

  /** A tab at `url`. */
  async tab(url: string): Promise<Page> {
    const page = await this.#context.newPage();
    const { host } = new URL(url);
    page.on('request', (request) => {
      const asked = new URL(request.url());
      if (asked.host !== host && asked.protocol !== 'blob:') this.strayed.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
    await page.goto(url);
    return page;
  }

  /** The cookies that it has. */
  cookies() {
    return this.#context.cookies();
  }
}

/** What axe finds wrong with what a tab shows: rule and place. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  // By the protocol of the browser: the policy of the page lets no such script in.
  const found: unknown = await page.evaluate(`${axe.source};
    axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
  if (!isFindings(found)) throw new TypeError('axe has told something else');
  return found;
};

const isFindings = listOf(isString);
