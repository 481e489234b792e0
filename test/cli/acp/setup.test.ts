import { describe, expect, it } from 'vitest';

import { setupText } from '#cli/acp/setup.ts';

describe('what an editor needs', () => {
  it('is JSON that starts this very program on this very workspace', () => {
    const text = setupText('atlas');
    const blocks = text.match(/^\{$[^]*?^\}$/gmu) ?? [];
    expect(blocks.map((block) => JSON.parse(block))).toMatchObject(
      [1, 2].map(() => ({
        agent_servers: {
          yamo: {
            command: process.execPath,
            args: [process.argv[1], 'acp', `${process.cwd()}/atlas`],
          },
        },
      })),
    );
  });
});
