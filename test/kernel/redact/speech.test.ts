import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Human, KernelEvent } from '#kernel/contract/events.ts';
import { Journal } from '#kernel/run/journal.ts';
import { FingerprintKeeper } from '#kernel/redact/fingerprint-store.ts';
import { LeakGuard } from '#kernel/redact/leak-guard.ts';
import { filteringOutput } from '#kernel/host/output-filter.ts';
import { Speech } from '#kernel/redact/speech.ts';
import { PRIVATE_MARK, RedactionLog } from '#kernel/redact/redaction-log.ts';
import { readFile } from '#kernel/startup/read.ts';
import { LONG_KEY } from '#test/support/credential-texts.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const CREDENTIAL_MARK = '[withheld: credential, RFC-0009 §4.2]';
const SURGERY = "Henrike's surgery is on 12 May at the Charité, ward 17";
/** Shaped like a key of a provider, and none. */
const KEY = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

interface Desk {
  readonly speech: Speech;
  readonly events: readonly KernelEvent[];
  readonly notices: readonly string[];
  readonly journal: Journal;
  /** All that was said so far. */
  readonly said: () => string;
}

const deskOf = (
  guardOf: (redactions: RedactionLog) => LeakGuard | undefined,
  secrets: string[],
): Desk => {
  const events: KernelEvent[] = [];
  const notices: string[] = [];
  const journal = new Journal(() => undefined);
  const redactions = new RedactionLog(journal, (section, text) =>
    notices.push(`${section} ${text}`),
  );
  const speech = new Speech({
    emit: (event) => events.push(event),
    redactions,
    guard: guardOf(redactions),
    secrets,
  });
  const said = (): string =>
    events.map((event) => (event.event === 'text' ? event.text : '')).join('');
  return { speech, events, notices, journal, said };
};

const inMain = (secrets: string[] = []): Desk => deskOf(() => undefined, secrets);

const inFirstBoot = (): Desk => inMain(['swordfish-swordfish']);

const shared = (() => {
  const temp = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${SURGERY}\n` });
  const opened = enterWorkspace(temp);
  const memory = readFile(opened.workspace, 'MEMORY.md');
  FingerprintKeeper.open(opened, memory === undefined ? [] : [memory], () => undefined);
  return (): Desk =>
    deskOf(
      (redactions) =>
        LeakGuard.open(
          { opened, user: undefined, redactions, notice: () => undefined },
          { strict: true },
        ),
      [],
    );
})();

const sayAll = (speech: Speech, text: string, size: number): void => {
  for (let at = 0; at < text.length; at += size) speech.say(text.slice(at, at + size));
};

describe('what an agent says', () => {
  it('is told in a first boot when its lines are complete, and the rest when the turn ends', async () => {
    const { speech, events } = inFirstBoot();
    const told = (): readonly string[] =>
      events.flatMap((event) => (event.event === 'text' ? event.text : []));
    speech.say('Good ');
    await speech.behind;
    expect(told()).toEqual([]);
    speech.say('morning.\nHow');
    speech.say(' are\nyou?\nWell');
    await speech.behind;
    expect(told()).toEqual(['Good morning.\n', 'How are\nyou?\n']);
    await speech.flush();
    speech.say('.');
    await speech.flush();
    expect(told().slice(2)).toEqual(['Well', '.']);
  });

  it('stays as it is, however it is cut', async () => {
    const words = fc.constantFrom(
      'tide',
      'pier',
      'my key is',
      'token',
      '\n',
      '\r\n',
      ' ',
      '😀',
      'x'.repeat(1500),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 40 }),
        fc.integer({ min: 1, max: 700 }),
        fc.boolean(),
        async (parts, size, isShared) => {
          const { speech, said } = isShared ? shared() : inMain();
          sayAll(speech, parts.join(''), size);
          await speech.flush();
          expect(said()).toBe(parts.join(''));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is told in parts where a line is long, and no character is cut', async () => {
    const { speech, events } = inFirstBoot();
    speech.say('tide '.repeat(300));
    await speech.behind;
    expect(events.length).toBe(1);
    const other = inFirstBoot();
    for (let piece = 0; piece < 3; piece += 1) other.speech.say('😀'.repeat(601));
    await other.speech.behind;
    for (const event of other.events) {
      expect(event.event === 'text' && event.text.isWellFormed()).toBe(true);
    }
    expect(other.events.length).toBeGreaterThan(1);
  });

  it('comes before the call of a tool that follows it', async () => {
    const { speech, events } = shared();
    speech.say(`I look. Henrike's surgery`);
    speech.tool('1', 'read', 'pending');
    speech.say('Done.');
    await speech.flush();
    expect(events.map(({ event }) => event)).toEqual(['text', 'tool', 'text']);
  });
});

describe('a word', () => {
  it('of some thousand characters is waited for: it may be a key', async () => {
    const { speech, said } = inFirstBoot();
    speech.say('x'.repeat(16_000));
    await speech.behind;
    expect(said()).toBe('');
  });
});

describe('a listener', () => {
  it('hears all of a long text', async () => {
    const { speech, said } = inFirstBoot();
    const lines = 'The tide tables are in the left drawer.\n'.repeat(1000);
    speech.say(lines);
    await speech.flush();
    expect(said()).toBe(lines);
  });
});

describe('a listener who is gone', () => {
  it('hears no more of a long text', async () => {
    const { speech, said } = inFirstBoot();
    const lines = 'The tide tables are in the left drawer of the harbour office.\n'.repeat(3000);
    speech.say(lines);
    speech.cut();
    await speech.flush();
    expect(said().length).toBeLessThan(lines.length / 2);
  });
});

describe('credentials', () => {
  it('are withheld in every session, and the owner is told', async () => {
    for (const make of [inMain, shared]) {
      const { speech, said, notices, journal } = make();
      sayAll(speech, `First.\nThe Wi-Fi password: Blaubeere-77-Kuchen, really.\nLast.\n`, 7);
      await speech.flush();
      expect(said()).toBe(`First.\nThe Wi-Fi password: ${CREDENTIAL_MARK}, really.\nLast.\n`);
      expect(notices).toEqual(['§4.2 What the agent said holds a credential; that was withheld.']);
      expect(journal.summary().withheld).toBe(1);
    }
  });

  it('are found behind an address of mail, which no label says', async () => {
    const { speech, said } = inMain();
    speech.say('robin@example.org: Tr0ub4dor-and-3\nBye.\n');
    await speech.flush();
    expect(said()).toBe(`robin@example.org: ${CREDENTIAL_MARK}\nBye.\n`);
  });

  it('are found in the formats of providers, and what follows waits', async () => {
    const { speech, said, events } = inMain();
    speech.say(`Use ${KEY} for it.\nBye.\n`);
    speech.tool('1', 'fetch', 'pending');
    expect(said()).toBe('');
    await speech.flush();
    expect(said()).toBe(`Use ${CREDENTIAL_MARK} for it.\nBye.\n`);
    expect(events.at(-1)).toMatchObject({ event: 'tool', title: 'fetch' });
  });

  it('are found where a line is cut into parts, and where they are longer than one', async () => {
    for (const make of [inMain, inFirstBoot, shared]) {
      for (const before of ['', '{"a":', 'tide ', 'x'.repeat(1190)]) {
        const { speech, said } = make();
        sayAll(speech, `${before}"${LONG_KEY}"${KEY.padStart(1195, '"')} bye.\n`, 90);
        await speech.flush();
        expect(said()).not.toMatch(/gh[ps]_/);
        expect(said()).toMatch(/bye\.\n$/);
      }
    }
  });

  it('are found below their label', async () => {
    const { speech, said } = inMain();
    speech.say('The password:\n');
    speech.say('\nBlaubeere-77-Kuchen\nBye.\n');
    await speech.flush();
    expect(said()).toBe(`The password:\n\n${CREDENTIAL_MARK}\nBye.\n`);
  });

  it('are found below a heading, line by line, however many blank ones are between', async () => {
    for (const make of [inMain, inFirstBoot, shared]) {
      for (const [above, mark] of [
        ['## Wi-Fi password\n\n', CREDENTIAL_MARK],
        [`**Passwort**${'\n'.repeat(20)}`, CREDENTIAL_MARK],
        ['### Password\n\n```text\n', CREDENTIAL_MARK],
        ['## Password policy\n\n', 'Kw7pLm2qXe'],
      ] as const) {
        for (const size of [1, 7, 500]) {
          const { speech, said } = make();
          sayAll(speech, `One.\n\nTwo.\n\n${above}Kw7pLm2qXe\nBye.\n`, size);
          await speech.flush();
          expect(said()).toBe(`One.\n\nTwo.\n\n${above}${mark}\nBye.\n`);
        }
      }
    }
  });

  it('are found in every row of a table and every item of a list', async () => {
    const values = Array.from({ length: 30 }, (_, row) => `Kw7p${row}Lm2qXe`);
    const texts = [
      `| Host | Note | Password |\n|---|---|---|\n${values.map((value) => `| nas | ${'x '.repeat(150)}| ${value} |\n`).join('')}`,
      `| Host | Password |\n|---|---|\n${values.map((value) => `| nas | ${value} |\n`).join('')}`,
      `Passwords:\n\n${values.map((value) => `- ${value}\n`).join('')}`,
      `## Passwords\n\n${values.map((value) => `- ${value}\n`).join('')}`,
    ];
    for (const text of texts) {
      for (const make of [inMain, inFirstBoot]) {
        const { speech, said } = make();
        sayAll(speech, `One\ntwo\nthree.\n${text}\nKw7p as such.\n`, 50);
        await speech.flush();
        expect(said()).toBe(
          `One\ntwo\nthree.\n${text.replaceAll(/Kw7p\w+/g, CREDENTIAL_MARK)}\nKw7p as such.\n`,
        );
      }
    }
  });

  it('are not seen in a list under another heading, however long it is', async () => {
    const boats = Array.from({ length: 30 }, (_, boat) => `- Kw7p${boat}Lm2qXe\n`).join('');
    const text = `## Passwords\n\n## Boats\n\n${boats}`;
    const { speech, said } = inMain();
    sayAll(speech, text, 50);
    await speech.flush();
    expect(said()).toBe(text);
  });

  it('are withheld as whole blocks', async () => {
    const { speech, said } = inMain();
    const lines = Array.from({ length: 90 }, (_, line) =>
      `MIIEpAIBAAKCAQEA${line}`.padEnd(64, 'q'),
    );
    const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} RSA PRIVATE KEY-----`);
    sayAll(speech, `${[begin, ...lines, end].join('\n')}\nBye.\n`, 50);
    await speech.flush();
    expect(said()).not.toContain('MIIE');
    expect(said()).toMatch(/\nBye\.\n$/);
  });

  it('of bootstrap instructions are withheld by value', async () => {
    const { speech, said } = inFirstBoot();
    speech.say('They told me swordfish-swordfish.\n');
    await speech.flush();
    expect(said()).toBe(`They told me ${CREDENTIAL_MARK}.\n`);
  });

  it('are withheld in a line about what goes on, which comes after what was said', async () => {
    const { speech, events } = inMain();
    speech.say('Wait');
    speech.status(`a gateway said ${KEY}`);
    await speech.flush();
    expect(events.map(({ event }) => event)).toEqual(['text', 'status']);
    expect(events.at(-1)).toEqual({ event: 'status', text: `a gateway said ${CREDENTIAL_MARK}` });
  });

  it('are withheld in titles of tools', async () => {
    const { speech, events } = inMain();
    speech.tool('1', `curl -H ${KEY}`, 'pending');
    await speech.flush();
    expect(events).toEqual([
      { event: 'tool', id: '1', title: `curl -H ${CREDENTIAL_MARK}`, status: 'pending' },
    ]);
  });
});

describe('private lines', () => {
  it.each([
    ['in one piece', `Well.\n${SURGERY}.\nSo.\n`, `Well.\n${PRIVATE_MARK}\nSo.\n`],
    [
      'cut over lines, the first of which is held',
      "Well.\nHenrike's surgery is on\n12 May at the Charité,\nward 17.\nSo.\n",
      `Well.\n${`${PRIVATE_MARK}\n`.repeat(3)}So.\n`,
    ],
    ['without a line end', `Well: ${SURGERY}`, PRIVATE_MARK],
  ])('are withheld %s, in pieces of any size', async (_, text, shown) => {
    for (const size of [1, 3, 40, 1000]) {
      const { speech, said } = shared();
      sayAll(speech, text, size);
      await speech.flush();
      expect(said()).toBe(shown);
    }
  });

  it('are not withheld in main sessions', async () => {
    const { speech, said } = inMain();
    speech.say(SURGERY);
    await speech.flush();
    expect(said()).toBe(SURGERY);
  });

  it('are withheld in a long line, where a part of it ends within them', async () => {
    const { speech, said } = shared();
    speech.say(`${'tide '.repeat(235)}${SURGERY} and so on. ${'pier '.repeat(240)}`);
    await speech.flush();
    expect(said()).toContain(PRIVATE_MARK);
    expect(said()).not.toMatch(/Henrike|surgery|Charité/);
  });

  it('are withheld when they are cut by the call of a tool, as far as they are not told yet', async () => {
    const { speech, said } = shared();
    speech.say("Henrike's surgery");
    speech.tool('1', 'look', 'pending');
    speech.say('is on 12 May at the Charité, ward 17');
    await speech.flush();
    expect(said()).toBe(`Henrike's surgery${PRIVATE_MARK}`);
  });

  it('do not hold blank lines without end', async () => {
    const { speech, said } = shared();
    speech.say(`Henrike's surgery is on\n${'\n'.repeat(60)}`);
    await speech.behind;
    expect(said()).toContain("Henrike's surgery is on\n\n");
  });

  it('are withheld as far as they are not told, where they begin above what is held', async () => {
    const { speech, said } = shared();
    speech.say(`Henrike's surgery\n${'\n'.repeat(42)}is on 12 May\nat the Charité, ward 17\n`);
    await speech.flush();
    expect(said()).toContain("Henrike's surgery\n");
    expect(said()).not.toContain('12 May');
    expect(said()).not.toContain('ward 17');
  });

  it('are withheld in what a human is asked, and told after what was said', async () => {
    const { speech, said } = shared();
    const asked: string[] = [];
    const human: Human = {
      next: () => Promise.resolve(undefined),
      answer: (question) => {
        asked.push(`${said()}|${question}`);
        return Promise.resolve('yes');
      },
      choose: (question, options) => {
        asked.push(question, ...options.map(({ label }) => label));
        return Promise.resolve(options[0]?.id);
      },
    };
    const listener = filteringOutput(human, speech);
    speech.say('One moment');
    expect(await listener.answer(`${SURGERY}?`)).toBe('yes');
    expect(await listener.choose('May I?', [{ id: 'a', label: SURGERY }])).toBe('a');
    expect(asked).toEqual([`One moment|${PRIVATE_MARK}`, 'May I?', PRIVATE_MARK]);
  });
});
