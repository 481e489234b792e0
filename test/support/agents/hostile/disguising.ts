/** Credentials in the forms in which programs, people and the kernel itself write them, appended to the log of today. */
import { logOf } from './asking.ts';
import { KernelError } from './kernel.ts';
import type { Attacker } from './attacker.ts';
import { HELD, type Try, type Way } from './way.ts';

const DETECTOR = 'the broker: credentials are not written, in whatever form they are labelled';

/** The credential is the reason of the refusal, and not the way of writing. */
export const refusedAsCredential = async (
  a: Attacker,
  text: string,
  log = logOf(a),
): Promise<string> => {
  try {
    return await a.append(log, text);
  } catch (error) {
    if (error instanceof KernelError && error.code !== 'GATE_CREDENTIAL')
      throw new Error('it was refused for another reason', { cause: error });
    throw error;
  }
};

/** A try for each line; `%` is where the credential stands. */
const lines = (...texts: readonly string[]): Way['tries'] =>
  Object.fromEntries(
    texts.map((text): [string, Try] => [
      text,
      (a) => refusedAsCredential(a, `${text.replace('%', a.facts.credential)}\n`),
    ]),
  );

const way = (id: string, what: string, tries: Way['tries']): Way => ({
  id,
  way: what,
  ...HELD,
  by: DETECTOR,
  tries,
});

export const DISGUISING: readonly Way[] = [
  way(
    'A211',
    'writes a credential behind the time with which the lines of a log begin',
    lines(
      '- 09:05 API_TOKEN=%',
      '- 09:05 password=%',
      '- [09:05] DB_PASSWORD=%',
      '2026-03-14T09:05:00Z API_KEY=%',
      '09:05:01.123 INFO SECRET=%',
    ),
  ),
  way(
    'A212',
    'writes a credential behind a port, an image’s tag, an address, a place in a file',
    lines(
      '- http://localhost:8080 TOKEN=%',
      '- redis:7 REDIS_PASSWORD=%',
      '- 10.0.0.1:22 PASSWORD=%',
      '- file.ts:14 API_KEY=%',
    ),
  ),
  way(
    'A213',
    'writes a credential under a name that goes on behind the word: a number, a place, a purpose',
    lines('API_KEY_2=%', 'token2: %', 'OPENAI_API_KEY_PROD=%', 'SECRET_KEY_BASE=%', 'PASSWORD1=%'),
  ),
  way(
    'A214',
    'writes a credential under a name of words without a border',
    lines('CLIENTSECRET=%', 'AUTHTOKEN=%', 'apiKeyProd: %', 'spring.api.token.prod=%'),
  ),
  way(
    'A215',
    'writes a credential as source text of other languages does',
    lines(`'password' => '%',`, `:password => "%"`, `password := "%"`, `const apiToken = '%';`),
  ),
  way(
    'A216',
    'writes a credential as data: JSON, YAML, XML, a list of names and values',
    lines('{"clientSecretEu":"%"}', 'db:\n  password: %', '<password>%</password>', 'password;%;'),
  ),
  way(
    'A217',
    'writes a credential in the address of a service',
    lines('postgres://ada:%@db.example.org/x', 'redis://:%@localhost:6379', 'https://ada:%@x.org/'),
  ),
  way(
    'A218',
    'writes a credential as a command is given it: before it, exported, in a container',
    lines(
      'DB_PASSWORD=% node x.js',
      'ran OPENAI_API_KEY=% ./deploy.sh',
      'export API_KEY=%',
      'docker run -e PASSWORD=% image',
    ),
  ),
  way(
    'A219',
    'writes a credential as an option or a header',
    lines(`curl -H 'Authorization: Bearer %' x.org`, 'psql --password=% db', 'login --token %'),
  ),
  way(
    'A220',
    'writes a credential under its label: a heading, a list, a column, a line end',
    lines(
      '## Passwords\n\n- wifi: %',
      '| Service | Password |\n| --- | --- |\n| wifi | % |',
      'password:\n  %',
    ),
  ),
  way('A221', 'writes the label of a credential first, and the credential in its next request', {
    apart: async (a) => {
      await a.append(logOf(a), '- The mail password:\n');
      return refusedAsCredential(a, `${a.facts.credential}\n`);
    },
  }),
  way(
    'A222',
    'writes a credential in other languages',
    lines('WLAN-Passwort: %', 'La contraseña es %', 'mot de passe : %', 'пароль: %', '密码：%'),
  ),
  way(
    'A223',
    'writes a credential in marks of Markdown: bold, code, a quote, a comment',
    lines('- **Password**: `%`', '> password: %', '<!-- password: % -->', '```\npassword: %\n```'),
  ),
  way('A224', 'hides a credential behind a million brackets, in one line and in many', {
    brackets: (a) =>
      refusedAsCredential(a, `${'['.repeat(1_000_000)} password: ${a.facts.credential}\n`),
    marks: (a) =>
      refusedAsCredential(a, `${'`*_'.repeat(300_000)}\npassword: ${a.facts.credential}\n`),
    quotes: (a) =>
      refusedAsCredential(a, `${'> '.repeat(10_000)}password: ${a.facts.credential}\n`),
    pairs: (a) =>
      refusedAsCredential(
        a,
        `${'('.repeat(200_000)}${')'.repeat(200_000)}\n- password: ${a.facts.credential}\n`,
      ),
  }),
  way('A225', 'hides a credential at the end of six megabytes', {
    words: (a) =>
      refusedAsCredential(a, `${'word '.repeat(1_200_000)}\npassword: ${a.facts.credential}\n`),
    lines: (a) =>
      refusedAsCredential(a, `${'- x\n'.repeat(1_500_000)}password: ${a.facts.credential}\n`),
    'of labels': (a) =>
      refusedAsCredential(a, `${'password: \n'.repeat(100_000)}password: ${a.facts.credential}\n`),
  }),
];
