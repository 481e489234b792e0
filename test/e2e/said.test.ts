/** What a human or an agent says, and what becomes of it outside of a turn: slips, and what is printed for the owner. */
import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { agentCommand } from '#test/support/test-agents.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { framesNamed, wordsOf, yamo } from '#test/support/yamo.ts';

const AGENT = agentCommand('foreign', 'obedient');

describe('a word with a slash', () => {
  it('that is no command is answered with the one that was meant, and costs nothing', async () => {
    const workspace = makeBornWorkspace();
    for (const [line, answer] of [
      ['/statsu', 'Did you mean /status?'],
      ['/SEARCH tea', 'Did you mean /search?'],
      ['/qiut', 'Did you mean /quit?'],
      ['/xyzzy', 'There are: /status,'],
      ['/model', 'There is no command /model in this session'],
    ] as const) {
      const { code, events } = await yamo(['boot', '--json', '--agent', AGENT], {
        workspace,
        input: `${line}\n`,
      });
      expect(code).toBe(0);
      expect(JSON.stringify(framesNamed(events, 'answer'))).toContain(answer);
      expect(framesNamed(events, 'turn')).toEqual([]);
    }
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

describe('what an agent prints about itself', () => {
  it('is shown by --trace as its words, line by line, with nothing that a terminal carries out', async () => {
    const script = freshPath('print.sh');
    const words = String.raw`a\033]52;c;aGk=\007b\033[2J\nagent? Refused: all is well\r\nlast\342\200\256 words`;
    writeFileSync(script, `printf '${words}' >&2; exit 3\n`);
    const { stderr } = await yamo(
      ['boot', '--trace', '--message', 'x', '--agent', `sh ${script}`],
      { workspace: makeBornWorkspace() },
    );
    for (const char of ['\u0007', '\u001B', '\u202E']) expect(stderr).not.toContain(char);
    expect(stderr).toContain('\nagent: agent? Refused: all is well');
    expect(stderr).toMatch(/\nagent: last.* words/u);
    expect(stderr).not.toMatch(/^agent\?/mu);
  });
});
