/** Hostile and broken workspaces: the built program refuses, says why, and starts nothing. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import { REFUSALS, type RefusalCode } from '#lib/spec/refusals.ts';
import { few } from '#test/support/deep.ts';
import { ORDERS_YAMO } from '#test/support/orders.ts';
import { canChattr, canMount, chattr, isRoot, mount, stranger } from '#test/support/machine.ts';
import {
  bornFiles,
  filled,
  freshPath,
  makeBornWorkspace,
  makeWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import {
  thirdPartyAgent,
  noticesOf,
  type Options,
  refusalOf,
  type Result,
  skipLoudly,
  stateOf,
  stepsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

const ORDERS =
  '# First boot Certificate\n\n**Name:** Canary\n\n**Set-up password:** CANARY-IN-ORDERS\n';
const PRIVATE = ['CANARY-IN-SOUL', 'CANARY-IN-USER', 'CANARY-IN-MEMORY', 'CANARY-IN-ORDERS'];

const files = {
  ...bornFiles(),
  'SOUL.md': 'You are Robin, a pilot.\nCANARY-IN-SOUL\n',
  'USER.md': '# User\n\nCANARY-IN-USER\n',
  'MEMORY.md': '# Memory\n\nCANARY-IN-MEMORY\n',
  'BOOTSTRAP.md': ORDERS,
};

/** A workspace with everything in it, and bootstrap instructions; `files` instead of or besides that. */
const full = (): TempWorkspace => makeWorkspace(files);
const withoutOrders = (): TempWorkspace => {
  const ws = full();
  ws.remove('BOOTSTRAP.md');
  return ws;
};

interface Outcome extends Result {
  readonly refused: string | undefined;
  /** What `--plan` said before. */
  readonly planned: string | undefined;
  /** The agent was started in the workspace. */
  readonly started: boolean;
}

/** Boots with an agent that starts, and so is tried, and does nothing. */
const boot = async (
  workspace: TempWorkspace,
  args: readonly string[] = [],
  options: Options = {},
): Promise<Outcome> => {
  const chosen = args.includes('shared') || args.includes('--agent');
  const agent = chosen ? [] : ['--agent', thirdPartyAgent('idle')];
  const plan = await yamo(['boot', '--plan', '--json', ...agent, ...args], {
    workspace,
    ...options,
  });
  const result = await yamo(['boot', '--json', '--message', 'hello', ...agent, ...args], {
    workspace,
    ...options,
  });
  return {
    ...result,
    planned: refusalOf(plan.events),
    refused: refusalOf(result.events),
    started: ['bootstrap_flow', 'persona_activation'].some((step) =>
      stepsOf(result.events).includes(step),
    ),
  };
};

/** What only trying tells: `--plan` changes nothing, so it does not know. */
const isTried = (code: string | undefined): boolean =>
  ['BOOTSTRAP_UNDELETABLE', 'WORKSPACE_UNWRITABLE', 'BOOTSTRAP_SURVIVES'].includes(code ?? '');

/** What matters of a refused boot, and of the plan of it. */
const seen = ({ refused, planned, code, started, events, stdout, stderr }: Outcome): object => ({
  refused,
  planned: isTried(refused) ? refused : planned,
  code,
  started,
  what: String(events.at(-1)?.['what']),
  leaked: PRIVATE.filter((canary) => (stdout + stderr).includes(canary)),
  showsStack: /\n +at /.test(stderr),
});

/** What is to be seen: the code and its exit code, the file named, no agent, no text of a file. */
const refusal = (code: RefusalCode, named: string): object => ({
  refused: code,
  planned: code,
  code: REFUSALS[code].exit,
  started: false,
  what: expect.stringContaining(named),
  leaked: [],
  showsStack: false,
});

interface Hostile {
  readonly what: string;
  readonly make: (ws: TempWorkspace) => void | Promise<void>;
  readonly code: RefusalCode;
  readonly names?: string;
  /** What must still be there afterwards, besides nothing else being lost. */
  readonly kept?: string;
}

const orders = (ws: TempWorkspace): string => ws.at('BOOTSTRAP.md');

/** What stands in the place of BOOTSTRAP.md, or near it. */
const HOSTILE: readonly Hostile[] = [
  {
    what: 'a symbolic link to a file',
    make: (ws) => {
      renameSync(orders(ws), join(dirname(ws.path), 'target.md'));
      symlinkSync('../target.md', orders(ws));
    },
    code: 'BOOTSTRAP_SYMLINK',
    kept: '../target.md',
  },
  {
    what: 'a dangling symbolic link',
    make: (ws) => {
      ws.remove('BOOTSTRAP.md');
      symlinkSync('nowhere', orders(ws));
    },
    code: 'BOOTSTRAP_SYMLINK',
  },
  {
    what: 'a symbolic link to itself',
    make: (ws) => {
      ws.remove('BOOTSTRAP.md');
      symlinkSync('BOOTSTRAP.md', orders(ws));
    },
    code: 'BOOTSTRAP_SYMLINK',
  },
  {
    what: 'a named pipe',
    make: (ws) => {
      ws.remove('BOOTSTRAP.md');
      execFileSync('mkfifo', [orders(ws)]);
    },
    code: 'BOOTSTRAP_NOT_REGULAR',
  },
  {
    what: 'a directory',
    make: (ws) => {
      ws.remove('BOOTSTRAP.md');
      mkdirSync(orders(ws));
    },
    code: 'BOOTSTRAP_NOT_REGULAR',
  },
  {
    what: 'a socket',
    make: async (ws) => {
      ws.remove('BOOTSTRAP.md');
      const server = createServer();
      await new Promise<void>((listening) => {
        server.listen(`${ws.path}/s`, listening);
      });
      renameSync(ws.at('s'), orders(ws));
      server.unref();
    },
    code: 'BOOTSTRAP_NOT_REGULAR',
  },
  {
    what: 'a file with a second name inside the workspace',
    make: (ws) => linkSync(orders(ws), ws.at('copy.md')),
    code: 'BOOTSTRAP_HARDLINKED',
    kept: 'copy.md',
  },
  {
    what: 'a file with a second name elsewhere',
    make: (ws) => linkSync(orders(ws), join(dirname(ws.path), 'copy.md')),
    code: 'BOOTSTRAP_HARDLINKED',
    kept: '../copy.md',
  },
  {
    what: 'a file of 600 MB',
    make: (ws) => truncateSync(orders(ws), 600_000_000),
    code: 'BOOTSTRAP_TOO_LARGE',
  },
  {
    what: 'one byte that is no UTF-8',
    make: (ws) => ws.write('BOOTSTRAP.md', Buffer.from([0x23, 0x20, 0xff, 0x0a])),
    code: 'BOOTSTRAP_NOT_TEXT',
  },
  {
    what: 'a NUL byte',
    make: (ws) => ws.write('BOOTSTRAP.md', `${ORDERS}\0`),
    code: 'BOOTSTRAP_NOT_TEXT',
  },
  {
    what: 'a BOOTSTRAP.yamo that is no YAMO',
    make: (ws) => ws.write('BOOTSTRAP.yamo', 'be born;\n'),
    code: 'BOOTSTRAP_INVALID',
    names: 'BOOTSTRAP.yamo',
    kept: 'BOOTSTRAP.yamo',
  },
  {
    what: 'a BOOTSTRAP.yamo that is a symbolic link',
    make: (ws) => symlinkSync('BOOTSTRAP.md', ws.at('BOOTSTRAP.yamo')),
    code: 'BOOTSTRAP_SYMLINK',
    names: 'BOOTSTRAP.yamo',
  },
  {
    what: 'another spelling instead of it',
    make: (ws) => renameSync(orders(ws), ws.at('bootstrap.md')),
    code: 'BOOTSTRAP_CASE',
    names: 'bootstrap.md',
    kept: 'bootstrap.md',
  },
  {
    what: 'another spelling beside it',
    make: (ws) => ws.write('Bootstrap.MD', 'x'),
    code: 'BOOTSTRAP_CASE',
    names: 'Bootstrap.MD',
  },
  ...['BOOTSTRAP.md~', '.BOOTSTRAP.md.swp', 'BOOTSTRAP.md.bak', 'BOOTSTRAP (1).md'].map(
    (copy): Hostile => ({
      what: `the copy ${copy} beside it`,
      make: (ws) => ws.write(copy, ORDERS),
      code: 'BOOTSTRAP_COPIES',
      names: copy,
      kept: copy,
    }),
  ),
];

describe('bootstrap instructions that cannot be taken', () => {
  it.each(few(HOSTILE, 3))(
    '$what: refused, named, kept, nothing started [Y114] [K18]',
    async (row) => {
      const ws = full();
      await row.make(ws);
      const before = ws.list();
      const outcome = await boot(ws);
      expect(seen(outcome)).toEqual(refusal(row.code, row.names ?? 'BOOTSTRAP.md'));
      expect(ws.list()).toEqual(before);
      expect(row.kept === undefined || lstatSync(ws.at(row.kept)).isFile()).toBe(true);
      expect(stepsOf(outcome.events)).not.toContain('load_soul');
    },
  );

  it('and a shared session neither reads nor deletes them', async () => {
    const ws = full();
    expect(seen(await boot(ws, ['--session', 'shared']))).toEqual(
      refusal('BOOTSTRAP_IN_SHARED', 'BOOTSTRAP.md'),
    );
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it.each([
    ['a byte order mark', `\uFEFF${ORDERS}`],
    ['CRLF', ORDERS.replaceAll('\n', '\r\n')],
    ['nothing', ''],
  ])('with %s they can', async (_, text) => {
    const ws = makeWorkspace({ ...files, 'BOOTSTRAP.md': text });
    const { code } = await yamo(['boot', '--drop-unread', '--message', 'x'], { workspace: ws });
    expect([code, ws.has('BOOTSTRAP.md')]).toEqual([0, false]);
  });

  it('through a symbolic link to the workspace they can', async () => {
    const ws = full();
    const link = freshPath('link');
    symlinkSync(ws.path, link);
    const { code } = await yamo(['boot', '--drop-unread', '--message', 'x'], {
      workspace: { ...ws, path: link },
    });
    expect([code, ws.has('BOOTSTRAP.md')]).toEqual([0, false]);
  });

  it('leftovers of them alone are told, and the boot goes on', async () => {
    const ws = withoutOrders();
    ws.write('BOOTSTRAP.md.bak', ORDERS);
    const { code, events } = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
    expect(code).toBe(0);
    expect(noticesOf(events)).toContain('BOOTSTRAP.md.bak');
  });
});

const noMount = skipLoudly(!canMount, 'workspaces on mounted file systems (needs root)');
const noChattr = skipLoudly(!canChattr, 'immutable files (needs root and chattr)');

describe('a machine that does not let the instructions go', () => {
  it.skipIf(!isRoot)('a device: refused, not read without end [Y114]', async () => {
    const ws = full();
    ws.remove('BOOTSTRAP.md');
    execFileSync('mknod', [orders(ws), 'c', '1', '5']);
    expect(seen(await boot(ws))).toEqual(refusal('BOOTSTRAP_NOT_REGULAR', 'BOOTSTRAP.md'));
  });

  it.skipIf(noChattr)('an immutable file [Y114]', async () => {
    const ws = full();
    chattr('i', orders(ws));
    const outcome = await boot(ws);
    expect(seen(outcome)).toEqual(refusal('BOOTSTRAP_UNDELETABLE', 'BOOTSTRAP.md'));
    expect(outcome.stdout).toContain('lsattr');
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
    // Nothing was taken, so nothing is said to have been.
    expect(seen(await boot(ws))).toEqual(refusal('BOOTSTRAP_UNDELETABLE', 'BOOTSTRAP.md'));
  });

  it.skipIf(noChattr)(
    'an immutable file beside one that could be deleted: both stay [Y97, Y114]',
    async () => {
      const ws = full();
      ws.write('BOOTSTRAP.yamo', ORDERS_YAMO);
      chattr('i', orders(ws));
      const outcome = await boot(ws);
      expect(seen(outcome)).toEqual(refusal('BOOTSTRAP_UNDELETABLE', 'BOOTSTRAP.md'));
      expect([ws.text('BOOTSTRAP.md'), ws.text('BOOTSTRAP.yamo')]).toEqual([ORDERS, ORDERS_YAMO]);
      expect(ws.list().filter((file) => file.startsWith('.'))).toEqual([]);
    },
  );

  it.skipIf(noMount)(
    'a file of two that is deleted, and the other not: named, now and later [Y97]',
    async () => {
      const ws = full();
      ws.write('BOOTSTRAP.yamo', ORDERS_YAMO);
      const other = freshPath('other.md');
      writeFileSync(other, ORDERS);
      mount(orders(ws), '--bind', other);
      const outcome = await boot(ws);
      expect(seen(outcome)).toEqual(refusal('BOOTSTRAP_UNDELETABLE', 'BOOTSTRAP.md'));
      expect(outcome.stdout).toMatch(/not carried out: BOOTSTRAP\.yamo \(\d+ bytes, SHA-256 /);
      execFileSync('umount', [orders(ws)]);
      expect(seen(await boot(ws))).toEqual(refusal('BOOTSTRAP_HALF_TAKEN', 'BOOTSTRAP.yamo'));
      expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
    },
  );

  it.skipIf(noChattr)('a directory that can only be added to [Y114]', async () => {
    const ws = full();
    chattr('a', ws.path);
    expect(seen(await boot(ws))).toEqual(refusal('BOOTSTRAP_UNDELETABLE', 'BOOTSTRAP.md'));
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it.skipIf(noMount)('something mounted on the file [Y114]', async () => {
    const ws = full();
    const other = freshPath('other.md');
    writeFileSync(other, ORDERS);
    mount(orders(ws), '--bind', other);
    expect(seen(await boot(ws))).toEqual(refusal('BOOTSTRAP_UNDELETABLE', 'BOOTSTRAP.md'));
    expect(readFileSync(other, 'utf8')).toBe(ORDERS);
  });

  it.skipIf(noMount)('a read-only file system [Y114]', async () => {
    const ws = full();
    mount(ws.path, '--bind', ws.path);
    mount(ws.path, '-o', 'remount,bind,ro');
    expect(seen(await boot(ws))).toEqual(refusal('WORKSPACE_UNWRITABLE', ws.path));
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it.skipIf(noMount)('a full disk: nothing is deleted [Y114]', async () => {
    const ws = onTmpfs();
    spawnSync('dd', ['if=/dev/zero', `of=${ws.at('fill')}`, 'bs=4k'], { stdio: 'ignore' });
    expect(seen(await boot(ws))).toEqual(refusal('WORKSPACE_UNWRITABLE', ws.path));
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
    ws.remove('fill');
    expect((await yamo(['boot', '--drop-unread', '--message', 'x'], { workspace: ws })).code).toBe(
      0,
    );
  });

  it.skipIf(noMount)(
    'an overlay whose lower layer holds the file: the survivor is found [Y114]',
    async () => {
      const ws = full();
      const [lower, upper, work] = ['lower', 'upper', 'work'].map((name) =>
        join(dirname(ws.path), name),
      );
      renameSync(ws.path, lower ?? '');
      for (const folder of [ws.path, upper ?? '', work ?? '']) mkdirSync(folder, { mode: 0o700 });
      const layers = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
      mount(ws.path, '-t', 'overlay', 'overlay', '-o', layers);
      expect(seen(await boot(ws))).toEqual(refusal('BOOTSTRAP_SURVIVES', 'BOOTSTRAP.md'));
      expect(existsSync(join(lower ?? '', 'BOOTSTRAP.md'))).toBe(true);
    },
  );
});

/** The files of `full()` on a small file system of their own. */
const onTmpfs = (): TempWorkspace => {
  const ws = makeWorkspace();
  mount(ws.path, '-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs');
  for (const [file, text] of Object.entries(files)) ws.write(file, text);
  return ws;
};

const somebody = stranger();
const noStranger = skipLoudly(somebody === undefined, 'users who are not root');

const theirs = (): TempWorkspace => {
  if (somebody === undefined) throw new Error('there is no such user');
  return somebody.workspace(files);
};
const bootThere = (ws: TempWorkspace, args: readonly string[] = []): Promise<Outcome> =>
  boot(ws, ['--agent', `sh ${somebody?.agent}`, ...args], somebody?.options);
const unlinkOrders = (ws: TempWorkspace): void => {
  renameSync(ws.at('BOOTSTRAP.md'), join(dirname(ws.path), 'orders.md'));
};

describe('somebody who is not root', () => {
  it.skipIf(noStranger)('boots a workspace of theirs', async () => {
    const ws = theirs();
    const { code } = await yamo(['boot', '--drop-unread', '--message', 'x'], {
      workspace: ws,
      ...somebody?.options,
    });
    expect([code, existsSync(ws.at('BOOTSTRAP.md'))]).toEqual([0, false]);
  });

  it.skipIf(noStranger)('is refused in a directory without write permission [Y114]', async () => {
    const ws = theirs();
    chmodSync(ws.path, 0o500);
    expect(seen(await bootThere(ws))).toEqual(refusal('WORKSPACE_UNWRITABLE', ws.path));
    expect(existsSync(ws.at('BOOTSTRAP.md'))).toBe(true);
    chmodSync(ws.path, 0o700);
  });

  it.skipIf(noStranger).each([0o000, 0o600, 0o644])(
    'is refused in a directory that cannot be searched (mode %i)',
    async (mode) => {
      const ws = theirs();
      chmodSync(ws.path, mode);
      const outcome = await bootThere(ws);
      chmodSync(ws.path, 0o700);
      expect(outcome.code).not.toBe(0);
      expect(outcome.started).toBe(false);
      expect(outcome.refused).toMatch(
        /^(WORKSPACE_UNUSABLE|MEMORY_DIR_UNUSABLE|BOOTSTRAP_UNREADABLE)$/,
      );
      expect(existsSync(ws.at('BOOTSTRAP.md'))).toBe(true);
    },
  );

  it.skipIf(noStranger)('is refused when the instructions cannot be read [Y114]', async () => {
    const ws = theirs();
    chmodSync(ws.at('BOOTSTRAP.md'), 0o000);
    expect(seen(await bootThere(ws))).toEqual(refusal('BOOTSTRAP_UNREADABLE', 'BOOTSTRAP.md'));
    expect(existsSync(ws.at('BOOTSTRAP.md'))).toBe(true);
  });

  it.skipIf(noStranger)('is refused when SOUL.md cannot be read', async () => {
    const ws = theirs();
    unlinkOrders(ws);
    chmodSync(ws.at('SOUL.md'), 0o000);
    expect(seen(await bootThere(ws))).toEqual(refusal('FILE_UNREADABLE', 'SOUL.md'));
  });

  it.skipIf(noStranger || !isRoot)('is refused in a workspace of somebody else', async () => {
    const ws = theirs();
    chownSync(ws.path, 0, 0);
    chmodSync(ws.path, 0o1755);
    expect(seen(await bootThere(ws))).toEqual(refusal('WORKSPACE_OWNER', ws.path));
    expect(existsSync(ws.at('BOOTSTRAP.md'))).toBe(true);
  });
});

const LOG = 'memory/2026-11-20.md';
const STANDING = ['AGENTS.md', 'SOUL.md', 'USER.md', 'MEMORY.md', 'memory', LOG, 'BOOTSTRAP.md'];
const withLog = (): TempWorkspace => {
  const ws = full();
  ws.write(LOG, '# Memory — 2026-11-20\n');
  return ws;
};

describe('a file that others can change', () => {
  it.each(few(STANDING, 3))(
    '%s, by everybody: refused, nothing read or deleted [Y98]',
    async (file) => {
      const ws = withLog();
      chmodSync(ws.at(file), statSync(ws.at(file)).mode | 0o002);
      const args = ['--date', '2026-11-20'];
      expect(seen(await boot(ws, args))).toEqual(refusal('FILE_WORLD_WRITABLE', file));
      expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
    },
  );

  it.each(['SOUL.md', 'MEMORY.md', 'memory'])(
    '%s, by everybody: refused in a shared session too',
    async (file) => {
      const ws = withLog();
      ws.remove('BOOTSTRAP.md');
      chmodSync(ws.at(file), statSync(ws.at(file)).mode | 0o002);
      expect(seen(await boot(ws, ['--session', 'shared']))).toEqual(
        refusal('FILE_WORLD_WRITABLE', file),
      );
    },
  );

  it.skipIf(!isRoot).each(STANDING)('%s, by its owner, somebody else: refused', async (file) => {
    const ws = withLog();
    chownSync(ws.at(file), 4711, 4711);
    expect(seen(await boot(ws, ['--date', '2026-11-20']))).toEqual(refusal('FILE_OWNER', file));
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it('by their group: one line for all of them, refused with --strict', async () => {
    const ws = withLog();
    ws.remove('BOOTSTRAP.md');
    for (const file of ['AGENTS.md', 'SOUL.md', 'memory']) chmodSync(ws.at(file), 0o770);
    expect(seen(await boot(ws, ['--strict']))).toEqual(refusal('FILE_GROUP_WRITABLE', 'AGENTS.md'));
    const { code, events } = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
    expect(code).toBe(0);
    expect(noticesOf(events)).toMatch(/The group can write (?:AGENTS|SOUL)\.md, .*memory: cd '/);
  });
});

describe('the workspace itself', () => {
  it('is refused where everybody can write', async () => {
    const ws = withoutOrders();
    chmodSync(ws.path, 0o777);
    expect(seen(await boot(ws))).toEqual(refusal('WORKSPACE_WORLD_WRITABLE', ws.path));
  });

  it('is warned of where the group can write, and refused with --strict', async () => {
    const ws = withoutOrders();
    chmodSync(ws.path, 0o770);
    expect(seen(await boot(ws, ['--strict']))).toEqual(
      refusal('WORKSPACE_GROUP_WRITABLE', ws.path),
    );
    const { code, events } = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
    expect(code).toBe(0);
    expect(noticesOf(events)).toContain('chmod g-w');
  });

  it.skipIf(!isRoot)('is refused when it belongs to somebody else', async () => {
    const ws = withoutOrders();
    chownSync(ws.path, 65_534, 65_534);
    expect(seen(await boot(ws))).toEqual(refusal('WORKSPACE_OWNER', ws.path));
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, 'x')],
    ['nothing', () => undefined],
    ['a dangling link', (path: string) => symlinkSync('nowhere', path)],
  ])('is refused when it is %s', async (_, make) => {
    const ws = makeWorkspace();
    const path = freshPath('thing');
    make(path);
    expect(seen(await boot({ ...ws, path }))).toEqual(refusal('WORKSPACE_UNUSABLE', path));
  });

  it('is refused when it is neither born nor to be born, and told both ways out [Y22] [Y106]', async () => {
    const ws = makeWorkspace({ 'AGENTS.md': filled('AGENTS.md') });
    const outcome = await boot(ws);
    expect(seen(outcome)).toEqual(refusal('NOT_INITIALISED', 'BOOTSTRAP.md and no SOUL.md'));
    expect(outcome.stdout).toMatch(/Provide BOOTSTRAP\.md or SOUL\.md/);
  });

  it('is refused with an empty SOUL.md, or without AGENTS.md', async () => {
    const ws = withoutOrders();
    ws.write('SOUL.md', '');
    expect(seen(await boot(ws))).toEqual(refusal('SOUL_EMPTY', 'SOUL.md'));
    const other = withoutOrders();
    other.remove('AGENTS.md');
    expect(seen(await boot(other))).toEqual(refusal('AGENTS_MISSING', 'AGENTS.md'));
    expect(other.has('AGENTS.md')).toBe(false);
  });
});

describe('AGENTS.md', () => {
  it.each([
    ['First Run', 'First Boot', 'Y24'],
    ['Every Session', 'Session Startup', 'Y25'],
    ['Memory', 'MEMORY', 'Y26'],
    ['Safety', 'Red Lines', 'Y27'],
    ['External vs Internal', 'External vs. Internal', 'Y28'],
  ])('without "## %s" is refused, and "## %s" is named as near [%s]', async (section, near) => {
    const ws = withoutOrders();
    ws.write('AGENTS.md', ws.text('AGENTS.md').replace(`## ${section}\n`, `## ${near}\n`));
    const line = ws.text('AGENTS.md').split('\n').indexOf(`## ${near}`) + 1;
    const before = ws.text('AGENTS.md');
    const outcome = await boot(ws);
    expect(seen(outcome)).toEqual(refusal('AGENTS_SECTIONS', `"## ${section}"`));
    expect(outcome.stdout).toContain(`Line ${line} is close to`);
    expect(ws.text('AGENTS.md')).toBe(before);
  });

  it('without any section names them all [Y24] [Y25] [Y26] [Y27] [Y28]', async () => {
    const ws = withoutOrders();
    ws.write('AGENTS.md', '# Nothing\n');
    const { events } = await boot(ws);
    for (const section of AGENTS_SECTIONS)
      expect(String(events.at(-1)?.['what'])).toContain(`"## ${section}"`);
  });
});

describe('a file of the layout', () => {
  const TEXT_FILES = ['AGENTS.md', 'SOUL.md', 'USER.md', 'MEMORY.md', 'memory/2026-03-14.md'];
  const AT = ['--date', '2026-03-14T09:26', '--tz', 'UTC'];

  it.each(few(TEXT_FILES, 3))(
    '%s that is no UTF-8 is refused and stays as it is [Y3]',
    async (file) => {
      const ws = withoutOrders();
      const bytes = Buffer.concat([Buffer.from(ws.text('AGENTS.md')), Buffer.from([0xc3, 0x28])]);
      ws.write(file, bytes);
      expect(seen(await boot(ws, AT))).toEqual(refusal('FILE_NOT_TEXT', file));
      expect(ws.bytes(file).equals(bytes)).toBe(true);
    },
  );

  it.each(few(TEXT_FILES, 3, 1))(
    '%s with a NUL byte is refused and stays as it is [Y4]',
    async (file) => {
      const ws = withoutOrders();
      const text = `${ws.text('AGENTS.md')}\0`;
      ws.write(file, text);
      expect(seen(await boot(ws, AT))).toEqual(refusal('FILE_NOT_TEXT', file));
      expect(ws.text(file)).toBe(text);
    },
  );

  it.each(few(TEXT_FILES, 3, 2))('%s that is a symbolic link is refused', async (file) => {
    const ws = withoutOrders();
    const target = freshPath('target.md');
    writeFileSync(target, ws.text('AGENTS.md'));
    if (ws.has(file)) ws.remove(file);
    mkdirSync(dirname(ws.at(file)), { recursive: true });
    symlinkSync(target, ws.at(file));
    expect(seen(await boot(ws, AT))).toEqual(refusal('FILE_SYMLINK', file));
  });

  it.each(['SOUL.md', 'USER.md', 'AGENTS.md', 'MEMORY.md'])(
    '%s that is a directory is refused',
    async (file) => {
      const ws = withoutOrders();
      ws.remove(file);
      mkdirSync(ws.at(file));
      expect(seen(await boot(ws, AT))).toEqual(refusal('FILE_NOT_REGULAR', file));
    },
  );

  it('that is too large is refused, not cut', async () => {
    const ws = withoutOrders();
    truncateSync(ws.at('USER.md'), 9 * 1024 * 1024);
    expect(seen(await boot(ws, AT))).toEqual(refusal('FILE_TOO_LARGE', 'USER.md'));
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, '')],
    ['a symbolic link', (path: string) => symlinkSync(freshPath('elsewhere'), path)],
    [
      'a link to a real directory',
      (path: string) => {
        const place = freshPath('elsewhere');
        mkdirSync(place);
        symlinkSync(place, path);
      },
    ],
  ])('memory/ that is %s is refused [Y5]', async (_, make) => {
    const ws = withoutOrders();
    make(ws.at('memory'));
    expect(seen(await boot(ws, AT))).toEqual(refusal('MEMORY_DIR_UNUSABLE', 'memory/'));
  });

  it('memory/ that is missing is made [Y5]', async () => {
    const ws = withoutOrders();
    await yamo(['boot', '--message', 'x'], { workspace: ws });
    expect(lstatSync(ws.at('memory')).isDirectory()).toBe(true);
  });
});

describe("the kernel's own state", () => {
  it('is not kept inside the workspace', async () => {
    const ws = withoutOrders();
    const outcome = await boot(ws, [], { env: { XDG_STATE_HOME: ws.at('state') } });
    expect(seen(outcome)).toEqual(refusal('STATE_IN_WORKSPACE', ws.path));
    expect(ws.has('state')).toBe(false);
  });

  it('is not kept inside the workspace under another name of it', async () => {
    const ws = withoutOrders();
    const link = freshPath('link');
    symlinkSync(ws.path, link);
    const outcome = await boot(ws, [], { env: { XDG_STATE_HOME: join(link, 'state') } });
    expect(seen(outcome)).toEqual(refusal('STATE_IN_WORKSPACE', 'state'));
    expect(ws.has('state')).toBe(false);
  });

  it('is refused when others can open it', async () => {
    const ws = withoutOrders();
    await yamo(['boot', '--message', 'x'], { workspace: ws });
    execFileSync('chmod', ['-R', 'go+rx', ws.stateHome]);
    expect(seen(await boot(ws))).toEqual(refusal('STATE_UNUSABLE', ws.stateHome));
  });

  it('is refused when it is damaged', async () => {
    const ws = full();
    await yamo(['boot', '--message', 'x'], { workspace: ws });
    writeFileSync(join(stateOf(ws), 'birth.json'), 'rubbish');
    expect(seen(await boot(ws))).toEqual(refusal('STATE_DAMAGED', 'birth.json'));
  });

  it.each([
    ['boot.lock', 'rubbish'.repeat(1000), 'is emptied'],
    ['write.lock', 'rubbish'.repeat(1000), 'is emptied'],
    ['heal.json', '', 'ghost header'],
    ['heal.json', '{"bootId":"1', 'ghost header'],
    ['zone.json', '\0'.repeat(64), 'time zone'],
    ['baseline-SOUL.md', '', 'last accepted SOUL.md (it is empty)'],
    ['baseline-AGENTS.md', '\0'.repeat(64), 'last accepted AGENTS.md'],
  ])('%s that is damaged is put aside once, and said: %j', async (file, rubbish, said) => {
    const ws = withoutOrders();
    await yamo(['boot', '--message', 'x'], { workspace: ws });
    writeFileSync(join(stateOf(ws), file), rubbish);
    const damaged = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
    expect([damaged.code, refusalOf(damaged.events)]).toEqual([0, undefined]);
    expect(noticesOf(damaged.events)).toContain(said);
    const again = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws });
    expect([again.code, noticesOf(again.events).includes('damaged')]).toEqual([0, false]);
  });

  it('what the kernel cannot do without is refused, with the command that goes on without it', async () => {
    const ws = withoutOrders();
    await yamo(['boot', '--message', 'x'], { workspace: ws });
    const file = join(stateOf(ws), 'birth.json');
    writeFileSync(file, '');
    const outcome = await boot(ws);
    expect(seen(outcome)).toEqual(refusal('STATE_DAMAGED', 'birth.json'));
    expect(outcome.stdout).toContain(`mv ${file} ${file}.damaged`);
  });

  it('is refused when it cannot be made', async () => {
    const ws = full();
    writeFileSync(ws.stateHome, 'a file');
    expect(seen(await boot(ws))).toEqual(refusal('STATE_UNUSABLE', ws.stateHome));
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });
});

describe('the agent', () => {
  it.each(['no-such-agent --flag', './nothing', ''])(
    'that cannot be started is found before anything is deleted: %j [Y114]',
    async (command) => {
      const ws = full();
      const { code, events } = await yamo(
        ['boot', '--json', '--message', 'x', '--agent', command],
        { workspace: ws },
      );
      expect([code, refusalOf(events)]).toEqual([4, 'AGENT_UNAVAILABLE']);
      expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
    },
  );

  it('is not started in a shared session where nothing can hold it: SHARED_UNENFORCED [Y116]', async () => {
    for (const command of [undefined, `touch ${freshPath('mark')}`]) {
      const ws = makeBornWorkspace();
      writeSettings(ws, { sandbox: 'none' });
      const agent = command === undefined ? [] : ['--agent', command];
      const { code, events } = await yamo(
        ['boot', '--json', '--message', 'x', '--session', 'shared', '--unsandboxed', ...agent],
        { workspace: ws },
      );
      expect([code, refusalOf(events)]).toEqual([1, 'SHARED_UNENFORCED']);
      expect(command !== undefined && existsSync(command.slice('touch '.length))).toBe(false);
    }
  });

  it('is started in a main session where nothing can hold it when the owner has said so, once: MAIN_UNENFORCED', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, { sandbox: 'none' });
    const outcomes: unknown[] = [];
    for (const option of [[], ['--unsandboxed'], []]) {
      const { code, events } = await yamo(['boot', '--json', '--message', 'x', ...option], {
        workspace: ws,
      });
      outcomes.push([
        code,
        refusalOf(events),
        noticesOf(events).includes('No sandbox works on this machine'),
      ]);
    }
    expect(outcomes).toEqual([
      [1, 'MAIN_UNENFORCED', false],
      [0, undefined, true],
      [0, undefined, true],
    ]);
  });

  it('is not started where it can get no folder of its own, and the instructions stay: SCRATCH_UNUSABLE', async () => {
    const ws = full();
    const { code, events } = await yamo(['boot', '--json', '--message', 'x'], {
      workspace: ws,
      env: { TMPDIR: freshPath('nowhere') },
    });
    expect([code, refusalOf(events)]).toEqual([4, 'SCRATCH_UNUSABLE']);
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it('in a shared session is not one that lies in the workspace, by whatever name: VIEW_EXPOSES', async () => {
    const ws = makeBornWorkspace({ 'package.json': '{}', 'agent.sh': 'exit 0\n' });
    const alias = freshPath('alias');
    symlinkSync(ws.path, alias);
    for (const path of [ws.path, alias]) {
      const { code, events } = await yamo(
        [
          'boot',
          '--json',
          '--message',
          'x',
          '--session',
          'shared',
          '--agent',
          `sh ${path}/agent.sh`,
        ],
        { workspace: ws },
      );
      expect([path, code, refusalOf(events)]).toEqual([path, 1, 'VIEW_EXPOSES']);
    }
  });

  it('is asked about again where something held it in between', async () => {
    const ws = makeBornWorkspace();
    const outcomes: unknown[] = [];
    for (const [sandbox, option] of [
      ['none', '--unsandboxed'],
      ['auto', '--json'],
      ['none', '--json'],
    ] as const) {
      writeSettings(ws, { sandbox });
      const { events } = await yamo(['boot', '--json', '--message', 'x', option], {
        workspace: ws,
      });
      outcomes.push(refusalOf(events));
    }
    expect(outcomes).toEqual([undefined, undefined, 'MAIN_UNENFORCED']);
  });

  it('gets no folder in the workspace, and nothing is deleted: SCRATCH_UNUSABLE', async () => {
    const ws = full();
    mkdirSync(ws.at('memory'), { recursive: true });
    const env = { TMPDIR: ws.at('memory') };
    const { events } = await yamo(['boot', '--json', '--message', 'x'], { workspace: ws, env });
    expect(refusalOf(events)).toBe('SCRATCH_UNUSABLE');
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it('is not shown what it must not see: VIEW_EXPOSES', async () => {
    const ws = makeBornWorkspace();
    const shown = [
      [{ read: [dirname(ws.path)] }, 'shared'],
      [{ write: [ws.path] }, 'main'],
      [{ read: [dirname(ws.stateHome)] }, 'main'],
      // Where the scratch folders of other sessions are.
      [{ read: [tmpdir()] }, 'main'],
      // What the next kernel trusts.
      [{ write: [ws.configHome] }, 'main'],
      [{ write: [resolve(import.meta.dirname, '../..')] }, 'main'],
    ] as const;
    for (const [agentPaths, session] of shown) {
      writeSettings(ws, { agentPaths });
      const { code, events } = await yamo(
        ['boot', '--json', '--message', 'x', '--session', session, '--agent', 'cat'],
        { workspace: ws },
      );
      expect([agentPaths, code, refusalOf(events)]).toEqual([agentPaths, 1, 'VIEW_EXPOSES']);
    }
  });

  it('and --reconfigure or --rebirth are refused in a shared session', async () => {
    for (const option of ['--reconfigure', '--rebirth']) {
      const outcome = await boot(withoutOrders(), [option, '--session', 'shared']);
      expect(seen(outcome)).toEqual(refusal('RECONFIGURE_IN_SHARED', 'main session only'));
    }
  });
});

describe('settings that are wrong', () => {
  it.each([
    ['no JSON', '{'],
    ['an unknown field', '{"isolation": false}'],
    ['a wrong type', '{"primaryHuman": "ada"}'],
  ])('%s: refused with exit code 3, nothing deleted', async (_, text) => {
    const ws = full();
    const path = freshPath('settings.json');
    writeFileSync(path, text);
    const outcome = await boot(ws, ['--settings', path]);
    expect(seen(outcome)).toEqual(refusal('SETTINGS_INVALID', path));
    expect(outcome.code).toBe(3);
    expect(ws.text('BOOTSTRAP.md')).toBe(ORDERS);
  });

  it('that were asked for and are missing: refused', async () => {
    const outcome = await boot(full(), ['--settings', '/nonexistent/settings.json']);
    expect(seen(outcome)).toEqual(refusal('SETTINGS_INVALID', '/nonexistent/settings.json'));
  });
});
