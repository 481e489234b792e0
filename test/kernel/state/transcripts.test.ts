import {
  appendFileSync,
  closeSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { REDACTED } from '#kernel/redact/credential-redactor.ts';
import { resumeSession } from '#kernel/session/resume.ts';
import { Transcription } from '#kernel/session/transcription.ts';
import { SessionMark } from '#kernel/state/sessions.ts';
import {
  agentEntries,
  listTranscripts,
  readTranscript,
  sweepTranscripts,
  Transcript,
  type TranscriptHead,
} from '#kernel/state/transcripts.ts';
import { openHome, openWorkspace, refusalOf } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

/** Put together here, so that no scanner of this repository takes it for a real one. */
const GITHUB = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');

const headOf = (id: string, more: Partial<TranscriptHead> = {}): TranscriptHead => ({
  v: 1,
  id,
  kind: 'main',
  agent: 'scribe',
  startedAt: '2026-03-14T09:26:00.000Z',
  ...more,
});

const home = () => {
  const temp = makeBornWorkspace();
  return openHome(temp, openWorkspace(temp));
};

/** Takes the descriptor of a file from whoever has it: to close it fails, as on a disk that is full or gone. */
const takeDescriptor = (file: string): void => {
  const descriptors = readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file;
    } catch {
      return false;
    }
  });
  expect(descriptors).toHaveLength(1);
  closeSync(Number(descriptors[0]));
};

const said = (text: string, at: string) => ({ t: 'human', text, at }) as const;

describe('a transcript', () => {
  it('creates nothing before something is said, and then a file for the owner alone', () => {
    const state = home();
    const transcript = Transcript.begin(state, headOf(ID));
    expect(readdirSync(state.path)).not.toContain('transcripts');
    transcript.add(said('hello', '2026-03-14T09:27:00.000Z'));
    const file = join(state.path, 'transcripts', `${ID}.jsonl`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(state.path, 'transcripts')).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
  });

  it('that the system cannot close is said to be unusable, once', () => {
    const state = home();
    const transcript = Transcript.begin(state, headOf(ID));
    transcript.add(said('hello', '2026-03-14T09:27:00.000Z'));
    takeDescriptor(join(state.path, 'transcripts', `${ID}.jsonl`));
    expect(refusalOf(() => transcript.close())).toBe('STATE_UNUSABLE');
    transcript.close();
  });

  it('that cannot be closed does not keep its session from ending, and that is said', async () => {
    const state = home();
    const notices: string[] = [];
    const transcription = new Transcription(Transcript.begin(state, headOf(ID)), ID, (_, text) =>
      notices.push(text),
    );
    transcription.human('hello');
    await transcription.settled();
    takeDescriptor(join(state.path, 'transcripts', `${ID}.jsonl`));
    await transcription.end();
    expect(notices).toEqual([
      expect.stringMatching(/^What was said last may not be kept: .*EBADF/),
    ]);
  });

  it('keeps no credential, in what was said or in what the agent keeps for itself [Y95]', async () => {
    const state = home();
    const transcription = new Transcription(Transcript.begin(state, headOf(ID)), ID, () => {});
    transcription.human(`my token: ${GITHUB}`);
    transcription.keep({ role: 'user', content: [{ text: `one\ntoken: ${GITHUB}\ntwo` }] });
    await transcription.end();
    const text = readFileSync(join(state.path, 'transcripts', `${ID}.jsonl`), 'utf8');
    expect(text).not.toContain(GITHUB);
    const read = readTranscript(state, ID);
    expect(read && agentEntries(read)).toEqual([
      { role: 'user', content: [{ text: `one\n${REDACTED}\ntwo` }] },
    ]);
  });

  it('is read back in order, without the line that a killed kernel left half-written', () => {
    const state = home();
    const transcript = Transcript.begin(state, headOf(ID));
    transcript.add(said('one', '2026-03-14T09:27:00.000Z'), { t: 'kept', entry: { v: 1 } });
    transcript.add({ t: 'kept', entry: 'two' });
    appendFileSync(join(state.path, 'transcripts', `${ID}.jsonl`), '{"t":"kept","ent');
    const read = readTranscript(state, ID);
    expect(read?.entries.map(({ t }) => t)).toEqual(['human', 'kept', 'kept']);
    expect(read && agentEntries(read)).toEqual([{ v: 1 }, 'two']);
  });

  it.each([
    '{"t":"human"}',
    '{"t":"human","text":5,"at":"x"}',
    '{"t":"agent","text":"x","at":null}',
    '{"t":"tool","text":"x"}',
    '{"t":"kept"}',
    '{"t":"constructor"}',
    'null',
  ])('is listed and read without a line that is no entry: %s', (line) => {
    const state = home();
    Transcript.begin(state, headOf(ID)).add(said('one', '2026-03-14T09:27:00.000Z'));
    appendFileSync(join(state.path, 'transcripts', `${ID}.jsonl`), `${line}\n`);
    expect(readTranscript(state, ID)?.entries).toHaveLength(1);
    expect(listTranscripts(state)).toMatchObject([{ id: ID, title: 'one', turns: 1 }]);
  });

  it('goes on after such a line without joining it', () => {
    const state = home();
    Transcript.begin(state, headOf(ID)).add(said('one', '2026-03-14T09:27:00.000Z'));
    appendFileSync(join(state.path, 'transcripts', `${ID}.jsonl`), '{"t":"kept","ent');
    Transcript.goOn(state, headOf(ID)).add(said('two', '2026-03-14T09:28:00.000Z'));
    expect(listTranscripts(state)).toMatchObject([{ turns: 2 }]);
  });

  it('is added to no more where its file was removed', () => {
    const state = home();
    const transcript = Transcript.begin(state, headOf(ID));
    transcript.add(said('one', '2026-03-14T09:27:00.000Z'));
    rmSync(join(state.path, 'transcripts', `${ID}.jsonl`));
    expect(refusalOf(() => transcript.add(said('two', '2026-03-14T09:28:00.000Z')))).toBe(
      'STATE_UNUSABLE',
    );
    transcript.close();
    expect(listTranscripts(state)).toEqual([]);
  });

  it('is listed by what was said last, with a title of what was said first', () => {
    const state = home();
    Transcript.begin(state, headOf(ID)).add(
      said(`long\n ${'x'.repeat(90)}`, '2026-03-14T10:00:00.000Z'),
    );
    Transcript.begin(state, headOf(OTHER)).add(said('short', '2026-03-14T11:00:00.000Z'));
    const listed = listTranscripts(state);
    expect(listed.map(({ id }) => id)).toEqual([OTHER, ID]);
    expect(listed[1]?.title).toMatch(/^long x{74}…$/);
  });

  it('is nothing where the id is none, or names another file', () => {
    const state = home();
    expect(readTranscript(state, '../record')).toBeUndefined();
    expect(readTranscript(state, ID)).toBeUndefined();
  });

  it('goes when nothing was added to it for so long', () => {
    const state = home();
    Transcript.begin(state, headOf(ID)).add(said('old', '2026-01-01T10:00:00.000Z'));
    Transcript.begin(state, headOf(OTHER)).add(said('new', '2026-03-14T10:00:00.000Z'));
    const old = new Date('2026-01-01T10:00:00Z');
    utimesSync(join(state.path, 'transcripts', `${ID}.jsonl`), old, old);
    sweepTranscripts(state, 30, new Date());
    expect(listTranscripts(state).map(({ id }) => id)).toEqual([OTHER]);
  });
});

describe('going on with a session', () => {
  it('takes the last one of its kind', () => {
    const state = home();
    Transcript.begin(state, headOf(ID)).add(
      { t: 'kept', entry: 1 },
      said('a', '2026-03-14T10:00:00.000Z'),
    );
    Transcript.begin(state, headOf(OTHER, { kind: 'shared' })).add(
      said('b', '2026-03-14T11:00:00.000Z'),
    );
    const { transcript, resumed } = resumeSession(state, 'last', headOf('new'));
    expect([transcript.head.id, resumed]).toEqual([ID, [1]]);
  });

  it('refuses what is not there, a session of the other kind, and one that is open', () => {
    const state = home();
    expect(refusalOf(() => resumeSession(state, 'last', headOf('new')))).toBe('SESSION_UNKNOWN');
    expect(refusalOf(() => resumeSession(state, '../x', headOf('new')))).toBe('SESSION_UNKNOWN');
    Transcript.begin(state, headOf(ID)).add(said('a', '2026-03-14T10:00:00.000Z'));
    expect(refusalOf(() => resumeSession(state, ID, headOf('new', { kind: 'shared' })))).toBe(
      'SESSION_KIND',
    );
    const mark = new SessionMark(state, {
      bootId: OTHER,
      kind: 'main',
      startedAt: '2026-03-14T10:00:00.000Z',
      transcript: ID,
    });
    expect(refusalOf(() => resumeSession(state, ID, headOf('new')))).toBe('SESSION_OPEN');
    mark.remove();
    expect(resumeSession(state, ID, headOf('new')).resumed).toEqual([]);
  });
});
