import type { Changes } from './mutant.ts';

const KEYS = ['test/lib/secrets/provider-keys.test.ts'];
const CREDENTIALS = ['test/lib/secrets/credential.test.ts'];

export const LIBRARY: readonly Changes[] = [
  {
    file: 'lib/secrets/provider-keys.ts',
    tests: KEYS,
    changes: [
      [
        'a gap to fill in is a key',
        'if (value === undefined || GAP.test(value)) return undefined;',
        'if (value === undefined) return undefined;',
      ],
      ['a name is a key', 'this.#isMixed && !isOfAllKinds(value)', 'false'],
      ['a key behind an escape is missed', "text.charAt(from - 1) === '\\\\'", 'false'],
      ['a key behind emphasis is missed', '(isFresh || MARK[code] !== 1)', 'MARK[code] !== 1'],
      ['a key may begin within a word', 'LETTER_OR_DIGIT[code] !== 1 && ', ''],
      ['a longer token is a key', '(?![0-9A-Za-z])`', '`'],
      [
        'a private key that was cut off is missed',
        'return closed > at ? closed : end;',
        'return closed > at ? closed : undefined;',
      ],
      [
        'prose behind the mark is a private key',
        'const PEM_LINE_MIN_CHARS = 32;',
        'const PEM_LINE_MIN_CHARS = 3;',
      ],
      [
        'a private key with a passphrase is missed',
        '(?:Proc-Type|DEK-Info|Comment|Version)',
        '(?:Comment|Version)',
      ],
      [
        'a key in a private key is found by itself',
        'const tokens = apartFrom(blocks, [...tokensIn(text)]);',
        'const tokens = [...tokensIn(text)];',
      ],
      [
        'keys that follow each other are missed',
        'at = behind + DENSE_MIN_CHARS - 1;',
        'at = behind + 8 * DENSE_MIN_CHARS;',
      ],
    ],
  },
  {
    file: 'lib/secrets/provider-formats.ts',
    tests: KEYS,
    changes: [['names with a short mark are keys', 'isMixed: true,', 'isMixed: false,']],
  },
  {
    file: 'lib/secrets/credential-values.ts',
    tests: KEYS,
    changes: [
      [
        'a token of three parts is a property',
        'PROPERTY.test(value) && !isDotted(value)',
        'PROPERTY.test(value)',
      ],
      ['a property is a token', 'parts.length > 2 && (', 'parts.length > 1 || ('],
      ['what was cut short is a key', 'stars > emphasis ||', ''],
    ],
  },
  {
    file: 'lib/secrets/credential-told.ts',
    tests: CREDENTIALS,
    changes: [
      [
        'a blank behind a mark is a gap',
        '[a-z\\d)"\'`][*_]{0,2}$/i.test(before)',
        '$/.test(before)',
      ],
      ['any character of no ASCII is a letter', '/\\p{Lo}$/u', '/./u'],
      [
        'letters of other scripts are none',
        ' || /[\\p{L}\\p{M}\\p{N}][*_]{0,2}$/u.test(before)',
        '',
      ],
    ],
  },
  {
    file: 'lib/secrets/credential-lines.ts',
    tests: CREDENTIALS,
    changes: [['an address with a password is no reason to read on', 'lastAt < hint', 'true']],
  },
  {
    file: 'lib/language/credential-labels.ts',
    tests: CREDENTIALS,
    changes: [
      [
        'a head may end another word',
        'before === head || before.endsWith(` ${head}`)',
        'before.endsWith(head)',
      ],
      ['a purpose has two words at most', 'PURPOSE_WORDS_MAX = 3', 'PURPOSE_WORDS_MAX = 2'],
      ['a head needs no purpose', 'let before = words;', 'let before = `${words} x`;'],
    ],
  },
  {
    file: 'lib/text/word-scan.ts',
    tests: ['test/lib/text/word-scan.test.ts'],
    changes: [
      [
        'what has begun is forgotten where a word breaks off',
        'if (fallback !== state) next',
        'if (fallback === state) next',
      ],
      [
        'a word that another one holds is not seen',
        'if (node.fallback?.isEnd === true) node.isEnd = true;',
        '',
      ],
    ],
  },
  {
    file: 'lib/secrets/service-keys.ts',
    tests: KEYS,
    changes: [['any name is that of a service', 'SERVICES.has(name) ||', "name !== '' ||"]],
  },
  {
    file: 'lib/text/day.ts',
    tests: ['test/lib/text/day.test.ts'],
    changes: [
      ['every fourth year is a leap year', '(year % 100 !== 0 || year % 400 === 0)', 'true'],
      ['no century is a leap year', ' || year % 400 === 0', ''],
      ['a month has a day zero', 'day >= 1 && ', ''],
      ['the 31st is a day of every month', 'day <= last', 'day <= 31'],
      ['the day before is the same day', 'date.getUTCDate() - 1', 'date.getUTCDate()'],
      ['a log may be any day', 'day !== undefined && isDay(day)', 'day !== undefined'],
    ],
  },
  {
    file: 'lib/secrets/provider-prefilter.ts',
    tests: [...KEYS, 'test/lib/secrets/provider-prefilter.test.ts'],
    changes: [
      [
        'keys of our own table are not looked for',
        'mayHoldPresetKey(text) || hasFormatKey(text)',
        'mayHoldPresetKey(text)',
      ],
      [
        'keys of the preset are not looked for',
        'mayHoldPresetKey(text) || hasFormatKey(text)',
        'hasFormatKey(text)',
      ],
      ['passwords in addresses are not looked for', "['://', ", "[':///', "],
    ],
  },
  {
    file: 'lib/layout/detect.ts',
    tests: ['test/lib/layout/detect.test.ts'],
    changes: [
      ['a tie is broken', 'candidates.length === 1', 'candidates.length > 0'],
      ['BOOTSTRAP.yamo speaks for nobody', "...evidenceOf('rfc-0009', around)", ''],
    ],
  },
  {
    file: 'lib/layout/membership.ts',
    tests: ['test/audit/layouts.test.ts'],
    changes: [
      [
        "what is the runtime's is read",
        "one.endsWith('/') ? `${name}/`.startsWith(one) : one === name",
        'false',
      ],
      [
        'no folder is looked into',
        'const open = any >= 0 && parts.length > any;',
        'const open = false;',
      ],
    ],
  },
  {
    file: 'lib/layout/weakens.ts',
    tests: ['test/lib/layout/weakens.test.ts'],
    changes: [
      [
        'a layout may call MEMORY.md something else',
        'one.role !== file.role && fitsName',
        "file.role === 'soul' && fitsName",
      ],
      [
        'a layout may give long-term memory to others too',
        "file.for?.length === 1 && file.for[0] === 'main'",
        "file.for?.[0] === 'main'",
      ],
      ['a layout may name a file twice', '    seen.set(name, file);\n', ''],
      ['a layout may name what the kernel writes', 'OF_KERNEL.test(name)', 'false'],
    ],
  },
  {
    file: 'lib/layout/places.ts',
    tests: ['test/lib/layout/weakens.test.ts'],
    changes: [
      [
        'a layout may look above the workspace',
        'name !== undefined && !INSIDE.test(name)',
        'false',
      ],
    ],
  },
  {
    file: 'lib/prompt/select.ts',
    tests: ['test/lib/prompt/properties.test.ts', 'test/lib/prompt/gsv.test.ts'],
    changes: [
      [
        'a prompt for others has what is for the human alone',
        'row.for.includes(audience)',
        'row.for.length > 0',
      ],
    ],
  },
  {
    file: 'lib/prompt/cut.ts',
    tests: ['test/lib/prompt/aletheia.test.ts', 'test/lib/prompt/properties.test.ts'],
    changes: [
      ['500 tokens are not enough for a file that is cut', 'left >= floor', 'left > floor'],
      [
        'a mark of what was cut costs nothing',
        'estimate(withMarker(at)) <= left',
        'estimate(text.slice(0, at)) <= left',
      ],
      ['what was cut may be a bare mark', "if (kept.trim() === '') continue;", ''],
    ],
  },
  {
    file: 'lib/layout/convert.ts',
    tests: ['test/lib/layout/convert.test.ts'],
    changes: [
      [
        'bootstrap instructions of others move to where the kernel carries them out',
        "const isOrder = row?.role === 'bootstrap' || meant?.role === 'bootstrap';",
        'const isOrder = false;',
      ],
      ['two files become one', 'taken.has(wanted.to)', 'false'],
      ['a file lies where another needs a folder', 'this.#folders.has(wanted)', 'false'],
      [
        'a file lies below another',
        'foldersOf(wanted).some((folder) => this.#files.has(folder))',
        'false',
      ],
    ],
  },
  {
    file: 'lib/heartbeat/beats.ts',
    tests: ['test/lib/heartbeat/decide.test.ts'],
    changes: [
      [
        'a busy session puts a heartbeat off',
        "'outside-hours', 'busy', 'running'",
        "'outside-hours'",
      ],
      ['a clock that was set back silences heartbeats', ' && end <= now + CLOCK_SLACK_SECONDS', ''],
      ['one that was killed is tried again at once', '    started?.at,\n', ''],
      ['the next one counts from the beginning', '    last?.endedAt,', '    last?.startedAt,'],
    ],
  },
  {
    file: 'lib/heartbeat/checks.ts',
    tests: ['test/lib/heartbeat/checks.test.ts'],
    changes: [
      ['milliseconds are a time', 'value > EPOCH_MAX_SECONDS', 'value < 0'],
      ['a time in the future is one', 'value > now + CLOCK_SLACK_SECONDS', 'value < 0'],
      ['a torn number is a time', '(?=\\s{0,20}[,}\\n\\r])', ''],
    ],
  },
];
