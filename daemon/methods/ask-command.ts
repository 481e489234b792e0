/** How methods have commands of yamo answer: each runs in a process of its own, and says what it prints in JSON. */
import type { SessionVoice } from '#kernel/contract/boot-request.ts';
import type { CommandWords, OwnCommands } from '#daemon/workspace/own-commands.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import type { MethodField } from './field.ts';

/** Each line that a command prints, of the workspace where there is one: it stands behind its words. Throws CommandRefused, COMMAND_UNFINISHED. */
export const linesOfCommand = async <Line>(
  commands: OwnCommands,
  workspace: ServedWorkspace | undefined,
  asked: CommandWords,
  line: MethodField<Line>,
): Promise<readonly Line[]> => {
  const place = workspace === undefined ? [] : ['--', workspace.request.path];
  return linesIn(commands, [...asked, ...place], line);
};

const linesIn = async <Line>(
  commands: OwnCommands,
  words: CommandWords,
  line: MethodField<Line>,
  input?: string,
): Promise<readonly Line[]> =>
  (await commands.run(words, input)).lines.map((one) => {
    if (line.is(one)) return one;
    throw new TypeError(`yamo ${words[0]} printed what is not of its form`);
  });

/** The one thing that a command says whose words are all said, and that can read `input`. Throws as `linesOfCommand`. */
export const answerIn = async <Answer>(
  commands: OwnCommands,
  words: CommandWords,
  form: MethodField<Answer>,
  input?: string,
): Promise<Answer> => {
  const [answer] = await linesIn(commands, words, form, input);
  if (answer === undefined) throw new TypeError(`yamo ${words[0]} printed nothing`);
  return answer;
};

/** The one thing that a command says. Throws CommandRefused, COMMAND_UNFINISHED. */
export const answerOf = <Answer>(
  commands: OwnCommands,
  workspace: ServedWorkspace,
  asked: CommandWords,
  form: MethodField<Answer>,
): Promise<Answer> => answerIn(commands, [...asked, '--', workspace.request.path], form);

/** Nobody hears, and nobody can be asked. */
export const silentVoice = (): SessionVoice => ({
  human: undefined,
  emit: () => undefined,
  diagnostics: () => undefined,
  signal: new AbortController().signal,
});

/** What was said when it was started; else commands find out by themselves. */
export const layoutWords = ({ request, config }: ServedWorkspace): readonly string[] => {
  const layout = request.layout ?? config?.layout;
  return typeof layout === 'string' ? [`--layout=${layout}`] : [];
};
