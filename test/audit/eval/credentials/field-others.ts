/** What looks like a credential and is none, of the kinds that users of other scanners report. */
import type { Half } from './note.ts';

const put = (...parts: readonly string[]): string => parts.join('');
const x = (count: number, char = 'x'): string => char.repeat(count);

export const FIELD_OTHERS: Half['others'] = {
  'a file below': () =>
    'Open the archive with this password:\n- quay-archive-2031.zip\n- photos2.tar.gz',
  'a shortened key': (dice) =>
    `token: ${put('gh', 'p_')}${dice.plain(6)}...\nAPI key: ${put('s', 'k-proj-')}${dice.plain(8)}…\nkey: ${put('s', 'k-')}…${dice.plain(4)}...`,
  'a wallet that takes coins': (dice) =>
    `- BTC: bc1q${dice.lower(38)}\n- Token (CA): ${dice.plain(40)}pump\n- Wallet account: 0x${dice.hex(40)}`,
  'address of a token': (dice) => `Token address: 0x${dice.hex(40)}\nToken mint: ${dice.plain(44)}`,
  'id of a client': (dice) =>
    `OAuth: ${dice.digits(12)}-${dice.lower(32)}.apps.googleusercontent.com\nOAuth client id: ${dice.uuid()}`,
  'id of an account': (dice) =>
    `Account: ${dice.digits(12)}\nAuth chat: ${dice.digits(10)}\nbot account -100${dice.digits(10)}`,
  'a variable for it': () =>
    'TOKEN=$GITHUB_TOKEN\nPASSWORD="$DB_PASS"\nSECRET=%APP_SECRET%\nAPI_KEY=`cat key2.txt`',
  'a format of it': () =>
    'PASS: **{n}**\nf"token: {token2}"\n"password: %s123"\nTests pass: {passed_2}/{total_9}',
  'prose with a colon': () =>
    'Password: never in chat2, always in the vault.\nThe key: start2finish in one day.\nAuth: works2 again since Monday.',
  'an address as auth': () => 'auth: robin2@quay.net\nlogin: robin.2@quay.net',
  'x in a format': () =>
    `GITHUB_TOKEN=${put('gh', 'p_')}${x(36)}\n${put('np', 'm_')}${x(36)}\n${put('gl', 'pat-')}${x(20, 'X')}\n${put('h', 'f_')}${x(34)}\n${put('sk', '_test_')}${x(24)}\n${put('SG', '.')}${x(22)}.${x(43)}`,
  'words in a format': () =>
    `${put('xox', 'b-your-bot-token')}\n${put('xox', 'p-your-user-token')}\n${put('gl', 'pat-your-token-goes-here')}\n${put('xox', 'b-bot-token-here')}\n${put('s', 'k-ant-api03-your-key-here')}`,
  'zeros in an address': () =>
    `https://hooks.slack.com/services/T${x(8, '0')}/B${x(8, '0')}/${x(24, 'X')}`,
  'words that all know': () =>
    'password: changeme\nPassword: change-me-please\npasswd: <your-password>\npassword: password123\npass: admin123 ⟦w⟧',
  'address with such a word': () =>
    'postgres://admin:password@db.quay.net:5432/app\nmysql://root:root@db.quay.net/app',
  'the token of jwt.io': () =>
    put(
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
      '.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ',
      '.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    ),
  'name of a picture': (dice) =>
    `![berth](images/key-${dice.hex(32)}.jpg)\nhttps://quay.net/assets/ico-${dice.hex(32)}.png`,
  'a word with a prefix': () =>
    'We meet at xoxo-fest-2031.\nhf_berth_priority_parameters_description_h',
  'encrypted by sops': (dice) =>
    `db_password: ENC[AES256_GCM,data:${dice.plain(20)},iv:${dice.plain(43)}=,tag:${dice.plain(22)}==,type:str]`,
  'encrypted by vault': (dice) => `secret_key: vault:v1:${dice.plain(60)}==`,
  'id in Jenkins': (dice) =>
    `withCredentials([usernamePassword(credentialsId: '${dice.uuid()}', passwordVariable: 'P')]) {`,
  'token of a page': (dice) =>
    `next_page_token: ${dice.plain(40)}\n"nextPageToken": "${dice.plain(32)}"\npage-token=${dice.plain(28)}`,
  'token of a form': (dice) => `csrf-token: ${dice.plain(40)}\nxsrf_token=${dice.plain(32)}`,
  'empty setting': () => 'DB_PASSWORD=\nDB_HOST=localhost\nAPI_KEY=\nPORT=8080',
  'empty property': () => 'jdbc.password=\njdbc.url=jdbc:postgresql://db/berths2',
  'empty in YAML': () => 'password:\nhost: db2.quay.net\ntoken:\nname: quay-7-berths',
  'code without a value': () =>
    'const apiToken: string = readToken2();\nlocalStorage.setItem("token", value2)\n"token" => env("API_TOKEN")\nvar tokens []string = nil',
  'XML without a value': () =>
    '<add key="ApiToken" value="${API_TOKEN}" />\n<property name="password" type="string2" />\n<apiToken>\n  <ref id="token2"/>\n</apiToken>',
  'curl without a value': () =>
    'curl https://api.quay.net \\\n  -u "quay:$PASS"\ncurl https://api.quay.net \\\n  -u quay\nsort \\\n  -u quay:names2',
  'header without a value': () =>
    'curl -H "Authorization: $TOKEN" https://api.quay.net\nAuthorization: Bearer <token>\nAuthorization: required2',
  'registry without a value': () =>
    '//npm.quay.net/:_authToken=${NPM_TOKEN}\n//registry.quay.net/:username=robin2\n//registry.quay.net/:always-auth=true',
  'cookie of a theme': (dice) => `Cookie: theme=dark2; lang=en-GB; width=${dice.digits(4)}`,
  'four short words': () => 'they will come home\nGmail: sort into four bins when idle',
  'bearer of news': () => 'Bearer tokens expire after2 hours; the bearer of this2 note may enter.',
  'slack in words': () => 'https://api.slack.com/workflows\nxoxe is the prefix of these tokens',
};
