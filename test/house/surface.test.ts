/**
 * The public surface of yamo, as committed texts: what a change of code alone must leave to the byte. After a change
 * that is meant, `npx vitest run test/house/surface.test.ts -u` writes them anew, and their diff is what is reviewed.
 * Names come from the one table that has each of them. The keys of JSON come from the schemas, and where there is none
 * from the types of what the sources print and keep. What is said in words is left out: it may be said better.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { RULES } from '#audit/engine/rules.ts';
import { COMMANDS, type CommandTable, type Option } from '#cli/args/options.ts';
import { FORMATS } from '#cli/audit/request.ts';
import { FORMS } from '#cli/conform/formats.ts';
import { CASES } from '#conform/suite/cases.ts';
import { PRESETS } from '#kernel/programs/presets.ts';
import { PROVIDERS } from '#kernel/programs/providers.ts';
import { SESSION_COMMANDS, TERMINAL_COMMANDS } from '#kernel/session/commands.ts';
import { WATCHED } from '#kernel/state/baseline.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { TOOLS } from '#lib/model/tools.ts';
import { AGENT_METHOD, METHOD } from '#lib/protocol/protocol.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';
import { requirementsIn } from '#lib/spec/requirements.ts';
import { STARTUP, type StartupStep } from '#lib/spec/startup.ts';
import { goldenFiles } from '#test/support/golden.ts';
import { McpClient } from '#test/support/mcp.ts';
import { linesOf, pathsOfSchema } from '#test/support/paths.ts';
import { TypedSources, type Value } from '#test/support/typed-sources.ts';
import { makeWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

import manifest from '../../package.json' with { type: 'json' };
import { ENVIRONMENT } from '../../scripts/reference/environment.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OUTPUTS = join(import.meta.dirname, 'outputs');

const compared = new Set<string>();
const committed = (name: string): string => {
  compared.add(name);
  return join(OUTPUTS, name);
};

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
/** A row is its cells; what is not said has none. */
const lineOf = (row: string | readonly unknown[]): string =>
  [row]
    .flat()
    .filter((cell) => cell !== undefined && cell !== false)
    .join(' ');
const lines = (rows: readonly (string | readonly unknown[])[]): string =>
  rows.map((row) => `${lineOf(row)}\n`).join('');
const sorted = (all: readonly string[]): readonly string[] => [...new Set(all)].toSorted();
const pretty = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const WORDS = new Set(['title', 'description', 'why', 'remedy']);
const withoutWords = (value: unknown): string =>
  JSON.stringify(value, (key, one: unknown) =>
    WORDS.has(key) && typeof one === 'string' ? undefined : one,
  );

const sources = new TypedSources();
afterAll(() => sources.close());
const textsOf = (all: readonly Value[]): readonly string[] =>
  all.flatMap((one) => sources.textsOf(one));
const shapesOf = (all: readonly Value[]): string =>
  lines(sorted(all.flatMap((one) => sources.shapesOf(one))).map((shape) => `${shape}\n`));

/** A default has no field of its own: one of a single word is read from the description. */
const optionOf = ({ type, choices = [], multiple, describe: words }: Option): string => {
  const [, value] = /\(default: (\S+)\)/u.exec(words) ?? [];
  const facts = [choices.join(' | '), multiple && 'repeated', value && `default ${value}`];
  return [type, ...facts].filter(Boolean).join(', ');
};

const rowsOf = ([command, { positional, options }]: readonly [string, CommandTable]) => [
  [command, positional?.name, positional?.multiple && '…'],
  ...Object.entries(positional?.actions ?? {}).map((words) => [command].concat(...words)),
  ...Object.entries(options).map(([name, of]) => [command, `--${name}`, optionOf(of)]),
];

describe('the names', () => {
  it('of commands and options', async () => {
    const [full, short] = [0, 1].map((at) => textsOf(sources.argumentsOf(['cli'], { alias: at })));
    const aliases = full?.map((name, at) => `--${name} -${short?.[at]}`);
    const rows = Object.entries<CommandTable>(COMMANDS).flatMap(rowsOf);
    await expect(lines([...(aliases ?? []), ...rows])).toMatchFileSnapshot(
      committed('commands.txt'),
    );
  });

  it('of refusals', async () => {
    const rows = Object.entries(REFUSALS).map(
      ([code, { exit, section }]) => `${code} ${exit} ${section}`,
    );
    await expect(lines(sorted(rows))).toMatchFileSnapshot(committed('refusals.txt'));
  });

  it('of rules, requirements and conformance cases', async () => {
    const rules = RULES.map((rule) => withoutWords({ ...rule, examples: undefined }));
    const cases = CASES.map(({ id, requirements, session }) =>
      withoutWords({ id, requirements, session }),
    );
    const requirements = requirementsIn(read('RFC-0009.md')).map(({ id, section, level, tier }) => [
      id,
      section,
      level,
      tier,
    ]);
    await expect(lines([...rules, ...cases, ...requirements])).toMatchFileSnapshot(
      committed('rules.txt'),
    );
  });

  it('of whatever else is typed, set, sent or recorded', async () => {
    const rows = {
      exit: Object.entries(EXIT),
      step: STARTUP.map(({ step, priority, section, condition }: StartupStep) => [
        step,
        String(priority),
        section,
        condition,
      ]),
      'audit --format': FORMATS,
      'conform --format': Object.keys(FORMS),
      layout: Object.keys(LAYOUTS),
      agent: PRESETS.map(({ name }) => name),
      provider: Object.keys(PROVIDERS),
      'in a session': SESSION_COMMANDS.map(({ name, hint }) => [`/${name}`, hint]),
      'at a terminal': TERMINAL_COMMANDS.map(({ name, hint }) => [`/${name}`, hint]),
      'to the kernel': Object.values(METHOD),
      'to the agent': Object.values(AGENT_METHOD),
      // test/pages.test.ts holds this table against what is read.
      variable: Object.keys(ENVIRONMENT),
      'variable of': PRESETS.flatMap(({ name, keys, addresses, choices, variables, login }) => {
        const own = [...(addresses ?? []), ...(choices ?? []), ...Object.keys(variables ?? {})];
        const all = [...keys.map(({ variable }) => variable), ...own, login.variable];
        return all.map((variable) => [name, variable]);
      }),
      'event of': Object.values(HOSTS).flatMap(({ host, events }) =>
        Object.entries(events).map(([event, moment]) => [host, event, moment]),
      ),
      'tool of': Object.values(HOSTS).flatMap(({ host, tools }) =>
        Object.entries(tools).map(([tool, { does }]) => [host, tool, does]),
      ),
    };
    const all = Object.entries(rows).flatMap(([what, some]) =>
      some.map((one: string | readonly unknown[]) => [what, ...[one].flat()]),
    );
    await expect(lines(all)).toMatchFileSnapshot(committed('names.txt'));
  });

  it('of what is published', async () => {
    const published = Object.entries(manifest).filter(([field]) =>
      /^(?:name|type|bin|exports|man|files|os|engines|peerDependencies\w*)$/u.test(field),
    );
    await expect(pretty(Object.fromEntries(published))).toMatchFileSnapshot(
      committed('package.txt'),
    );
  });

  it('of tools, prompts and resources', async () => {
    const place = makeWorkspace(goldenFiles('v3.0'));
    const { client } = await McpClient.connect(place, { args: ['--session', 'main'] });
    const { tools } = await client.listTools();
    const { prompts } = await client.listPrompts();
    const { resourceTemplates } = await client.listResourceTemplates();
    const { resources } = await client.listResources();
    const rows = [tools, prompts, resourceTemplates, resources, TOOLS].flat().map(withoutWords);
    await expect(lines(rows)).toMatchFileSnapshot(committed('tools.txt'));
  });

  it('of files of the state', async () => {
    const kinds = Object.values(STATE);
    const named = kinds.flatMap(({ name, keys }) => {
      const files = WATCHED.filter((file) => keys?.test(file));
      return files.length === 0 ? [name] : files.map((file) => name.replace('*', file));
    });
    const folders = sources.argumentsOf(
      ['kernel'],
      { common: 0, within: 0, sweep: 0 },
      'StateHome',
    );
    const places = [...textsOf(folders), ...kinds.map(({ place }) => place)];
    // What is opened in other ways: logs, locks, databases, and three names.
    const others = sources.textsLike(
      ['kernel/state', 'kernel/run', 'kernel/heartbeat', 'kernel/mesh', 'mesh', 'cli/session'],
      /^(?:history|seals|transcripts|[\w.*-]+\.(?:jsonl|lock|db|sqlite|lance|damaged))$/u,
    );
    const all = [...named, ...places, ...others].map((name) => name.replaceAll('**', '*'));
    const names = all.filter((name) => name !== '*' && name !== 'workspace');
    await expect(lines(sorted(names))).toMatchFileSnapshot(committed('state.txt'));
  });
});

describe('the keys', () => {
  it('of reports, records and settings, which have schemas', async () => {
    const files = readdirSync(join(ROOT, 'schemas')).filter((name) => name.endsWith('.json'));
    const rows = files.toSorted().flatMap((file) => {
      const paths = linesOf(pathsOfSchema(JSON.parse(read(`schemas/${file}`))));
      return paths.map((path) => [file.replace('.schema.json', ''), path]);
    });
    await expect(lines(rows)).toMatchFileSnapshot(committed('schemas.txt'));
  });

  it('of what commands print', async () => {
    const printed = sources.argumentsOf(['cli'], { stringify: 0, jsonLine: 0, printFrame: 0 });
    await expect(shapesOf(printed)).toMatchFileSnapshot(committed('printed.txt'));
  });

  it('of what is kept: state, journals, exports', async () => {
    const folders = ['kernel', 'lib/yamo'];
    const printed = sources.argumentsOf(folders, { stringify: 0 });
    const stored = sources.argumentsOf(folders, { write: 1, append: 1 }, 'StateStore');
    await expect(shapesOf([...printed, ...stored])).toMatchFileSnapshot(committed('kept.txt'));
  });

  it('of _meta', async () => {
    const meta = sources.membersNamed(['agents', 'cli', 'kernel', 'lib'], '_meta');
    await expect(shapesOf(meta)).toMatchFileSnapshot(committed('meta.txt'));
  });
});

const GOLDEN = ['v3.0', 'lite', 'pending', 'uninitialised'] as const;

describe('the outputs for the golden workspaces', () => {
  const tree = makeWorkspace(
    Object.fromEntries(
      GOLDEN.flatMap((name) =>
        Object.entries(goldenFiles(name)).map(([file, text]) => [`${name}/${file}`, text]),
      ),
    ),
  );
  const unplaced = (text: string): string =>
    text
      .replaceAll(tree.path, 'GOLDEN')
      .replaceAll(manifest.version, 'VERSION')
      .replaceAll(/(?<="hash":")\w+/gu, 'KEYED');
  const run = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await yamo([...args, '--date', '2026-03-10'], { cwd: tree.path });
    return unplaced(stdout + stderr);
  };

  it('of yamo audit', async () => {
    const [text, json, sarif] = await Promise.all(
      ['text', 'json', 'sarif'].map((format) => run('audit', '--format', format, ...GOLDEN)),
    );
    await expect(text).toMatchFileSnapshot(committed('audit-text.txt'));
    await expect(folded(json)).toMatchFileSnapshot(committed('audit-json.txt'));
    const log: unknown = JSON.parse(sarif ?? '');
    expect(pretty(log)).toBe(sarif);
    await expect(folded(JSON.stringify(log))).toMatchFileSnapshot(committed('audit-sarif.txt'));
  });

  it.each([
    ['v3.0', 'main'],
    ['v3.0', 'shared'],
    ['lite', 'main'],
    ['pending', 'main'],
    ['uninitialised', 'main'],
  ])('of yamo boot --plan: %s, %s', async (name, kind) => {
    const plan = await run('boot', '--plan', '--agent', 'scribe', '--session', kind, name);
    await expect(plan).toMatchFileSnapshot(committed(`plan-${name}-${kind}.txt`));
  });
});

/** A report with a line for each of its objects. What a rule says stands in its own file and on its page. */
const folded = (report = ''): string => {
  const said = RULES.flatMap(({ title, why, remedy }) => Object.entries({ title, why, remedy }))
    .map(([field, words]) => [JSON.stringify(words).slice(1, -1), `{${field}}`] as const)
    .toSorted(([one], [other]) => other.length - one.length);
  return said
    .reduce((text, [words, field]) => text.replaceAll(words, field), report)
    .replaceAll('},{', '},\n{');
};

it('are compared, and nothing else is kept', () => {
  expect(readdirSync(OUTPUTS).filter((name) => !compared.has(name))).toEqual([]);
});
