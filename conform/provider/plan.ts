/** What the probe does where it is the model of a kernel's own loop: which tool it asks for next. */
import { isJsonObject } from '#lib/text/json.ts';
import type { ProbeAttempt } from '#conform/case/case.ts';
import { PROFILE, SOUL } from '#conform/case/texts.ts';

/** What tools are for. */
type Action = 'read' | 'write' | 'append' | 'shell';

/** A tool of the kernel. In its input {file}, {path} (absolute), {text} and {command} stand for what is tried. */
interface Tool {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The kernel's tools, as its document names them. */
export type ToolNames = Readonly<Partial<Record<Action, Tool>>>;

/** What the probe is to try. */
export interface Script {
  readonly workspace: string;
  readonly attempts: readonly ProbeAttempt[];
  readonly tools: ToolNames;
}

/** What a request shows a model, whatever the API. */
export interface ModelView {
  readonly system: string;
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  /** What was last said to it. */
  readonly words: string;
  /** What came of its calls since. */
  readonly results: readonly string[];
}

/** One message that a model is shown. */
interface Said {
  readonly isOfModel: boolean;
  readonly words: string;
  readonly results: readonly string[];
}

/** A turn begins with what is said to a model that it has not asked for; what a kernel adds to results is none. */
export const turnOf = (messages: readonly Said[]): Pick<ModelView, 'words' | 'results'> => {
  const groups: Said[][] = [[]];
  for (const one of messages) {
    if (one.isOfModel) groups.push([]);
    else groups.at(-1)?.push(one);
  }
  const heard = groups
    .filter((group) => group.length > 0)
    .map((group) => ({
      words: group.map(({ words }) => words).join('\n'),
      results: group.flatMap(({ results }) => results),
    }));
  const begin = heard.findLastIndex(({ results }) => results.length === 0);
  return {
    words: heard[begin]?.words ?? '',
    results: heard.slice(begin + 1).flatMap(({ results }) => results),
  };
};

/** A call of a tool. */
export interface Use {
  readonly name: string;
  readonly input: unknown;
}

interface Step {
  readonly action: Action;
  readonly file: string;
  readonly text?: string;
  readonly command?: string;
}

/** `lacking`: there was something to try, and no tool for any of it. */
export type Next = Use | 'done' | 'lacking';

/** The next call; nothing is kept between requests, since a request holds all that was said. */
export const nextOf = (shown: ModelView, script: Script): Next => {
  const steps = stepsOf(shown, script);
  const offered = steps.filter(({ action }) => isOffered(shown, script.tools[action]));
  const step = offered[shown.results.length];
  const tool = step && script.tools[step.action];
  if (step === undefined || tool === undefined)
    return steps.length > 0 && offered.length === 0 ? 'lacking' : 'done';
  const values: Readonly<Record<string, string>> = {
    file: step.file,
    path: `${script.workspace}/${step.file}`,
    command: step.command ?? '',
    text: (step.text ?? '').replace('{old}', () => shown.results.at(-1) ?? ''),
  };
  return { name: tool.name, input: filled(tool.input, values) };
};

const isOffered = ({ tools }: ModelView, tool: Tool | undefined): boolean =>
  tool !== undefined && tools.includes(tool.name);

const stepsOf = (shown: ModelView, script: Script): readonly Step[] => {
  if (isFirstBoot(shown))
    return Object.entries({ 'SOUL.md': SOUL, 'USER.md': PROFILE }).flatMap(([file, text]) =>
      script.tools.write === undefined
        ? byShell({ op: 'write', file, text }, script)
        : [{ action: 'write', file, text }],
    );
  return script.attempts.flatMap((attempt) => [
    ...byTool(attempt, script.tools),
    ...byShell(attempt, script),
  ]);
};

/** The instructions ask for it. */
const isFirstBoot = ({ system, words }: ModelView): boolean =>
  /create\W+SOUL\.md/i.test(`${system}\n${words}`);

const byTool = ({ op, file, text = '' }: ProbeAttempt, tools: ToolNames): readonly Step[] => {
  if (op === 'link' || op === 'remove') return [];
  if (op === 'append' && tools.append !== undefined) return [{ action: 'append', file, text }];
  const read: Step = { action: 'read', file };
  if (op === 'read') return [read];
  return [read, { action: 'write', file, text: op === 'append' ? `{old}${text}` : text }];
};

const byShell = ({ op, file, text = '' }: ProbeAttempt, { workspace }: Script): readonly Step[] => {
  const path = quoted(`${workspace}/${file}`);
  const said = quoted(text.replace('{old}', ''));
  const command = {
    read: `cat ${path}`,
    write: `printf %s ${said} > ${path}`,
    append: `printf %s ${said} >> ${path}`,
    link: `ln -s ${said} ${path}`,
    remove: `rm -f ${path}`,
  }[op];
  return [{ action: 'shell', file, command }];
};

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Braces within words at any depth. */
const filled = (value: unknown, values: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (braced, name: string) => values[name] ?? braced);
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, values));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, filled(one, values)]),
  );
};
