/**
 * The kinds of `field.ts` in other words, languages, programs and services: written before the detector was mended for
 * them. Looked at for the first time, when it was, they gave a recall of 99.4 % and a precision of 82.8 %; what they
 * showed was then mended too, so that they say nothing any more of what it has not seen.
 */
import type { Dice } from './dice.ts';
import { HELD_OTHERS } from './held-others.ts';
import type { Half } from './note.ts';
import { SEEN_TONGUES } from './seen-tongues.ts';
import { UNSEEN_TONGUES } from './unseen-tongues.ts';

const HOSTS = ['packages.barn.dev', 'nexus.barn.dev', '10.0.0.9:8081'];
const SETTINGS = ['BARN_API_KEY', 'MQTT_PASSWORD', 'webhook_secret', 'refreshToken'];

const password = (dice: Dice): string =>
  dice.pick([() => dice.plain(12), () => `Orbit.${dice.digits(4)}`, () => dice.made(16)])();
const groups = (dice: Dice): string => Array.from({ length: 4 }, () => dice.lower(4)).join(' ');
const put = (...parts: readonly string[]): string => parts.join('');

const CREDENTIALS: Half['credentials'] = {
  'arrow in an array': (dice) => `  "${dice.pick(SETTINGS)}" => "${dice.plain(30)}", ⟦c⟧`,
  'arrow of Perl': (dice) => `my %c = (password => '${dice.made(12)}'); ⟦c⟧`,
  'typed in Swift': (dice) => `let refreshToken: String = "${dice.plain(44)}" ⟦c⟧`,
  'typed in Python': (dice) => `API_KEY: Final[str] = "${dice.plain(32)}" ⟦c⟧`,
  'typed in C#': (dice) => `private readonly string _clientSecret = "${dice.plain(34)}"; ⟦c⟧`,
  'typed in Scala': (dice) => `val dbPassword: Option[String] = "${dice.made(14)}" ⟦c⟧`,
  'typed in C': (dice) => `const char *wifi_password = "${dice.made(12)}"; ⟦c⟧`,
  'assigned in Go': (dice) => `\tsecretKey := "${dice.hex(64)}" ⟦c⟧`,
  'arguments, single quotes': (dice) =>
    `client.${dice.pick(['setHeader', 'putString', 'with_option', 'addParameter'])}('${dice.pick(['X-Auth-Token', 'api_key', 'password'])}', '${dice.plain(26)}') ⟦c⟧`,
  'arguments of a macro': (dice) => `define('DB_PASSWORD', '${dice.made(18)}'); ⟦c⟧`,
  'attributes the other way': (dice) =>
    `<setting value="${dice.plain(30)}" name="MqttPassword"/> ⟦c⟧`,
  'attributes of an entry': (dice) => `<entry key="auth.token" value="${dice.plain(40)}"/> ⟦c⟧`,
  'element over lines, deep': (dice) =>
    `<server>\n  <password>\n    ${dice.plain(18)} ⟦c⟧\n  </password>\n</server>`,
  'registry, Nexus': (dice) =>
    `//${dice.pick(HOSTS)}/repository/npm/:_authToken=NpmToken.${dice.uuid()} ⟦c⟧`,
  'registry, auth': (dice) => `//${dice.pick(HOSTS)}/:_auth=${dice.plain(30)}== ⟦c⟧`,
  'curl, four lines': (dice) =>
    `curl --request PUT \\\n  --url https://${dice.pick(HOSTS)}/x \\\n  --header 'Accept: */*' \\\n  -u 'bob:${password(dice)}' ⟦c⟧`,
  'wget, password below': (dice) =>
    `wget https://${dice.pick(HOSTS)}/x \\\n  --password=${dice.plain(14)} ⟦c⟧`,
  'a key as a header of code': (dice) => `headers = {'Authorization': '${dice.plain(36)}'} ⟦c⟧`,
  'bearer, a constant': (dice) => `const AUTH = "Bearer ${dice.plain(48)}"; ⟦c⟧`,
  'bearer in YAML': (dice) => `      authorization: Bearer ${dice.plain(40)} ⟦c⟧`,
  'fragment, longer': (dice) => `- invite: https://barn.dev/join#key=${dice.plain(32)}&id=4 ⟦c⟧`,
  'cookie in code': (dice) =>
    `cookies = {"${dice.pick(['session_id', 'laravel_session', 'auth_token', 'ASP.NET_SessionId'])}": "${dice.plain(36)}"} ⟦c⟧`,
  'set-cookie': (dice) => `Set-Cookie: sid=${dice.plain(40)}; HttpOnly; Path=/ ⟦c⟧`,
  'key in a third column': (dice, { keys }) =>
    `| | Host | ${dice.pick(keys)} |\n|---|---|---|\n| 1 | barn | ${dice.plain(36)} | ⟦c⟧`,
  'app password, line of its own': (dice) => `Google:\n- app pw ${groups(dice)} ⟦c⟧`,
  'app password, in brackets': (dice) => `Mail is sent with bob@gmail.com (${groups(dice)}). ⟦c⟧`,
  'Azure, tilde': (dice) =>
    `AZURE_CLIENT_SECRET=${dice.lower(3)}8Q~${dice.plain(12)}~${dice.plain(21)} ⟦c⟧`,
  'Slack, bot configuration': (dice) =>
    `slack config ${put('xox', 'e.xoxb-1-')}${dice.plain(166)} ⟦c⟧`,
  'Slack, trigger': (dice) =>
    `POST https://hooks.slack.com/${put('trig', 'gers')}/T0${dice.plain(9).toUpperCase()}/${dice.digits(13)}/${dice.hex(32)} ⟦c⟧`,
  'Sourcegraph, in a row': (dice) =>
    `| src | ${put('sg', 'p_')}${dice.hex(16)}_${dice.hex(40)} | ⟦c⟧`,
  'Stripe (control)': (dice) => `${put('sk', '_live_')}${dice.plain(40)} ⟦c⟧`,
  'npm (control)': (dice) => `${put('np', 'm_')}${dice.plain(36)} ⟦c⟧`,
  'below a label (control)': (dice, { passwords, colon }) =>
    `${dice.pick(passwords)}${colon}\n${password(dice)} ⟦c⟧`,
  'below an equals sign (control)': (dice) =>
    `MQTT_PASSWORD=${dice.plain(10)} ⟦c⟧\nMQTT_HOST=10.0.0.9`,
};

/** The set. */
export const HELD: Half = {
  tongues: [
    ...UNSEEN_TONGUES,
    ...SEEN_TONGUES.filter(({ code }) => code === 'pl' || code === 'ko'),
  ],
  credentials: CREDENTIALS,
  others: HELD_OTHERS,
};
