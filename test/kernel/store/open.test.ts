/** Workspaces in buckets: signed requests, pages, what is there and what is not, and nothing of memory for others. */
import process from 'node:process';
import { describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { promptOf } from '#kernel/prompt/prompt.ts';
import { openBucket, type Wanted } from '#kernel/store/open.ts';
import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { promptText } from '#lib/prompt/plan.ts';
import { refusalFrom } from '#test/support/kernel.ts';
import { S3, type S3Options, signatureOf } from '#test/support/s3.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const KEYS = { id: 'AKIDEXAMPLE', secret: 'not/a+real=key', region: 'auto' };
const OBJECTS = {
  'agents/main/SOUL.md': '# Soul\n\nBe calm.\n',
  'agents/main/IDENTITY.md': '- **Name:** Robin\n',
  'agents/main/HEARTBEAT.md': '',
  'agents/main/MEMORY.md': 'the third heron\n',
  "agents/main/skills/ä b+(c)'!*/SKILL.md": 'Tack & jibe.\n',
  'agents/main/../SOUL.md': 'elsewhere',
  'agents/main/notes.bin': '\0',
  'agents/mainly/SOUL.md': 'of another agent',
};
const OPTIONS: S3Options = { keys: KEYS, bucket: 'logbook', objects: OBJECTS };
const uid = process.getuid?.() ?? 0;

const environment = (s3: S3, secret = KEYS.secret) => ({
  AWS_ENDPOINT_URL_S3: s3.url,
  AWS_REGION: KEYS.region,
  AWS_ACCESS_KEY_ID: KEYS.id,
  AWS_SECRET_ACCESS_KEY: secret,
});
const open = (s3: S3, wanted: Wanted = 'prompt', more: { readonly secret?: string } = {}) =>
  openBucket('s3://logbook/agents/main', wanted, {
    disk,
    uid,
    environment: environment(s3, more.secret),
    settings: {},
  });

const prompt = async (s3: S3, audience: 'main' | 'shared') => {
  const wanted = audience === 'main' ? 'prompt' : 'prompt for others';
  const { disk: bucket, path } = await open(s3, wanted);
  const request = { path, audience, heartbeat: false, firstRun: false, facts: undefined } as const;
  const none = { date: '2026-03-14', zone: 'UTC', layout: undefined, budget: undefined };
  const { stateHome } = makeWorkspace({});
  const settings = DEFAULT_SETTINGS;
  return promptOf(
    { ...request, ...none },
    { disk: bucket, machine: disk, environment: {}, uid, stateRoot: stateHome, settings },
  );
};

describe('the service of these tests', () => {
  /** The examples of Amazon's documentation of Signature Version 4 for S3. */
  const host = 'examplebucket.s3.amazonaws.com';
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  it.each([
    ['/test.txt', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', 'bytes=0-9'],
    ['/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543', undefined],
    [
      '/?max-keys=2&prefix=J',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      undefined,
    ],
  ])('comes to the published signature of GET %s', (url, signature, range) => {
    const headers = {
      host,
      ...(range === undefined ? {} : { range }),
      'x-amz-content-sha256': empty,
      'x-amz-date': '20130524T000000Z',
    };
    const keys = { secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' };
    const signed = Object.keys(headers);
    expect(signatureOf({ method: 'GET', url, headers, signed }, keys)).toBe(signature);
  });
});

describe('a workspace in a bucket', () => {
  it('is listed to its end, recognised by its names, and told as if it lay here', async () => {
    await using s3 = await S3.start(OPTIONS);
    const { document, plan } = await prompt(s3, 'main');
    expect(document.layout).toBe('gsv');
    expect(promptText(plan)).toContain('the third heron');
    expect(promptText(plan)).toContain('Tack & jibe.');
    expect(s3.got.toSorted()).toEqual(
      Object.keys(OBJECTS)
        .filter((key) => /main\/(?!\.\.|notes)/u.test(key))
        .toSorted(),
    );
  });

  it('gives long-term memory to no session with others: it is not fetched [Y94]', async () => {
    await using s3 = await S3.start(OPTIONS);
    const { plan } = await prompt(s3, 'shared');
    expect(promptText(plan)).not.toContain('heron');
    expect(s3.got).not.toContain('agents/main/MEMORY.md');
  });

  it('lacks what is gone since it was listed, and fails on anything else', async () => {
    const gone = { 'agents/main/SOUL.md': { status: 404, code: 'NoSuchKey' } };
    await using s3 = await S3.start({ ...OPTIONS, answers: gone });
    const { disk: bucket, path } = await open(s3);
    expect(bucket.lstat(`${path}/SOUL.md`)).toBeUndefined();
    expect(bucket.readdir(path)).not.toContain('SOUL.md');
    const broken = { 'agents/main/SOUL.md': { status: 409, code: 'Conflict' } };
    await using other = await S3.start({ ...OPTIONS, answers: broken });
    const refusal = await refusalFrom(() => open(other));
    expect([refusal.code, refusal.message]).toEqual([
      'STORE_FAILED',
      expect.stringContaining('agents/main/SOUL.md: 409 Conflict'),
    ]);
    expect(refusal.message).not.toContain('secret words');
    const missing = { 'agents/main/SOUL.md': { status: 404, code: 'NoSuchBucket' } };
    await using none = await S3.start({ ...OPTIONS, answers: missing });
    expect((await refusalFrom(() => open(none))).code).toBe('STORE_FAILED');
  });

  it('is asked for where its address says, and nowhere else', async () => {
    await using elsewhere = await S3.start(OPTIONS);
    const location = `${elsewhere.url}/logbook/agents/main/SOUL.md`;
    const moved = { 'agents/main/SOUL.md': { status: 307, code: 'TemporaryRedirect', location } };
    await using s3 = await S3.start({ ...OPTIONS, answers: moved });
    expect((await refusalFrom(() => open(s3))).message).toContain('307 TemporaryRedirect');
    expect([elsewhere.got, elsewhere.asked]).toEqual([[], 0]);
  });

  it('is not read with other keys, over a network in the clear, or without keys', async () => {
    await using s3 = await S3.start(OPTIONS);
    const refusal = await refusalFrom(() => open(s3, 'all', { secret: 'another' }));
    expect([refusal.code, refusal.message]).toEqual([
      'STORE_FAILED',
      expect.stringContaining('403 SignatureDoesNotMatch'),
    ]);
    const host = { disk, uid, environment: environment(s3) };
    for (const [address, settings] of [
      ['s3://logbook', { endpoint: 'http://storage.example' }],
      ['s3://logbook', { accessKeyId: 'env:NOWHERE' }],
      ['s3://logbook', { secretAccessKey: 'not/a+real=key' }],
      ['s3://logbook/../x', {}],
      ['s3://LOGBOOK', {}],
    ] as const) {
      const invalid = await refusalFrom(() => openBucket(address, 'all', { ...host, settings }));
      expect([invalid.code, invalid.message]).toEqual([
        'STORE_INVALID',
        expect.not.stringContaining(KEYS.secret),
      ]);
    }
  });

  it.each([
    ['Enabled', /keeps versions: a BOOTSTRAP\.md that is deleted stays/u],
    ['Suspended', /keeps versions/u],
    ['forbidden', /could not be told/u],
  ] as const)(
    'is said to keep what was deleted where versions are %s',
    async (versioning, said) => {
      await using s3 = await S3.start({ ...OPTIONS, versioning });
      expect((await open(s3)).notes).toEqual([expect.stringMatching(said)]);
    },
  );

  it('is not fetched where it is no workspace but a store of everything', async () => {
    const objects = { 'agents/main/SOUL.md': 'x'.repeat(FILE_MAX_BYTES + 1) };
    await using s3 = await S3.start({ ...OPTIONS, objects });
    const { disk: bucket, path } = await open(s3);
    expect(() => bucket.open(`${path}/SOUL.md`, 0)).toThrow('not fetched');
    const half = 'x'.repeat(FILE_MAX_BYTES - 1);
    const much = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`agents/main/${at}.md`, half]),
    );
    await using other = await S3.start({ ...OPTIONS, objects: much });
    expect((await refusalFrom(() => open(other, 'all'))).code).toBe('STORE_TOO_LARGE');
    expect(other.got).toEqual([]);
  });

  it('is only read', async () => {
    await using s3 = await S3.start(OPTIONS);
    const { disk: bucket, path, notes } = await open(s3, 'all');
    expect(notes).toEqual([]);
    expect(() => bucket.unlink(`${path}/SOUL.md`)).toThrow('only read');
    expect(() => bucket.open(`${path}/gone`, 0)).toThrow('no such object');
    expect(bucket.lstat(`${path}/../SOUL.md`)).toBeUndefined();
  });
});
