/** `yamo credentials`: which keys there are, by name and place, and which of them yamo is to use. Never a value. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { CREDENTIAL_MAX_CHARS } from '#lib/spec/limits.ts';
import { PROVIDERS } from '#kernel/programs/providers.ts';
import {
  importCredential,
  type ImportParts,
  type Keeping,
  listImported,
  type Misunderstood,
  type ImportPlan,
  planHandedOver,
  planImport,
  removeImported,
  type ImportStatus,
} from '#kernel/credentials/import.ts';
import { systemKeychain } from '#kernel/credentials/keychain.ts';
import { type SeenCredential, scanCredentials } from '#kernel/credentials/scan.ts';
import { sourceText } from '#kernel/credentials/source.ts';
import { disk } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { readSettings } from '#kernel/contract/settings.ts';
import { Lines } from '#cli/session/lines.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, isInteractive, print, printError, styled } from '#cli/io/terminal.ts';

export const credentials = async (given: Given<'credentials'>): Promise<number> => {
  const [action, what, ...more] = given.positionals;
  const most = action === 'import' || action === 'remove' ? 1 : 0;
  if ((what === undefined ? 0 : 1 + more.length) > most)
    return misuse('The last is one word too many. A key itself is handed over by --stdin.');
  switch (action) {
    case 'scan':
      return await scan(given);
    case 'list':
      return await list(given);
    case 'import':
      return await take(what, given);
    case 'remove':
      return await remove(what, given);
    case undefined:
    default:
      return misuse('Say what to do: scan, import, list or remove.');
  }
};

const parts = (): ImportParts => ({
  disk,
  uid: process.geteuid?.() ?? 0,
  environment: process.env,
  keychain: systemKeychain,
  stateRoot: xdgFolder('XDG_STATE_HOME', process.env),
  now: () => Date.now(),
});

const scanned = async (given: Given<'credentials'>) => {
  const settings = await readSettings(disk, process.env, given.text('settings'));
  const providers = Object.keys({ ...PROVIDERS, ...settings.providers });
  return await scanCredentials({ ...parts(), providers });
};

const scan = async (given: Given<'credentials'>): Promise<number> => {
  const { findings, keychain } = await scanned(given);
  if (given.flag('json')) {
    for (const finding of findings) print(`${JSON.stringify(finding)}\n`);
    return EXIT.done;
  }
  for (const finding of findings) print(findingLine(finding));
  if (findings.length === 0) print('There are no credentials in the places that yamo knows.\n');
  else print(ORDER);
  if (!keychain) print('No keychain answers here; what it may hold is not known.\n');
  return EXIT.done;
};

const ORDER = `
For each provider the first of these counts: what the settings name (providers.NAME.key), what was
imported, variables, the profile of Anthropic's SDKs, the API key of Codex.
`;

const SIGNS = { now: '✓', import: '·', consent: '!', no: '✗' } as const;

const findingLine = ({
  name,
  place,
  provider,
  kind,
  use,
  how,
  expiresAt,
  expired,
}: SeenCredential) => {
  const sign = styled(use === 'now' ? 'green' : 'yellow', SIGNS[use]);
  const life =
    expiresAt === undefined ? '' : `, ${expired === true ? 'expired' : 'until'} ${expiresAt}`;
  const whose = provider === undefined ? kind : `${provider}, ${kind}`;
  return `${sign} ${harmless(`${name} (${whose}${life})\n  ${place}\n  ${how}`)}\n`;
};

const list = async (given: Given<'credentials'>): Promise<number> => {
  const statuses = await listImported(parts());
  if (given.flag('json')) {
    for (const status of statuses) print(`${JSON.stringify(status)}\n`);
    return EXIT.done;
  }
  for (const status of statuses) print(statusLine(status));
  if (statuses.length === 0) print('Nothing is imported.\n');
  return EXIT.done;
};

const NOW: Readonly<Record<ImportStatus['now'], string>> = {
  same: 'as it was imported',
  changed: 'another value than the one imported; it is used',
  absent: 'nothing is there any more',
  expired: 'expired: log in again, or use another',
  unusable: 'not used',
};

const statusLine = ({ provider, kind, place, checkedAt, now, reason }: ImportStatus): string => {
  const isUsed = now === 'same' || now === 'changed';
  const sign = isUsed ? styled('green', '✓') : styled('red', '✗');
  const why = reason === undefined ? '' : `: ${reason}`;
  const what = `${provider} (${kind}, imported ${checkedAt})\n  ${place}\n  ${NOW[now]}${why}`;
  return `${sign} ${harmless(what)}\n`;
};

const take = async (what: string | undefined, given: Given<'credentials'>): Promise<number> => {
  const isPiped = given.flag('stdin');
  const keeping = keepingOf(given);
  if (keeping === undefined) return misuse('--keychain or --file, not both.');
  if (isPiped === (what !== undefined))
    return misuse(
      'Say what to import: a variable or a place of `yamo credentials scan`, or --stdin.',
    );
  if (isPiped && process.stdin.isTTY)
    return misuse('A key that is typed would be shown: pipe it, or redirect a file.');
  const plan =
    what === undefined
      ? planHandedOver(
          await standardInput(),
          { as: given.text('as'), keeping: keeping === 'keychain' ? keeping : 'file' },
          parts(),
        )
      : await planned(what, keeping, given);
  if ('fault' in plan) return misuse(plan.fault);
  const consent = isPiped || given.flag('yes') || (await asked(plan));
  if (consent === undefined)
    return misuse('Nothing was imported: there is nobody to ask. --yes says that you mean it.');
  if (!consent) {
    print('Nothing was imported.\n');
    return EXIT.done;
  }
  const { provider, kind, source } = await importCredential(plan, parts());
  if (plan.terms !== undefined) printError(`Mind the terms: ${plan.terms}.\n`);
  const place = sourceText(source);
  print(
    given.flag('json')
      ? `${JSON.stringify({ provider, kind, place, keeping: plan.keeping })}\n`
      : `${styled('green', '✓')} ${harmless(`${provider}: ${place}`)}\n`,
  );
  return EXIT.done;
};

const keepingOf = (given: Given<'credentials'>): Keeping | undefined => {
  if (given.flag('keychain')) return given.flag('file') ? undefined : 'keychain';
  return given.flag('file') ? 'file' : 'pointer';
};

const planned = async (
  what: string,
  keeping: Keeping,
  given: Given<'credentials'>,
): Promise<ImportPlan | Misunderstood> => {
  const { findings } = await scanned(given);
  const wish = {
    what,
    as: given.text('as'),
    keeping,
    allowSubscription: given.flag('allow-subscription-tokens'),
  };
  return await planImport(wish, findings, parts());
};

/** Standard input, or so much of it that it is no key any more. */
const standardInput = async (): Promise<string> => {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > 2 * CREDENTIAL_MAX_CHARS) break;
  }
  return text;
};

/** The owner's answer; `undefined` if there is nobody to ask. */
const asked = async (plan: ImportPlan): Promise<boolean | undefined> => {
  if (!isInteractive()) return undefined;
  const lines = new Lines(true, () => lines.close());
  try {
    const answer = await lines.next(questionOf(plan));
    return /^y(?:es)?$/i.test(answer?.trim() ?? '');
  } finally {
    lines.close();
  }
};

const KEPT: Readonly<Record<Keeping, string>> = {
  pointer: 'yamo keeps the place, and reads the key there when it needs it',
  keychain: 'yamo copies it into the keychain of this system',
  file: 'yamo copies it into a file that only you can open',
};

const questionOf = ({ provider, kind, source, keeping, terms, replaces }: ImportPlan): string =>
  [
    `The ${kind} at ${source === undefined ? 'standard input' : sourceText(source)}`,
    `  is used for ${provider}; ${KEPT[keeping]}.`,
    ...(terms === undefined ? [] : [`  ${terms}.`]),
    ...(replaces === undefined ? [] : [`  It takes the place of ${replaces}.`]),
    'Import it? [y/N] ',
  ].join('\n');

const remove = async (
  provider: string | undefined,
  given: Given<'credentials'>,
): Promise<number> => {
  if (provider === undefined) return misuse('Say which provider.');
  const removed = await removeImported(provider, parts());
  if (!removed) return misuse('Nothing is imported under that name; see yamo credentials list.');
  print(
    given.flag('json')
      ? `${JSON.stringify({ provider, removed })}\n`
      : `${styled('green', '✓')} ${harmless(provider)} is forgotten\n`,
  );
  return EXIT.done;
};

const misuse = (mistake: string): number => {
  printError(harmless(`${mistake}\nSee: yamo credentials --help\n`));
  return EXIT.usage;
};
