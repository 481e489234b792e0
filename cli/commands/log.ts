/** `yamo log`: the chain of boot records, verified. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { memberAt } from '#lib/text/json.ts';
import { disk } from '#kernel/fs/disk.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import type { ChainEntry, ChainCheck } from '#kernel/state/chain.ts';
import { StateHome } from '#kernel/state/home.ts';
import { walkSealed } from '#kernel/state/seal.ts';
import { workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { outputTaken, print, printError, styled } from '#cli/io/terminal.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';

export const log = async (given: Given<'log'>): Promise<number> => {
  const wanted = given.text('entry');
  const show = given.flag('json')
    ? (entry: ChainEntry) => JSON.stringify(entry)
    : wanted === undefined
      ? line
      : details;
  const last = given.text('last');
  if (last !== undefined && !/^[1-9]\d{0,5}$/u.test(last)) {
    printError('--last is a number of entries, such as 10.\n');
    return EXIT.usage;
  }
  let shown = 0;
  const held: ChainEntry[] = [];
  const verdict = await walk(workspaceOf(given), async (entry) => {
    if (wanted !== undefined && String(entry.seq) !== wanted) return;
    shown += 1;
    if (last !== undefined) {
      held.push(entry);
      if (held.length > Number(last)) held.shift();
      return;
    }
    print(`${show(entry)}\n`);
    // Years of entries are not held for a reader who takes his time.
    await outputTaken();
  });
  for (const entry of held) print(`${show(entry)}\n`);
  if (!verdict.whole)
    throw new Refusal('RECORD_BROKEN', { entry: verdict.entry, reason: verdict.reason });
  if (wanted !== undefined && shown === 0) {
    printError(
      `There is no entry ${JSON.stringify(wanted)}; the chain has ${verdict.entries}${fromOf(verdict)}.\n`,
    );
    return EXIT.usage;
  }
  if (given.flag('json')) return EXIT.done;
  print(verdict.entries === 0 ? 'This workspace has not been booted by you.\n' : summary(verdict));
  return EXIT.done;
};

type Whole = Extract<ChainCheck, { readonly whole: true }>;

const summary = (verdict: Whole): string => {
  const { entries, torn } = verdict;
  const end = torn ? '; the last line is torn: a kernel was killed while writing it' : '';
  return `${styled('green', '✓')} ${entries} ${entries === 1 ? 'entry' : 'entries'}, the chain is whole${fromOf(verdict)}${end}\n`;
};

/** Old segments may be put away; what they said is not known here. */
const fromOf = ({ from }: Whole): string =>
  from === undefined
    ? ''
    : ` from segment ${from.segment} on, which begins with entry ${from.entry}`;

/** Hands every entry to `visit`, in order, as it is read. */
const walk = async (
  path: string,
  visit: (entry: ChainEntry) => Promise<void>,
): Promise<ChainCheck> => {
  const uid = process.geteuid?.() ?? 0;
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', process.env), workspace, uid);
    if (home === undefined) return { whole: true, entries: 0, torn: false };
    try {
      const entries = walkSealed(home);
      for (;;) {
        const { value, done } = entries.next();
        if (done === true) return value;
        await visit(value);
      }
    } finally {
      home.close();
    }
  } finally {
    workspace.close();
  }
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const endingOf = ({ ending }: ChainEntry): string => {
  const why = textOf(memberAt(ending, 'code')) || textOf(memberAt(ending, 'reason'));
  return `${textOf(memberAt(ending, 'end'))}${why === '' ? '' : ` (${why})`}`;
};

const line = (entry: ChainEntry): string =>
  entry['hook'] === undefined ? bootLine(entry) : hookLine(entry);

/** What an agent of another program asked, and what it was answered. */
const hookLine = (entry: ChainEntry): string => {
  const at = (name: string): string => textOf(memberAt(entry['hook'], name));
  const files = listOf(memberAt(entry['gate'], 'entries')).map(
    (one) => `${textOf(memberAt(one, 'operation'))} ${textOf(memberAt(one, 'file'))}`,
  );
  const what = [at('host'), at('event'), at('tool'), files.slice(0, HOOK_FILES_SHOWN).join(', ')];
  const code = at('code') === '' ? '' : ` (${at('code')})`;
  return `${headOf(entry)}  hook ${at('answer')}${code}, ${what.filter((one) => one !== '').join(' ')}  ${hashOf(entry)}`;
};

const HOOK_FILES_SHOWN = 3;

const headOf = (entry: ChainEntry): string =>
  `${String(entry.seq).padStart(4)}  ${textOf(entry['startedAt'])}  ${textOf(entry['kind']).padEnd(6)}`;

const hashOf = ({ hash }: ChainEntry): string => styled('dim', hash.slice(0, 12));

const bootLine = (entry: ChainEntry): string => {
  const steps = listOf(entry['steps']);
  const healed = steps.some((step) => memberAt(step, 'status') === 'healed') ? ', healed' : '';
  const born = entry['orders'] === undefined ? '' : ', first boot';
  const woken = entry['trigger'] === 'heartbeat' ? ', heartbeat' : '';
  const gate =
    memberAt(entry['gate'], 'asked') === undefined
      ? ''
      : `, gate ${textOf(memberAt(entry['gate'], 'asked'))}/${textOf(memberAt(entry['gate'], 'refused'))} refused`;
  return `${headOf(entry)}  ${endingOf(entry)}${woken}${born}${healed}${gate}  ${hashOf(entry)}`;
};

const details = (entry: ChainEntry): string => {
  const steps = listOf(entry['steps']).map((step) => {
    const at = (name: string): string => textOf(memberAt(step, name));
    const facts = [
      at('file'),
      at('bytes') && `${at('bytes')} B`,
      at('sha256').slice(0, 12),
      at('detail'),
    ].filter((fact) => fact !== '');
    return `  ${at('seq').padStart(3)}  ${`P${at('priority')}`.replace('Pprepare', '  ')}  ${at('step').padEnd(22)} ${at('status').padEnd(8)} ${at('ms').padStart(9)} ms  ${facts.join(', ')}`;
  });
  const notices = listOf(entry['notices']).map(
    (notice) =>
      `    !  ${textOf(memberAt(notice, 'text'))} (${textOf(memberAt(notice, 'section'))})`,
  );
  const gate = listOf(memberAt(entry['gate'], 'entries')).map(
    (one) =>
      `    gate  ${textOf(memberAt(one, 'operation')).padEnd(6)} ${textOf(memberAt(one, 'file'))}${textOf(memberAt(one, 'command'))}: ${textOf(memberAt(one, 'answer'))}${endOf(one)}`,
  );
  const turns = listOf(entry['turns']).map(
    (turn) => `    turn  ${textOf(memberAt(turn, 'at'))} by ${textOf(memberAt(turn, 'by'))}`,
  );
  return [line(entry), ...steps, ...notices, ...gate, ...turns].join('\n');
};

/** How a command ended; nothing for what is no command. */
const endOf = (entry: unknown): string =>
  ['exit', 'signal', 'endedBy']
    .map((name) => ({ name, value: textOf(memberAt(entry, name)) }))
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `, ${name === 'endedBy' ? 'ended by' : name} ${value}`)
    .join('');
