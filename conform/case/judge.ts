/** What cases say of a boot: each function returns complaints, none where all is well. */
import { type BootRun, type Lab, type SoundWorkspace, Undecided } from './case.ts';
import { CANARY } from './texts.ts';
import { before } from '#conform/witness/calls.ts';
import { UNLINKING } from '#conform/witness/trace.ts';

/** What is wrong with a kernel, in words. */
export type Complaints = readonly string[];

/** A complaint, if there is a reason for it. */
export const when = (isWrong: boolean, complaint: string): Complaints =>
  isWrong ? [complaint] : [];

/** It ended by itself, and said that all is well. */
export const served = ({ stopped, code, output }: BootRun): Complaints =>
  stopped !== undefined
    ? [`the kernel ${stopped}`]
    : when(code !== 0, `the boot ended with ${code ?? 'a signal'}: ${lastLine(output)}`);

/** It was a session: it served, and its agent was shown AGENTS.md, without which there is none (§2.2). */
export const heldSession = (boot: BootRun): Complaints => {
  const complaints = served(boot);
  if (complaints.length > 0) return complaints;
  return when(boot.sight().got(CANARY.body) === undefined, 'no agent was shown AGENTS.md');
};

/** It was a session, and the agent came to the end of what it was to try. */
export const agentTried = (boot: BootRun): Complaints => {
  const complaints = served(boot);
  if (complaints.length > 0) return complaints;
  const { hasTried, lacksTools } = boot.sight();
  // A kernel may ask its model for more than turns, such as a title: that it needs no tools.
  if (!hasTried && lacksTools)
    throw new Undecided(
      'not applicable',
      'the kernel offers its model none of the tools for it that its document names',
    );
  return when(!hasTried, 'no agent had a turn, so that nothing was tried');
};

/** A refusal says something only of a kernel that serves where nothing is wrong. */
export const servesSound = async (lab: Lab, workspace: SoundWorkspace): Promise<Complaints> => {
  const boot = await lab.sound(workspace);
  const complaints = workspace === 'born' ? heldSession(boot) : tookInstructions(boot);
  return complaints.map((one) => `a workspace in which nothing is wrong is not served: ${one}`);
};

const tookInstructions = (boot: BootRun): Complaints => {
  const complaints = served(boot);
  if (complaints.length > 0) return complaints;
  return when(boot.sight().got(CANARY.orders) === undefined, 'no agent was shown the instructions');
};

/**
 * It refused, and refuses for a reason: `otherwise` is the workspace that it was given, but for what is wrong with it.
 */
export const refuses = async (
  lab: Lab,
  boot: BootRun,
  otherwise: SoundWorkspace = 'unborn',
): Promise<Complaints> => {
  const complaints = refusedToBoot(boot);
  return complaints.length > 0 ? complaints : await servesSound(lab, otherwise);
};

/** It refused, as {@link refuses} says, and nothing was lost. */
export const refusesAndKeeps = async (
  lab: Lab,
  boot: BootRun,
  otherwise?: SoundWorkspace,
): Promise<Complaints> => [...(await refuses(lab, boot, otherwise)), ...kept(lab)];

/** It ended by itself, and did not say that all is well. */
export const isRefused = ({ stopped, code }: BootRun): boolean =>
  stopped === undefined && code !== 0;

/** It refused: in time, with an exit code that is not 0 and some words, whichever; and no agent got the instructions, or AGENTS.md. */
export const refusedToBoot = (boot: BootRun): Complaints => {
  const { stopped, code, errors } = boot;
  if (stopped !== undefined) return [`the kernel ${stopped}`];
  const got = (text: string): boolean => boot.sight().got(text) !== undefined;
  return [
    ...(code === 0
      ? ['the boot was not refused']
      : when(errors.trim() === '', 'nothing was said of it on standard error')),
    ...when(got(CANARY.orders), 'the agent got the instructions'),
    ...when(got(CANARY.body), 'the agent got AGENTS.md'),
  ];
};

export const lastLine = (output: string): string =>
  output.trimEnd().split('\n').at(-1)?.slice(0, 200) || 'it printed nothing';

/** Nothing is left of the instructions, in any file. */
export const vanished = (lab: Lab, name = 'BOOTSTRAP.md'): Complaints => [
  ...when(lab.files.exists(name), `${name} is still there`),
  ...lab.holding(CANARY.orders).map((file) => `${file} holds a piece of the instructions`),
];

/** Nothing was lost: what cannot be carried out stays where it is. */
const kept = (lab: Lab, name = 'BOOTSTRAP.md'): Complaints =>
  when(!lab.files.exists(name), `${name} was not left where it was`);

/** Read, then unlinked by the kernel, then proved gone, and only then shown to an agent (§6.3). */
export const deletedInOrder = (boot: BootRun, name = 'BOOTSTRAP.md'): Complaints => {
  const sight = boot.sight();
  const read = sight.opens(name).at(0);
  const unlinked = sight.on(name, UNLINKING).find(({ errno }) => errno === undefined);
  const shown = sight.got(CANARY.orders);
  if (read === undefined) return [`the kernel never read ${name}`];
  if (unlinked === undefined) return [`the kernel never unlinked ${name}`];
  if (shown === undefined) return [`the agent never got what ${name} said`];
  const proof = sight.absences(name).find((call) => before(unlinked, call));
  return [
    ...when(!before(read, unlinked), 'it was unlinked before it was read'),
    ...when(proof === undefined, 'nobody looked whether it is gone'),
    ...when(
      proof !== undefined && !before(proof, shown),
      'the agent got it before it was proved gone',
    ),
    ...when(!before(unlinked, shown), 'the agent got it before it was unlinked'),
    ...when(
      sight.opens(name).some((call) => before(unlinked, call)),
      'it was opened again',
    ),
    ...when(
      sight.lives.some(({ from, to }) => from < read.entry && to > read.entry),
      'an agent ran while the instructions were on the disk',
    ),
  ];
};

/** The first boot worked: all of it. */
export const carriedOut = (lab: Lab, boot: BootRun, name = 'BOOTSTRAP.md'): Complaints => [
  ...served(boot),
  ...deletedInOrder(boot, name),
  ...vanished(lab, name),
];

/** It refused and lost nothing, or looked again and did all of it. */
export const carriesOutOrKeeps = async (lab: Lab, boot: BootRun): Promise<Complaints> =>
  boot.code === 0 ? carriedOut(lab, boot) : await refusesAndKeeps(lab, boot);

/** Whoever came between: the agent has the instructions only if no file has them any more. */
export const nothingSurvives = (lab: Lab, boot: BootRun): Complaints => {
  if (boot.stopped !== undefined) return [`the kernel ${boot.stopped}`];
  const left = lab.holding(CANARY.orders);
  const wasShown = boot.sight().got(CANARY.orders) !== undefined;
  return [
    ...when(
      wasShown && left.length > 0,
      `the agent got the instructions, and they are still in ${left.join(', ')}`,
    ),
    ...when(
      boot.code === 0 && left.length > 0,
      `the boot was not refused, and the instructions are still in ${left.join(', ')}`,
    ),
  ];
};
