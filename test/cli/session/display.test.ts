import { afterEach, expect, it, vi } from 'vitest';
import { widthOf } from '#lib/text/terminal.ts';

import { Display } from '#cli/session/display.ts';
import { VirtualTerminal } from '#test/support/vt.ts';

afterEach(() => vi.useRealTimers());

it('the display of a boot says which agent is being started, and for how long, until something is heard of it', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const surface = new VirtualTerminal(60, 10, widthOf);
  const display = new Display({
    surface,
    coloured: false,
    allSteps: false,
    below: () => ({ rows: [], cursor: undefined }),
    isAsking: () => false,
  });
  const shown = (): string => {
    display.flush();
    return surface.text;
  };
  display.emit({ event: 'starting', agent: 'claude-code\u001B[2J' });
  expect(shown()).not.toContain('starting');
  vi.advanceTimersByTime(4100);
  display.emit({ event: 'notice', section: '§4.4', text: 'A word.' });
  expect(shown()).toMatch(/starting claude-code.\[2J… 4 s/u);
  display.emit({ event: 'text', text: 'Hello.\n' });
  expect(shown()).not.toContain('starting');
  display.close();
});
