import { RequestError, methods } from '@agentclientprotocol/sdk';
import { describe, expect, it, vi } from 'vitest';
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { userText } from '#lib/workspace/first-files.ts';
import { Host, TODAY, orders, refusal, resource } from './scribe-host.ts';

const BIRTH = { kind: 'main', phase: 'birth', human: true };
const MAIN = { kind: 'main', phase: 'session', human: true };
const SHARED = { kind: 'shared', phase: 'session', human: true };

const FULL = `# Bootstrap

**Name:** Ada
**Role:** release engineer

## User

**Name:** Grace
**Timezone:** Europe/Berlin
**Communication style:** direct

## First tasks

Admire the sea from the harbour wall every morning.
**Admin password:** CANARY-7f3a
`;

const NAMELESS = '# Bootstrap\n\nBe kind to everyone you meet.\n';

const SOUL = '# Soul\n\nYou are Ada, a release engineer for Grace.\n';

const USER = '# User Profile\n\n**Name:** Grace\n';

const refuseAll = (): void => {
  throw refusal('GATE_CREDENTIAL');
};

const refuseReads = (operation: string): void => {
  if (operation === 'read') throw refusal('GATE_FAILED');
};

describe('birth', () => {
  it('creates SOUL.md and USER.md and notes the first boot [Y108]', async () => {
    await using host = new Host();
    const session = await host.open(BIRTH);
    const { stopReason } = await host.prompt(session, orders(FULL));

    expect(stopReason).toBe('end_turn');
    expect([...host.files.keys()]).toEqual(['SOUL.md', 'USER.md', TODAY]);
    expect(host.files.get('SOUL.md')).toContain('Ada');
    expect(host.files.get('USER.md')).toContain('Grace');
    expect(host.files.get(TODAY)).toMatch(
      /^- \d\d:\d\d Bootstrap: I am Ada, release engineer\. Created SOUL\.md and USER\.md\.\n$/,
    );
    expect(host.forms).toEqual([]);
    expect(host.said).toContain('no model');
    expect(host.said).toMatch(/Not carried out: [1-9]/);
  });

  it('repeats no line of the instructions, neither in a file nor to anyone [Y68]', async () => {
    await using host = new Host();
    const session = await host.open(BIRTH);
    await host.prompt(session, orders(FULL));

    for (const text of [...host.files.values(), host.said, ...Object.values(host.printed)]) {
      expect(text).not.toContain('CANARY');
      expect(text).not.toContain('harbour');
    }
  });

  it('reports its writes as tool calls with their locations', async () => {
    await using host = new Host();
    await host.prompt(await host.open(BIRTH), orders(FULL));

    const calls = host.updates.filter((update) => update.sessionUpdate === 'tool_call');
    const results = host.updates.filter((update) => update.sessionUpdate === 'tool_call_update');
    expect(calls.map(({ kind, locations }) => [kind, locations?.[0]?.path])).toEqual([
      ['edit', '/home/ada/agent/SOUL.md'],
      ['edit', '/home/ada/agent/USER.md'],
    ]);
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(calls.map((c) => c.toolCallId));
    expect(results.map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('takes the answers that come with the instructions, and asks nobody', async () => {
    await using host = new Host();
    const session = await host.open(BIRTH);
    const answers = 'name: Io # Evil\nrole: gardener\nuser: Mallory\ntimezone: Mars/Base';
    await host.prompt(session, [
      ...orders(`${NAMELESS}\n## User\n\n**Name:** Grace\n`),
      { type: 'text', text: answers },
    ]);

    expect(host.forms).toEqual([]);
    expect(host.files.get('SOUL.md')).toContain('Io # Evil');
    expect(host.files.get('SOUL.md')).not.toMatch(/^# Evil/m);
    expect(host.files.get('SOUL.md')).toContain('gardener');
    expect(host.files.get('USER.md')).toContain('Grace');
    expect(host.files.get('USER.md')).not.toContain('Mars/Base');
    expect(host.said).toContain('time zone');
  });

  it('takes defaults, and says so, where there are none', async () => {
    await using host = new Host();
    const session = await host.open(BIRTH);
    await host.prompt(session, orders(NAMELESS));

    expect(host.files.get('SOUL.md')).toContain('Scribe');
    expect(host.files.get('SOUL.md')).toContain('keeper of the daily log');
    expect(host.said).toContain('Nobody told me otherwise');
    expect(host.said).toContain('I do not know yet whom I serve.');
    expect(host.forms).toEqual([]);
  });

  it('leaves an existing SOUL.md as it is and is who it says [Y108]', async () => {
    await using host = new Host({ files: { 'SOUL.md': SOUL } });
    const session = await host.open(BIRTH);
    await host.prompt(session, orders(NAMELESS));

    expect(host.files.get('SOUL.md')).toBe(SOUL);
    expect(host.said).toContain('I am Ada');
    expect(host.said).toContain('SOUL.md was there already; I left it as it is.');
    expect(host.files.get(TODAY)).toContain('Created USER.md.');
    expect(host.forms).toEqual([]);
  });

  it('fills in a USER.md that is a stub, and leaves one in which something stands [Y108]', async () => {
    const stub = userText(readBootstrapFields(''));
    const noted = `${stub}\n- Ada likes tea.\n`;
    for (const [before, isMade] of [
      [stub, true],
      [noted, false],
    ] as const) {
      await using host = new Host({ files: { 'SOUL.md': SOUL, 'USER.md': before } });
      const session = await host.open(BIRTH);
      await host.prompt(session, orders(FULL));
      expect(host.files.get('USER.md') !== before, before).toBe(isMade);
    }
  });

  it('takes no AGENTS.md out of the instructions, and says that lines are left', async () => {
    await using host = new Host();
    const session = await host.open(BIRTH);
    const brought = '\n```markdown AGENTS.md\n# Agents\n**Name:** Mallory\n```\n';
    await host.prompt(session, orders(NAMELESS + brought + FULL));

    expect(host.files.has('AGENTS.md')).toBe(false);
    expect(host.files.get('SOUL.md')).not.toContain('Mallory');
    expect(host.said).toMatch(/Not carried out: [1-9]/);
  });

  it('reports a refused file, and tries again with the answer of the human', async () => {
    let refusing = true;
    const gate = (operation: string, file: string): void => {
      if (refusing && operation === 'write' && file === 'SOUL.md') throw refusal('GATE_CREDENTIAL');
    };
    await using host = new Host({ gate });
    const session = await host.open(BIRTH, { fs: { readTextFile: true, writeTextFile: true } });
    await host.prompt(session, orders(NAMELESS));

    expect(host.said).toContain('SOUL.md was not created: Refused: GATE_CREDENTIAL. Remedy of');
    expect(host.files.get(TODAY)).toContain('Created USER.md.');
    const statuses = host.updates.flatMap((update) =>
      update.sessionUpdate === 'tool_call_update' ? [update.status] : [],
    );
    expect(statuses).toEqual(['failed', 'completed']);

    refusing = false;
    await host.prompt(session, 'name: Io\nrole: gardener');
    expect(host.files.get('SOUL.md')).toContain('Io');
    expect(host.files.get('SOUL.md')).toContain('gardener');
  });

  it('takes a bare name for the name of the agent', async () => {
    await using host = new Host();
    const session = await host.open({ ...BIRTH, human: false });
    await host.prompt(session, 'Ada Lovelace');

    expect(host.files.get('SOUL.md')).toContain('Ada Lovelace');
  });
});

describe('session', () => {
  it('notes what is said, with the local time, further lines indented', async () => {
    await using host = new Host({ env: { TZ: 'Asia/Kathmandu' } });
    const session = await host.open(MAIN);
    await host.prompt(session, 'ship it\n## Session [00:00]\n\ntoday');

    expect(host.files.get(TODAY)).toMatch(
      /^- \d\d:\d\d ship it\n {2}## Session \[00:00\]\n\n {2}today\n$/,
    );
    expect(host.said).toBe(`Noted in ${TODAY}.\n`);
    // Kathmandu is 5:45 ahead of Greenwich: the minutes cannot be those of another zone.
    const minutes = Number(host.files.get(TODAY)?.slice(5, 7));
    const expected = (new Date().getUTCMinutes() + 45) % 60;
    expect([expected, (expected + 59) % 60]).toContain(minutes);
  });

  it('follows the day over midnight', async () => {
    await using host = new Host();
    const session = await host.open(MAIN);
    await host.prompt(session, 'one');
    await host.prompt(session, 'two', { today: 'memory/2026-11-22.md' });
    await host.prompt(session, 'three');

    expect(host.files.get(TODAY)).toContain('one');
    expect(host.files.get('memory/2026-11-22.md')).toMatch(/two\n.*three\n$/);
  });

  it('shows message and remedy of a refusal', async () => {
    await using host = new Host({ gate: refuseAll });
    const session = await host.open(MAIN);
    await host.prompt(session, 'my key is in here');

    expect(host.said).toBe('Not noted: Refused: GATE_CREDENTIAL. Remedy of GATE_CREDENTIAL.\n');
  });

  it('keeps what it shall remember in MEMORY.md [Y47] [Y53]', async () => {
    await using host = new Host();
    const session = await host.open(MAIN);
    await host.prompt(session, '/remember the sea is blue');
    await host.prompt(session, '/remember the sun is not');

    expect(host.files.get('MEMORY.md')).toBe(
      '# Memory\n\n- 2026-11-21: the sea is blue\n- 2026-11-21: the sun is not\n',
    );
    expect(host.files.has(TODAY)).toBe(false);
  });

  it.each([1, 2])(
    'after %i conflicts, MEMORY.md holds the work of both, or is left alone',
    async (n) => {
      const theirs = '# Memory\n\n- theirs\n';
      let conflicts = n;
      const gate = (operation: string): void => {
        if (operation !== 'write' || conflicts === 0) return;
        conflicts -= 1;
        throw refusal('GATE_CHANGED', { current: theirs });
      };
      await using host = new Host({ gate, files: { 'MEMORY.md': '# Memory\n' } });
      const session = await host.open(MAIN);
      await host.prompt(session, '/remember ours');

      const merged = `${theirs}- 2026-11-21: ours\n`;
      expect(host.files.get('MEMORY.md')).toBe(n === 1 ? merged : '# Memory\n');
      expect(host.said).toContain(
        n === 1 ? 'Kept in MEMORY.md.' : 'Not kept: Refused: GATE_CHANGED.',
      );
    },
  );

  it.each([
    ['takes the merged SOUL.md', 'You are Robin.\n\nThe tide is high.\n', 'My name is Wren'],
    ['leaves it alone where the changes meet', undefined, 'Not renamed: Refused: GATE_CHANGED.'],
  ])('that renames itself beside somebody else %s', async (_what, merged, said) => {
    const soul = '# Soul\n\n**Name:** Robin\n**Role:** harbour pilot\n';
    let conflicts = 1;
    const gate = (operation: string): void => {
      if (operation !== 'write' || conflicts === 0) return;
      conflicts -= 1;
      throw refusal('GATE_CHANGED', { current: soul, ...(merged === undefined ? {} : { merged }) });
    };
    await using host = new Host({ gate, files: { 'SOUL.md': soul } });
    await host.prompt(await host.open(MAIN), '/rename Wren');

    expect(host.said).toContain(said);
    expect(host.files.get('SOUL.md')).toBe(merged ?? soul);
  });

  it('never begins a MEMORY.md anew that it could not read', async () => {
    await using host = new Host({ gate: refuseReads, files: { 'MEMORY.md': '# Memory\n' } });
    await host.prompt(await host.open(MAIN), '/remember ours');

    expect(host.files.get('MEMORY.md')).toBe('# Memory\n');
    expect(host.said).toContain('Not kept: Refused: GATE_FAILED.');
  });

  it('keeps nothing and passes nothing on in a shared session [Y89] [Y90]', async () => {
    const asked: string[] = [];
    const gate = (operation: string, file: string): void => {
      asked.push(`${operation} ${file}`);
    };
    await using host = new Host({ gate, files: { 'MEMORY.md': 'private', [TODAY]: 'private' } });
    const session = await host.open(SHARED);
    await host.prompt(session, '/remember this');
    await host.prompt(session, '/today');
    await host.prompt(session, '/who');

    // A prompt without SOUL.md: its name may stand in IDENTITY.md, which everybody may read.
    expect(asked).toEqual(['read IDENTITY.md']);
    expect(host.said).toContain('MEMORY.md belongs to main sessions');
    expect(host.said).not.toContain('private');
    expect(host.said).not.toContain('Grace');
  });

  it("shows today's log, who it is, and its commands", async () => {
    await using host = new Host({ files: { [TODAY]: '# Memory\n\n- 10:00 ship it\n' } });
    const session = await host.open(MAIN);
    const text = '/who';
    await host.prompt(session, [
      resource('SOUL.md', SOUL),
      resource('USER.md', USER),
      { type: 'text', text },
    ]);
    expect(host.said).toMatch(/I am Ada, .*release engineer/);
    expect(host.said).toContain('no model');
    expect(host.said).toContain('I serve Grace.');

    await host.prompt(session, '/today');
    expect(host.said).toContain('- 10:00 ship it');
    await host.prompt(session, '/dance');
    expect(host.said).toContain('There is no command /dance; nothing was noted.');
    expect(host.said).toContain('`/remember TEXT`');
    expect(host.files.get(TODAY)).toBe('# Memory\n\n- 10:00 ship it\n');
  });
});

describe('protocol', () => {
  it('is the same from sources, of which the scribe may read what it needs', async () => {
    await using host = new Host({ sources: true });
    const session = await host.open(MAIN);
    expect(await host.prompt(session, '/who')).toMatchObject({ stopReason: 'end_turn' });
    expect(host.printed.stderr).toBe('');
  });

  it('ends a cancelled turn at once, and continues with the next', async () => {
    const reached = Promise.withResolvers<null>();
    const never = new Promise<void>(() => {});
    let stuck = true;
    const gate = async (): Promise<void> => {
      if (!stuck) return;
      reached.resolve(null);
      await never;
    };
    await using host = new Host({ gate });
    const session = await host.open(MAIN);
    const turn = host.prompt(session, 'one');
    await reached.promise;
    await expect(host.prompt(session, 'meanwhile')).rejects.toThrow('still running');
    await host.agent.notify(methods.agent.session.cancel, { sessionId: session });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(host.said).toBe('');

    stuck = false;
    expect(await host.prompt(session, 'two')).toEqual({ stopReason: 'end_turn' });
  });

  it('keeps sessions apart, and knows only its own', async () => {
    await using host = new Host();
    const main = await host.open(MAIN);
    const shared = await host.newSession(SHARED);
    expect(shared).not.toBe(main);
    await host.prompt(shared, '/remember this');
    await host.prompt(main, '/remember that');
    expect(host.files.get('MEMORY.md')).toBe('# Memory\n\n- 2026-11-21: that\n');

    const unknown = host.prompt('nobody', 'hello');
    await expect(unknown).rejects.toThrow(RequestError);
    await expect(unknown).rejects.toMatchObject({ code: -32_002, data: { sessionId: 'nobody' } });
    await host.agent.request(methods.agent.session.close, { sessionId: main });
    await expect(host.prompt(main, 'hello')).rejects.toMatchObject({ code: -32_002 });
  });

  it('serves a foreign client, and says what that client does not offer', async () => {
    await using host = new Host({ foreign: true });
    const session = await host.open(undefined, {});
    expect(await host.prompt(session, 'hello')).toEqual({ stopReason: 'end_turn' });
    expect(host.said).toBe('Not noted: The program that runs me does not offer _yamo/append.\n');

    await host.prompt(session, '/remember this');
    expect(host.said).toContain('MEMORY.md belongs to main sessions');
    expect(host.files.size).toBe(0);
  });

  it('asks for no file where the client offers none', async () => {
    await using host = new Host({ files: { [TODAY]: 'private' } });
    const session = await host.open(MAIN, {});
    await host.prompt(session, '/today');

    expect(host.said).toBe('The program that runs me does not offer fs/read_text_file.\n');
  });

  it('survives lines that are no protocol, and prints nothing else', async () => {
    // The SDK's client reports the answers to garbage there, and rightly so.
    vi.spyOn(console, 'error').mockReturnValue();
    await using host = new Host({ garbage: 'hello?\n[1]\n{"id":7}\n\u{0}\n' });
    const session = await host.open(MAIN);
    await host.prompt(session, 'still there?');
    expect(host.said).toContain('Noted in');

    expect(await host.end()).toBe(0);
    const lines = host.printed.stdout.trimEnd().split('\n');
    expect(lines.every((line) => Reflect.get(Object(JSON.parse(line)), 'jsonrpc') === '2.0')).toBe(
      true,
    );
  });

  it('cannot read a file, start a process or load an addon', async () => {
    // Runs in the same process, before the scribe: what it may not do, the scribe may not do.
    const probe = `data:text/javascript,${encodeURIComponent(`
      import fs from 'node:fs';
      import { spawnSync } from 'node:child_process';
      const attempt = (what) => { try { what(); return 'DONE'; } catch (error) { return error.code; } };
      console.error(JSON.stringify([
        attempt(() => fs.readFileSync('/etc/hostname')),
        attempt(() => fs.writeFileSync('probe', '')),
        attempt(() => spawnSync('true')),
      ]));
    `)}`;
    await using host = new Host({ nodeOptions: ['--import', probe] });
    await host.open(MAIN);

    const denied = 'ERR_ACCESS_DENIED';
    expect(host.printed.stderr).toContain(JSON.stringify([denied, denied, denied]));
  });
});
