/**
 * A kernel that does a forbidden thing in a way that one witness does not see: `argv[2]` says which, then the
 * workspace and the command of the agent, which gets AGENTS.md and whatever else. For `test/conformance`.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

import koffi from 'koffi';

const [, , way, workspace, agent] = process.argv;
let folder = workspace;
const at = (name) => join(folder, name);
const syscall = koffi.load(null).func('long syscall(long number, ...)');
const OPENAT2 = 437;
const AT_FDCWD = -100;
const O_NOATIME = 0o1000000;

const serve = (...texts) => {
  const input = [readFileSync(at('AGENTS.md'), 'utf8'), ...texts].join('\n');
  const { status } = spawnSync('sh', ['-c', agent], {
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  process.exitCode = status ?? 1;
};

const takeOrders = () => {
  if (!existsSync(at('BOOTSTRAP.md'))) return undefined;
  const text = readFileSync(at('BOOTSTRAP.md'), 'utf8');
  unlinkSync(at('BOOTSTRAP.md'));
  existsSync(at('BOOTSTRAP.md'));
  const fd = openSync(at('.'), 'r');
  fsyncSync(fd);
  closeSync(fd);
  return text;
};

const byHandle = () => {
  const how = Buffer.alloc(24);
  const fd = Number(
    syscall(
      OPENAT2,
      'int',
      AT_FDCWD,
      'const char *',
      at('MEMORY.md'),
      'void *',
      how,
      'size_t',
      how.length,
    ),
  );
  return readFileSync(fd, 'utf8');
};

/** Through a second mount, of which the trace has another name. */
const byMount = () => {
  const there = join(process.env.TMPDIR, 'elsewhere');
  mkdirSync(there);
  const read = 'mount --bind "$1" "$2" && cat "$2/MEMORY.md"';
  return spawnSync('unshare', ['--mount', 'sh', '-c', read, 'sh', workspace, there], {
    encoding: 'utf8',
  }).stdout;
};

const bySecondName = () => {
  const name = join(process.env.TMPDIR, 'name');
  linkSync(at('MEMORY.md'), name);
  const text = readFileSync(name, 'utf8');
  unlinkSync(name);
  return text;
};

const WAYS = {
  /** Nothing that it should not: the others differ from it by one thing. */
  none: () => serve(takeOrders() ?? ''),
  /** The same, by names as they are there. */
  'from within': () => {
    process.chdir(workspace);
    folder = '';
    serve(takeOrders() ?? '');
  },
  openat2: () => serve(byHandle().length),
  'no access time': () => {
    readFileSync(openSync(at('MEMORY.md'), constants.O_RDONLY | O_NOATIME));
    serve();
  },
  mount: () => serve(byMount().length),
  'second name': () => serve(bySecondName().length),
  'in base64': () =>
    serve(Buffer.from(`so: ${readFileSync(at('MEMORY.md'), 'utf8')}`).toString('base64')),
  'put back': () => {
    const soul = readFileSync(at('SOUL.md'));
    serve();
    writeFileSync(at('SOUL.md'), soul);
  },
  'a file that goes': () => {
    const orders = takeOrders() ?? '';
    writeFileSync(join(process.env.TMPDIR, 'for-a-moment'), orders);
    rmSync(join(process.env.TMPDIR, 'for-a-moment'));
    serve(orders);
  },
  packed: () => {
    const orders = takeOrders() ?? '';
    writeFileSync(join(process.env.HOME, 'kept.gz'), gzipSync(orders));
    serve(orders);
  },
  'as a link': () => {
    const orders = takeOrders() ?? '';
    symlinkSync(orders.replaceAll(/\W+/g, '-'), join(process.env.HOME, 'kept'));
    serve(orders);
  },
  unseen: () => undefined,
};
WAYS[way]();
