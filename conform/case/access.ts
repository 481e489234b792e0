/** Cells of the tables of access (§3.1, §3.2): what an agent tries on a file, and what has come of it. */
import { type Attempt, type Boot, type Lab, Undecided } from './case.ts';
import { served } from './judge.ts';
import { born, CANARY } from './texts.ts';

/** What an agent writes, so that it can be found. */
export const WRITTEN = 'conform-wrote-this-line';

/** The file is after the session what it was before. */
export const neverChanges = async (lab: Lab, attempt: Attempt): Promise<readonly string[]> => {
  born(lab);
  const was = lab.files.text(attempt.file);
  const boot = await lab.boot({ attempts: [attempt] });
  const isSame = lab.files.text(attempt.file) === was;
  return [...triedBy(boot), ...(isSame ? [] : [`the agent changed ${attempt.file}`])];
};

/** The change is there. A kernel that does not let its agent do it does not break a "may". */
export const mayChange = async (lab: Lab, attempt: Attempt): Promise<readonly string[]> => {
  born(lab);
  const boot = await lab.boot({ attempts: [attempt] });
  const complaints = triedBy(boot);
  const text = lab.files.text(attempt.file) ?? '';
  if (complaints.length === 0 && !text.includes(WRITTEN))
    throw new Undecided(
      'not applicable',
      `this kernel lets no agent change ${attempt.file}; the cell is a "may"`,
    );
  return complaints;
};

/** Nobody but its owner: not a byte of MEMORY.md reaches the agent, and nobody opens it. */
export const neverReads = async (
  lab: Lab,
  attempts: readonly Attempt[],
  prepare: () => void = () => undefined,
): Promise<readonly string[]> => {
  born(lab);
  prepare();
  const boot = await lab.boot({ attempts });
  if (
    boot.stopped === undefined &&
    boot.code !== 0 &&
    boot.sight().got(CANARY.memory) === undefined
  )
    return [];
  return [...triedBy(boot), ...leaksOfMemory(boot)];
};

/** What of MEMORY.md the agent got. */
export const leaksOfMemory = (boot: Boot): readonly string[] => {
  const leak = boot.sight().got(CANARY.memory);
  return leak === undefined ? [] : [`the agent got MEMORY.md, by ${leak.name}`];
};

/** The session was one, and the probe agent was in it. */
const triedBy = (boot: Boot): readonly string[] => {
  const complaints = served(boot);
  if (complaints.length > 0) return complaints;
  const { agent } = boot.sight();
  return agent.length === 0 ? ['no agent was started'] : [];
};
