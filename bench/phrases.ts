/** What the generated notes are made of: sentences in several languages, and words that look like trouble and are none. */

/** How notes are written in one language. */
export interface Tongue {
  /** Halves of sentences; any opening goes with any ending. */
  readonly openings: readonly [string, ...string[]];
  readonly endings: readonly [string, ...string[]];
  readonly stop: string;
  /** The word people put before a password. */
  readonly password: string;
}

const ENGLISH: Tongue = {
  openings: [
    'The harbour office asked for',
    'Ada wants to see',
    'After the call we moved',
    'Nobody has looked at',
    'The forecast changed, so I sent',
    'We agreed to print',
    'The second crew still waits for',
    'I compared the old chart with',
    'Remember to bring back',
    'The invoice does not name',
    'Deployed and watched for an hour',
    'Open question from the meeting:',
  ],
  endings: [
    'the tide tables of the coming week before noon',
    'a shorter list, with sources and page numbers, because the long one was read by nobody',
    'the spare key of the boathouse',
    'the notes on the north channel, which contradict what the pilot told us on Tuesday',
    'the draft (version 3) and the two photographs',
    'it',
    'the new schedule; the ferry leaves at 06:40 and the train does not wait',
    'what was decided about the budget for the second half of the year',
    'the migration script, since the counts differ by 12 rows after each run',
    'the pull request that makes the parser accept an empty field',
    'the answer from the board, expected by Friday',
    'a reminder three days before the licence expires',
  ],
  stop: '.',
  password: 'Password',
};

const PORTUGUESE: Tongue = {
  openings: [
    'A equipa pediu',
    'Falta confirmar',
    'Ontem ficou decidido enviar',
    'O cliente não viu',
    'Lembrar a Ada de rever',
    'Já foi publicado',
  ],
  endings: [
    'a tabela das marés até ao meio-dia',
    'o relatório de março, com as correções que o João anotou à margem',
    'as fotografias',
    'a nova versão do horário e a lista de contactos',
    'o orçamento; a reunião passou para quinta-feira às 15:00',
    'aquilo que combinámos sobre a manutenção do servidor',
  ],
  stop: '.',
  password: 'Senha',
};

const GERMAN: Tongue = {
  openings: [
    'Das Hafenamt wartet auf',
    'Bis Freitag brauchen wir',
    'Geprüft und abgelegt:',
    'Ada fragt nach',
    'Niemand kennt',
    'Nach dem Gespräch verschoben:',
  ],
  endings: [
    'die Gezeitentafel für die nächste Woche',
    'den Entwurf, in dem die Größen der Boote und die Längen der Stege stehen',
    'die Rückmeldung der Prüfstelle',
    'den Zählerstand',
    'die Liste der offenen Punkte; drei davon sind älter als ein Monat',
    'eine Übersicht über alle Ausgaben, nach Monaten geordnet',
  ],
  stop: '.',
  password: 'Passwort',
};

const CHINESE: Tongue = {
  openings: ['今天', '会议之后', '用户希望', '下周之前', '检查了', '昨天的日志里提到'],
  endings: [
    '把潮汐表发给港务局，并且确认对方已经收到',
    '需要更新时间表',
    '这个脚本在空目录下会失败，原因是路径没有经过处理，已经修好并且补充了测试',
    '整理了三张照片和一份草稿',
    '等待回复',
    '预算的第二部分还没有决定，周五之前再讨论一次',
  ],
  stop: '。',
  password: '密码',
};

const JAPANESE: Tongue = {
  openings: ['今日は', '打ち合わせの後で', 'アダさんは', '来週までに', '昨日の記録では'],
  endings: [
    '潮の表を港に送った',
    '予定を確認する必要がある',
    '古い海図と新しい海図を比べて、違う所に印を付けた',
    '返事を待っている',
    'スクリプトの問題を直し、テストを追加した',
  ],
  stop: '。',
  password: 'パスワード',
};

const RUSSIAN: Tongue = {
  openings: ['Сегодня отправили', 'Нужно проверить', 'Ада просит', 'После звонка перенесли'],
  endings: [
    'таблицу приливов до полудня',
    'список открытых вопросов, из которых три старше месяца',
    'черновик и две фотографии',
    'встречу на четверг; поезд ждать не будет',
    'отчёт',
  ],
  stop: '.',
  password: 'Пароль',
};

/** As often as public workspaces are written in them, about. */
export const TONGUES: readonly [Tongue, ...Tongue[]] = [
  ENGLISH,
  ENGLISH,
  ENGLISH,
  ENGLISH,
  ENGLISH,
  ENGLISH,
  CHINESE,
  CHINESE,
  PORTUGUESE,
  GERMAN,
  JAPANESE,
  RUSSIAN,
];

/** Lines that scanners of credentials have to look at twice, and that hold none. */
export const NEAR_MISSES: readonly [string, ...string[]] = [
  '- The password rules are in the handbook, chapter 4',
  '- Token: see 1Password, item "harbour"',
  '- Rotate the API key next week (ask Ada)',
  'export GH_TOKEN="${GH_TOKEN}"',
  '- password: <your password here>',
  '- The token economy is not our topic',
  '| API key | in the vault |',
  'Authorization: Bearer $TOKEN',
  '- Secret ingredient of the soup: unknown to all but Ada',
  '- [REDACTED] was here',
];

/** Has the form that a detector of provider keys is asked about, and is none; one agent of ten notes such an address. */
export const ADDRESS = '- postgres://user:password@localhost/harbour\n';

/** Bodies of code blocks, with the word that opens the fence. */
export const SNIPPETS: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['sh', 'cd ~/harbour && git pull --rebase\nnpm test -- --run tides\nls -la memory | tail -5'],
  ['json', '{\n  "station": "north",\n  "height": [1.2, 3.4, null],\n  "checked": true\n}'],
  ['python', 'def tide(hour):\n    # rises for six hours\n    return sum(TABLE[:hour]) / 12\n'],
  ['ts', 'const rows = table.filter(({ day }) => day >= from);\nconsole.log(rows.length);'],
  ['', 'Error: connect ETIMEDOUT 192.0.2.7:443\n    at TCPConnectWrap.afterConnect (net:1611)'],
  ['sql', 'SELECT day, count(*) FROM tides\n  WHERE height > 3\n  GROUP BY day;'],
];
