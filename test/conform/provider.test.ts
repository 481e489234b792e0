/** The probe as a model: what it asks for, request by request, and how two APIs say it. */
import { describe, expect, it } from 'vitest';

import { chat } from '#conform/provider/chat.ts';
import { messages } from '#conform/provider/messages.ts';
import { nextOf, type Script, type ModelView, turnOf } from '#conform/provider/plan.ts';

const script: Script = {
  workspace: '/w',
  attempts: [{ op: 'append', file: 'memory/a.md', text: "it's" }],
  tools: {
    read: { name: 'see', input: { file: '{path}' } },
    write: { name: 'put', input: { edits: [{ at: '{file}', text: '{text}' }] } },
    shell: { name: 'sh', input: { command: '{command}' } },
  },
};
const shown = (results: readonly string[], more: Partial<ModelView> = {}): ModelView => ({
  system: '',
  tools: ['see', 'put', 'sh'],
  words: 'Good morning.',
  results,
  ...more,
});

describe('the plan of a model that is the probe', () => {
  it('reads, writes the longer text, tries by a command, and is done', () => {
    const steps = [[], ['old '], ['old ', ''], ['old ', '', '']];
    expect(steps.map((results) => nextOf(shown(results), script))).toEqual([
      { name: 'see', input: { file: '/w/memory/a.md' } },
      { name: 'put', input: { edits: [{ at: 'memory/a.md', text: "old it's" }] } },
      { name: 'sh', input: { command: String.raw`printf %s 'it'\''s' >> '/w/memory/a.md'` } },
      'done',
    ]);
  });

  it('asks for no tool that is not offered, and says where there is none for it', () => {
    expect(nextOf(shown([], { tools: ['sh'] }), script)).toMatchObject({ name: 'sh' });
    expect(nextOf(shown([], { tools: ['other'] }), script)).toBe('lacking');
    expect(nextOf(shown([], { tools: [] }), { ...script, attempts: [] })).toBe('done');
  });

  it('writes SOUL.md and USER.md where its instructions ask for that', () => {
    const asked = { system: 'Create SOUL.md and USER.md.' };
    const files = [[], ['']].map((results) => nextOf(shown(results, asked), script));
    expect(JSON.stringify(files)).toMatch(/"at":"SOUL.md".*"at":"USER.md"/);
    expect(nextOf(shown(['', ''], asked), script)).toBe('done');
  });
});

const user = (words: string) => ({ isOfModel: false, words, results: [] });
const model = { isOfModel: true, words: '', results: [] };
const result = (text: string) => ({ isOfModel: false, words: '', results: [text] });

describe('a turn', () => {
  it('begins with all that is said to a model, and not with what is added to its results', () => {
    const earlier = [user('Hi'), model, result('old'), model];
    const now = [user('Create'), user('SOUL.md'), model, result('one'), user('The time is 9:00.')];
    expect(turnOf([...earlier, ...now, model, result('two')])).toEqual({
      words: 'Create\nSOUL.md',
      results: ['one', 'two'],
    });
  });
});

const use = { name: 'see', input: { file: 'a' } };
const call = {
  id: 'c1',
  type: 'function',
  function: { name: 'see', arguments: '{}' },
};

describe('Chat Completions', () => {
  const said = [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'found' },
  ];
  const tools = [{ type: 'function', function: { name: 'see', parameters: {} } }];

  it('shows what was said, and answers as a document or as a stream', () => {
    const whole = chat({ model: 'm', messages: said, tools });
    expect(whole.shown).toEqual({
      system: 'Rules.',
      tools: ['see'],
      words: 'Hi',
      results: ['found'],
    });
    expect(JSON.parse(whole.answer(use, 7).body)).toMatchObject({
      choices: [
        {
          message: { tool_calls: [{ id: 'call_7', function: { arguments: '{"file":"a"}' } }] },
          finish_reason: 'tool_calls',
        },
      ],
    });
    const { type, body } = chat({ model: 'm', messages: said, stream: true }).answer('Yes.', 8);
    expect(type).toContain('event-stream');
    expect(body).toMatch(/"content":"Yes."[^]*"finish_reason":"stop"[^]*data: \[DONE\]\n\n$/);
  });

  it.each([
    ['no messages', {}, 'messages: '],
    ['a call without a result', { messages: said.slice(0, 3) }, 'calls without a result: c1'],
    ['a result without a call', { messages: said.slice(3) }, 'a result of no call: c1'],
  ])('refuses %s', (_, body, why) => {
    expect(() => chat({ model: 'm', ...body })).toThrow(why);
  });
});

describe('the Messages API', () => {
  const asked = {
    model: 'claude-sonnet-5',
    max_tokens: 9,
    system: 'Rules.',
    tools: [{ name: 'see', input_schema: { type: 'object' } }],
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'see', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'found' }] },
    ],
  };

  it('shows what was said, and answers as a document or as a stream', () => {
    const whole = messages(asked);
    expect(whole.shown).toEqual({
      system: 'Rules.',
      tools: ['see'],
      words: 'Hi',
      results: ['found'],
    });
    expect(JSON.parse(whole.answer(use, 7).body)).toMatchObject({
      content: [{ type: 'tool_use', id: 'toolu_0007', name: 'see', input: { file: 'a' } }],
      stop_reason: 'tool_use',
    });
    expect(messages({ ...asked, stream: true }).answer('Yes.', 8).body).toMatch(
      /"text_delta","text":"Yes."[^]*event: message_stop/,
    );
  });

  const [hi, tried, found] = asked.messages;
  it.each([
    ['an end that is no user', [hi, tried], 'must end with a user message'],
    ['a call without its result', [hi, tried, hi], 'found without tool_result'],
    ['a result without a call', [hi, found], 'unexpected tool_use_id'],
  ])('refuses %s', (_, said, why) => {
    expect(() => messages({ ...asked, messages: said })).toThrow(why);
  });
});
