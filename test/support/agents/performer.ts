/**
 * An agent that plays a scene, named by the last text of its prompt:
 *
 *   markdown           says a text with every element of Markdown, in pieces of a few characters
 *   tools              calls three tools, of which one fails, and one does not end
 *   ask                wants to change TOOLS.md, and says what the human chose
 *   ask-long           the same with a change of a hundred lines
 *   form               asks for a name in a form, and says it
 *   escape             says escape codes, and puts them into titles and questions
 *   hidden             says characters that nobody sees, and some that scripts and emoji need; with line ends of Windows
 *   slow               says a line, waits until it is stopped, and says another
 *   lines N            says N numbered lines
 *   say TEXT           says TEXT
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  PROTOCOL_VERSION,
  agent,
  methods,
  ndJsonStream,
} from '@agentclientprotocol/sdk';

const sessionId = 'performer-1';
const PIECE = 7;
const ESCAPES = '\u001B[31mred\u001B[0m \u001B]0;title\u0007 \u009B2J \u001B[2J\u001B[H';

const HIDDEN =
  'safe \u202Etxt.exe\u202C pass\u200Bword hi\u{E0041}\u{E0042} 👩\u200D💻 می\u200Cخواهم \u05E9\u05DC\u05D5\u05DD\r\nthe end\r\n';

const MARKDOWN = `# A heading with **weight**

Some *emphasis*, some **strength**, \`code\`, and a [link](https://example.org/a).
A line that is much longer than eighty columns, so that it has to be broken between two words somewhere.

## Lists

- first
- second, which is also much longer than eighty columns, so that it hangs below its own bullet
  1. nested
- [x] done

\`\`\`js
const answer = 42; // **not bold**
\`\`\`

> quoted words

| name | value |
| --- | ---: |
| one | 1 |
| 漢字 | 20 |

The end 🎉.
`;

let workspace = '';
let stopped = new AbortController();

agent({ name: 'performer' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { promptCapabilities: { embeddedContext: true } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    workspace = params.cwd;
    return { sessionId };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    stopped = new AbortController();
    const last = params.prompt.findLast((block) => block.type === 'text')?.text ?? '';
    const [, scene = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(last.trim()) ?? [];
    await play(client, scene, rest);
    return { stopReason: stopped.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, () => stopped.abort())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

async function play(client: AgentContext, scene: string, rest: string): Promise<void> {
  switch (scene) {
    case 'markdown':
      return say(client, MARKDOWN);
    case 'tools':
      return useTools(client);
    case 'ask':
      return ask(client, 'Write TOOLS.md?', '# Tools\n\n- a lamp\n- a **new** rope\n');
    case 'ask-long':
      return ask(client, 'Write TOOLS.md?', numbered(100));
    case 'form':
      return askForm(client);
    case 'escape':
      await tool(client, { id: 'e', title: `look ${ESCAPES}`, status: 'completed' });
      await ask(client, `Do ${ESCAPES}?`, `${ESCAPES}\n`);
      return say(client, `${ESCAPES} safe\n`);
    case 'hidden':
      await tool(client, { id: 'h', title: 'look \u202Etxt.exe', status: 'completed' });
      return say(client, HIDDEN, 1);
    case 'slow':
      await say(client, 'waiting\n');
      await wait(60_000, undefined, { signal: stopped.signal }).catch(() => undefined);
      return say(client, 'stopped waiting\n');
    case 'lines':
      return say(client, numbered(Number(rest)));
    default:
      return say(client, `${rest}\n`);
  }
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

async function useTools(client: AgentContext): Promise<void> {
  await tool(client, { id: 'a', title: 'Read notes.md', status: 'pending' });
  await tool(client, { id: 'b', title: 'Search memory', status: 'in_progress' });
  await tool(client, { id: 'a', status: 'in_progress' });
  await tool(client, { id: 'c', title: 'Left open', status: 'in_progress' });
  await tool(client, { id: 'a', status: 'completed' });
  await tool(client, { id: 'b', status: 'failed' });
  await say(client, 'Tools were used.\n');
}

interface ToolNews {
  readonly id: string;
  readonly title?: string;
  readonly status: 'pending' | 'in_progress' | 'completed' | 'failed';
}

async function tool(client: AgentContext, { id, title, status }: ToolNews): Promise<void> {
  await client.notify(methods.client.session.update, {
    sessionId,
    update:
      title === undefined
        ? { sessionUpdate: 'tool_call_update', toolCallId: id, status }
        : { sessionUpdate: 'tool_call', toolCallId: id, title, status },
  });
}

async function ask(client: AgentContext, title: string, newText: string): Promise<void> {
  const { outcome } = await client.request(methods.client.session.requestPermission, {
    sessionId,
    toolCall: {
      toolCallId: 'write',
      title,
      content: [
        {
          type: 'diff',
          path: `${workspace}/TOOLS.md`,
          oldText: '# Tools\n\n- a lamp\n- a rope\n',
          newText,
        },
      ],
    },
    options: [
      { optionId: 'yes', name: 'Yes, once', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  });
  const chosen = outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
  await say(client, `The answer was ${chosen}.\n`);
}

async function askForm(client: AgentContext): Promise<void> {
  const answer = await client.request(methods.client.elicitation.create, {
    sessionId,
    mode: 'form',
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
  });
  await say(client, `The form says ${JSON.stringify(answer)}.\n`);
}

async function say(client: AgentContext, text: string, piece = PIECE): Promise<void> {
  for (let at = 0; at < text.length; at += piece) {
    await client.notify(methods.client.session.update, {
      sessionId,
      update: {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: text.slice(at, at + piece) },
      },
    });
  }
}
