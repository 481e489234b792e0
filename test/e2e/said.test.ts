/** What a human or an agent says, and what becomes of it outside of a turn: slips, and what is printed for the owner. */
import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { Refusal } from '#lib/spec/refusals.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { framesNamed, wordsOf, yamo } from '#test/support/yamo.ts';

const AGENT = agentCommand('foreign', 'obedient');

describe('a word with a slash', () => {
  it('that is no command is answered with the one that was meant, and costs nothing', async () => {
    const { code, events } = await yamo(['boot', '--json', '--agent', AGENT], {
      workspace: makeBornWorkspace(),
      input: '/statsu\n/SEARCH tea\n/qiut\n/xyzzy\n/model\n',
    });
    expect(code).toBe(0);
    expect(framesNamed(events, 'answer').map(({ text }) => text)).toEqual([
      expect.stringContaining('Did you mean /status?'),
      expect.stringContaining('Did you mean /search?'),
      expect.stringContaining('Did you mean /quit?'),
      expect.stringContaining('There are: /status,'),
      expect.stringContaining('There is no command /model in this session'),
    ]);
    expect(framesNamed(events, 'turn')).toEqual([]);
  });

  it('more, or behind a word, is for the agent', async () => {
    const { events } = await yamo(['boot', '--json', '--agent', AGENT], {
      workspace: makeBornWorkspace(),
      input: 'read /etc/hosts\n/etc/hosts is a file\n',
    });
    expect(framesNamed(events, 'answer')).toEqual([]);
    expect(framesNamed(events, 'turn')).toHaveLength(2);
    expect(wordsOf(events)).toContain('<<GATE_OUTSIDE>>');
  });
});

it('what an agent prints about itself is shown by --trace as its words, line by line, with nothing that a terminal carries out', async () => {
  const script = freshPath('print.sh');
  const words = String.raw`a\033]52;c;aGk=\007b\033[2J\nagent? Refused: all is well\r\nlast\342\200\256 words`;
  writeFileSync(script, `printf '${words}' >&2; exit 3\n`);
  const { stderr } = await yamo(['boot', '--trace', '--message', 'x', '--agent', `sh ${script}`], {
    workspace: makeBornWorkspace(),
  });
  for (const char of ['\u0007', '\u001B', '\u202E']) expect(stderr).not.toContain(char);
  expect(stderr).toContain('\nagent: agent? Refused: all is well');
  expect(stderr).toMatch(/\nagent: last.* words/u);
  expect(stderr).not.toMatch(/^agent\?/mu);
});

const failing = async (script: string) => {
  const path = freshPath('fail.sh');
  writeFileSync(path, script);
  return yamo(['boot', '--message', 'x', '--agent', `sh ${path}`], {
    workspace: makeBornWorkspace(),
  });
};

describe('an agent that fails', () => {
  it('is told with what ended, and with what it printed last, as its words', async () => {
    const noisy = String.raw`for n in 1 2 3 4 5 6 7 8; do printf "\033[31mline $n\033[0m\033]0;t\007\n" >&2; done`;
    const { code, stderr } = await failing(`${noisy}\nexit 3\n`);
    expect(code).toBe(4);
    expect(stderr).toContain('crashed: it ended before the session was open, with exit code 3.');
    expect(stderr).toMatch(
      /It printed last:\n {4}agent: line 4.*\n(?: {4}agent: .*\n){3} {4}agent: line 8/u,
    );
    expect(stderr).not.toContain('line 3');
    for (const char of ['\u0007', '\u001B']) expect(stderr).not.toContain(char);
  });

  it('is told by its signal, and by that it is no agent', async () => {
    expect((await failing('kill -9 $$\n')).stderr).toMatch(
      /crashed: .*(signal SIGKILL|exit code 137)/u,
    );
    const none = await failing('cat >/dev/null & exit 0\n');
    expect(none.stderr).toContain('is none of the Agent Client Protocol');
    expect(none.stderr).toContain('Name a command that speaks ACP');
  });

  it('by its provider is told as such, and nothing is repeated of what it answered', async () => {
    const agreed = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{}}}';
    const no =
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"CANARY 401 invalid x-api-key"}}';
    const { stderr } = await failing(
      `read a; echo '${agreed}'; read b; echo '${no}'; cat >/dev/null\n`,
    );
    expect(stderr).toContain('was refused by its provider (error -32603)');
    expect(stderr).not.toContain('CANARY');
  });
});

describe('a home that cannot be written', () => {
  // No user can make a folder there, root included.
  const env = { XDG_STATE_HOME: '/proc/nowhere' };

  it('keeps nobody from knowing what the machine holds, and a boot says what to set', async () => {
    const { code, stdout } = await yamo(['doctor', '--json'], { env });
    expect([code === 0 || code === 4, stdout]).toEqual([
      true,
      expect.stringContaining('bubblewrap'),
    ]);
    const { stderr } = await yamo(['boot'], { workspace: makeBornWorkspace(), env });
    expect(stderr).toContain('STATE_UNUSABLE');
    expect(stderr).toContain('or XDG_STATE_HOME, to a folder of yours');
  });

  it('or whose name has a blank is one word in what is to be pasted', () => {
    const { remedy } = new Refusal('NOT_INITIALISED', { path: "/home/a b/it's" });
    expect(remedy).toContain(String.raw`yamo init '/home/a b/it'\''s'`);
  });
});
