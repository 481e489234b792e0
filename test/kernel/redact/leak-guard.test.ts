import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { acceptWorkspace } from '#kernel/owner/accept.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { Journal } from '#kernel/run/journal.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { FingerprintKeeper } from '#kernel/redact/fingerprint-store.ts';
import { LeakGuard } from '#kernel/redact/leak-guard.ts';
import { PRIVATE_MARK, RedactionLog } from '#kernel/redact/redaction-log.ts';
import { type FileText, readFile } from '#kernel/startup/read.ts';
import { failing, recording } from '#test/support/disk.ts';
import { enterWorkspace, refusalFrom, refusalOf, stateRootOf } from '#test/support/kernel.ts';
import { filled, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const DEBT = '- Owes Benedikt Wolpertinger 900 euros since Oaxaca';
const ILLNESS = '- Henrike is treated for sciatica at the Charité';
const MEMORY = `# Memory\n\n${DEBT}\n${ILLNESS}\n`;
const USER = '# User Profile\n\n- Collects lighthouse postcards from Tampere\n';

const FILES = { 'MEMORY.md': MEMORY, 'USER.md': USER } as const;
/** The call that puts new fingerprints in place. */
const WRITE = 'rename .fingerprints.json.TMP';
const LOADED_IN_MAIN = ['AGENTS.md', 'SOUL.md', 'USER.md', 'MEMORY.md'] as const;

const loadedAt = ({ workspace }: OpenWorkspace, files: readonly string[]): readonly FileText[] =>
  files.flatMap((file) => readFile(workspace, file) ?? []);

interface Main {
  readonly opened: OpenWorkspace;
  readonly keeper: FingerprintKeeper;
  readonly notices: readonly string[];
}

/** A main session as far as fingerprints go. */
const mainAt = (temp: TempWorkspace, disk: Disk = real): Main => {
  const opened = enterWorkspace(temp, { disk });
  const notices: string[] = [];
  const keeper = FingerprintKeeper.open(opened, loadedAt(opened, LOADED_IN_MAIN), (_, text) =>
    notices.push(text),
  );
  return { opened, keeper, notices };
};

interface Shared {
  readonly guard: LeakGuard;
  readonly journal: Journal;
  readonly notices: readonly string[];
}

const sharedAt = (temp: TempWorkspace, strict = false, disk: Disk = real): Shared => {
  const opened = enterWorkspace(temp, { disk });
  const notices: string[] = [];
  const notice = (section: string, text: string): void => void notices.push(`${section} ${text}`);
  const journal = new Journal(() => undefined);
  const redactions = new RedactionLog(journal, notice);
  const user = readFile(opened.workspace, 'USER.md');
  return {
    guard: LeakGuard.open({ opened, user, redactions, notice }, { strict }),
    journal,
    notices,
  };
};

/** A workspace that has seen a main session. */
const knownWorkspace = (files: Readonly<Record<string, string>> = {}): TempWorkspace => {
  const temp = makeBornWorkspace({ ...FILES, ...files });
  mainAt(temp);
  return temp;
};

describe('what a shared session reads', () => {
  it('has a mark in place of a line that was copied from MEMORY.md or USER.md', () => {
    const { guard, journal, notices } = sharedAt(knownWorkspace());
    const log = `# Log\r\n${DEBT.toUpperCase()}\r\nThe tide turned.\nCollects lighthouse postcards from Tampere`;
    expect(guard.redactFile('memory/2026-11-21.md', log)).toBe(
      `# Log\r\n${PRIVATE_MARK}\r\nThe tide turned.\n${PRIVATE_MARK}`,
    );
    expect(journal.summary()).toMatchObject({ asked: 0, withheld: 2 });
    expect(notices).toEqual([
      '§3.2 memory/2026-11-21.md holds line 3 of MEMORY.md or most of it; that was withheld.',
      '§3.2 memory/2026-11-21.md holds line 3 of USER.md or most of it; that was withheld.',
    ]);
    guard.redactFile('memory/2026-11-21.md', log);
    expect(notices).toHaveLength(2);
    expect(journal.summary().withheld).toBe(4);
  });

  it('is USER.md as it is, but for what comes from MEMORY.md', () => {
    const temp = knownWorkspace();
    const { guard } = sharedAt(temp);
    expect(guard.redactFile('USER.md', USER)).toBe(USER);
    expect(guard.redactFile('USER.md', `${USER}${ILLNESS}\n`)).toBe(`${USER}${PRIVATE_MARK}\n`);
  });

  it('is everything else as it is', () => {
    const temp = knownWorkspace();
    const { guard, journal } = sharedAt(temp);
    for (const file of ['AGENTS.md', 'SOUL.md'] as const) {
      expect(guard.redactFile(file, temp.text(file))).toBe(temp.text(file));
    }
    expect(journal.summary()).not.toHaveProperty('withheld');
  });

  it('shows a line that stood in AGENTS.md before, and not one that was copied there', () => {
    const rule = '- Answer Benedikt Wolpertinger within two days';
    const agents = `${filled('AGENTS.md')}\n${rule}\n`;
    const temp = makeBornWorkspace({
      ...FILES,
      'AGENTS.md': agents,
      'MEMORY.md': `${MEMORY}${rule}\n`,
    });
    mainAt(temp);
    temp.write('AGENTS.md', `${agents}${ILLNESS}\n`);
    // The next main session finds the copy in AGENTS.md, and MEMORY.md changed.
    temp.write('MEMORY.md', `${MEMORY}${rule}\n- Something else\n`);
    mainAt(temp);
    const { guard } = sharedAt(temp, true);
    expect(guard.redactFile('AGENTS.md', temp.text('AGENTS.md'))).toBe(
      `${agents}${PRIVATE_MARK}\n`,
    );
  });
});

describe('fingerprints of MEMORY.md', () => {
  it('are judged by lstat: a shared session never opens the file', () => {
    const temp = knownWorkspace();
    const { disk, calls } = recording();
    const { guard } = sharedAt(temp, true, disk);
    expect(guard.redactText(DEBT, 'What the agent said')).toBe(PRIVATE_MARK);
    expect(calls).toContain('lstat MEMORY.md');
    expect(calls.filter((call) => call.endsWith('MEMORY.md') && !call.startsWith('lstat'))).toEqual(
      [],
    );
  });

  it.each([
    ['no main session has been', () => makeBornWorkspace(FILES), 'no main session has read it yet'],
    [
      'the file was changed since',
      () => {
        const temp = knownWorkspace();
        temp.write('MEMORY.md', `${MEMORY}- More\n`);
        return temp;
      },
      'it was changed since',
    ],
    [
      'another file of that size and time has its place',
      () => {
        const temp = makeBornWorkspace(FILES);
        temp.write('other', MEMORY);
        for (const file of ['MEMORY.md', 'other'])
          utimesSync(temp.at(file), 1_700_000_000, 1_700_000_000);
        mainAt(temp);
        renameSync(temp.at('other'), temp.at('MEMORY.md'));
        return temp;
      },
      'it was changed since',
    ],
  ])(
    'are told to be old when %s, and --strict refuses (LEAK_GUARD_STALE)',
    async (_, make, reason) => {
      const temp = make();
      const { notices } = sharedAt(temp);
      expect(notices).toEqual([expect.stringContaining(reason)]);
      expect(notices[0]).toContain(`yamo boot ${temp.path}`);
      const refusal = await refusalFrom(() => sharedAt(temp, true));
      expect(refusal).toMatchObject({ code: 'LEAK_GUARD_STALE', section: '§3.2' });
    },
  );

  it('are told to be unknown where lstat fails', () => {
    const temp = knownWorkspace();
    const { notices } = sharedAt(temp, false, failing('lstat MEMORY.md', 'EACCES'));
    expect(notices).toEqual([expect.stringContaining('EACCES')]);
  });

  it('are not missed where there is no MEMORY.md', () => {
    const temp = makeBornWorkspace();
    expect(sharedAt(temp, true).notices).toEqual([]);
    mainAt(temp);
    expect(sharedAt(temp, true).notices).toEqual([]);
  });

  it('hold on when the file is gone', () => {
    const temp = knownWorkspace();
    rmSync(temp.at('MEMORY.md'));
    const { guard, notices } = sharedAt(temp, true);
    expect(notices).toEqual([]);
    expect(guard.redactText(DEBT, 'x')).toBe(PRIVATE_MARK);
  });

  it('are taken after a write through the gate, and reach a session that runs', () => {
    const temp = makeBornWorkspace(FILES);
    const { keeper } = mainAt(temp);
    const { guard, notices } = sharedAt(temp);
    const lines = guard.lines;
    const added = '- Aylin knows about the lease in Gdynia';
    expect(guard.redactText(added, 'x')).toBe(added);
    temp.write('MEMORY.md', `${MEMORY}${added}\n`);
    guard.refresh();
    guard.refresh();
    expect(notices).toHaveLength(1);
    keeper.written('MEMORY.md');
    expect(guard.redactText(added, 'x')).toBe(PRIVATE_MARK);
    expect(guard.lines).not.toBe(lines);
    temp.write('MEMORY.md', MEMORY);
    guard.refresh();
    expect(notices.filter((text) => text.includes('changed since'))).toHaveLength(2);
  });

  it('are taken at the end of a main session, of what an editor wrote meanwhile', () => {
    const temp = makeBornWorkspace(FILES);
    const { keeper } = mainAt(temp);
    temp.write('MEMORY.md', `${MEMORY}- Aylin knows about the lease in Gdynia\n`);
    keeper.keep();
    const { guard, notices } = sharedAt(temp, true);
    expect(notices).toEqual([]);
    expect(guard.redactText('aylin knows about the lease in gdynia!', 'x')).toBe(PRIVATE_MARK);
  });

  it('are written only when something changed', () => {
    const temp = knownWorkspace();
    const { disk, calls } = recording();
    const { keeper } = mainAt(temp, disk);
    keeper.keep();
    keeper.written('AGENTS.md');
    expect(calls).not.toContain(WRITE);
    temp.write('MEMORY.md', `${MEMORY}- More\n`);
    keeper.written('MEMORY.md');
    expect(calls).toContain(WRITE);
  });

  it('that cannot be kept are told, and the main session goes on', () => {
    const temp = makeBornWorkspace(FILES);
    const { notices } = mainAt(temp, failing(WRITE, 'ENOSPC'));
    expect(notices).toEqual([expect.stringContaining('STATE_UNUSABLE')]);
    expect(sharedAt(temp).notices).toHaveLength(1);
  });

  it('that are damaged are taken anew in a main session, and refuse a shared one', () => {
    const temp = knownWorkspace();
    const { home } = enterWorkspace(temp);
    writeFileSync(join(home.path, 'fingerprints.json'), '{}');
    expect(refusalOf(() => sharedAt(temp))).toBe('STATE_DAMAGED');
    mainAt(temp);
    expect(sharedAt(temp, true).guard.redactText(DEBT, 'x')).toBe(PRIVATE_MARK);
  });
});

describe('fingerprints of USER.md', () => {
  it('are those of the text that the session loaded, if no main session has seen it', () => {
    const temp = makeBornWorkspace({ 'USER.md': USER });
    const { guard } = sharedAt(temp, true);
    expect(guard.redactText('She collects lighthouse postcards from Tampere.', 'x')).toBe(
      PRIVATE_MARK,
    );
    expect(guard.redactText('**Communication style:** Direct and friendly', 'x')).toContain(
      'Direct',
    );
  });
});

it.each([
  ['MEMORY.md', DEBT],
  ['USER.md', '- Collects lighthouse postcards from Tampere'],
])('a line of %s that was copied to a file for everybody stays private', (file, line) => {
  const temp = knownWorkspace();
  writeFileSync(temp.at('AGENTS.md'), `${temp.text('AGENTS.md')}\n${line}\n`);
  writeFileSync(temp.at(file), `${temp.text(file)}\nOne line more.\n`);
  mainAt(temp);
  const { guard } = sharedAt(temp);
  expect(guard.redactFile('AGENTS.md', `x\n${line}\n`)).toBe(`x\n${PRIVATE_MARK}\n`);
});

describe('a line that was taken out of MEMORY.md', () => {
  it('stays private when an agent moved it to a file for everybody, also after the next main session', () => {
    const temp = knownWorkspace();
    writeFileSync(temp.at('MEMORY.md'), `# Memory\n\n${ILLNESS}\n`);
    writeFileSync(temp.at('AGENTS.md'), `${temp.text('AGENTS.md')}\n${DEBT}\n`);
    mainAt(temp);
    mainAt(temp).keeper.keep();
    const { guard } = sharedAt(temp);
    expect(guard.redactFile('AGENTS.md', `x\n${DEBT}\n`)).toBe(`x\n${PRIVATE_MARK}\n`);
    expect(guard.redactText(ILLNESS, 'It')).toBe(PRIVATE_MARK);
  });

  it('is private no more when its owner accepts the workspace as it is', () => {
    const temp = knownWorkspace();
    const opening = { uid: process.getuid?.() ?? 0, stateRoot: stateRootOf(temp) };
    expect(acceptWorkspace(real, temp.path, opening).removedLines).toBe(false);
    writeFileSync(temp.at('MEMORY.md'), `# Memory\n\n${ILLNESS}\n`);
    mainAt(temp);
    expect(acceptWorkspace(real, temp.path, opening).removedLines).toBe(true);
    expect(acceptWorkspace(real, temp.path, opening).removedLines).toBe(false);
    const { guard } = sharedAt(temp);
    expect(guard.redactText(DEBT, 'It')).toBe(DEBT);
    expect(guard.redactText(ILLNESS, 'It')).toBe(PRIVATE_MARK);
  });
});
