/** Credentials in the forms of code, headers and commands, and what stands in their place. */
import { describe, expect, it } from 'vitest';

import { credentialFinder } from '#kernel/redact/credentials.ts';
import {
  isAwaitingCredential,
  labelledCredentials,
  labelledCredentialsSlowly,
} from '#lib/secrets/credential.ts';
import { mayValueFollow } from '#lib/secrets/credential-lines.ts';
import { isPlaceholderKey } from '#lib/secrets/provider-placeholders.ts';
import { glue, run } from '#test/support/credential-texts.ts';

const KEY = run(32);
const PASSWORD = 'Tide.7-quay!Lamp';
const GROUPS = 'qfwt abcd ijkl mnop';

const sure = (text: string): readonly string[] =>
  labelledCredentials(text)
    .filter(({ confidence }) => confidence === 'high')
    .map(({ value }) => value);

const FOUND: readonly (readonly [text: string, value: string])[] = [
  [`"apiToken" => "${KEY}"`, KEY],
  [`const apiToken: string = "${KEY}";`, KEY],
  [`var apiToken string = "${KEY}"`, KEY],
  [`let api_token: &'static str = "${KEY}";`, KEY],
  [`val secret: Option[String] = "${KEY}"`, KEY],
  [`API_TOKEN ::= "${KEY}"`, KEY],
  [`conf.set("db.password", "${PASSWORD}")`, PASSWORD],
  [`localStorage.setItem('accessToken', '${KEY}')`, KEY],
  [`<add key="ApiToken" value="${KEY}" />`, KEY],
  [`<add value="${KEY}" key="ApiToken" />`, KEY],
  [`<apiToken>\n  ${KEY}\n</apiToken>`, KEY],
  [`curl https://api.quay.net \\\n  -u quay:${PASSWORD}`, PASSWORD],
  [`curl https://api.quay.net \\\n  -H 'Accept: */*' \\\n  --user "quay:${PASSWORD}" \\`, PASSWORD],
  [`curl -H 'Authorization: ${KEY}' https://api.quay.net`, KEY],
  [`setHeader("Authorization", "Bearer ${KEY}")`, KEY],
  [`-H 'Bearer ${KEY}'`, KEY],
  [`Cookie: theme=dark; sessionid=${KEY}`, KEY],
  [`cookies = {"connect.sid": "${KEY}"}`, KEY],
  [`Gmail, app password ${GROUPS}`, GROUPS],
  [`smtp with robin@quay.net (${GROUPS})`, GROUPS],
];

const NONE: readonly string[] = [
  'const apiToken: string = readToken2();',
  'localStorage.setItem("token", value2)',
  '"token" => env("API_TOKEN")',
  'define("TOKEN", getenv("TOKEN2"));',
  '<add key="ApiToken" value="${API_TOKEN}" />',
  '<password>\n  <minLength>12</minLength>\n</password>',
  'curl https://api.quay.net \\\n  -u "quay:$PASS7"',
  'curl https://api.quay.net\n  -u quay:Tide.7-quay!Lamp',
  'sort \\\n  -u quay:names2',
  'Authorization: $TOKEN2',
  'Bearer tokens expire after2hours',
  `Cookie: theme=${KEY}`,
  'app: they will come home',
  'DB_PASSWORD=\nDB_HOST=localhost7',
  `next_page_token: ${KEY}`,
  `csrf-token: ${KEY}`,
  `db_password: ENC[AES256_GCM,data:${KEY},type:str]`,
  'Password: change-me-please',
  `API key: ${glue('sk-', 'proj-')}5O1PZnvw…`,
  `Token (CA): ${run(40)}pump`,
];

describe('credentials in code, headers and commands [Y95]', () => {
  it.each(FOUND)('one is found in %j, however it is looked for', (text, value) => {
    expect(sure(text)).toEqual([value]);
    expect(labelledCredentialsSlowly(text)).toEqual(labelledCredentials(text));
  });

  it.each(NONE)('there is none in %j', (text) => {
    expect(sure(text)).toEqual([]);
    expect(labelledCredentialsSlowly(text)).toEqual(labelledCredentials(text));
  });

  it.each(FOUND)('is held back while %j is being said', (text, value) => {
    const lines = text.split('\n');
    const row = lines.findIndex((line) => line.includes(value));
    const before = lines[row]?.slice(0, lines[row]?.indexOf(value)) ?? '';
    const isPromised = isAwaitingCredential(
      lines
        .slice(0, row)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const isFollowed = Array.from(before, (_, place) => mayValueFollow(before, place)).some(
      Boolean,
    );
    expect(isPromised || isFollowed).toBe(true);
  });
});

describe('what stands for the key of a provider [Y95]', () => {
  const STAND_INS = [
    glue('gh', 'p_', 'x'.repeat(36)),
    glue('xox', 'b-your-bot-token'),
    glue('xox', 'o-fest-2031'),
    glue('xox', 'e.xoxp-1-YourConfigTokenHere'),
    glue('hf', '_', 'berth_priority_parameters_description_h'),
    glue(
      'https://hooks.slack.com/services/T',
      '0'.repeat(8),
      '/B',
      '0'.repeat(8),
      '/',
      'X'.repeat(24),
    ),
    glue(
      'eyJhbGciOiJIUzI1NiJ9',
      '.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0',
      '.',
      run(43),
    ),
    `![berth](images/${glue('key', '-')}9f8e7d6c5b4a39281706051423321e4d.jpg)`,
  ];

  it.each(STAND_INS)('is none: %j', async (text) => {
    expect(await credentialFinder()(text)).toEqual([]);
  });

  it('is no key of letters and digits without order', () => {
    for (const key of [glue('gh', 'p_', run(36)), glue('xox', 'b-204817365920-', run(24))])
      expect(isPlaceholderKey(key)).toBe(false);
  });
});
