/** What `yamo audit` was asked for, checked before anything is looked at. */
import process from 'node:process';
import { RULES } from '#audit/engine/rules.ts';
import { unknownRule } from './config.ts';
import { FILES } from '#lib/spec/files.ts';
import { isDay } from '#lib/text/day.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { layoutNamed } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';

/** What `--format` takes. */
export const FORMATS = [
  'text',
  'json',
  'sarif',
  'junit',
  'github',
  'markdown',
  'html',
  'badge',
] as const;

/** A form in which a report can be written. */
export type Format = (typeof FORMATS)[number];

/** One form of the report; without a file it goes to standard output. */
export interface Output {
  readonly format: Format;
  readonly file: string | undefined;
}

/** What `yamo audit` was asked for, checked. */
export interface AuditRequest {
  readonly paths: readonly string[];
  /** `yamo audit diff A B`. */
  readonly diff: readonly [string, string] | undefined;
  readonly since: string | undefined;
  readonly require: 'lite' | 'v3.0' | undefined;
  readonly outputs: readonly Output[];
  readonly fix: 'none' | 'safe' | 'asks';
  readonly dryRun: boolean;
  /** `--layout`: what they are audited as, whatever their names say. */
  readonly layout: LayoutName | undefined;
  readonly history: boolean;
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly acceptNew: boolean;
  readonly rules: readonly string[];
  readonly ignoredRules: readonly string[];
  readonly exclude: readonly string[];
  readonly config: string | undefined;
  readonly ignoreConfig: boolean;
  readonly quiet: boolean;
  readonly maxWarnings: number | undefined;
  readonly listRules: boolean;
  /** The paths that files name are of this machine. */
  readonly here: boolean;
  readonly pedantic: boolean;
  readonly strict: boolean;
  readonly allow: { readonly pending: boolean; readonly unverified: boolean };
  readonly watch: boolean;
  readonly fresh: boolean;
  readonly verbose: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** The request, or a sentence that says what is wrong with it. */
export const auditRequestOf = (given: Given<'audit'>): AuditRequest | string => {
  const outputs = outputsOf(given);
  if (typeof outputs === 'string') return outputs;
  const date = given.text('date');
  if (date !== undefined && !isDay(date))
    return `--date takes a day that the calendar has (YYYY-MM-DD), not ${JSON.stringify(date)}.`;
  const isDiff = given.positional === 'diff' && given.positionals.length > 1;
  const [, from, to, ...more] = given.positionals;
  if (isDiff && (from === undefined || to === undefined || more.length > 0))
    return 'yamo audit diff takes two revisions, or two folders: yamo audit diff main HEAD';
  const most = given.text('max-warnings');
  if (most !== undefined && !/^\d{1,9}$/u.test(most))
    return `--max-warnings takes a number, not ${JSON.stringify(most)}.`;
  const fix = given.flag('fix-unsafe') ? 'asks' : given.flag('fix') ? 'safe' : 'none';
  const tier = given.text('require');
  const request: AuditRequest = {
    paths: isDiff ? [] : pathsOf(given),
    diff: isDiff && from !== undefined && to !== undefined ? [from, to] : undefined,
    since: given.text('since'),
    require: tier === 'lite' || tier === 'v3.0' ? tier : undefined,
    outputs,
    fix,
    dryRun: given.flag('dry-run'),
    layout: layoutNamed(given),
    history: given.flag('history'),
    baseline: given.text('baseline'),
    updateBaseline: given.flag('update-baseline'),
    acceptNew: given.flag('accept-new'),
    rules: given.texts('rule'),
    ignoredRules: given.texts('ignore-rule'),
    exclude: given.texts('exclude'),
    config: given.text('config'),
    ignoreConfig: given.flag('ignore-config'),
    quiet: given.flag('quiet'),
    maxWarnings: most === undefined ? undefined : Number(most),
    listRules: given.flag('list-rules'),
    here: given.flag('here'),
    pedantic: given.flag('pedantic'),
    strict: given.flag('strict'),
    allow: { pending: given.flag('allow-pending'), unverified: given.flag('allow-unverified') },
    watch: given.flag('watch'),
    fresh: given.flag('fresh'),
    verbose: given.flag('verbose'),
    today: date ?? localDay(new Date()),
  };
  return contradictionIn(request) ?? request;
};

const isMoreThanRead = ({ paths, fix, since, history, here, watch }: AuditRequest): boolean =>
  paths.length > 1 || fix !== 'none' || since !== undefined || history || here || watch;

const contradictionIn = (request: AuditRequest): string | undefined => {
  const empty = emptyIn(request);
  if (empty !== undefined) return `${empty} is empty; perhaps a variable was not set.`;
  const files = request.outputs.flatMap(({ file }) => file ?? []);
  if (new Set(files).size < files.length) return 'Two forms of the report cannot go to one file.';
  const other = contradictionWithLayout(request);
  if (other !== undefined) return other;
  const { fix, dryRun, diff, since, baseline, updateBaseline, acceptNew, watch } = request;
  const unknown = [...request.rules, ...request.ignoredRules].find((id) => !RULE_IDS.includes(id));
  if (unknown !== undefined)
    return `${capital(unknownRule(unknown, RULE_IDS))} See yamo audit --list-rules`;
  if (request.ignoreConfig && request.config !== undefined)
    return '--config and --ignore-config contradict each other.';
  const isStored = request.paths.some((path) => path.startsWith('s3://'));
  if (isStored && isMoreThanRead(request))
    return 'A bucket is only read, by itself: leave out other paths, --fix, --since, --history, --here and --watch.';
  if (dryRun && fix === 'none')
    return '--dry-run shows what --fix or --fix-unsafe would do; add one.';
  if (updateBaseline && baseline === undefined) return '--update-baseline needs --baseline FILE.';
  if (acceptNew && !updateBaseline) return '--accept-new goes with --update-baseline.';
  if (diff !== undefined && (fix !== 'none' || since !== undefined || updateBaseline || watch))
    return 'yamo audit diff only compares; leave out --fix, --since, --update-baseline and --watch.';
  if (since !== undefined && (updateBaseline || watch))
    return '--since only compares; leave out --update-baseline and --watch.';
  if (watch && (fix !== 'none' || updateBaseline))
    return '--watch only looks; leave out --fix and --update-baseline.';
  return undefined;
};

const RULE_IDS = RULES.map(({ id }) => id);

const capital = (sentence: string): string =>
  `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${sentence.endsWith('?') ? '' : '.'}`;

/** Tiers, fixes and what is looked for in history are those of RFC-0009. */
const contradictionWithLayout = ({
  layout,
  fix,
  require: tier,
  history,
}: AuditRequest): string | undefined => {
  if (layout === undefined || layout === 'rfc-0009') return undefined;
  const given = tier !== undefined ? '--require' : fix !== 'none' ? '--fix' : '--history';
  return tier === undefined && fix === 'none' && !history
    ? undefined
    : `${given} is for workspaces of RFC-0009; leave it out, or --layout ${layout}.`;
};

/** What was given as an empty text: taking it for "not given" would audit, or fix, another place. */
const emptyIn = ({
  paths,
  diff,
  since,
  baseline,
  config,
  exclude,
}: AuditRequest): string | undefined => {
  if (config === '') return '--config';
  if (exclude.includes('')) return '--exclude';
  if ([...paths, ...(diff ?? [])].includes('')) return 'A path';
  if (since === '') return '--since';
  return baseline === '' ? '--baseline' : undefined;
};

const pathsOf = ({ positionals }: Given<'audit'>): readonly string[] => {
  if (positionals.length > 0) return [...new Set(positionals)];
  const named = process.env['YAMO_WORKSPACE_DIR'];
  return [named === undefined || named === '' ? '.' : named];
};

const outputsOf = (given: Given<'audit'>): readonly Output[] | string => {
  const asked = given.texts('format').map(outputOf);
  const mistake = asked.find((one) => typeof one === 'string');
  if (mistake !== undefined) return mistake;
  const outputs = asked.filter((one) => typeof one !== 'string');
  if (given.flag('json') && !outputs.some(({ format }) => format === 'json'))
    outputs.push({ format: 'json', file: undefined });
  if (outputs.filter(({ file }) => file === undefined).length > 1)
    return 'Only one form of the report can go to standard output; give the others a file: --format sarif=yamo.sarif';
  return outputs.length === 0 ? [{ format: 'text', file: undefined }] : outputs;
};

const outputOf = (text: string): Output | string => {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const file = at === -1 ? undefined : text.slice(at + 1);
  const format = FORMATS.find((one) => one === name);
  if (format === undefined)
    return `There is no format ${JSON.stringify(name)}; there are ${FORMATS.join(', ')}.`;
  if (file === '') return `--format ${name}= lacks the name of a file.`;
  const base = file?.slice(file.lastIndexOf('/') + 1);
  if (FILES.some((row) => row.name === base))
    return `${JSON.stringify(file)} is a file of a workspace; a report does not go there.`;
  return { format, file };
};

/** The day where this machine is. */
export const localDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
