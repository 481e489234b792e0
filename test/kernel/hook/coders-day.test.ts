/**
 * The commands and tools of a coder's day, and what the hook has to say to each in a main and in a shared session:
 * nothing, in a main session, to what names no guarded file, since an agent that nobody attends takes a question for a no.
 */
import { mkdirSync, symlinkSync } from 'node:fs';

import { afterAll, describe, expect, it } from 'vitest';

import { hookAnswer, hookJudge, type HookKind } from '#test/support/hook-judge.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const temp = makeBornWorkspace({
  'MEMORY.md': '# Memory\n\n- One.\n',
  'HEARTBEAT.md': 'x\n',
  'CLAUDE.md': '# Conventions\n',
  'README.md': '# Boats\n',
  'package.json': '{}\n',
  Makefile: 'all:\n',
  'src/a.js': 'x\n',
  'src/memory/index.ts': 'x\n',
  'docs/memory.md': 'x\n',
  'docs/agents.md': 'x\n',
  'packages/x/AGENTS.md': 'x\n',
  'projects/roof.md': 'x\n',
  'memory/2026-11-20.md': '# A day\n',
});
mkdirSync(temp.at('.git/objects'), { recursive: true });
temp.write('.git/HEAD', 'ref: refs/heads/main\n');
mkdirSync(temp.at('node_modules/.bin'), { recursive: true });
symlinkSync('/usr', temp.at('node_modules/linked'));

const judges = { main: hookJudge(temp, 'main'), shared: hookJudge(temp, 'shared') };
afterAll(() => {
  for (const judge of Object.values(judges)) judge.close();
});

const answerTo = async (kind: HookKind, name: string, input: object): Promise<string> => {
  const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: temp.path };
  const { is } = await hookAnswer(judges[kind], 'claude-code', {
    ...event,
    tool_name: name,
    tool_input: input,
  });
  return is;
};

/** Plain commands of the table, on files that nobody guards. */
const PLAIN = [
  'ls',
  'ls -la',
  'ls -la src',
  'pwd',
  'git status',
  'git status --short --branch',
  'git log',
  'git log --oneline -5',
  'git --no-pager log --stat -n 3 main..dev',
  'git log --since=yesterday --author=ada -- src/a.js',
  'cat src/a.js',
  'cat package.json | head -n 20',
  'head -n 5 README.md',
  'tail -f /tmp/build.log',
  'wc -l src/a.js',
  'grep -n foo src/a.js',
  'grep -rn foo src',
  "grep -rn 'memory leak' docs",
  'cat CLAUDE.md',
  'cat projects/roof.md docs/memory.md docs/agents.md',
  'cat packages/x/AGENTS.md',
  'cat src/../package.json',
  'mkdir -p src/new && touch src/new/b.js',
  'rm src/old.js',
  'rm -rf dist build',
  'rm -rf src/new',
  'cp src/a.js src/b.js',
  'mv src/b.js lib/b.js',
  'cp -r src /tmp/backup',
  'cp /tmp/x.png .',
  "echo 'export {}' > src/c.ts",
  'echo x >> notes.txt',
  "cat > src/d.ts <<'EOF'\nimport m from './memory';\nif (a > b) m.rm('x');\nEOF",
  'cat <<EOF > src/e.txt\nplain words\nEOF',
  'tee src/f.txt < src/a.js',
  'chmod +x scripts/run.sh',
  'diff src/a.js src/b.js',
  'stat src/a.js',
  'file dist/a.bin',
  'date +%F',
  'whoami',
  'uname -a',
  'cd src && ls',
  'cd src && cat a.js && cd memory && rm index.ts',
  'echo done; sleep 1',
  'ls /usr/lib',
  'cat node_modules/linked/lib/os-release',
  'sha256sum package.json',
  'basename src/a.js .js',
];

/** What no table knows: done in a main session, and denied where others read along. */
const OTHER = [
  'npm test',
  'npm run build',
  'npm install --save-dev vitest',
  'npm test -- --grep "user memory"',
  'npx eslint src --fix',
  'npx tsc --noEmit',
  'npx vitest run test/memory.test.ts',
  'yarn build',
  'pnpm -r test',
  'make',
  'make -j4 all',
  'cargo test',
  'cargo build --release',
  'go test ./...',
  'python3 -m pytest tests -k memory_leak',
  'python3 scripts/gen.py --out dist/x.json',
  'node -e "console.log(1 + 1)"',
  'node scripts/build.js',
  'git diff',
  'git diff --stat HEAD~1',
  'git log -p -2',
  'git add src/a.js docs/memory.md',
  'git commit -m "Free the memory of users. Done."',
  'git commit -am "Say in AGENTS.md how tests run"',
  'git push origin main',
  'git pull --rebase',
  'git checkout -b fix/user-memory',
  'git stash',
  'git show HEAD:src/a.js',
  'gh pr create --title "Fix it." --body "As MEMORY.md says, it works."',
  "sed -n '1,20p' src/a.js",
  "sed -i 's/foo/bar/' src/a.js",
  "awk '{print $1}' src/a.js",
  "find src -name '*.ts'",
  "find . -name '*.ts'",
  'ls src/*.ts',
  'wc -l src/*.js',
  'rm dist/*.map',
  'cat $FILE',
  'echo $PATH',
  'for f in src/*.js; do node --check "$f"; done',
  'curl -s https://example.com/api/users.md5',
  'docker build --rm -t app:1 .',
  'docker compose up -d',
  'CI=1 npm test',
  'jq .name package.json',
  'which node',
  'ps aux | grep node',
  'kill 4711',
  'rg -n "TODO" src',
  'tar czf /tmp/src.tgz src',
  'cd .. && ls',
];

/** The workspace itself: what became of it is seen afterwards. */
const ROOT = [
  'git add .',
  'npx eslint .',
  'npx prettier --check .',
  'go vet .',
  'rg foo .',
  'git add *',
  'tar czf /tmp/all.tgz .',
  'docker run --rm -v .:/app app:1',
];

/** A guarded file, or a folder that holds some, by a program that is not known. */
const NAMED = [
  "sed -i 's/a/b/' MEMORY.md",
  'git add MEMORY.md',
  'git show HEAD:MEMORY.md',
  'npx prettier --write AGENTS.md',
  'git clean -fdx .',
  'npx rimraf .',
  'find . -name x -delete',
  'npx prettier "*.md"',
  'cat M*',
  'du -sh memory',
  'cat {MEM,}ORY.md',
  'rm -rf mem*',
  'chmod 600 SOUL.md',
  'echo x > MEMORY.md',
  'cp src/a.js AGENTS.md',
  'truncate -s 0 MEMORY.md',
  'mv src/a.js MEMORY.md',
  'yamo hook uninstall claude-code',
];

const REFUSED = [
  'rm -rf memory',
  'rm -rf .',
  'rm -rf *',
  'rm -rf ../..',
  'rm MEMORY.md',
  'mv memory old',
  'cd src && cd .. && rm -rf memory',
  'echo x > SOUL.md',
];

const commands = (answers: readonly [main: string, shared: string], all: readonly string[]) =>
  all.map((command) => [command, ...answers] as const);

describe('of the commands of a day', () => {
  it.each([
    ...commands(['pass', 'pass'], PLAIN),
    ...commands(['pass', 'deny'], [...OTHER, ...ROOT]),
    ...commands(['ask', 'deny'], NAMED),
    ...commands(['deny', 'deny'], REFUSED),
  ])('%s: main %s, shared %s', async (command, main, shared) => {
    expect(await answerTo('main', 'Bash', { command })).toBe(main);
    expect(await answerTo('shared', 'Bash', { command })).toBe(shared);
  });

  it('there are a hundred', () => {
    expect(PLAIN.length + OTHER.length + ROOT.length).toBeGreaterThanOrEqual(100);
  });
});

const TOOLS: readonly (readonly [name: string, input: object, main: string, shared: string])[] = [
  ['Read', { file_path: temp.at('src/a.js') }, 'pass', 'pass'],
  ['Read', { file_path: 'CLAUDE.md' }, 'pass', 'pass'],
  ['Read', { file_path: temp.at('projects/roof.md') }, 'pass', 'pass'],
  ['Read', { file_path: temp.at('src/none.js') }, 'pass', 'pass'],
  ['Read', { file_path: '/usr/include/stdio.h' }, 'pass', 'pass'],
  ['Read', { file_path: temp.at('AGENTS.md') }, 'pass', 'pass'],
  ['Read', { file_path: temp.at('MEMORY.md') }, 'pass', 'deny'],
  ['Write', { file_path: temp.at('src/a.js'), content: 'x' }, 'pass', 'pass'],
  ['Write', { file_path: temp.at('CLAUDE.md'), content: 'See MEMORY.md.' }, 'pass', 'pass'],
  ['Write', { file_path: temp.at('.env'), content: 'PORT=1' }, 'pass', 'pass'],
  ['Write', { file_path: temp.at('SOUL.md'), content: 'x' }, 'deny', 'deny'],
  ['Edit', { file_path: 'src/a.js', old_string: 'x', new_string: 'y' }, 'pass', 'pass'],
  [
    'MultiEdit',
    { file_path: 'src/a.js', edits: [{ old_string: 'x', new_string: 'y' }] },
    'pass',
    'pass',
  ],
  ['NotebookEdit', { notebook_path: 'src/a.ipynb', new_source: 'x' }, 'pass', 'pass'],
  ['Glob', { pattern: '**/*.ts' }, 'pass', 'pass'],
  ['Glob', { pattern: '*.ts', path: 'src' }, 'pass', 'pass'],
  ['LS', { path: temp.path }, 'pass', 'pass'],
  ['LS', { path: temp.at('src') }, 'pass', 'pass'],
  ['Grep', { pattern: 'foo', path: 'src' }, 'pass', 'pass'],
  ['Grep', { pattern: 'foo' }, 'pass', 'deny'],
  ['Task', { description: 'Find it.', prompt: 'Look at MEMORY.md.' }, 'pass', 'pass'],
  ['TodoWrite', { todos: [{ content: 'Fix a.js.', status: 'pending' }] }, 'pass', 'pass'],
  ['WebFetch', { url: 'https://example.com/a.md', prompt: 'What is it?' }, 'pass', 'pass'],
  ['WebSearch', { query: 'MEMORY.md' }, 'pass', 'pass'],
  ['BashOutput', { bash_id: 'b1' }, 'pass', 'deny'],
  ['KillShell', { shell_id: 'b1' }, 'pass', 'deny'],
  ['mcp__github__create_issue', { title: 'It works. Really.', labels: ['bug'] }, 'pass', 'deny'],
  ['mcp__github__search_issues', { query: 'memory leak in user.js', page: 2 }, 'pass', 'deny'],
  ['mcp__db__query', { sql: 'SELECT * FROM users WHERE id = ?' }, 'pass', 'deny'],
  ['mcp__fs__list_directory', { path: temp.path }, 'pass', 'deny'],
  ['mcp__fs__read_file', { path: temp.at('src/a.js') }, 'pass', 'deny'],
  [
    'mcp__fs__write_file',
    { path: 'docs/memory.md', content: '# On memory\n\nIt leaks.' },
    'pass',
    'deny',
  ],
  ['mcp__playwright__click', { element: 'Save. Now.', ref: 'e12' }, 'pass', 'deny'],
  ['mcp__linear__comment', { body: 'Done in src/a.js and docs/agents.md.' }, 'pass', 'deny'],
  ['mcp__fs__read_file', { path: 'MEMORY.md' }, 'ask', 'deny'],
  ['mcp__fs__delete_directory', { path: temp.path }, 'ask', 'deny'],
];

describe('of the tools of a day', () => {
  it.each(TOOLS)('%s of %j: main %s, shared %s', async (name, input, main, shared) => {
    expect(await answerTo('main', name, input)).toBe(main);
    expect(await answerTo('shared', name, input)).toBe(shared);
  });

  it('there are thirty', () => {
    expect(TOOLS.filter(([, , main]) => main === 'pass').length).toBeGreaterThanOrEqual(30);
  });
});
