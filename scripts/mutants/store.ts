import type { Changes } from './mutant.ts';

const STORE = ['test/kernel/store/open.test.ts'];

export const STORES: readonly Changes[] = [
  {
    file: 'kernel/store/address.ts',
    tests: STORE,
    changes: [
      ['keys go over the network in the clear', "url?.protocol === 'https:' ||", 'url !== null ||'],
      [
        'an address leads out of its prefix',
        "names.some((name) => name === '.' || name === '..')",
        "names.includes('.')",
      ],
      [
        'half a key will do',
        'accessKeyId === undefined || secretAccessKey === undefined',
        'accessKeyId === undefined && secretAccessKey === undefined',
      ],
    ],
  },
  {
    file: 'kernel/store/bucket.ts',
    tests: STORE,
    changes: [
      ['requests are signed for another service', "service: 's3'", "service: 'sts'"],
      ['what is signed follows a redirect', "redirect: 'manual'", "redirect: 'follow'"],
      ['a listing ends with its first page', 'while (token !== undefined)', "while (token === '')"],
      ['a missing bucket is an empty one', "!== 'NoSuchBucket'", "!== 'x'"],
      ['any answer is an object', 'response.status === 200', 'response.status < 500'],
      ['names go out unescaped', "key.split('/').map(encoded)", "key.split('/')"],
    ],
  },
  {
    file: 'kernel/store/bucket-disk.ts',
    tests: STORE,
    changes: [
      ['a bucket takes what is written', 'unlink: readOnly', 'unlink: () => undefined'],
      [
        'what was not fetched is empty',
        "'file' in node && node.file.content === undefined",
        "'file' in node && path === '/'",
      ],
    ],
  },
  {
    file: 'kernel/store/open.ts',
    tests: STORE,
    changes: [
      [
        'long-term memory is fetched for others',
        "if (wanted === 'prompt for others' &&",
        "if (wanted === 'all' &&",
      ],
      ['nobody hears of versions', 'if (keeps === true)', "if (bucket === '')"],
      ['a store of everything is fetched', 'if (sum > STORE_MAX_BYTES)', 'if (sum < 0)'],
      ['objects of any length are fetched', 'bytes <= FILE_MAX_BYTES && isWanted', 'isWanted'],
    ],
  },
];

export const REQUESTS: readonly Changes[] = [
  {
    file: 'lib/model/request.ts',
    tests: ['test/lib/model/request.test.ts'],
    changes: [
      [
        'a breakpoint stands where nothing is kept',
        'tokens >= limits.cacheMinTokens',
        'tokens >= 0',
      ],
      ['more breakpoints than a provider takes', 'const BREAKPOINTS = 4', 'const BREAKPOINTS = 5'],
      ['tools have their breakpoint beside the others', ' - (toolsCached ? 1 : 0)', ''],
      ['breakpoints stand behind what changes', 'before.blocks.slice(0, changes)', 'before.blocks'],
      ['groups share a block', 'last?.group === group', 'last !== undefined'],
      ['the first blocks have the breakpoints', '.slice(-room)', '.slice(0, room)'],
      [
        'a block counts alone',
        'return { text, group, tokens: all };',
        'return { text, group, tokens: estimateTokens(text, charsPerToken) };',
      ],
      [
        'another model has the count of the first',
        'before?.charsPerToken === charsPerToken',
        'before !== undefined',
      ],
    ],
  },
  {
    file: 'lib/prompt/lasting.ts',
    tests: ['test/lib/prompt/lasting.test.ts'],
    changes: [
      ['a layout without logs is told of one', "if (log && files !== '')", "if (files !== '')"],
      ['where nothing may be written, something is asked for', "files === '' ? undefined :", ''],
    ],
  },
];
