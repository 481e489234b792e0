/** Files that an agent sends into its chat: of work folders alone, with the owner's word, and as they were when that was asked. */
import { linkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FILE_CUT_OFF, NOT_TAKEN } from '#daemon/data/outbound-row.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits-ring-0.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { servedTelegram } from '#test/support/served-telegram.ts';
import { GROUP, OWNER, saidByOwner, saidInGroup, TelegramServer } from '#test/support/telegram.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { writeSettings } from '#test/support/yamo.ts';

const MENTION = `@${TelegramServer.BOT.username}`;
const SECRET = 'The heron CANARY-7 nests behind the mill of Aunt Klara in the marsh';
const PLAN = '# Plan\n\nSail on Monday.\n';
const FILES = {
  'MEMORY.md': `# Memory\n\n- ${SECRET}\n`,
  'projects/plan.md': PLAN,
  'projects/copied.md': `# Copied\n\n- ${SECRET}\n`,
  'projects/key.txt': 'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzWADINGHE\n',
  'private/diary.md': 'Dear diary.\n',
};

/** What the agent is told to send. */
const order = (paths: string): string =>
  paths
    .split(' ')
    .map((path) => `call send_file ${JSON.stringify({ path })}`)
    .join('\n');

/** Of how many files is told what came of them? */
const saidOf = (one: string): number => one.match(/was not sent|on its way/gu)?.length ?? 0;

/** A workspace with a work folder, the owner paired, and an agent that does what it is told. */
const sending = async () => {
  const here = await servedTelegram({ files: FILES, agent: agentCommand('tool-user') });
  const { server, ws, pair } = here;
  writeSettings(
    { ...ws, configHome: join(ws.configHome, 'config') },
    { workFolders: ['projects'] },
  );
  await pair();
  const asks = {
    [OWNER]: (paths: string) => server.bring(saidByOwner(order(paths))),
    [GROUP]: (paths: string) => server.bring(saidInGroup(`${MENTION}\n${order(paths)}`)),
  } as const;
  /** All that it was answered of so many files at once. */
  const answers = (chat: number, files: number): readonly string[] =>
    server.in(chat).filter((one) => saidOf(one) === files);
  /** What the agent is answered in a chat; `answer`: what the owner says to the question, if one is asked. */
  const sends = async (
    chat: typeof OWNER | typeof GROUP,
    paths: string,
    answer?: 'yes' | 'no',
    meanwhile = (): void => undefined,
  ): Promise<string> => {
    const files = paths.split(' ').length;
    const before = answers(chat, files).length;
    const code = answer && codeOfNext();
    asks[chat](paths);
    if (code !== undefined) {
      const said = await code;
      meanwhile();
      server.bring(saidByOwner(`${answer} ${said}`));
    }
    await server.until(() => answers(chat, files).length > before);
    return answers(chat, files).at(-1) ?? '';
  };
  /** The code of the question that is asked next. */
  const codeOfNext = async (): Promise<string> => {
    const asked = (): readonly string[] =>
      server.in(OWNER).filter((one) => one.includes('a question for you'));
    const before = asked().length;
    await server.until(() => asked().length > before);
    return asked().at(-1)?.slice(0, 5) ?? '';
  };
  return { ...here, sends };
};

describe('a file of a work folder', () => {
  it('goes to the owner as it is, once they say yes, and is kept no longer than it must', async () => {
    const { server, sends, serving } = await sending();
    expect(await sends(OWNER, 'projects/plan.md', 'yes')).toContain('the file is on its way');
    await server.until(() => server.files.length === 1);
    expect(server.files).toEqual([
      { place: String(OWNER), name: 'plan.md', bytes: Buffer.from(PLAN) },
    ]);
    const question = server.in(OWNER).find((one) => one.includes('a question for you'));
    expect(question).toContain(`Send projects/plan.md to telegram:${OWNER}? It has 24 bytes.`);
    const rows = await serving.data.events.selectFrom('outbound').select('file').execute();
    expect(rows.filter(({ file }) => file !== null)).toEqual([]);
    expect(server.faults).toEqual([]);
  });

  it('goes to a group when its owner allows that, who is asked alone and told that nobody could read it', async () => {
    const { server, ws, sends } = await sending();
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]);
    ws.write('projects/deep/map.png', picture);
    expect(await sends(GROUP, 'projects/deep/map.png', 'yes')).toContain('the file is on its way');
    await server.until(() => server.files.length === 1);
    expect(server.files).toEqual([{ place: String(GROUP), name: 'map.png', bytes: picture }]);
    const told = server.in(OWNER).find((one) => one.includes('a question for you'));
    expect(told).toContain('no text: nobody has looked through them');
    expect(told).toContain('where others are');
    expect(server.in(GROUP).join('\n')).not.toContain('a question');
  });

  it('[Y98] stays where it is when the owner says no, or it was changed since they were asked', async () => {
    const { server, ws, sends } = await sending();
    expect(await sends(OWNER, 'projects/plan.md', 'no')).toContain(
      'ERROR projects/plan.md was not sent: its human did not allow it.',
    );
    const change = (): void => ws.write('projects/plan.md', '# Plan\n\nSail on Sunday.\n');
    expect(await sends(OWNER, 'projects/plan.md', 'yes', change)).toContain(
      'it was changed after its human was asked',
    );
    expect(await sends(GROUP, 'projects/plan.md', 'no')).toContain(
      'no work folder has such a file, or its human did not allow it',
    );
    expect(server.files).toEqual([]);
  });
});

it('[Y98] nobody is asked of what is no plain file of a work folder, is too large, or holds what must not leave', async () => {
  const { server, ws, sends } = await sending();
  symlinkSync(ws.at('MEMORY.md'), ws.at('projects/link.md'));
  symlinkSync(dirname(ws.at('private/diary.md')), ws.at('projects/folder'));
  linkSync(ws.at('MEMORY.md'), ws.at('projects/named.md'));
  ws.write('projects/large.bin', Buffer.alloc(FILE_MAX_BYTES + 1));
  const whys: Readonly<Record<string, string>> = {
    'MEMORY.md': 'it is in no folder',
    '../MEMORY.md': 'it is in no folder',
    'projects/../MEMORY.md': 'it is in no folder',
    'private/diary.md': 'it is in no folder',
    '/etc/passwd': 'it is in no folder',
    'projects/.hidden': 'it is in no folder',
    projects: 'it is in no folder',
    'projects/none.md': 'there is no such file',
    'projects/link.md': 'symbolic link',
    'projects/folder/diary.md': 'there is no such file',
    'projects/named.md': 'it has another name',
    'projects/large.bin': '8388609 bytes',
    'projects/key.txt': 'it holds what must not leave',
  };
  const told = (await sends(OWNER, Object.keys(whys).join(' '))).split('\n');
  expect(told).toHaveLength(Object.keys(whys).length);
  const { remedy } = new Refusal('FILE_UNSENT', { file: '', reason: '' });
  for (const one of told) expect(one).toContain(remedy);
  for (const [nth, [path, why]] of Object.entries(whys).entries())
    expect(told[nth], path).toMatch(new RegExp(`^<<ERROR .*${why}`, 'u'));
  // With such a name no group is answered at all.
  ws.remove('projects/named.md');
  // A main session may say it; a group may not, and nothing tells there which files there are.
  const others = ['projects/copied.md', 'projects/none.md', 'private/diary.md'];
  const inGroup = await sends(GROUP, others.join(' '));
  expect(
    inGroup.split('no work folder has such a file, or its human did not allow it'),
  ).toHaveLength(others.length + 1);
  expect(server.in(OWNER).join('\n')).not.toContain('a question for you');
  expect(server.heard).not.toContain('CANARY-7');
  expect(server.files).toEqual([]);
});

it('what its provider does not take is told in the chat', async () => {
  const { server, sends, outbound } = await sending();
  server.answers = (method) =>
    method === 'sendDocument'
      ? { ok: false, error_code: 400, description: 'Bad Request: not enough rights' }
      : undefined;
  await sends(OWNER, 'projects/plan.md', 'yes');
  await server.until(() => server.in(OWNER).includes(NOT_TAKEN));
  expect(await outbound()).toContainEqual(
    expect.objectContaining({ state: 'failed', error: 'Bad Request: not enough rights' }),
  );
});

it('what was cut while it was sent is told in the chat, and not sent again', async () => {
  const { server, sends } = await sending();
  let asked = 0;
  server.answers = (method) => {
    if (method !== 'sendDocument') return undefined;
    asked += 1;
    return 'hang up';
  };
  await sends(OWNER, 'projects/plan.md', 'yes');
  await server.until(() => server.in(OWNER).includes(FILE_CUT_OFF));
  expect(asked).toBe(1);
});
