/**
 * `npm run pictures`: what the documentation shows of the page, taken by Chromium from a daemon that serves the bundled
 * example, with a scripted model. `npm run pictures -- FOLDER` writes elsewhere.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import type { Browser, Page } from 'playwright-core';

import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { startChromium } from '#test/support/chromium.ts';

import { buildDist } from './build.ts';
import { BORN_AT, FILES, KEEP, OPEN, script, SETTINGS, TAKEN_AT } from './pictures/demo.ts';

const ROOT = resolve(import.meta.dirname, '..');
const YAMO = join(ROOT, 'dist/yamo.js');

/** The machine of the pictures: a folder of its own, and a clock that begins where the story is. */
class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'yamo-pictures-'));
  readonly workspace = join(this.folder, 'atlas');
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
    cpSync(join(ROOT, 'workspaces/newborn'), this.workspace, { recursive: true });
    chmodSync(this.workspace, 0o700);
  }

  start(at: string, args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [YAMO, ...args, this.workspace], {
      env: {
        PATH: process.env['PATH'],
        HOME: this.folder,
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        XDG_STATE_HOME: join(this.folder, 'state'),
        XDG_CONFIG_HOME: join(this.folder, 'config'),
        XDG_CACHE_HOME: join(this.folder, 'cache'),
        ANTHROPIC_API_KEY: FAKE_KEY,
        ANTHROPIC_BASE_URL: this.#url,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockFrom(at))}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** What a command prints. Throws if it fails. */
  async run(at: string, args: readonly string[]): Promise<string> {
    const child = this.start(at, args);
    if (child.stdout === null) throw new Error('no output');
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`yamo ${args.join(' ')}: ${said}`);
    return said.trim();
  }

  /** What its owner has added since its birth. */
  write(): void {
    const settings = ['config/yamo/settings.json', JSON.stringify(SETTINGS)] as const;
    const files = Object.entries(FILES).map(
      ([name, content]) => [`atlas/${name}`, content] as const,
    );
    for (const [name, content] of [settings, ...files]) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, content, { mode: 0o600 });
    }
  }
}

/** A program that sees it as `at` when it starts. */
const clockFrom = (at: string): string => `
  const Own = Date;
  const late = Own.now() - Own.parse(${JSON.stringify(at)});
  globalThis.Date = class extends Own {
    constructor(...given) { if (given.length === 0) super(Own.now() - late); else super(...given); }
    static now() { return Own.now() - late; }
  };`;

const listening = async ({ stdout }: ChildProcess): Promise<void> => {
  if (stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: stdout }))
    if (line.includes('"event":"listening"')) return void stdout.resume();
  throw new Error('it does not serve');
};

const DESK = { width: 1000, height: 860 };
const PHONE = { width: 390, height: 760 };

/** A browser on the page, as its owner has it. */
const pageIn = async (browser: Browser, url: string, isPhone = false): Promise<Page> => {
  const context = await browser.newContext({
    viewport: isPhone ? PHONE : DESK,
    colorScheme: isPhone ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  await context.clock.setFixedTime(TAKEN_AT);
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

const show = async (page: Page, view: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
  await page.locator('[aria-current=page]', { hasText: view }).waitFor();
  await settled(page);
};

/** Nothing of what is shown is still asked for. */
const settled = async (page: Page): Promise<void> => {
  while (/…$/mu.test(await page.locator('main').innerText()));
};

const speak = async (page: Page, words: string): Promise<void> => {
  await page.getByLabel('What you say').fill(words);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

/** Takes all pictures; `take` gets the name of each. */
const takeAll = async (
  machine: Machine,
  browser: Browser,
  take: (page: Page, name: string) => Promise<void>,
): Promise<void> => {
  const login = (): Promise<string> => machine.run(TAKEN_AT, ['open', '--print']);
  const page = await pageIn(browser, await login());
  await speak(page, OPEN);
  await page.getByText('I can write to the owners').waitFor();
  await speak(page, KEEP);
  await page.getByRole('heading', { name: 'A question for you' }).waitFor();
  await take(page, 'chat');
  const phone = await pageIn(browser, await login(), true);
  await phone.getByRole('navigation', { name: 'Views' }).waitFor();
  await phone.goto(page.url());
  await phone.getByRole('heading', { name: 'A question for you' }).waitFor();
  await take(phone, 'phone');
  await show(page, 'Sessions');
  await take(page, 'sessions');
  await page.getByRole('button', { name: 'Apply' }).click();
  for (const view of ['Memory', 'Prompt', 'Trust']) {
    await show(page, view);
    await take(page, view.toLowerCase());
  }
};

const pictures = async (folder: string): Promise<void> => {
  if (!existsSync(YAMO)) await buildDist();
  mkdirSync(folder, { recursive: true });
  await using api = await MessagesApi.start({ script });
  const machine = new Machine(api.url);
  const browser = await startChromium();
  let daemon: ChildProcess | undefined;
  try {
    await machine.run(BORN_AT, ['boot', '--message', 'Good morning.']);
    machine.write();
    const model = ['--model', 'anthropic/claude-sonnet-5'];
    daemon = machine.start(TAKEN_AT, ['start', '--port', '0', '--json', ...model]);
    await listening(daemon);
    await takeAll(machine, browser, async (page, name) => {
      // Where it really lies is nobody's business.
      await page.locator('.place').evaluate((place) => {
        place.textContent = '~/atlas';
      });
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    });
  } finally {
    await browser.close();
    if (daemon?.kill('SIGTERM') === true) await once(daemon, 'exit');
    rmSync(machine.folder, { recursive: true, force: true });
  }
};

if (import.meta.main) await pictures(resolve(process.argv[2] ?? join(ROOT, 'docs/pictures')));
