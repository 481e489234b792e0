/** What the made-up logs of `synthetic.ts` say, in five languages; questions use other forms of the words than notes do. */

/** A thing, as a note names it and as a question does. */
interface Thing {
  readonly noted: string;
  readonly asked: string;
}

/** What is said and asked in one language. */
export interface Language {
  readonly people: readonly string[];
  readonly things: readonly Thing[];
  readonly places: readonly string[];
  /** That somebody left a thing somewhere, and the question where. */
  readonly left: (person: string, thing: string, place: string) => string;
  readonly askLeft: (person: string, thing: string) => string;
  /** A question in a conversation, answers that do not name the thing, and how it is asked for later. */
  readonly wonders: (thing: string) => string;
  readonly answers: readonly string[];
  readonly askAnswer: (thing: string) => string;
  /** Headings, a note below that does not repeat them, and a question that needs both. */
  readonly projects: readonly (readonly [heading: string, note: string, question: string])[];
  /** That somebody met somebody, which is asked for by the day. */
  readonly met: (person: string, place: string) => string;
  readonly askMet: (day: string) => string;
  /** What says nothing that is asked for, with the same people and places. */
  readonly fillers: readonly ((person: string, place: string) => string)[];
}

const things = (text: string): readonly Thing[] =>
  text.split(', ').map((pair) => {
    const [noted = '', asked = noted] = pair.split(' / ');
    return { noted, asked };
  });
const words = (text: string): readonly string[] => text.split(', ');

const en: Language = {
  people: words('Ada, Bo, Carla, Dmitri, Elin, Farid'),
  things: things(
    'sails / sail, lanterns / lantern, charts / chart, batteries / battery, paddles / paddle, recordings / recording, invitations / invitation, microphones / microphone, blankets / blanket, telescopes / telescope',
  ),
  places: words(
    'the boathouse, the library, the old mill, the greenhouse, the attic, the harbour office, the workshop',
  ),
  left: (person, thing, place) =>
    `${person} was leaving the ${thing} in ${place} after the meeting.`,
  askLeft: (person, thing) => `Where did ${person} leave the ${thing}?`,
  wonders: (thing) => `By the way, who is paying for the ${thing} this time?`,
  answers: words(
    'The club does as always., My aunt offered to., Nobody so far I think., The insurance covers it all.',
  ),
  askAnswer: (thing) => `Who pays for the ${thing}?`,
  projects: [
    [
      'Tidal model',
      'It runs on Fridays with data of the whole week.',
      'On which day does the tidal model run?',
    ],
    [
      'Choir trip',
      'The bus leaves at seven from behind the station.',
      'When does the bus for the choir trip leave?',
    ],
    [
      'Bakery website',
      'The colours were changed to dark green and cream.',
      'Which colours does the website of the bakery have?',
    ],
  ],
  met: (person, place) => `Met ${person} at ${place} and talked for an hour.`,
  askMet: (day) => `Whom did I meet on ${day}?`,
  fillers: [
    (person, place) => `${person} called from ${place}, nothing new there.`,
    (person) => `Rain all day. ${person} stayed at home and read.`,
    (_, place) => `The door of ${place} still needs a new lock.`,
    (person) => `Reminded ${person} of the dentist and of the library books.`,
    (person, place) => `${person} wants to leave earlier and walk to ${place}.`,
  ],
};

const ru: Language = {
  people: words('Анна, Борис, Вера, Глеб, Дарья, Егор'),
  things: things(
    'паруса / парус, фонари / фонарь, карты / карту, батареи / батарею, вёсла / весло, записи / запись, приглашения / приглашение, микрофоны / микрофон, одеяла / одеяло, телескопы / телескоп',
  ),
  places: words(
    'в лодочном сарае, в библиотеке, на старой мельнице, в теплице, на чердаке, в мастерской, в конторе порта',
  ),
  left: (person, thing, place) => `${person} после собрания оставляет ${thing} ${place}.`,
  askLeft: (person, thing) => `Где ${person} оставил ${thing}?`,
  wonders: (thing) => `Кстати, кто на этот раз оплачивает ${thing}?`,
  answers: words(
    'Клуб, как всегда., Моя тётя предложила помочь., Пока никто, насколько я знаю., Страховка покрывает всё.',
  ).slice(0, 4),
  askAnswer: (thing) => `Кто оплатит ${thing}?`,
  projects: [
    [
      'Приливная модель',
      'Запускается по пятницам с данными за всю неделю.',
      'По каким дням запускают приливную модель?',
    ],
    [
      'Поездка хора',
      'Автобус отходит в семь от вокзала.',
      'Когда отходит автобус для поездки хора?',
    ],
    ['Сайт пекарни', 'Цвета изменили на тёмно-зелёный и кремовый.', 'Какие цвета у сайта пекарни?'],
  ],
  met: (person, place) => `Встретился с человеком по имени ${person} ${place}, говорили целый час.`,
  askMet: (day) => `С кем я встретился ${day}?`,
  fillers: [
    (person, place) => `${person} звонит: ${place} ничего нового.`,
    (person) => `Весь день дождь. ${person} сидит дома и читает.`,
    (_, place) => `Дверь ${place} всё ещё без нового замка.`,
    (person) => `${person} помнит про зубного врача и про книги.`,
    (person, place) => `${person} хочет уйти раньше и погулять ${place}.`,
  ],
};

const ar: Language = {
  people: words('آدم, بشرى, جميل, دينا, هاني, وليد'),
  things: things(
    'الأشرعة / أشرعة, الفوانيس / فوانيس, الخرائط / خرائط, البطاريات / بطاريات, المجاديف / مجاديف, التسجيلات / تسجيلات, الدعوات / دعوات, الميكروفونات / ميكروفونات, البطانيات / بطانيات, التلسكوبات / تلسكوبات',
  ),
  places: words(
    'في بيت القوارب, في المكتبة, في الطاحونة القديمة, في الدفيئة, في العلية, في الورشة, في مكتب الميناء',
  ),
  left: (person, thing, place) => `${person} ترك ${thing} ${place} بعد الاجتماع.`,
  askLeft: (person, thing) => `أين ترك ${person} ${thing}؟`,
  wonders: (thing) => `بالمناسبة، من يدفع ثمن ${thing} هذه المرة؟`,
  answers: words(
    'النادي كما هو الحال دائما., عمتي عرضت ذلك., لا أحد حتى الآن., التأمين يغطي كل شيء.',
  ),
  askAnswer: (thing) => `من يدفع ثمن ${thing}؟`,
  projects: [
    ['نموذج المد والجزر', 'يعمل كل يوم جمعة ببيانات الأسبوع كله.', 'في أي يوم يعمل نموذج المد؟'],
    ['رحلة الجوقة', 'تغادر الحافلة الساعة السابعة من خلف المحطة.', 'متى تغادر حافلة رحلة الجوقة؟'],
    ['موقع المخبز', 'تغيرت الألوان إلى الأخضر الداكن والكريمي.', 'ما ألوان موقع المخبز؟'],
  ],
  met: (person, place) => `التقيت مع ${person} ${place} وتحدثنا ساعة كاملة.`,
  askMet: (day) => `مع من التقيت ${day}؟`,
  fillers: [
    (person, place) => `اتصل ${person} وهو ${place} ولا جديد هناك.`,
    (person) => `مطر طوال اليوم وبقي ${person} في البيت يقرأ.`,
    (_, place) => `الباب ${place} ما زال بحاجة إلى قفل جديد.`,
    (person) => `ذكرت ${person} بموعد طبيب الأسنان وبالكتب.`,
    (person, place) => `يريد ${person} أن يغادر مبكرا ويمشي ${place}.`,
  ],
};

const zh: Language = {
  people: words('小安, 博文, 嘉莉, 大明, 依林, 法海'),
  things: things('船帆, 灯笼, 海图, 电池, 船桨, 录音带, 邀请函, 麦克风, 毛毯, 望远镜'),
  places: words('船库, 图书馆, 老磨坊, 温室, 阁楼, 港口办公室, 工作间'),
  left: (person, thing, place) => `会议结束以后${person}把${thing}留在了${place}。`,
  askLeft: (person, thing) => `${person}的${thing}放在哪里了？`,
  wonders: (thing) => `顺便问一下，这次${thing}的费用由谁来付？`,
  answers: words(
    '和往常一样由俱乐部来出。, 我阿姨说她愿意。, 到现在为止还没有人。, 保险全部都会赔的。',
  ),
  askAnswer: (thing) => `谁付${thing}的费用？`,
  projects: [
    ['潮汐模型', '每周五用整个星期的数据来运行一次。', '潮汐模型星期几运行？'],
    ['合唱团旅行', '大巴七点从车站后面出发，不要迟到。', '合唱团旅行的大巴几点出发？'],
    ['面包店网站', '颜色已经改成深绿色和奶油色了。', '面包店网站是什么颜色？'],
  ],
  met: (person, place) => `在${place}和${person}见面，聊了一个小时。`,
  askMet: (day) => `${day}我和谁见面了？`,
  fillers: [
    (person, place) => `${person}从${place}打来电话，那边没有什么新消息。`,
    (person) => `下了一整天的雨，${person}待在家里看书。`,
    (_, place) => `${place}的门还是需要换一把新锁。`,
    (person) => `提醒${person}去看牙医，还要还借来的书。`,
    (person, place) => `${person}想早点离开，然后走路去${place}。`,
  ],
};

const ja: Language = {
  people: words('明子, 文太, 千佳, 大輔, 恵美, 藤井'),
  things: things('帆布, ランタン, 海図, バッテリー, 櫂, 録音テープ, 招待状, マイク, 毛布, 望遠鏡'),
  places: words('艇庫, 図書館, 古い水車小屋, 温室, 屋根裏, 港の事務所, 作業場'),
  left: (person, thing, place) => `会議のあと${person}は${thing}を${place}に置いていった。`,
  askLeft: (person, thing) => `${person}が${thing}を置いたのはどこですか？`,
  wonders: (thing) => `ところで今回の${thing}の代金は誰が払うのですか？`,
  answers: words(
    'いつもどおりクラブが出します。, おばが出すと言っています。, 今のところ誰もいません。, 保険で全部まかなえます。',
  ),
  askAnswer: (thing) => `${thing}の代金を払うのは誰？`,
  projects: [
    ['潮汐モデル', '毎週金曜日に一週間分のデータで動かす。', '潮汐モデルを動かすのは何曜日？'],
    [
      '合唱団の旅行',
      'バスは七時に駅の裏から出るので遅れないこと。',
      '合唱団の旅行のバスは何時に出る？',
    ],
    ['パン屋のサイト', '色は深い緑とクリーム色に変えた。', 'パン屋のサイトの色は何色？'],
  ],
  met: (person, place) => `${place}で${person}に会って一時間ほど話した。`,
  askMet: (day) => `${day}に会ったのは誰？`,
  fillers: [
    (person, place) => `${person}が${place}から電話をくれたが特に変わりはない。`,
    (person) => `一日中雨だったので${person}は家で本を読んでいた。`,
    (_, place) => `${place}の扉にはまだ新しい鍵が必要だ。`,
    (person) => `${person}に歯医者と図書館の本のことを知らせた。`,
    (person, place) => `${person}は早めに出て${place}まで歩きたいそうだ。`,
  ],
};

/** By what the days of a question are written in. */
export const LANGUAGES: Readonly<Record<string, Language>> = { en, ru, ar, zh, ja };
