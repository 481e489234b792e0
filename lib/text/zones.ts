/**
 * Names of time zones that need no `Intl`, whose first use costs some 20 ms: those of
 * `Intl.supportedValuesOf('timeZone')`, and newer spellings of them. A name that is not here may still be one.
 */
const NAMES = `
Africa/Abidjan Africa/Accra Africa/Addis_Ababa Africa/Algiers Africa/Asmera
Africa/Bamako Africa/Bangui Africa/Banjul Africa/Bissau Africa/Blantyre
Africa/Brazzaville Africa/Bujumbura Africa/Cairo Africa/Casablanca Africa/Ceuta
Africa/Conakry Africa/Dakar Africa/Dar_es_Salaam Africa/Djibouti Africa/Douala
Africa/El_Aaiun Africa/Freetown Africa/Gaborone Africa/Harare Africa/Johannesburg
Africa/Juba Africa/Kampala Africa/Khartoum Africa/Kigali Africa/Kinshasa Africa/Lagos
Africa/Libreville Africa/Lome Africa/Luanda Africa/Lubumbashi Africa/Lusaka
Africa/Malabo Africa/Maputo Africa/Maseru Africa/Mbabane Africa/Mogadishu
Africa/Monrovia Africa/Nairobi Africa/Ndjamena Africa/Niamey Africa/Nouakchott
Africa/Ouagadougou Africa/Porto-Novo Africa/Sao_Tome Africa/Tripoli Africa/Tunis
Africa/Windhoek America/Adak America/Anchorage America/Anguilla America/Antigua
America/Araguaina America/Argentina/La_Rioja America/Argentina/Rio_Gallegos
America/Argentina/Salta America/Argentina/San_Juan America/Argentina/San_Luis
America/Argentina/Tucuman America/Argentina/Ushuaia America/Aruba America/Asuncion
America/Bahia America/Bahia_Banderas America/Barbados America/Belem America/Belize
America/Blanc-Sablon America/Boa_Vista America/Bogota America/Boise America/Buenos_Aires
America/Cambridge_Bay America/Campo_Grande America/Cancun America/Caracas
America/Catamarca America/Cayenne America/Cayman America/Chicago America/Chihuahua
America/Ciudad_Juarez America/Coral_Harbour America/Cordoba America/Costa_Rica
America/Coyhaique America/Creston America/Cuiaba America/Curacao America/Danmarkshavn
America/Dawson America/Dawson_Creek America/Denver America/Detroit America/Dominica
America/Edmonton America/Eirunepe America/El_Salvador America/Fort_Nelson
America/Fortaleza America/Glace_Bay America/Godthab America/Goose_Bay America/Grand_Turk
America/Grenada America/Guadeloupe America/Guatemala America/Guayaquil America/Guyana
America/Halifax America/Havana America/Hermosillo America/Indiana/Knox
America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Tell_City
America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac
America/Indianapolis America/Inuvik America/Iqaluit America/Jamaica America/Jujuy
America/Juneau America/Kentucky/Monticello America/Kralendijk America/La_Paz
America/Lima America/Los_Angeles America/Louisville America/Lower_Princes America/Maceio
America/Managua America/Manaus America/Marigot America/Martinique America/Matamoros
America/Mazatlan America/Mendoza America/Menominee America/Merida America/Metlakatla
America/Mexico_City America/Miquelon America/Moncton America/Monterrey
America/Montevideo America/Montserrat America/Nassau America/New_York America/Nome
America/Noronha America/North_Dakota/Beulah America/North_Dakota/Center
America/North_Dakota/New_Salem America/Ojinaga America/Panama America/Paramaribo
America/Phoenix America/Port-au-Prince America/Port_of_Spain America/Porto_Velho
America/Puerto_Rico America/Punta_Arenas America/Rankin_Inlet America/Recife
America/Regina America/Resolute America/Rio_Branco America/Santarem America/Santiago
America/Santo_Domingo America/Sao_Paulo America/Scoresbysund America/Sitka
America/St_Barthelemy America/St_Johns America/St_Kitts America/St_Lucia
America/St_Thomas America/St_Vincent America/Swift_Current America/Tegucigalpa
America/Thule America/Tijuana America/Toronto America/Tortola America/Vancouver
America/Whitehorse America/Winnipeg America/Yakutat Antarctica/Casey Antarctica/Davis
Antarctica/DumontDUrville Antarctica/Macquarie Antarctica/Mawson Antarctica/McMurdo
Antarctica/Palmer Antarctica/Rothera Antarctica/Syowa Antarctica/Troll Antarctica/Vostok
Arctic/Longyearbyen Asia/Aden Asia/Almaty Asia/Amman Asia/Anadyr Asia/Aqtau Asia/Aqtobe
Asia/Ashgabat Asia/Atyrau Asia/Baghdad Asia/Bahrain Asia/Baku Asia/Bangkok Asia/Barnaul
Asia/Beirut Asia/Bishkek Asia/Brunei Asia/Calcutta Asia/Chita Asia/Colombo Asia/Damascus
Asia/Dhaka Asia/Dili Asia/Dubai Asia/Dushanbe Asia/Famagusta Asia/Gaza Asia/Hebron
Asia/Ho_Chi_Minh Asia/Hong_Kong Asia/Hovd Asia/Irkutsk Asia/Jakarta Asia/Jayapura
Asia/Jerusalem Asia/Kabul Asia/Kamchatka Asia/Karachi Asia/Kathmandu Asia/Katmandu
Asia/Khandyga Asia/Kolkata Asia/Krasnoyarsk Asia/Kuala_Lumpur Asia/Kuching Asia/Kuwait
Asia/Macau Asia/Magadan Asia/Makassar Asia/Manila Asia/Muscat Asia/Nicosia
Asia/Novokuznetsk Asia/Novosibirsk Asia/Omsk Asia/Oral Asia/Phnom_Penh Asia/Pontianak
Asia/Pyongyang Asia/Qatar Asia/Qostanay Asia/Qyzylorda Asia/Rangoon Asia/Riyadh
Asia/Saigon Asia/Sakhalin Asia/Samarkand Asia/Seoul Asia/Shanghai Asia/Singapore
Asia/Srednekolymsk Asia/Taipei Asia/Tashkent Asia/Tbilisi Asia/Tehran Asia/Thimphu
Asia/Tokyo Asia/Tomsk Asia/Ulaanbaatar Asia/Urumqi Asia/Ust-Nera Asia/Vientiane
Asia/Vladivostok Asia/Yakutsk Asia/Yangon Asia/Yekaterinburg Asia/Yerevan
Atlantic/Azores Atlantic/Bermuda Atlantic/Canary Atlantic/Cape_Verde Atlantic/Faeroe
Atlantic/Faroe Atlantic/Madeira Atlantic/Reykjavik Atlantic/South_Georgia
Atlantic/St_Helena Atlantic/Stanley Australia/Adelaide Australia/Brisbane
Australia/Broken_Hill Australia/Darwin Australia/Eucla Australia/Hobart
Australia/Lindeman Australia/Lord_Howe Australia/Melbourne Australia/Perth
Australia/Sydney Etc/UTC Europe/Amsterdam Europe/Andorra Europe/Astrakhan Europe/Athens
Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Bucharest
Europe/Budapest Europe/Busingen Europe/Chisinau Europe/Copenhagen Europe/Dublin
Europe/Gibraltar Europe/Guernsey Europe/Helsinki Europe/Isle_of_Man Europe/Istanbul
Europe/Jersey Europe/Kaliningrad Europe/Kiev Europe/Kirov Europe/Kyiv Europe/Lisbon
Europe/Ljubljana Europe/London Europe/Luxembourg Europe/Madrid Europe/Malta
Europe/Mariehamn Europe/Minsk Europe/Monaco Europe/Moscow Europe/Oslo Europe/Paris
Europe/Podgorica Europe/Prague Europe/Riga Europe/Rome Europe/Samara Europe/San_Marino
Europe/Sarajevo Europe/Saratov Europe/Simferopol Europe/Skopje Europe/Sofia
Europe/Stockholm Europe/Tallinn Europe/Tirane Europe/Ulyanovsk Europe/Vaduz
Europe/Vatican Europe/Vienna Europe/Vilnius Europe/Volgograd Europe/Warsaw Europe/Zagreb
Europe/Zurich GMT Indian/Antananarivo Indian/Chagos Indian/Christmas Indian/Cocos
Indian/Comoro Indian/Kerguelen Indian/Mahe Indian/Maldives Indian/Mauritius
Indian/Mayotte Indian/Reunion Pacific/Apia Pacific/Auckland Pacific/Bougainville
Pacific/Chatham Pacific/Easter Pacific/Efate Pacific/Enderbury Pacific/Fakaofo
Pacific/Fiji Pacific/Funafuti Pacific/Galapagos Pacific/Gambier Pacific/Guadalcanal
Pacific/Guam Pacific/Honolulu Pacific/Kiritimati Pacific/Kosrae Pacific/Kwajalein
Pacific/Majuro Pacific/Marquesas Pacific/Midway Pacific/Nauru Pacific/Niue
Pacific/Norfolk Pacific/Noumea Pacific/Pago_Pago Pacific/Palau Pacific/Pitcairn
Pacific/Ponape Pacific/Port_Moresby Pacific/Rarotonga Pacific/Saipan Pacific/Tahiti
Pacific/Tarawa Pacific/Tongatapu Pacific/Truk Pacific/Wake Pacific/Wallis UTC
`;

let known: ReadonlySet<string> | undefined;

/** Is this, to the letter, the name of a zone that everybody knows? */
export const isCommonZone = (name: string): boolean => {
  known ??= new Set(NAMES.split(/\s+/u));
  return name !== '' && known.has(name);
};

/** Longer than the longest name of a zone, with room. */
const ZONE_MAX_CHARS = 64;

/** Every zone has the name of an area in front, but for those of a time when there were few. */
const AREA =
  /^(?:africa|america|antarctica|arctic|asia|atlantic|australia|brazil|canada|chile|etc|europe|indian|mexico|pacific|us)\/[a-z]/i;
const WITHOUT_AREA: ReadonlySet<string> = new Set(
  'cet cst6cdt cuba eet egypt eire est est5edt factory gb gb-eire gmt gmt0 gmt+0 gmt-0 greenwich hongkong hst iceland iran israel jamaica japan kwajalein libya met mst mst7mdt navajo nz nz-chat poland portugal prc pst8pdt roc rok singapore turkey uct universal utc w-su wet zulu'.split(
    ' ',
  ),
);

/** May it be one? `Berlin`, `CEST` and `where Ada is` cannot. */
export const mayBeZone = (name: string): boolean =>
  name.length <= ZONE_MAX_CHARS && (AREA.test(name) || WITHOUT_AREA.has(name.toLowerCase()));

/** Is this the name of a time zone (§2.3)? An offset such as `+02:00` is none. Costs 12 ms where it may be an uncommon one. */
export const isZone = (name: string): boolean => {
  if (isCommonZone(name)) return true;
  if (!mayBeZone(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/**
 * The name of a zone that a value begins with: `Europe/Berlin (CET)` has one. `CEST-ish` has none, and `UTC +8` has
 * none, since its offset is no remark.
 */
export const zoneAtStart = (value: string): string | undefined => {
  const [, zone] =
    /^[`*_"]{0,3}([A-Za-z][\w+-]*(?:\/[\w+-]+)*)(?=[`*_"]{0,3}(?:[.。]?$|[.。]\s|[\s,;(](?![\s(]*[+±−-]?\d)))/u.exec(
      value,
    ) ?? [];
  return zone !== undefined && isZone(zone) ? zone : undefined;
};

/** One offset, behind UTC or GMT or alone: what it is counted from stands at its left, and no second one beside it. */
const OFFSET =
  /(?:(?:^|[^\w])(?:UTC|GMT)|^[`*_"(]*) ?\(?([+−–-]) ?(\d{1,2})(?::?([0-5]\d))?(?![\d:])/giu;
const ANY_OFFSET = /[+−–-] ?\d/gu;
/** Zones without summer time whose clocks are not whole hours from UTC: `Etc` has none of them. */
const BROKEN_HOURS: Readonly<Record<string, string>> = {
  '-9:30': 'Pacific/Marquesas',
  '+3:30': 'Asia/Tehran',
  '+4:30': 'Asia/Kabul',
  '+5:30': 'Asia/Kolkata',
  '+5:45': 'Asia/Kathmandu',
  '+6:30': 'Asia/Yangon',
  '+8:45': 'Australia/Eucla',
  '+9:30': 'Australia/Darwin',
};

/** The zone that is always so far from UTC: `UTC+8`, `GMT-3`, `(UTC +05:30)`. `undefined` where a value gives no offset, or two. */
export const zoneOfOffset = (value: string): string | undefined => {
  const [found, another] = value.matchAll(OFFSET);
  if (found === undefined || another !== undefined) return undefined;
  if ((value.match(ANY_OFFSET) ?? []).length > 1) return undefined;
  const [, mark, digits, minutes = '00'] = found;
  const sign = mark === '+' ? '+' : '-';
  const hours = Number(digits);
  if (minutes !== '00') return BROKEN_HOURS[`${sign}${hours}:${minutes}`];
  if (hours === 0) return 'UTC';
  if (hours > (sign === '+' ? 14 : 12)) return undefined;
  // POSIX counts to the west.
  return `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
};

/** A zone as a person reads it: that of an offset has the sign of POSIX in its name. */
export const zoneShown = (zone: string): string =>
  zone.replace(
    /^Etc\/GMT([+-])(\d+)$/,
    (name, sign, hours) => `UTC${sign === '+' ? '-' : '+'}${hours} (${name})`,
  );

const CITY = /\/([A-Za-z_-]+)$/u;
/** Of whom offsets and abbreviations are told: `UTC+8`, `CEST`, `东8区`, `Pekinger Zeit`. */
const TOLD =
  /(?:^|[^\w])(?:UTC|GMT)(?:$|[^\w])|[+−-] ?\d|[东東西]\s?\d+\s?[区區]|\b(?:time|zeit|hora|heure|ora)\b|时间|時間|時区|时区|врем/iu;

const ABBREVIATION = /^[A-Z]{2,5}(?![A-Za-z])/u;

/** Do words tell a person which zone is meant, although they are no name of one? */
export const tellsZone = (value: string): boolean => {
  if (TOLD.test(value) || ABBREVIATION.test(value)) return true;
  const words = new Set(value.toLowerCase().split(/[^\p{L}]+/u));
  return NAMES.split(/\s+/u).some((name) => {
    const city = CITY.exec(name)?.[1];
    return city !== undefined && words.has(city.toLowerCase().replaceAll('_', ' '));
  });
};
