/** The four tools: search in memory, the log of today, a note in it, the auditor's word. */
import { z } from 'zod';
import type { SearchResult } from '#lib/protocol/protocol.ts';
import { placeOf } from '#lib/text/place.ts';
import { NOTE_MAX_CHARS, SEARCH_HITS_MAX, SEARCH_QUERY_MAX_CHARS } from '#lib/spec/limits.ts';
import type { AgentlessSession } from '#kernel/boot/agentless.ts';
import { textAnswer, toolAnswer } from './answers.ts';
import { auditWorkspace } from './audit.ts';
import type { McpService } from './service.ts';
import { todayText } from './today.ts';

const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const ADDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

const SEARCH = z.object({
  query: z
    .string()
    .min(1)
    .max(SEARCH_QUERY_MAX_CHARS)
    .describe(
      'Words; each finds what begins with it, or with the index of memory (mesh.search) all forms of it. Words between quotation marks stand as they are.',
    ),
  limit: z.number().int().min(1).max(SEARCH_HITS_MAX).optional().describe('Hits at most'),
  from: z.iso.date().optional().describe('Notes from this day on'),
  to: z.iso.date().optional().describe('Notes up to this day'),
  as_of: z.iso.date().optional().describe('What held on this day'),
});

const NOTE = z.object({
  text: z
    .string()
    .max(NOTE_MAX_CHARS)
    .refine((text) => text.trim() !== '', 'The note is empty.')
    .describe('What is to be kept, in whole sentences; no passwords, keys or tokens'),
});

export const addTools = (service: McpService): void => {
  addSearch(service);
  addToday(service);
  addNote(service);
  addAudit(service);
};

const addSearch = ({ server, client, serve }: McpService): void => {
  server.registerTool(
    'memory_search',
    {
      title: 'Search memory',
      description:
        'Finds words in the daily logs and, in a main session, in MEMORY.md; in a shared one only where the owner opens the logs to it. Lines with all the words come first, newer days before older ones. A day or a stretch of days in the query (last week, 17 August) gives the notes of these days, in order of time.',
      inputSchema: SEARCH,
      annotations: READS,
    },
    ({ query, limit, from, to, as_of: asOf }, context) =>
      serve(context, () =>
        toolAnswer(async () => {
          const session = await client.exporting();
          const days = { from, to, asOf };
          const most = limit === undefined ? {} : { limit };
          const found = await session.search({ query, ...most, ...days });
          return textAnswer(foundText(found, session));
        }),
      ),
  );
};

const foundText = (
  { hits, more, skipped = 0, note }: SearchResult,
  session: AgentlessSession,
): string => {
  const lines = hits.map((hit) => `${placeOf(hit)}: ${hit.text}`).join('\n');
  const notes = [
    hits.length === 0 ? 'Nothing was found.' : session.result(lines),
    ...(more === 0 ? [] : [`There are ${more} more hits.`]),
    ...(skipped === 0 ? [] : [`${skipped} files could not be searched.`]),
    ...(note === undefined ? [] : [note]),
  ];
  return notes.join('\n');
};

const addToday = ({ server, client, serve }: McpService): void => {
  server.registerTool(
    'today',
    {
      title: 'Today',
      description:
        'The log of today; in a shared session only where the owner opens the logs to it',
      annotations: READS,
    },
    (context) =>
      serve(context, () =>
        toolAnswer(async () => textAnswer(await todayText(await client.exporting()))),
      ),
  );
};

const addNote = ({ server, client, serve }: McpService): void => {
  server.registerTool(
    'append_note',
    {
      title: 'Write down',
      description: 'Adds an item to the log of today. Nothing that stands there is changed.',
      inputSchema: NOTE,
      annotations: ADDS,
    },
    ({ text }, context) =>
      serve(context, () =>
        toolAnswer(async () => {
          const session = await client.session();
          return textAnswer(`Written to ${await session.note(text)}.`);
        }),
      ),
  );
};

const addAudit = ({ server, client, serve, settings }: McpService): void => {
  server.registerTool(
    'audit',
    {
      title: 'Audit',
      description:
        'Grades the workspace against RFC-0009, and says what is wrong and what to do; in a main session only. Quotes no text of the workspace.',
      annotations: READS,
    },
    (context) =>
      serve(context, () =>
        toolAnswer(async () => {
          const { workspace } = client;
          const kind = await client.kind();
          const { signal } = context.mcpReq;
          const audited = await auditWorkspace({
            workspace,
            kind,
            settings,
            signal,
          });
          return { ...textAnswer(JSON.stringify(audited)), structuredContent: { ...audited } };
        }),
      ),
  );
};
