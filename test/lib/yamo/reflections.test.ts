import { expect, it } from 'vitest';

import { readRecord } from '#lib/yamo/records.ts';
import { reflect } from '#lib/yamo/reflections.ts';
import { sha256 } from '#kernel/fs/bytes.ts';

const MADE = {
  agent: 'yamo',
  at: Date.UTC(2026, 10, 2),
  sha256: (text: string) => sha256(Buffer.from(text)),
};

it('keeps what is concluded as a memory of schema V2, with its block', () => {
  const sources = ['memory/2026-11-02.md:5'];
  const made = reflect(
    { topic: 'tides', insight: 'Ask ada@example.com; it floods.', sources },
    MADE,
  );
  if ('refused' in made) throw new Error(made.refused);
  expect(made.record).toMatchObject({
    memory_type: 'reflection',
    content: 'Ask [REDACTED_EMAIL]; it floods.',
  });
  expect(readRecord({ ...made.record })).toEqual({ record: made.record });
  expect(made.block).toBe(`agent: MemoryMesh_yamo;
intent: synthesize_beliefs_from_memories;
context:
  topic;tides;
  source_count;1;
  timestamp;2026-11-02T00:00:00.000Z;
output:
  reflection_id;${made.record.id};
  insight_preview;sha256:${MADE.sha256('Ask [REDACTED_EMAIL]; it floods.')};
  confidence;0.7;
meta:
  rationale;Aggregated what recent memories have in common;
  confidence;0.7;
log: memory_reflected;timestamp;2026-11-02T00:00:00.000Z;topic;tides;sources;1;
handoff: End;
`);
});

it('keeps no credential, and nothing that says nothing', () => {
  const token = ['ghp', 'x7Kd93mPq20LsVbN8tRw5ZyC4hJf6G1aQeTu'].join('_');
  const made = reflect({ topic: 'tides', insight: `It is ${token}`, sources: [] }, MADE);
  expect(JSON.stringify(made)).not.toContain(token);
  expect(reflect({ topic: ' ?! ', insight: 'It floods.', sources: [] }, MADE)).toEqual({
    refused: 'the topic: nothing said',
  });
});
