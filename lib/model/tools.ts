/** The tools of the kernel: what a model is told of them, and what it may send. */
import { STANDING_FILES } from '#lib/spec/access.ts';
import {
  PROPOSAL_ENTRIES,
  PROPOSAL_ENTRY_MAX_CHARS,
  PROPOSAL_WHY_MAX_CHARS,
  SEARCH_HITS,
} from '#lib/spec/limits.ts';
import { LISTED_NAMES, RESULT_MAX_CHARS } from './limits.ts';

/** A tool as a model sees it; `input` is a JSON Schema. */
export interface ToolDefinition<Name extends string = ToolName> {
  readonly name: Name;
  readonly description: string;
  readonly input: ToolSchema;
}

/** The part of JSON Schema that these tools need, and that every provider takes. */
type ToolSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
};

type PropertySchema =
  | {
      readonly type: 'string';
      readonly description: string;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly enum?: readonly string[];
    }
  | {
      readonly type: 'integer';
      readonly description: string;
      readonly minimum: number;
      readonly maximum?: number;
    }
  | { readonly type: 'boolean'; readonly description: string }
  | {
      readonly type: 'array';
      readonly description: string;
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly items: ToolSchema | { readonly type: 'string'; readonly minLength: number };
    };

/** A tool that the kernel offers to models. */
export type ToolName =
  | 'read_file'
  | 'write_file'
  | 'edit_file'
  | 'append_today'
  | 'list_files'
  | 'search_memory'
  | 'propose_memory'
  | 'checked'
  | 'memory_query'
  | 'memory_write'
  | 'send_file'
  | 'ask_permission'
  | 'run_command'
  | 'agent_send'
  | 'wait'
  | 'read'
  | 'write'
  | 'edit';

const schema = (
  properties: Readonly<Record<string, PropertySchema>>,
  optional: readonly string[] = [],
): ToolSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const text = (description: string): PropertySchema => ({ type: 'string', description });
const words = (description: string): PropertySchema => ({
  type: 'string',
  description,
  minLength: 1,
});
const count = (description: string): PropertySchema => ({
  type: 'integer',
  description,
  minimum: 1,
});

const PATH = words(
  'A name in the workspace, such as MEMORY.md, memory/2026-01-31.md or notes/plan.md.',
);

const sentence = (description: string, maxLength: number): PropertySchema => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength,
});

/** A proposal for MEMORY.md; also the schema of its file (schemas/memory-proposal.schema.json). */
export const PROPOSE_MEMORY: ToolDefinition = {
  name: 'propose_memory',
  description:
    'Proposes changes of MEMORY.md, which your human looks at before they are made: entries to add, each with the place in a log that it is from, and lines to take out, each with why. Leave out what MEMORY.md says already, what passes, and credentials.',
  input: schema({
    add: {
      type: 'array',
      description: 'Entries to add; may be empty.',
      maxItems: PROPOSAL_ENTRIES,
      items: schema(
        {
          text: sentence(
            'One short line that will still matter in a month; the kernel puts the day in front.',
            PROPOSAL_ENTRY_MAX_CHARS,
          ),
          source: words('The line of the log that it is from, such as memory/2026-02-21.md:14.'),
          supersedes: count(
            'The number of the line of MEMORY.md that this entry takes the place of; that line stands in remove, too.',
          ),
        },
        ['supersedes'],
      ),
    },
    remove: {
      type: 'array',
      description: 'Lines of MEMORY.md to take out; may be empty.',
      maxItems: PROPOSAL_ENTRIES,
      items: schema({
        line: count('The number of the line, from 1.'),
        text: words('The line as it stands there, to the letter.'),
        why: sentence('Why it no longer holds, in a sentence.', PROPOSAL_WHY_MAX_CHARS),
      }),
    },
  }),
};

/** A tool that a model is to call once, before anything is given to it: shaped as the others, and it does nothing. */
export const trialTool = (name: string): ToolDefinition<string> => ({
  name,
  description: 'Notes a word, to show that tools can be called.',
  input: schema({ word: words('The word.') }),
});

/** What the server is called by which third-party agents have these tools (Model Context Protocol). */
export const TOOL_SERVER = 'yamo';

/** In the order in which models are shown them. */
export const TOOLS: readonly ToolDefinition[] = [
  {
    name: 'read_file',
    description: `Reads a file of the workspace, to the letter. At most ${RESULT_MAX_CHARS} characters are shown; read on with from_line.`,
    input: schema(
      {
        path: PATH,
        from_line: count('The first line to show, from 1. Default: 1.'),
        lines: count('How many lines to show. Default: all.'),
      },
      ['from_line', 'lines'],
    ),
  },
  {
    name: 'write_file',
    description:
      'Writes a whole file of the workspace: a new one, or in the place of one that you have read in this session. If it was changed since, nothing is written and you are shown what it holds now. Prefer edit_file for small changes.',
    input: schema({ path: PATH, text: text('The whole new text of the file.') }),
  },
  {
    name: 'edit_file',
    description:
      'Replaces one place in a file of the workspace. The old text must stand in the file exactly once, to the letter, so give enough of what is around it.',
    input: schema({
      path: PATH,
      old: words('The text to replace, as it stands in the file.'),
      new: text('The text that takes its place. Empty: the old text is taken out.'),
    }),
  },
  {
    name: 'append_today',
    description:
      'Adds lines to the end of the log of today. Write what should outlast this session, as list items with the time: `- 09:30 Ada prefers tea.`',
    input: schema({ text: words('The lines to add, in Markdown.') }),
  },
  {
    name: 'list_files',
    description: `Lists the files in a folder of the workspace that this session may read, and its folders, each with a slash at the end; at most ${LISTED_NAMES} names.`,
    input: schema({
      path: text('A folder in the workspace, such as memory. Empty or `.`: the workspace itself.'),
    }),
  },
  {
    name: 'search_memory',
    description:
      'Searches for words in what this session may read of MEMORY.md, the daily logs and, after these, the other text files of the workspace, and shows the lines with file and number. A day or a stretch of days in the query (last week, 17 August) gives the notes of these days, in order of time.',
    input: schema(
      {
        query: words(
          'The words to look for: each finds what begins with it, or with the index of memory all forms of it. Words between quotation marks stand as they are.',
        ),
        limit: count(`Lines to show at most. Default: ${SEARCH_HITS}.`),
        from: words('Notes from this day on, YYYY-MM-DD.'),
        to: words('Notes up to this day.'),
        as_of: words('What held on this day.'),
        explain: { type: 'boolean', description: 'Say what scores are made of.' },
      },
      ['limit', 'from', 'to', 'as_of', 'explain'],
    ),
  },
  PROPOSE_MEMORY,
  {
    name: 'checked',
    description:
      'Says which checks of HEARTBEAT.md you have done now; the time is noted for you. Say it only of what you have looked at.',
    input: schema({
      checks: {
        type: 'array',
        description: 'The names of the checks, as they stand in the list of what is due.',
        items: { type: 'string', minLength: 1 },
        minItems: 1,
      },
    }),
  },
  {
    name: 'memory_query',
    description:
      'Asks the databases of memory for the rows of one SELECT, as far as this session may know them: facts, episodes, proposals, entities, attributes. The tables are in SCHEMA.md.',
    input: schema({ sql: words('One SELECT, with a LIMIT.') }),
  },
  {
    name: 'memory_write',
    description:
      'Proposes one piece of knowledge to be kept, which the owner looks at before it is: an entity (type, name, isOwner, attributes), a fact (text, about) or an episode (summary). Where it was learnt is noted for you. No credentials.',
    input: schema({
      kind: words('entity, fact or episode.'),
      row: words(
        'The fields as an object of JSON, such as {"text": "Ada prefers tea.", "about": "Ada"}.',
      ),
    }),
  },
  {
    name: 'send_file',
    description:
      'Sends a file into this chat, as it is, after your human has allowed it; they are asked where nobody else reads it. It must lie in one of the folders that they have named for that.',
    input: schema({ path: words('A name in the workspace, such as projects/plan.pdf.') }),
  },
  {
    name: 'ask_permission',
    description:
      'Asks your human to allow something that leaves this machine or cannot be undone, and waits for the answer. Ask before you do it, not after.',
    input: schema({
      question: words('What you want to do, in one sentence that can be answered with yes or no.'),
    }),
  },
  {
    name: 'run_command',
    description:
      'Runs a command in the shell of the sandbox, after your human has allowed it, and shows the end of its output. It sees only what the sandbox shows it; files of the workspace are changed by the other tools.',
    input: schema({ command: words('A command line for sh.') }),
  },
];

/** The others are the agent's own notes. */
const ASKED_FILES: ReadonlySet<string> = new Set(STANDING_FILES);

/** Is the human asked before this file is written? Any way to write its name counts. */
export const asksBeforeWriting = (path: string): boolean =>
  ASKED_FILES.has(
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  );
