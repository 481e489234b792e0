/**
 * The figures of the page, as one table: `npm run bench:page`, with `--json` for machines. The built daemon with the fake
 * of the Messages API in this process, and Chromium without a window; what a row is compared with takes turns with it.
 */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import type { Browser, Page } from 'playwright-core';

import { workspaceId } from '#daemon/server/access.ts';
import { SENDS_A_MINUTE } from '#lib/spec/limits.ts';
import { startChromium } from '#test/support/chromium.ts';
import { say, type Script } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';

import { type Served, start } from './daemon.ts';
import { freePort, heldAt } from './inspector.ts';
import { type Figure, quantile, report, rowOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const MODEL = 'anthropic/claude-sonnet-5';
const OPEN_ROUNDS = 15;
const WARM_UP_TURNS = 5;
const TURNS = 50;
/** A client may not speak more often. */
const TURN_MS = 60_000 / SENDS_A_MINUTE / 2;
const MESSAGES = 100_000;
const SCROLLS = 600;
const SCROLL_PX = 400;
const READERS = 5;
/** Garbage is collected, and what was asked for is written, after this. */
const SETTLE_MS = 3000;

/** A paragraph of its own, which a terminal shows when it is whole, and then more; between them so long that it comes alone. */
const answerOf =
  (turn: number): Script =>
  () =>
    say(`#${turn}# is it\n\nThe tide turns at nine, and the pier is free until noon.`, {
      pauseMs: 8,
    });

/** Milliseconds since the epoch, as the fake takes them. */
const instant = (): number => performance.timeOrigin + performance.now();

const serve = (
  place: Place,
  workspace: string,
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Served> =>
  start(place, workspace, {
    args: ['--model', MODEL],
    env: { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: url, ...env },
  });

/** A tab that has logged in, in a browser that keeps nothing of the ones before. */
const tabIn = async (browser: Browser, place: Place, workspace: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  const page = await context.newPage();
  const env = place.environment;
  const url = execFileSync(process.execPath, [YAMO, 'open', '--print', workspace], { env });
  await page.goto(String(url).trim());
  await page.locator('#words').waitFor();
  return page;
};

/** Runs in the page from its beginning: when words that were written could be sent. */
const USABLE = `globalThis.usable = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    const words = document.querySelector('#words');
    if (words === null) return;
    if (words.value === '') {
      words.value = 'x';
      words.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    if (document.querySelector('.composer [type=submit]:enabled') === null) return;
    resolve(performance.now());
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true });
})`;

/** Milliseconds from the beginning of a navigation: until one can write and send, and until a blank page is there. */
const measureOpening = async (browser: Browser, place: Place, workspace: string, port: number) => {
  const [usable, blank]: [number[], number[]] = [[], []];
  const first = await tabIn(browser, place, workspace);
  const storageState = await first.context().storageState();
  await first.context().close();
  for (let round = -2; round < OPEN_ROUNDS; round += 1) {
    const page = await (await browser.newContext({ storageState })).newPage();
    await page.goto(`http://127.0.0.1:${port}/health`);
    const empty = 'performance.getEntriesByType("navigation")[0].loadEventEnd';
    const emptyMs = Number(await page.evaluate(empty));
    await page.goto('about:blank');
    await page.addInitScript(USABLE);
    await page.goto(`http://127.0.0.1:${port}/`);
    const usableMs = Number(await page.evaluate('globalThis.usable'));
    await page.context().close();
    if (round < 0) continue;
    usable.push(usableMs);
    blank.push(emptyMs);
  }
  return { usable, blank };
};

/** Somewhere words are said, and seen: `seen` resolves with the instant at which the answer of a turn was. */
interface Screen {
  readonly speak: () => Promise<void>;
  readonly seen: (turn: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Runs in the page: of each answer, when the frame was painted in which its first words stood. */
const WATCH = `{
  const answers = {};
  globalThis.answerOf = (turn) => (answers[turn] ??= Promise.withResolvers());
  const { port1, port2 } = new MessageChannel();
  // A task that a change in a frame has posted runs when that frame was painted.
  port1.onmessage = ({ data }) => globalThis.answerOf(data).resolve(performance.now());
  new MutationObserver(() => {
    const last = [...document.querySelectorAll('.agent')].at(-1)?.textContent ?? '';
    const turn = /#(\\d+)#/.exec(last)?.[1];
    if (turn !== undefined) port2.postMessage(turn);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}`;

/** What to add to the time of a page, by the quickest of some round trips. */
const offsetOf = async (page: Page): Promise<number> => {
  let best = { took: Infinity, offset: 0 };
  for (let trip = 0; trip < 20; trip += 1) {
    const before = instant();
    const there = Number(await page.evaluate('performance.now()'));
    const took = instant() - before;
    if (took < best.took) best = { took, offset: before + took / 2 - there };
  }
  return best.offset;
};

const pageScreen = async (browser: Browser, place: Place, workspace: string): Promise<Screen> => {
  const page = await tabIn(browser, place, workspace);
  await page.evaluate(WATCH);
  const offset = await offsetOf(page);
  return {
    speak: async () => {
      await page.getByText('The agent works…').waitFor({ state: 'detached' });
      await page.locator('#words').fill('When?');
      await page.locator('#words').press('Enter');
    },
    seen: async (turn) =>
      Number(await page.evaluate(`globalThis.answerOf(${turn}).promise`)) + offset,
    close: () => page.context().close(),
  };
};

/** `yamo boot` at a terminal of its own; what is written to that is seen. */
const terminalScreen = (place: Place, workspace: string, url: string): Screen => {
  const command = `stty cols 100; ${process.execPath} ${YAMO} boot --model ${MODEL} ${workspace}`;
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    'script',
    ['-qfc', command, '/dev/null'],
    {
      env: {
        ...place.environment,
        TERM: 'xterm-256color',
        ANTHROPIC_API_KEY: FAKE_KEY,
        ANTHROPIC_BASE_URL: url,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const shown: { text: string; at: number }[] = [];
  child.stdout.on('data', (bytes: Buffer) => shown.push({ text: String(bytes), at: instant() }));
  const until = async (words: RegExp): Promise<number> => {
    for (;;) {
      const found = shown.find(({ text }) => words.test(text));
      if (found !== undefined) return found.at;
      await once(child.stdout, 'data');
    }
  };
  return {
    speak: async () => {
      // What it says at its beginning, and what it says at the end of each turn.
      await until(/\/help|tokens in/u);
      shown.splice(0);
      child.stdin.write('When?\r');
    },
    seen: (turn) => until(new RegExp(`#${turn}#`, 'u')),
    close: async () => {
      child.stdin.write('/quit\r');
      await once(child, 'exit');
    },
  };
};

/** Milliseconds from the first words' way to the socket of the provider until they are seen. */
const measureWords = async (
  api: MessagesApi,
  screens: readonly Screen[],
): Promise<readonly (readonly number[])[]> => {
  const took = screens.map((): number[] => []);
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn += 1)
    for (const [at, screen] of screens.entries()) {
      api.script = answerOf(turn);
      await pause(TURN_MS);
      await screen.speak();
      const seenAt = await screen.seen(turn);
      const { firstTextAt } = api.requests.at(-1) ?? {};
      if (firstTextAt === undefined) throw new Error('no answer was sent');
      while (api.requests.at(-1)?.endedAt === undefined) await pause(1);
      if (turn >= WARM_UP_TURNS) took[at]?.push(seenAt - firstTextAt);
    }
  return took;
};

const LONG = 'long';

/** Writes a session of many messages into the events of the one workspace. Nothing serves it. */
const writeLong = (place: Place): void => {
  const state = join(place.folder, 'state/yamo');
  const path = readdirSync(state, { recursive: true })
    .map((name) => join(state, String(name)))
    .find((name) => name.endsWith('/events.db'));
  if (path === undefined) throw new Error('no events were kept');
  using database = new DatabaseSync(path);
  const row = database.prepare(
    'insert into events (at, type, session, request, payload) values (?, ?, ?, ?, ?)',
  );
  database.exec('begin');
  for (let at = 0; at < MESSAGES; at += 1) {
    const text = `Message ${at}: the tide turns at nine, and **the pier** is free until noon.`;
    const type = at % 2 === 0 ? 'said' : 'text';
    const payload = JSON.stringify({ text, by: 'owner' });
    row.run(new Date(at * 1000).toISOString(), type, LONG, `r${at}`, payload);
  }
  database.exec('commit');
};

/** Runs in the page: scrolls a piece each frame, and returns how long each was. */
const SCROLL = `(async () => {
  const list = document.querySelector('.virtual-list');
  const took = [];
  for (let nth = 0, last; nth <= ${SCROLLS}; nth += 1) {
    const at = await new Promise(requestAnimationFrame);
    if (last !== undefined) took.push(at - last);
    last = at;
    list.scrollTop -= ${SCROLL_PX};
  }
  return took;
})()`;

/** With every message of the long session in the page: milliseconds of frames while one scrolls, megabytes of its heap. */
const measureLong = async (page: Page, workspace: string) => {
  await page.goto(new URL(`/#/${workspaceId(workspace)}/chat/${LONG}`, page.url()).href);
  await page.getByText(`Message ${MESSAGES - 1}:`).waitFor();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox').fill('Message 0:');
  await page.getByText('1 line', { exact: true }).waitFor({ timeout: 600_000 });
  await page.getByRole('button', { name: /^Close/u }).click();
  const frames: unknown = await page.evaluate(SCROLL);
  const tools = await page.context().newCDPSession(page);
  await tools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await tools.send('Runtime.getHeapUsage');
  return {
    frames: Array.isArray(frames) ? frames.map(Number) : [],
    heap: [usedSize / 1024 / 1024],
  };
};

const FRAME_OF_TEXT = 0x81;
const MASKED = 0x80;

/** Asks for all events, from the first one on, and reads none of them. */
const silentReader = async ({ port, token }: Served) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    [
      'GET /ws HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      `Sec-WebSocket-Protocol: yamo.v1, bearer.${token}`,
      '\r\n',
    ].join('\r\n'),
  );
  const [head] = await once(socket, 'data');
  if (!String(head).includes(' 101 ')) throw new Error(String(head));
  socket.pause();
  const asked = Buffer.from(
    JSON.stringify({ type: 'req', id: 1, method: 'events.listen', params: { after: 0 } }),
  );
  // A mask of zeros leaves what it masks.
  socket.write(
    Buffer.concat([Buffer.from([FRAME_OF_TEXT, MASKED | asked.length, 0, 0, 0, 0]), asked]),
  );
  return socket;
};

/** Megabytes that the daemon holds more for each page that has all of them to read, and does not. */
const measureReaders = async (served: Served, inspector: number): Promise<readonly number[]> => {
  const before = await heldAt(inspector);
  const readers = [];
  for (let nth = 0; nth < READERS; nth += 1) readers.push(await silentReader(served));
  await pause(SETTLE_MS);
  const more = (await heldAt(inspector)) - before;
  for (const reader of readers) reader.destroy();
  return [more / READERS];
};

const measured = async (place: Place, api: MessagesApi, browser: Browser) => {
  const workspace = place.emptyWorkspace();
  runToExit(place, [YAMO, 'init', workspace]);
  const first = await serve(place, workspace, api.url);
  const opening = await measureOpening(browser, place, workspace, first.port);
  const other = place.emptyWorkspace();
  runToExit(place, [YAMO, 'init', other]);
  const screens = [
    await pageScreen(browser, place, workspace),
    terminalScreen(place, other, api.url),
  ];
  const [onPage = [], atTerminal = []] = await measureWords(api, screens);
  for (const { close } of screens) await close();
  await first.stop();
  writeLong(place);
  const inspector = await freePort();
  const options = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` };
  const inspected = await serve(place, workspace, api.url, options);
  const readers = await measureReaders(inspected, inspector);
  await inspected.stop();
  const second = await serve(place, workspace, api.url);
  const page = await tabIn(browser, place, workspace);
  const { frames, heap } = await measureLong(page, workspace);
  await second.stop();
  return [
    {
      what: 'open until one can write (compared with a blank page)',
      unit: 'ms',
      samples: opening.usable,
      bare: opening.blank,
      target: { atMost: 3, of: 'bare' },
    },
    {
      what: "first words, from the provider to the pixel (compared with a terminal's)",
      unit: 'ms',
      samples: onPage,
      bare: atTerminal,
      target: { atMost: 2, of: 'bare' },
    },
    { what: "… to the terminal's screen", unit: 'ms', samples: atTerminal },
    {
      what: `a frame while one scrolls in ${MESSAGES} messages`,
      unit: 'ms',
      samples: frames,
      target: { atMost: 17, of: 'unit' },
    },
    {
      what: '… p95',
      unit: 'ms',
      samples: [quantile(frames, 0.95)],
      target: { atMost: 34, of: 'unit' },
    },
    {
      what: '… heap of the page',
      unit: 'MB',
      samples: heap,
      target: { atMost: 50, of: 'unit' },
    },
    {
      what: 'memory of the daemon for a page that never reads',
      unit: 'MB',
      samples: readers,
      target: { atMost: 2, of: 'unit' },
    },
  ] satisfies Figure[];
};

if (import.meta.main) {
  const place = new Place();
  const api = await MessagesApi.start({ script: answerOf(0) });
  const browser = await startChromium();
  try {
    const rows = (await measured(place, api, browser)).map((one) => rowOf(one));
    report(rows);
  } finally {
    await browser.close();
    await api.close();
    place.remove();
  }
}
