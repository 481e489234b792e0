/**
 * Phrasings by which a text tries to speak to an agent in place of its human, in the languages that workspaces are
 * written in. A row is what they come to, and then step by step the words that follow each other, with nothing between
 * them but small words (`FILLERS`). A step is a list of alternatives: `*` stands for any ending, `_` joins words that
 * belong together. The step that begins with `@` is the one that is rare in other texts, and is looked for first. A last
 * step that begins with `!` names words that must not follow: "do not tell the user to type" keeps nothing from anybody.
 */

/** What a phrasing comes to; `INJECTION_NAMES` says it in words. */
export type PhraseKind =
  | 'override'
  | 'role'
  | 'system'
  | 'secrecy'
  | 'marker'
  | 'fence'
  | 'exfiltration'
  | 'download';

const EARLIER =
  'previous previously prior earlier preceding above foregoing former past initial original aforementioned existing';
const ORDERS =
  'instruction instructions directive* guideline* rule rules prompt prompts command commands orders context message messages constraint* restriction* guidance training programming';
const UNBOUND =
  'dan jailbroken unrestricted unfiltered uncensored unbound unchained liberated evil malicious free_from freed_from no_longer_bound not_bound rooted';
const HUMAN = 'user users human humans owner operator boss';

/** What it comes to, and its steps. */
export type Phrasing = readonly [PhraseKind, ...string[]];

/** In Latin letters. */
export const LATIN_PHRASINGS: readonly Phrasing[] = [
  // English
  ['override', '@ignore disregard forget neglect', EARLIER, ORDERS],
  ['override', '@ignore disregard forget neglect', ORDERS, 'above before previously earlier'],
  [
    'override',
    '@override bypass',
    'previous prior earlier preceding original',
    'instruction instructions directive* prompt prompts restriction* guideline*',
  ],
  [
    'override',
    '@ignore disregard forget',
    'your',
    'instruction instructions guideline* rules programming training restriction* system_prompt',
  ],
  ['override', '@ignore disregard forget', 'all', 'instructions prompts directives guidelines'],
  [
    'override',
    '@override ignore bypass disable',
    'your',
    'instructions programming training safety',
  ],
  [
    'override',
    '@ignore disregard bypass',
    'all any your',
    'safety',
    'rules guidelines protocols policies restrictions filters',
  ],
  [
    'override',
    '@ignore disregard forget',
    'everything',
    'above before previously said you_were_told you_have_been_told you_know i_said',
  ],
  [
    'override',
    'do_not dont don_t never stop',
    '@follow obey following obeying',
    EARLIER,
    'instruction* directive* rules prompt* orders',
  ],
  ['role', 'you_are_now youre_now you_re_now you_will_now_be', `@${UNBOUND}`],
  [
    'role',
    'you_are_now youre_now you_re_now you_are_in',
    '@dan god jailbreak unrestricted developer sudo root admin',
    'mode',
  ],
  ['role', 'enter enable activate switch_to', '@dan god jailbreak unrestricted', 'mode'],
  ['role', 'you_are', '@dan do_anything_now'],
  ['role', '@you_are_now', 'a an', 'different new evil malicious hacker'],
  ['role', '@from_now_on', 'you_are youre you_re you_will_act act_as pretend obey you_obey'],
  [
    'role',
    'act behave pretend',
    'as_if_you_have as_if_you_had to_have you_have with',
    'no',
    '@restriction* limitation* guideline* filter*',
  ],
  ['system', 'system_prompt system_message', '@override overrides overridden bypass bypassed'],
  ['system', 'system admin administrator developer', '@override', ':'],
  [
    'system',
    'new updated revised real actual true',
    '@system',
    'prompt instruction* message directive*',
    ':',
  ],
  ['system', 'new updated revised real actual true', '@instructions directives prompt', ':'],
  [
    'system',
    'reveal print repeat show output leak disclose reproduce',
    'your',
    '@system_prompt initial_prompt hidden_prompt initial_instructions hidden_instructions system_instructions',
  ],
  [
    'secrecy',
    'do_not dont don_t never',
    '@tell inform notify alert warn',
    HUMAN,
    '!to they you how which',
  ],
  ['secrecy', 'do_not dont don_t never', '@mention reveal disclose', 'this it these', 'to', HUMAN],
  ['secrecy', 'without', '@telling informing notifying alerting asking', HUMAN],
  ['secrecy', 'keep', 'this it these', '@secret hidden', 'from', HUMAN],
  ['secrecy', '@hide conceal', 'this it these', 'from', 'human humans owner operator'],
  [
    'exfiltration',
    '@send post upload email mail forward transmit exfiltrate leak submit',
    'memory_md user_md soul_md agents_md bootstrap_md env private_key* ssh_key* id_rsa credentials passwords secrets',
    'to',
    'http https webhook server url endpoint address email channel attacker me',
  ],
  ['exfiltration', '@exfiltrate'],
  // German
  [
    'override',
    '@ignorier* missacht* vergiss vergessen',
    'vorherig* bisherig* vorangegangen* früher* obig* ursprünglich* vorig*',
    'anweisung* instruktion* regel* befehl* vorgabe* prompt* nachricht*',
  ],
  [
    'override',
    '@ignorier* vergiss vergessen',
    'alles',
    'vorher bisher zuvor oben davor obige bisherige',
  ],
  [
    'role',
    '@du_bist_jetzt du_bist_nun ab_sofort_bist_du ab_jetzt_bist_du',
    'uneingeschränkt* unzensiert* unbeschränkt* dan frei_von nicht_mehr_an kein* ein eine',
  ],
  ['system', 'neue neuen aktualisierte', '@anweisung* instruktion* systemanweisung* befehle', ':'],
  [
    'secrecy',
    'sag sage sagen erzähl* verrat* informier* erwähn*',
    '@nutzer* benutzer* anwender* besitzer* eigentümer* mensch*',
    'nichts nicht',
  ],
  // French
  [
    'override',
    '@ignore ignorez ignorer oublie oubliez oublier',
    'instruction* consigne* directive* règle* ordre* commande*',
    'précédent* antérieur* ci-dessus ci_dessus initial* données',
  ],
  [
    'role',
    '@tu_es_maintenant vous_êtes_maintenant tu_es_désormais vous_êtes_désormais',
    'libre* dan sans non_censuré un une',
  ],
  ['system', 'nouvelles', '@instructions consignes directives', ':'],
  [
    'secrecy',
    'dis dites dire informe informez informer',
    'pas rien jamais',
    '@utilisateur* propriétaire* humain*',
  ],
  // Spanish
  [
    'override',
    '@ignora ignore ignorar ignoren olvida olvide olvidar descarta',
    'instrucciones instrucción indicaciones órdenes reglas directrices',
    'anterior* previas previa precedentes iniciales',
  ],
  [
    'override',
    '@ignora ignore olvida olvide',
    'anterior* previas',
    'instrucciones indicaciones órdenes reglas',
  ],
  ['role', '@ahora_eres a_partir_de_ahora_eres', 'libre dan un una sin'],
  ['system', 'nuevas', '@instrucciones órdenes', ':'],
  [
    'secrecy',
    'no nunca',
    'digas diga informes informe menciones',
    '@usuario* dueño* propietario* humano*',
  ],
  // Portuguese
  [
    'override',
    '@ignore ignora ignorar ignorem esqueça esquece desconsidere',
    'instruções instrução ordens regras diretrizes comandos',
    'anterior* prévias previas acima iniciais',
  ],
  ['role', '@você_agora_é agora_você_é a_partir_de_agora_você_é', 'livre dan um uma sem'],
  ['system', 'novas', '@instruções ordens', ':'],
  [
    'secrecy',
    'não nunca',
    'diga conte informe mencione avise',
    '@usuário* utilizador* dono* proprietário* humano*',
  ],
  // Italian
  [
    'override',
    '@ignora ignorate ignorare dimentica dimenticate',
    'istruzioni istruzione ordini regole comandi direttive',
    'precedent* sopra iniziali',
  ],
  ['override', '@ignora dimentica ignorate', 'precedent*', 'istruzioni ordini regole'],
  ['system', 'nuove', '@istruzioni', ':'],
  ['secrecy', 'non', 'dire dirlo informare menzionare', '@utente* proprietario* umano*'],
  // Dutch
  [
    'override',
    '@negeer vergeet',
    'vorige voorgaande eerdere bovenstaande',
    'instructies aanwijzingen regels opdrachten',
  ],
  ['system', '@nieuwe', 'instructies', ':'],
  ['secrecy', '@vertel', 'gebruiker*', 'niet niets'],
  // Polish
  [
    'override',
    '@zignoruj ignoruj zapomnij',
    'poprzedni* wcześniejsz* powyższ*',
    'instrukcj* polece* zasad* reguł*',
  ],
  ['system', 'nowe', '@instrukcje polecenia', ':'],
  ['secrecy', 'nie', '@mów informuj', 'użytkownik* właściciel*'],
  // Turkish
  [
    'override',
    '@önceki yukarıdaki',
    'talimat* kural* komut* yönerge*',
    'yoksay* görmezden unut* dikkate_alma',
  ],
  ['system', '@yeni', 'talimatlar yönergeler', ':'],
  ['secrecy', '@kullanıcıya', 'söyleme* bildirme* bahsetme*'],
];

/** The same in other scripts. */
export const OTHER_PHRASINGS: readonly Phrasing[] = [
  // Russian and Ukrainian
  [
    'override',
    '@игнорируй* проигнорируй* игнорировать забудь* забыть',
    'предыдущ* прежн* прошл* выше*',
    'инструкц* указан* правил* команд* сообщен*',
  ],
  ['override', '@ігноруй* проігноруй* забудь*', 'попередн*', 'інструкц* вказівк* правил* команд*'],
  ['role', '@теперь_ты теперь_вы ты_теперь', 'свобод* dan без не_ограничен*'],
  ['system', '@новые нові', 'инструкции указания команды інструкції вказівки', ':'],
  [
    'secrecy',
    'не никому_не',
    '@говори* сообщай* рассказывай* сообщать упоминай*',
    'пользовател* владельц* человек* хозяин*',
  ],
  // Arabic
  ['override', '@تجاهل انس', 'التعليمات الاوامر تعليمات القواعد', 'السابقة اعلاه'],
  ['secrecy', '@لا_تخبر لا_تخبري', 'المستخدم المالك'],
  // Chinese
  [
    'override',
    '@忽略 无视 無視 忘记 忘記 忘掉 不要理会 不要理會',
    '之前 以前 先前 以上 上面 前面 此前 上述 前述 先前',
    '指令 指示 提示 命令 规则 規則 要求 设定 設定 内容 內容',
  ],
  ['role', '@你现在是 你現在是 从现在开始你是 從現在開始你是', '不受 没有 沒有 无限制 無限制 dan'],
  ['system', '新的 新', '@指令 指示 系统提示 系統提示', ':'],
  ['system', '@系统提示 系統提示', '覆盖 覆蓋 更新'],
  ['secrecy', '不要 别 別 不得', '@告诉 告訴 通知 告知', '用户 用戶 使用者 主人'],
  // Japanese
  ['override', 'これまで 以前 前 上記 以上', '指示 命令 指令 ルール プロンプト', '@無視 忘れ'],
  ['system', '@新しい', '指示 命令', ':'],
  ['secrecy', '@ユーザー 利用者', '言わない 言うな 伝えない 伝えるな 知らせない 教えない'],
  // Korean
  ['override', '@이전* 앞선* 위의 지금까지*', '지시* 명령* 지침* 규칙*', '무시* 잊어*'],
  ['system', '@새로운', '지시* 지침* 명령*', ':'],
  ['secrecy', '@사용자에게 사용자한테', '알리지 말하지'],
];

/** Small words that may stand between two steps, in all these languages: articles, pronouns, "all of the". */
export const FILLERS =
  'a an the all any every each of your my our their his her its these those this that and or other such just now given provided you in for as to with me it be whole entire full complete content contents file files copy system safety also have been were completely entirely ' +
  'der die das den dem des ein eine einen alle allen aller alles deine deiner deinen ihre ihrer ihren meine und diese diesen davon was ' +
  'le la les l de d du toutes tous tout ces cette mes tes vos et que à au aux sur ' +
  'el los las lo todas todos todo tus sus mis estas estos y al del se ' +
  'o os as suas seus dadas e ao aos il i gli tutte tutti tue sue dello della delle degli alle che ' +
  'het jouw uw mijn aan wszystkie wszystkich swoje twoje te tych tym ' +
  'все всех всі свои твои эти и об этом про это це tüm bütün bu ve كل جميع هذه ' +
  '你 您 我 的 地 所 有 全 部 一 切 任 何 了 掉 这 那 些 這 请 請 给 給 把 将 向 跟 和 与 與 个 個 ' +
  'の を は に す べ て 全 あ な た 与 え ら れ で 모든 모두 내용을';
