/** Questions of the daemon on its page: answered by keys, once, and shown as answered in the other tab. */
import { describe, expect, it } from 'vitest';

import { axeFindings, noBrowser, Person } from '#test/support/browser.ts';
import { servedPage } from '#test/support/page.ts';

const QUESTION = {
  session: 's1',
  kind: 'approval',
  text: 'May the agent change MEMORY.md?',
  options: [
    { id: 'allow', label: 'Allow', kind: 'allow_once' },
    { id: 'deny', label: 'Deny', kind: 'reject_once' },
  ],
  subject: {
    diffs: [{ file: 'MEMORY.md', before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\n' }],
    command: 'rm -rf "‮gnp.exe"',
  },
} as const;

const never = (): AbortSignal => new AbortController().signal;

describe.skipIf(noBrowser)('a question', () => {
  it('shows its change, is answered by keys in one of two tabs, and as answered in the other', async () => {
    const { serving, tab, tell } = await servedPage();
    await tell('s1', 'said', { text: 'Keep that.', by: 'owner' });
    const person = await Person.start();
    const [one, other] = [await tab(person, 'chat/s1'), await tab(person, 'chat/s1')];
    const answer = serving.questions.ask(QUESTION, never());
    for (const page of [one, other]) {
      const question = page.getByRole('region', { name: 'A question for you' });
      await question.locator('.line-added').waitFor();
      expect(await question.locator('.line-removed').innerText()).toContain('two');
    }
    expect(await axeFindings(one)).toEqual([]);
    await one.bringToFront();
    await one.keyboard.press('Alt+KeyY');
    expect(await answer).toBe('allow');
    await one.getByText('answered here').waitFor();
    await other.getByText(/answered by another tab of this browser/u).waitFor();
    const refused = serving.questions.ask({ ...QUESTION, text: 'Again?' }, never());
    await other.getByRole('heading', { name: 'A question for you' }).waitFor();
    await other.bringToFront();
    await other.keyboard.press('Alt+KeyN');
    expect(await refused).toBe('deny');
    expect(await serving.questions.open()).toEqual([]);
    expect([person.errors, person.strayed]).toEqual([[], []]);
  });

  it('to which two browsers say something else at once has one answer, which both are told', async () => {
    const { serving, tab, tell, devices } = await servedPage();
    await tell('s1', 'said', { text: 'Keep that.', by: 'owner' });
    const pages = [
      await tab(await Person.start(), 'chat/s1'),
      await tab(await Person.start(320, 640), 'chat/s1'),
    ] as const;
    const [{ name: ada }, { name: bob }] = twoOf(devices.all);
    const answer = serving.questions.ask(QUESTION, never());
    const labels = ['Allow', 'Deny'] as const;
    const buttons = pages.map((page, at) => page.getByRole('button', { name: labels[at] ?? '' }));
    for (const button of buttons) await button.waitFor();
    // Where the question is gone by then, there is nothing to click on any more.
    await Promise.all(
      buttons.map((button) => button.click({ timeout: 5000 }).catch(() => undefined)),
    );
    const given = await answer;
    expect(['allow', 'deny']).toContain(given);
    const [mine, other] = given === 'allow' ? pages : pages.toReversed();
    await mine?.getByText('answered here').waitFor();
    await other?.getByText(`answered by ${given === 'allow' ? ada : bob}`).waitFor();
  });
});

const twoOf = <One>([one, other]: readonly One[]): readonly [One, One] => {
  if (one === undefined || other === undefined) throw new Error('there are not two');
  return [one, other];
};
