/** A loop of a kernel's own, for the toy: it asks a model, by whichever of two APIs, and does what its tools are for. */
const PROPERTIES = { path: { type: 'string' }, text: { type: 'string' } };
const INPUT = { type: 'object', properties: PROPERTIES };
/** Tools, and the requests of the Agent Client Protocol that do the same. */
const METHODS = { read_file: 'fs/read_text_file', write_file: 'fs/write_text_file' };
const NAMES = Object.keys(METHODS);

/** The body of a request, what an answer calls, and what is said to the model about it. */
const MESSAGES = {
  body: (messages) => ({
    model: 'claude-sonnet-5',
    max_tokens: 1000,
    messages,
    tools: NAMES.map((name) => ({ name, input_schema: INPUT })),
  }),
  said: ({ content }) => ({ role: 'assistant', content }),
  calls: ({ content }) => content.filter(({ type }) => type === 'tool_use'),
  results: (results) => [
    {
      role: 'user',
      content: results.map(([id, text]) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
      })),
    },
  ],
};
const CHAT = {
  body: (messages) => ({
    model: 'gpt-5',
    messages,
    tools: NAMES.map((name) => ({ type: 'function', function: { name, parameters: INPUT } })),
  }),
  said: ({ choices }) => choices[0].message,
  calls: ({ choices }) =>
    (choices[0].message.tool_calls ?? []).map(({ id, function: { name, arguments: words } }) => ({
      id,
      name,
      input: JSON.parse(words),
    })),
  results: (results) =>
    results.map(([id, content]) => ({ role: 'tool', tool_call_id: id, content })),
};

/** One turn: until the model calls no more tools. `serve` takes a method and its input, and returns a text. */
export const converse = async (url, prompt, serve) => {
  const api = url.endsWith('/messages') ? MESSAGES : CHAT;
  const headers = {
    authorization: 'Bearer no-key',
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
  };
  const messages = [{ role: 'user', content: `Good morning.\n${prompt}` }];
  for (;;) {
    const body = JSON.stringify(api.body(messages));
    const response = await fetch(url, { method: 'POST', headers, body });
    const answer = await response.json();
    if (!response.ok) throw new Error(`the provider says ${JSON.stringify(answer)}`);
    const calls = api.calls(answer);
    if (calls.length === 0) return;
    const results = calls.map(({ id, name, input }) => [id, serve(METHODS[name], input)]);
    messages.push(api.said(answer), ...api.results(results));
  }
};
