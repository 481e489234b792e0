/** What is withheld from a shared session, and from what is said in any: whole kernels, real agents (RFC-0009 §3.2, §4.2). */
import { describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import { filled, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { thirdPartyAgent, wordsOf, yamo } from '#test/support/yamo.ts';

const AT = ['--date', '2026-03-14T09:26', '--tz', 'Europe/Berlin'] as const;
const LOG = 'memory/2026-03-14.md';
const SURGERY = "Henrike's surgery is on 12 May at the Charité, ward 17";
const PRIVATE_MARK = '[withheld: private line, RFC-0009 §3.2]';
const CREDENTIAL_MARK = '[withheld: credential, RFC-0009 §4.2]';
const CREDENTIAL = 'Blaubeere-77-Kuchen';

const MAIN = ['boot', '--json', ...AT] as const;
const SHARED = ['boot', '--json', '--session', 'shared', ...AT] as const;

/** An agent that says what it is told, a few characters at a time. */
const TALKATIVE = ['--agent', agentCommand('talkative', '3')] as const;

const privateWorkspace = (): TempWorkspace =>
  makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${SURGERY}\n` });

/** A workspace whose main session was there, as `yamo boot` leaves it. */
const knownWorkspace = async (): Promise<TempWorkspace> => {
  const ws = privateWorkspace();
  const { code } = await yamo([...MAIN, '--message', 'hello'], { workspace: ws });
  expect(code).toBe(0);
  return ws;
};

describe('a line of MEMORY.md', () => {
  it('that was copied to AGENTS.md is withheld from a shared session', async () => {
    const ws = await knownWorkspace();
    ws.write('AGENTS.md', `${filled('AGENTS.md')}\n* _${SURGERY.toUpperCase()}!_\n`);
    const { code, events, stdout } = await yamo(
      [...SHARED, '--agent', thirdPartyAgent('obedient')],
      {
        workspace: ws,
        input: 'read AGENTS.md\n',
      },
    );
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/surgery/i);
    expect(wordsOf(events)).toContain(PRIVATE_MARK);
    expect(events).toContainEqual({
      event: 'notice',
      section: '§3.2',
      text: 'AGENTS.md holds line 3 of MEMORY.md or most of it; that was withheld.',
    });
  });

  it('is withheld from what an agent says, and from the log that it writes [Y88] [Y94]', async () => {
    const ws = await knownWorkspace();
    const { code, events } = await yamo([...SHARED, ...TALKATIVE], {
      workspace: ws,
      input: `Well.\\nHenrike's surgery is\\non 12 May at the Charité, ward 17\\nSo.\n`,
    });
    expect(code).toBe(0);
    expect(wordsOf(events)).toContain(`Well.\n${PRIVATE_MARK}\n${PRIVATE_MARK}\nSo.`);
    const noted = await yamo(SHARED, { workspace: ws, input: `${SURGERY}\n` });
    expect(noted.code).toBe(0);
    expect(ws.text(LOG)).toContain(PRIVATE_MARK);
    expect(ws.text(LOG)).not.toContain('Charité');
  });

  it('is not known before a main session, which is told, and --strict refuses', async () => {
    const ws = privateWorkspace();
    const { code, events } = await yamo([...SHARED, '--message', 'hello'], { workspace: ws });
    expect(code).toBe(0);
    expect(JSON.stringify(events)).toContain('no main session has read it yet');
    const strict = await yamo([...SHARED, '--strict', '--message', 'hello'], { workspace: ws });
    expect(strict.code).toBe(1);
    expect(strict.stdout).toContain('LEAK_GUARD_STALE');
  });
});

it('a credential is withheld from what an agent says in a main session [Y95]', async () => {
  const ws = privateWorkspace();
  const { code, events, stdout } = await yamo([...MAIN, ...TALKATIVE], {
    workspace: ws,
    input: `The Wi-Fi password: ${CREDENTIAL}\n`,
  });
  expect(code).toBe(0);
  expect(wordsOf(events)).toContain(`The Wi-Fi password: ${CREDENTIAL_MARK}`);
  expect(stdout).not.toContain(CREDENTIAL);
});
