/**
 * How much a word tells: the rarer it is in ordinary talk, the more. A word of rank r in a language has a share of
 * about 1 / (10 r) of its text (Zipf), and so says about log2(10 r) bits; less is counted here, since words of one
 * sentence depend on each other. The lists need not be complete: a common word that is missing counts as a rare one,
 * which makes a line look more telling than it is, and never less.
 */

/** What holds sentences together, in the languages that workspaces are most often written in. */
const FUNCTION_BITS = 3;
const FUNCTION_WORDS = `
a an the and or but nor so yet if then than that this these those it its is isnt are arent was wasnt were be been being
am do does did dont doesnt didnt done has have had havent hasnt i im ive ill me my mine we us our ours you your youre
yours he him his she her hers they them their theirs who whom whose which what when where why how of in on at to for
from by with without as into onto over under out up down off about after before between during through again not no
yes can cant cannot could will wont would should shall may might must also too very just only more most less least all
any each every some none both either neither other another such same own there here while because since until though
although however per via vs etc ok
der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ist sind war waren sein hat
haben hatte wird werden wurde kann muss soll ich du er sie es wir ihr mich mir dich dir sich mein dein unser euer mit von
zu zum zur im in am an auf aus bei nach vor fur durch uber unter um als wie wenn dass ob auch nur noch schon sehr so da
hier dort wo was wer
le la les l un une des du de d et ou mais ne pas plus est sont etait etre a ont avoir il elle on nous vous ils elles je
tu me te se mon ma mes ton ta tes son sa ses notre votre leur leurs que qui quoi dont ce cet cette ces dans sur sous par
pour avec sans au aux en y si comme tres aussi
el los las una unos unas y o pero no es son era ser estar esta estan ha han hay yo tu ella nosotros ustedes ellos mi mis
su sus lo le se que quien como cuando donde del al con sin por para entre hasta desde muy tambien mas ya
o os um uma uns umas e ou mas nao sao foi ser estar eu ele ela nos voces eles meu minha seu sua que quem como quando
onde do da dos das no na nos nas ao aos com sem por para entre ate desde muito tambem mais ja
il lo gli i uno ed ma non sono era essere ho hai abbiamo hanno io lui lei noi voi loro mio mia tuo tua suo sua che chi
come quando dove di del della dei delle dal dalla nel nella con senza per tra fra su anche piu molto gia
de het een en of maar niet geen is zijn was waren heeft hebben had wordt worden kan moet zal ik jij je hij zij ze wij we
jullie mijn jouw haar ons hun met van naar voor door over onder op in aan uit bij als wanneer dat die deze dit ook nog
al zeer er hier daar wat wie
i w z na do od po za nie tak jest sa byl byla byc ma oraz lub ale ze co kto jak gdy gdzie to ten ta te sie ja ty on ona
my wy oni moj twoj jego jej nasz wasz dla przez przy bez tez juz
och att det som en ett av for med till pa ar var har inte om men den de jag du han hon vi ni sig sin eller fran kan ska
og er ikke til af jeg der har vil skal blev
ve bir bu da de ile icin ne mi ama cok daha gibi o ben sen biz siz onlar var yok olan olarak
и в не на я что он с а как это по но они мы она так его к у же вы за бы от то из для о ты был есть нет да или если
`;

/** The everyday words of talk about work. */
const EVERYDAY_BITS = 6;
const EVERYDAY_WORDS = `
able actually add added adding always anything around ask asked asking available away back bad based become begin
best better big bit both call called came case change changed changes check checked clear code come comes complete
consider correct create created current data date day days default different doing done each easy else end enough error
even ever example fact false far feel few file files find fine first fix following found free full get gets getting
give given go goes going good got great hand happen happens hard help here high home however idea important include
included instead issue issues keep kind know known large last later left let lets like line lines list little local
long longer look looking lot made main make makes making many mean means method might name names need needed needs new
next nothing notice now number old once one ones open option options order page part parts people place please point
possible problem project provide provided public put question questions read ready real really reason right run
running said same say says second see seems seen send sent set several short show shown side simple since single small
something sometimes soon source start started state still stop sure system take taken takes talk tell test tests text
thank thanks thing things think three through time times today tomorrow told took top true try trying turn two type
under update updated use used useful user users uses using usually value values version very want wants way week well
went while whole within word words work working works world write written wrong year years yesterday
agent agents memory session sessions note notes human workspace log rule rules copyright license software
heute morgen gestern gut neu alle alles immer nie jetzt machen gemacht geht gibt bitte danke ja nein mehr viel zeit tag
jahr arbeit frage
bien fait faire tout tous toute oui non merci jour temps nouveau hoy ayer bueno hacer hecho todo todos dia tiempo nuevo
gracias hoje bom fazer feito tudo dia tempo novo obrigado oggi buono fare fatto tutto giorno tempo nuovo grazie
`;

/** Words that any talk on work, home and software may hold. */
const ORDINARY_BITS = 9;
const ORDINARY_WORDS = `
above accept accepted access according account across action actions active activity actual address adds admin advice
afternoon against ago agree ahead air allow allowed allows almost alone along already alternative among amount annual
answer answers api app appear appears application applications applied apply approach apps archive area argument
arguments array article assume attack attempt audio author authors auto automatic automatically average avoid aware
backend background backup base basic basis bed behavior behaviour behind believe below beside besides beyond bill bind
binary birthday block blocks blog blue board body book books bottom box boy branch break breakfast bring broken brother
browser budget bug bugs build builds building built bus business busy button buy byte bytes cache cafe calendar calls
camera cancel car card care careful carefully cases cat category cause causes center central certain chance channel
character characters charge chat cheap children choice choose chosen city claim class classes clean cleanup client
clients clock close closed cloud coffee collection color colour column columns coming command commands comment
comments commercial commit commits common community company compare compatible computer condition conditions config
configuration configure confirm connect connected connection contact contain contains content contents context
continue contract contribute contributing contributors control conversation convert cookie cool copies copy core cost
costs count country couple course cover covered cpu critical css custom customer customers daily damage damages dark
dashboard database dates daughter deal decide decided decision deep define defined definition delete deleted deliver
demo depend dependencies dependency depends deploy deployed deployment derivative describe described description design
designed desk detail details detect detected dev developer developers development device devices dialog dinner direct
direction directly directories directory disable disabled disclaimer discuss disk display distribute distributed
distribution doc docs document documentation documented documents dog domain door double doubt download draft drive drop
due duplicate early earth edit editor effect effective effects effort element elements email emails empty enable
enabled encoding engine english ensure enter entire entries entry environment equal errors especially evening event
events everybody everyone everything exact exactly examples except exception exceptions execute existing exists exit
expect expected expensive explain explicit explicitly export exports express expression extend extension extensions
extra eye face fail failed fails failure fair fall family fast faster father fault feature features feedback field
fields fifth figure filename filter final finally finish finished fire fit fitness five fixed fixes flag flags flat
floor flow focus folder folders follow follows food footer force foreign forget form format formatting former forms
forward four fourth framework friday friend friends front frontend function functions further future gave general
generally generate generated generic git github glad global goal goals gone grant granted green group groups grow guess
guide half handle handled handler handles handling happened happy hash head header headers heading health hear heard
heart hello hence hey hidden hide history hit hold holder holders holds holiday host hosting hot hotel hour hours house
html http https huge icon id ideas identifier identity ignore ignored image images immediately impact implement
implementation implemented implied import imports improve improved includes including increase index individual info
information initial inline input inside install installation installed instance instances instruction instructions
int integer interest interested interesting interface internal internet invalid invoice items item job jobs join json
june july keeps kept key keyboard keys kids kitchen knew knowledge label language languages laptop late latest launch
law layer lead learn leave leaves legal length less level levels liability liable libraries library licensed licenses
life light likely limit limitation limited limits link linked links linux listed listen lists live lives load loaded
loading loads location lock logic login logs lose loss lost love low lower lunch machine mail mailing maintain
maintained maintainer maintainers major manage management manager manner manual map mark markdown market match matches
matching material matter max maybe meaning meant media medium meet meeting meetings member members men mention
merchantability merge merged message messages metadata methods middle migration mind minimum minor minute minutes
miss missed missing mistake mobile mode model models modern modification modifications modified modify module modules
moment monday money month monthly months morning mother mouse move moved moving multiple music named namespace native
nature near necessary network never nice night node normal normally northern noted november null numbers object objects
obtain obvious obviously occur october office official often older online opened opening operation operations operator
opinion optional options original originally otherwise output outside override overview owner owners package packages
paid pair panel paper parameter parameters parent parse parser particular parties party pass passed passes passing
password past path paths pattern patterns pay payment pdf perfect perform performance perhaps period permission
permissions permitted person personal phone photo photos pick picture piece pipeline plain plan plans platform
play player plugin plugins plus point points policy popular port portions position post posts power practice prefer
preferred prefers prefix prepare present press pretty prevent previous previously price primary print private probably
process processes processing produce product production products profile program programming programs progress promise
promises prompt proper properly properties property protect protocol prototype provides provider providing pull purpose
purposes push quality query queue quick quickly quite raise random range rate rather raw reach react reads readme
realise reasonable reasons receive received recent recently recommend recommended record records red redistribution
redistributions reduce refactor refer reference references regard regex register registry regular related relative
release released releases relevant reliable remain remaining remember reminder remote remove removed removes removing
rename render rendering repeat replace replaced reply repo report reports repository reproduce request requested requests
require required requirement requirements requires research reserved reset resolve resolved resource resources respect
respond response responses rest restart restaurant result results resume retain return returned returning returns reuse
review reviews rights risk road role roles room root round route rows row runs runtime safe safety sale sales saturday
save saved saves saving scale schedule scheduled schema school scope screen script scripts scroll search section sections
secure security select selected self sell semver sends sense sentence separate september sequence server servers serve
service services setting settings setup seven share shared shell ship shop shopping shot shouldnt shows sign signed
significant silent similar simply site sites situation six size skip sleep slow slowly snapshot social solution solve
somebody someone son sorry sort sound space spaces special specific specification specified specify speed spend split
spring stable stack staff staging stage standard standards standup stands starting starts startup statement states
static status stay step steps stick stock stopped store stored story stream street strict string strings strong
structure stuff style styles subject sublicense submit substantial success successful successfully such suggest
suggested suggestion suite summary summer sunday supply support supported supports suppose sync syntax table tables tag
tags target task tasks tea team teams technical template templates temporary ten term terminal terms testing tested
texts theme themes third thought thread threads throughout throw throws thursday ticket tickets tie till tip tips
title together token tokens tool tools topic tort total touch toward towards track traffic train transaction transfer
transform translate travel tree tried trigger trip trouble tuesday tutorial twice types typescript javascript typical
typically ui understand understood unfortunately unique unit unix unknown unless unlike unsupported updates upgrade
upload upper upon url urls usage useful utility valid validate validation variable variables various verify versions
video view views visible visit wait waiting walk wall wanted warning warnings warranties warranty wasnt watch water web
website wednesday weekend weekly weeks weight welcome western whatever whenever wherever whether white wide wife
husband width wiki window windows winter wish woman wonder words worker worked workflow worry worse worth wouldnt wrap
writes writing yaml yellow young
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
november december montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli oktober
dezember lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo
english german french spanish timezone europe america asia berlin london paris
datei dateien projekt beispiel fehler termin besprechung kunde kunden woche monat stunde uhr wichtig
fichier projet exemple erreur semaine mois heure important archivo proyecto ejemplo semana mes hora importante
arquivo projeto exemplo settimana mese ora esempio progetto
`;

const wordsIn = (list: string): readonly string[] => list.split(/\s+/u).filter(Boolean);

/** The first list that has a word counts. */
const COMMON = new Map<string, number>([
  ...wordsIn(ORDINARY_WORDS).map((word): [string, number] => [word, ORDINARY_BITS]),
  ...wordsIn(EVERYDAY_WORDS).map((word): [string, number] => [word, EVERYDAY_BITS]),
  ...wordsIn(FUNCTION_WORDS).map((word): [string, number] => [word, FUNCTION_BITS]),
]);

/** A word that no list has: one of some ten thousand, or a name. */
const RARE_BITS = 13;
/** Letters that are no word: initials, units, codes. There are few of so short ones. */
const SHORT_BITS: readonly number[] = [0, 3, 6, 10];
/** A digit that could be any: log2(10). */
const DIGIT_BITS = 3.3;
/** Years of this and the last century stand everywhere. */
const YEAR_BITS = 6;
const YEAR = /^(?:19|20)\d\d$/;
/** Letters and digits mixed: `mp3`, `h264`, `b7`; long ones are drawn by chance. */
const MIXED_SHORT_BITS = 8;
const MIXED_LONG_MIN_CHARS = 8;
/** More is not counted: one word of a line is not all of it. */
const WORD_MAX_BITS = 24;

/** Two characters that follow each other in a script without blanks. */
export const PAIR_BITS = 7;

/** What a normalised word tells, in bits. */
export const bitsOf = (word: string): number => {
  const common = COMMON.get(word);
  if (common !== undefined) return common;
  if (/^\d+$/.test(word)) {
    return YEAR.test(word) ? YEAR_BITS : Math.min(word.length * DIGIT_BITS, WORD_MAX_BITS);
  }
  if (/\p{N}/u.test(word)) {
    if (word.length >= MIXED_LONG_MIN_CHARS) return WORD_MAX_BITS;
    return word.length <= 3 ? MIXED_SHORT_BITS : RARE_BITS;
  }
  return SHORT_BITS[word.length] ?? RARE_BITS;
};
