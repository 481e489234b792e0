/** What agents, files and people may write, on the page: nothing runs, nothing is asked for, nothing is reported. */
import { describe, expect, it } from 'vitest';

import { noBrowser, Person } from '#test/support/browser.ts';
import { servedPage } from '#test/support/page.ts';

/** An address that nobody answers, and a word that is set where a script runs. */
const EVIL = 'http://127.0.0.1:9/evil';
const RUN = 'globalThis.pwned=1';

const PAYLOADS: readonly string[] = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="${EVIL}.png">`,
  `![picture](${EVIL}.png)`,
  `![p](javascript:${RUN})`,
  `[link](javascript:${RUN})`,
  `[link](  JaVaScRiPt:${RUN})`,
  `[link](data:text/html,<script>${RUN}</script>)`,
  `[link](vbscript:${RUN})`,
  `<a href="javascript:${RUN}">x</a>`,
  `<svg onload="${RUN}"><script>${RUN}</script></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="${EVIL}"></object><embed src="${EVIL}">`,
  `<link rel=stylesheet href="${EVIL}.css"><style>@import "${EVIL}.css";</style>`,
  `<p style="background:url(${EVIL}.png)">styled</p>`,
  `<form action="${EVIL}"><button autofocus onfocus="${RUN}">x</button></form>`,
  `<base href="${EVIL}/">`,
  `<meta http-equiv="refresh" content="0;url=${EVIL}">`,
  `<video src="${EVIL}.mp4" autoplay></video><audio src="${EVIL}.mp3"></audio>`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<div id="page" name="store"><input name="body"></div>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `\`\`\`html\n<script>${RUN}</script>\n\`\`\``,
  `| a | <img src=x onerror=${RUN}> |\n|--|--|\n| <script>${RUN}</script> | b |`,
  `<https://evil.example/"onmouseover="${RUN}>`,
  `[x]: ${EVIL} "a" onclick="${RUN}"\n\n[x]`,
  `‮txt.exe​ ﷽ <b>bold</b> שלום`,
];

describe.skipIf(noBrowser)('hostile text', () => {
  it('runs nothing, asks for nothing, and is in no report, wherever it stands', async () => {
    const { serving, tab, tell, reports } = await servedPage();
    const person = await Person.start();
    for (const [at, text] of PAYLOADS.entries()) {
      await tell('s1', 'said', { text, by: 'owner' }, `r${at}`);
      await tell('s1', 'text', { text }, `r${at}`);
      await tell(
        's1',
        'tool',
        { id: `t${at}`, title: text, status: 'failed', detail: text },
        `r${at}`,
      );
      await tell('s1', 'failed', { code: 'AGENT_LOST', what: text, remedy: text }, `r${at}`);
    }
    const asked = serving.questions.ask(
      {
        session: 's1',
        kind: 'approval',
        text: PAYLOADS.join('\n'),
        options: [{ id: 'a', label: PAYLOADS.join(' ') }],
        subject: {
          diffs: PAYLOADS.map((text, at) => ({
            file: `${at}${text}`,
            before: undefined,
            after: text,
          })),
        },
      },
      new AbortController().signal,
    );
    const page = await tab(person, 'chat/s1');
    const list = page.getByRole('log');
    await list.waitFor();
    // All of it is shown once, from its end to its beginning.
    for (let seen = ''; !seen.includes(PAYLOADS[0] ?? '');) {
      await list.hover();
      await page.mouse.wheel(0, -500);
      seen = await list.innerText();
    }
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
    const odd =
      'script:not([type=module]), img, iframe, object, embed, svg, style, form[action], base, video, [style*=url]';
    expect(await page.locator(`#page :is(${odd})`).count()).toBe(0);
    const targets = await page
      .locator('#page a[target]')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href') ?? '', link.textContent]),
      );
    for (const [href = '', text] of targets) {
      expect(href).toMatch(/^(?:https?|mailto):/u);
      expect(text).toContain('evil');
    }
    expect([person.strayed, person.errors, reports]).toEqual([[], [], []]);
    // A browser that is led astray all the same says so.
    const astray = `const image = new Image(); image.src = ${JSON.stringify(EVIL)}; undefined`;
    await Promise.all([page.waitForResponse(/\/csp$/u), page.evaluate(astray)]);
    expect(reports).toEqual([{ rule: 'img-src', blocked: EVIL }]);
    const [open] = await serving.questions.open();
    await serving.questions.answer(open?.id ?? '', undefined, 'the test');
    await asked;
  });
});
