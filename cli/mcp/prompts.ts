/** What a session begins with, for clients in which a person picks a prompt. */
import type { GetPromptResult } from '@modelcontextprotocol/server';
import { answerClient } from './answers.ts';
import type { McpService } from './service.ts';
import { todayText } from './today.ts';

export const addPrompts = ({ server, client, serve }: McpService): void => {
  server.registerPrompt(
    'orient',
    {
      title: 'Orient',
      description:
        'Who the agent is, whom it serves and what it remembers: what a session begins with',
    },
    (context) =>
      serve(context, () =>
        answerClient(undefined, async () => {
          const session = await client.exporting();
          const { briefing, segments } = await session.orientation();
          return promptOf([briefing, ...segments.map(({ text }) => text)].join('\n\n'));
        }),
      ),
  );
  server.registerPrompt(
    'today',
    { title: 'Today', description: 'What has been written down today' },
    (context) =>
      serve(context, () =>
        answerClient(undefined, async () => {
          const session = await client.exporting();
          return promptOf(`What was written down today:\n\n${await todayText(session)}`);
        }),
      ),
  );
};

const promptOf = (text: string): GetPromptResult => ({
  messages: [{ role: 'user', content: { type: 'text', text } }],
});
