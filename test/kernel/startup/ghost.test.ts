import { sealAgents } from '#kernel/boot/seal.ts';
import { linkSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sha256 } from '#kernel/fs/bytes.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { intendHeal, settleHeal } from '#kernel/session/heal.ts';
import { AgentsRead, GhostSealed, type Heal } from '#kernel/startup/ghost.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { AGENTS_SECTIONS, GHOST_HEADER } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { SectionsRead } from '#lib/text/outline.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import { acting, failing, FaultyDisk, recording } from '#test/support/disk.ts';
import { enterWorkspace, openWorkspace, refusalFrom, refusalOf } from '#test/support/kernel.ts';
import { makeBornWorkspace, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const AGENTS = 'AGENTS.md';
const BODY = `# Rules\n\n${AGENTS_SECTIONS.map((title) => `## ${title}\n\nText.\n`).join('\n')}`;

const seal = (
  temp: TempWorkspace,
  options: Partial<Parameters<typeof sealAgents>[1]> = {},
  disk: Disk = real,
): GhostSealed =>
  sealAgents(openWorkspace(temp, disk), {
    strict: false,
    firstBoot: false,
    forbidden: NOTHING_FORBIDDEN,
    intend: () => undefined,
    ...options,
  });

const withAgents = (content: string | Uint8Array): TempWorkspace =>
  makeWorkspace({ [AGENTS]: content });

describe('what counts as the header', () => {
  const blank = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r\n', '\r'), maxLength: 8 });
  const bom = fc.constantFrom('', '\uFEFF');
  const end = fc.constantFrom('\n', '\r\n', '\r', ' \n', '\t\r\n');

  it('is accepted after a byte order mark and white space, and nothing else [K3, K4]', () => {
    fc.assert(
      fc.property(bom, blank, end, (mark, before, after) => {
        expect(hasGhostHeader(`${mark}${before}${GHOST_HEADER}${after}${BODY}`)).toBe(true);
        expect(hasGhostHeader(`${mark}${before}${GHOST_HEADER}`)).toBe(true);
      }),
    );
  });

  it('is not accepted after any other character [K4]', () => {
    fc.assert(
      fc.property(
        bom,
        blank,
        fc
          .string({ unit: 'binary', minLength: 1, maxLength: 3 })
          .filter((text) => /[^ \t\r\n\f\v]/.test(text.replace(/^\uFEFF/, ''))),
        (mark, before, stray) => {
          expect(hasGhostHeader(`${mark}${before}${stray}\n${GHOST_HEADER}\n`)).toBe(false);
          expect(hasGhostHeader(`${mark}${before}${stray}${GHOST_HEADER}\n`)).toBe(false);
        },
      ),
    );
  });

  it.each([
    ['yamo-native kernel active'],
    ['YAMO-NATIVE  KERNEL ACTIVE'],
    ['YAMO-NATIVE KERNEL ACTIVE.'],
    ['YAMO-NATIVE KERNEL ACTIVE SINCE 2026'],
    ['# YAMO-NATIVE KERNEL ACTIVE'],
    ['> YAMO-NATIVE KERNEL ACTIVE'],
    ['**YAMO-NATIVE KERNEL ACTIVE**'],
    ['YAMO‑NATIVE KERNEL ACTIVE'],
    ['YAMO-NATIVE\u00A0KERNEL ACTIVE'],
    ['YAMO-NATIVE KERNEL INACTIVE'],
    ['\u200BYAMO-NATIVE KERNEL ACTIVE'],
    ['\uFEFF\uFEFFYAMO-NATIVE KERNEL ACTIVE'],
  ])('only the exact text: not %j [K3]', (line) => {
    const temp = withAgents(`${line}\n\n${BODY}`);
    expect(refusalOf(() => seal(temp, { strict: true }))).toBe('GHOST_HEADER_MISSING');
    expect(seal(temp).outcome).toBe('healed');
  });

  it('leaves a file with the header alone: nothing is written, the file is opened once [K3]', () => {
    const temp = withAgents(`${GHOST_HEADER}\n\n${BODY}`);
    const { disk, calls } = recording();
    const sealed = seal(temp, {}, disk);
    expect(sealed.outcome).toBe('present');
    expect(calls.filter((call) => /^(write|rename|unlink|fchmod)/.test(call))).toEqual([]);
    expect(calls.filter((call) => call === `open ${AGENTS}`)).toHaveLength(1);
    expect(sealed.agents?.text).toBe(`${GHOST_HEADER}\n\n${BODY}`);
  });
});

describe('healing', () => {
  const ending = fc.constantFrom('\n', '\r\n');
  const tail = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text) => text.replaceAll('\0', ''));

  it('puts the header first, keeps every other byte, and a second run has nothing to do [K6, K9]', () => {
    fc.assert(
      fc.property(ending, fc.boolean(), tail, (end, mark, extra) => {
        const text = `${BODY}${extra.isWellFormed() ? extra : ''}`.replaceAll(/\r?\n/g, end);
        const before = Buffer.from((mark ? '\uFEFF' : '') + text);
        const temp = withAgents(before);
        const first = seal(temp);
        expect(first.outcome).toBe('healed');
        const after = temp.bytes(AGENTS);
        const rest = before.subarray(mark ? 3 : 0);
        expect(after.subarray(-rest.byteLength)).toEqual(rest);
        const head = after.subarray(0, after.byteLength - rest.byteLength).toString('utf8');
        expect(head).toBe(`${mark ? '\uFEFF' : ''}${GHOST_HEADER}${end}${end}`);
        expect(first.heal).toEqual({ before: sha256(before), after: sha256(after) });
        expect(seal(temp).outcome).toBe('present');
        expect(temp.bytes(AGENTS)).toEqual(after);
        expect(temp.list()).toEqual([AGENTS]);
      }),
      { numRuns: 40 },
    );
  });

  it.each([[0o600], [0o644], [0o640], [0o440]])('keeps the mode %o [K9]', (mode) => {
    const temp = makeWorkspace();
    temp.write(AGENTS, BODY, mode);
    const before = statSync(temp.at(AGENTS));
    seal(temp);
    const after = statSync(temp.at(AGENTS));
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
  });

  it('hands on what is on the disk by then, not what was read [K5]', () => {
    const temp = withAgents(BODY);
    const { agents } = seal(temp);
    expect(agents?.bytes).toEqual(temp.bytes(AGENTS));
    expect(agents?.text.startsWith(GHOST_HEADER)).toBe(true);
    expect(agents?.sha256).toBe(sha256(temp.bytes(AGENTS)));
  });

  it('says what it is about to do before it does it [K8]', () => {
    const temp = withAgents(BODY);
    let intended: Heal | undefined;
    const intend = (heal: Heal): void => {
      intended = heal;
      expect(temp.text(AGENTS)).toBe(BODY);
    };
    const { heal } = seal(temp, { intend });
    expect(intended).toEqual(heal);
  });
});

const unkept = (): void => {
  throw new Refusal('STATE_UNUSABLE', { path: 'state', reason: 'ENOSPC' });
};

const untouched = (
  temp: TempWorkspace,
  options: Partial<Parameters<typeof sealAgents>[1]> = {},
  disk?: Disk,
) => {
  const before = temp.list();
  const code = refusalOf(() => seal(temp, options, disk));
  expect(temp.list()).toEqual(before);
  return code;
};

describe('refused, and the file left as it was', () => {
  it('under strict [K5, K7]', () => {
    const temp = withAgents(BODY);
    expect(untouched(temp, { strict: true })).toBe('GHOST_HEADER_MISSING');
    expect(temp.text(AGENTS)).toBe(BODY);
  });

  it('says which line was probably meant, without quoting it', async () => {
    const temp = withAgents(
      `# Rules\n> [!NOTE] YAMO Native kernel mode, word of honour\n\n${BODY}`,
    );
    const { message } = await refusalFrom(() => seal(temp, { strict: true }));
    expect(message).toContain('line 2');
    expect(message).not.toContain('honour');
  });

  it('without AGENTS.md, unless bootstrap instructions may still bring it (R-11)', () => {
    expect(untouched(makeWorkspace())).toBe('AGENTS_MISSING');
    const sealed = seal(makeWorkspace(), { firstBoot: true });
    expect([sealed.outcome, sealed.agents, sealed.heal]).toEqual(['vacuous', undefined, undefined]);
  });

  it('sections that were read in another text, or not at all', () => {
    const temp = withAgents(BODY);
    const workspace = openWorkspace(temp);
    const agents = AgentsRead.of(workspace, { firstBoot: false, forbidden: NOTHING_FORBIDDEN });
    for (const sections of [undefined, SectionsRead.of(`${BODY} `)]) {
      const options = { strict: false, sections, intend: () => undefined, near: '' };
      expect(() => GhostSealed.seal(workspace, agents, options)).toThrow(TypeError);
    }
    expect(temp.text(AGENTS)).toBe(BODY);
  });

  it('a missing section, before any healing', () => {
    const temp = withAgents(BODY.replace('## Safety', '## Red Lines'));
    expect(untouched(temp)).toBe('AGENTS_SECTIONS');
    expect(temp.text(AGENTS)).not.toContain(GHOST_HEADER);
  });

  it.each([
    ['invalid UTF-8', Buffer.from([...Buffer.from(BODY), 0xc3, 0x28])],
    ['UTF-16', Buffer.from(`\uFEFF${BODY}`, 'utf16le')],
    ['a NUL byte', Buffer.from(`${BODY}\0`)],
  ])('%s is never rewritten [K9]', (_what, bytes) => {
    const temp = withAgents(bytes);
    expect(untouched(temp)).toBe('FILE_NOT_TEXT');
    expect(temp.bytes(AGENTS)).toEqual(bytes);
  });

  it('a symbolic link, even to a good file', () => {
    const temp = makeWorkspace({ 'real.md': BODY });
    symlinkSync('real.md', temp.at(AGENTS));
    expect(untouched(temp)).toBe('FILE_SYMLINK');
    expect(temp.text('real.md')).toBe(BODY);
  });

  it('in a shared session: a file with a second name', () => {
    const temp = withAgents(BODY);
    linkSync(temp.at(AGENTS), temp.at('other.md'));
    expect(untouched(temp, { forbidden: { memory: [], hardLinks: true } })).toBe('FILE_HARDLINKED');
    expect(temp.text(AGENTS)).toBe(BODY);
  });

  it('when the intention cannot be kept [K8]', () => {
    const temp = withAgents(BODY);
    expect(untouched(temp, { intend: unkept })).toBe('STATE_UNUSABLE');
    expect(temp.text(AGENTS)).toBe(BODY);
  });

  it.each([
    [
      'saved again by an editor',
      (temp: TempWorkspace) => (
        writeFileSync(temp.at('new'), 'mine'),
        renameSync(temp.at('new'), temp.at(AGENTS))
      ),
    ],
    [
      'written to in place, with as many bytes',
      (temp: TempWorkspace) => writeFileSync(temp.at(AGENTS), 'mine'.padEnd(BODY.length)),
    ],
    ['written to in place', (temp: TempWorkspace) => writeFileSync(temp.at(AGENTS), 'mine')],
  ])('somebody else wrote it meanwhile (%s): theirs is kept', (_what, act) => {
    const temp = withAgents(BODY);
    const disk = acting('before', `fsync .${AGENTS}.TMP`, () => act(temp));
    expect(refusalOf(() => seal(temp, {}, disk))).toBe('FILE_MOVED');
    expect(temp.text(AGENTS).trimEnd()).toBe('mine');
    expect(temp.list()).toEqual([AGENTS]);
  });

  it.each([
    [`open .${AGENTS}.TMP`, 'EROFS'],
    [`write .${AGENTS}.TMP`, 'ENOSPC'],
    [`fsync .${AGENTS}.TMP`, 'EIO'],
    [`rename .${AGENTS}.TMP`, 'EPERM'],
  ])('the disk does not take the healed text (%s, %s) [K9]', async (call, errno) => {
    const temp = withAgents(BODY);
    const refusal = await refusalFrom(() => seal(temp, {}, failing(call, errno)));
    expect([refusal.code, refusal.facts, refusal.exit]).toEqual([
      'GHOST_HEAL_FAILED',
      { errno },
      4,
    ]);
    expect(temp.text(AGENTS)).toBe(BODY);
    expect(temp.list()).toEqual([AGENTS]);
  });

  it('when somebody else removed it meanwhile', () => {
    const temp = withAgents(BODY);
    const disk = acting('before', `fsync .${AGENTS}.TMP`, () => temp.remove(AGENTS));
    expect(refusalOf(() => seal(temp, {}, disk))).toBe('FILE_MOVED');
    expect(temp.list()).toEqual([]);
  });
});

describe('every disk call of a healing fails in turn', () => {
  it.each([['EIO'], ['EACCES'], ['ENOSPC']])(
    'with %s: the file is the old one or the new one, whole, and alone [K6, K9]',
    (code) => {
      const healed = withAgents(BODY);
      seal(healed);
      const [old, fresh] = [BODY, healed.text(AGENTS)];
      let reached = 0;
      for (let nth = 1; nth < 100; nth += 1) {
        const temp = withAgents(old);
        const faulty = new FaultyDisk();
        const workspace = openWorkspace(temp, faulty.disk);
        faulty.arm(nth, code);
        let refused: unknown;
        let sealed: GhostSealed | undefined;
        try {
          sealed = sealAgents(workspace, {
            strict: false,
            firstBoot: false,
            forbidden: NOTHING_FORBIDDEN,
            intend: () => undefined,
          });
        } catch (error) {
          refused = error;
        }
        const at = `call ${nth}: ${faulty.calls[nth - 1]}`;
        const done = sealed !== undefined;
        expect(done ? temp.text(AGENTS) : refused instanceof Refusal, at).toBe(done ? fresh : true);
        expect([old, fresh], at).toContain(temp.text(AGENTS));
        expect(temp.list(), at).toEqual([AGENTS]);
        // Whatever happened, the next boot ends with the header, once.
        seal(temp);
        expect(temp.text(AGENTS), at).toBe(fresh);
        reached = nth;
        if (faulty.calls.length < nth) break;
      }
      expect(reached).toBeGreaterThan(12);
      expect(reached).toBeLessThan(99);
    },
  );

  it('a temporary file that cannot be removed either does not hide the first error', () => {
    const temp = withAgents(BODY);
    const broken = failing(`unlink .${AGENTS}.TMP`, 'EIO');
    const disk: Disk = {
      ...broken,
      fsync: () => {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      },
    };
    expect(() => seal(temp, {}, disk)).toThrow(/ENOSPC/);
    expect(temp.text(AGENTS)).toBe(BODY);
  });
});

describe('the note of a healing in the log', () => {
  const BOOT = '7b0a7f1e-0000-4000-8000-000000000001';
  const START = '2026-11-21T09:05';
  const LOG = 'memory/2026-11-21.md';
  const repairs = (temp: TempWorkspace): readonly string[] =>
    temp.has(LOG)
      ? temp
          .text(LOG)
          .split('\n')
          .filter((line) => line.includes('ghost_repair_event'))
      : [];
  const healOnce = (temp: TempWorkspace, bootId: string, settle: boolean): void => {
    const opened = enterWorkspace(temp, { start: START });
    const sealed = sealAgents(opened.workspace, {
      strict: false,
      firstBoot: false,
      forbidden: NOTHING_FORBIDDEN,
      intend: intendHeal(opened.home, bootId),
    });
    if (settle) settleHeal(opened, sealed, bootId);
    opened.close();
  };

  it('is written with its time, once, in the log of the day [K8]', () => {
    const temp = makeBornWorkspace({ [AGENTS]: BODY });
    healOnce(temp, BOOT, true);
    const [line = '', ...others] = repairs(temp);
    expect(others).toEqual([]);
    expect(line).toMatch(
      /^- ghost_repair_event;2026-11-\d\dT\d\d:\d\d:\d\d\.\d{3}Z;file;AGENTS\.md;action;prepend_header;before;[0-9a-f]{64};after;[0-9a-f]{64};boot;[0-9a-f-]+;$/,
    );
    expect(line).toContain(sha256(BODY));
    expect(line).toContain(sha256(temp.bytes(AGENTS)));
    healOnce(temp, 'another', true);
    expect(repairs(temp)).toEqual([line]);
  });

  it('is made up for by the next boot, when the kernel died after the healing [K8]', () => {
    const temp = makeBornWorkspace({ [AGENTS]: BODY });
    healOnce(temp, BOOT, false);
    expect(repairs(temp)).toEqual([]);
    healOnce(temp, 'the next boot', true);
    expect(repairs(temp)).toHaveLength(1);
    expect(repairs(temp)[0]).toContain(BOOT);
    healOnce(temp, 'the one after', true);
    expect(repairs(temp)).toHaveLength(1);
  });

  it('is not written twice, when the kernel died after the note [K8]', () => {
    const temp = makeBornWorkspace({ [AGENTS]: BODY });
    healOnce(temp, BOOT, true);
    const opened = enterWorkspace(temp, { start: START });
    const after = sha256(temp.bytes(AGENTS));
    intendHeal(opened.home, BOOT)({ before: sha256(BODY), after });
    opened.close();
    healOnce(temp, 'the next boot', true);
    expect(repairs(temp)).toHaveLength(1);
  });

  it('is written for each healing of the day [K8]', () => {
    const temp = makeBornWorkspace({ [AGENTS]: BODY });
    healOnce(temp, 'first', true);
    temp.write(AGENTS, BODY);
    healOnce(temp, 'second', false);
    healOnce(temp, 'third', true);
    expect(repairs(temp).map((line) => /boot;(\w+);/.exec(line)?.[1])).toEqual(['first', 'second']);
  });

  it('is not written at all, when the kernel died before the healing [K8]', () => {
    const temp = makeBornWorkspace();
    const opened = enterWorkspace(temp, { start: START });
    intendHeal(opened.home, BOOT)({ before: 'a', after: 'b' });
    opened.close();
    healOnce(temp, 'the next boot', true);
    expect(repairs(temp)).toEqual([]);
    const again = enterWorkspace(temp, { start: START });
    expect(again.home.read('heal.json')).toBeUndefined();
    again.close();
  });

  it('is owed as long as the log cannot be written [K8]', () => {
    const temp = makeBornWorkspace({ [AGENTS]: BODY });
    temp.write('memory', 'in the way');
    expect(refusalOf(() => healOnce(temp, BOOT, true))).toBe('MEMORY_DIR_UNUSABLE');
    temp.remove('memory');
    healOnce(temp, 'the next boot', true);
    expect(repairs(temp)).toHaveLength(1);
    expect(repairs(temp)[0]).toContain(BOOT);
  });
});
