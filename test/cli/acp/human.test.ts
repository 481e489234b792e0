import { agent, client, methods } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';

import { HumanAtEditor } from '#cli/acp/human.ts';
import { UpdateQueue } from '#cli/acp/update-queue.ts';

const OPTIONS = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
];

/** An editor that shows questions and answers none of them; `shown` has those that it still shows. */
const editor = () => {
  const shown = new Set<string>();
  const told: unknown[] = [];
  const asked = { heard: Promise.withResolvers<void>(), gone: Promise.withResolvers<void>() };
  const show = (name: string, signal: AbortSignal): Promise<never> => {
    shown.add(name);
    signal.addEventListener('abort', () => {
      shown.delete(name);
      asked.gone.resolve();
    });
    asked.heard.resolve();
    return new Promise(() => undefined);
  };
  const app = client({ name: 'test' })
    .onRequest(methods.client.session.requestPermission, ({ params, signal }) =>
      show(params.toolCall.title ?? '', signal),
    )
    .onRequest(methods.client.elicitation.create, ({ params, signal }) =>
      show(params.message, signal),
    )
    .onNotification(methods.client.session.update, ({ params }) => void told.push(params.update));
  const connection = agent({ name: 'yamo' }).connect(app);
  const updates = new UpdateQueue(connection.client);
  const human = new HumanAtEditor({
    client: connection.client,
    updates,
    requestId: 1,
    workspace: '/w',
    forms: true,
    prefix: 'yamo-question',
    signal: () => new AbortController().signal,
  });
  return { human, updates, shown, told, asked, close: () => connection.close() };
};

it.each([
  [
    'a choice in a session',
    true,
    (human: HumanAtEditor, signal: AbortSignal) =>
      human.choose('May I?', OPTIONS, undefined, signal),
  ],
  [
    'a choice before there is one',
    false,
    (human: HumanAtEditor, signal: AbortSignal) =>
      human.choose('May I?', OPTIONS, undefined, signal),
  ],
  [
    'a free question',
    true,
    (human: HumanAtEditor, signal: AbortSignal) => human.answer('May I?', signal),
  ],
] as const)('%s is taken back from an editor when it is withdrawn', async (_what, isOpen, ask) => {
  const { human, updates, shown, asked, close } = editor();
  if (isOpen) updates.begin('s');
  const withdrawn = new AbortController();
  const answer = ask(human, withdrawn.signal);
  await asked.heard.promise;
  expect([...shown]).toEqual(['May I?']);
  withdrawn.abort('the page');
  expect(await answer).toBeUndefined();
  await asked.gone.promise;
  expect([...shown]).toEqual([]);
  close();
});
