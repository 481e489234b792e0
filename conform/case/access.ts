/** Cells of the tables of access (§3.1, §3.2): what an agent tries on a file, and what has come of it. */
import { type ProbeAttempt, type BootRun, type Lab, Undecided, TraceLost } from './case.ts';
import { agentTried, isRefused, servesSound } from './judge.ts';
import { born, CANARY, KEY } from './texts.ts';

/** What an agent writes, so that it can be found. */
export const WRITTEN = 'conform-wrote-this-line';

const remove = (file: string): ProbeAttempt => ({ op: 'remove', file });

/** The files are after the session what they were before, and were nothing else meanwhile; they are not removed either. */
export const neverChanges = async (
  lab: Lab,
  ...attempts: readonly ProbeAttempt[]
): Promise<readonly string[]> => {
  born(lab);
  const watched = attempts.map(({ file }) => {
    const was = lab.files.text(file);
    return { file, was, seen: was === undefined ? undefined : lab.files.watch(file) };
  });
  const removed = watched.filter(({ was }) => was !== undefined).map(({ file }) => remove(file));
  const boot = await lab.boot({ attempts: [...attempts, ...removed] });
  const complaints = watched.flatMap(({ file, was, seen }) => {
    const isTouched = seen?.().isChanged ?? false;
    if (lab.files.text(file) !== was) return [`the agent changed ${file}`];
    return isTouched ? [`${file} was changed, and then put back`] : [];
  });
  return [...agentTried(boot), ...complaints];
};

/** What is in the log of today stays at its beginning, whatever the agent tries. */
export const logStays = async (lab: Lab): Promise<readonly string[]> => {
  born(lab);
  const log = `memory/${lab.today}.md`;
  const was = lab.files.text(log) ?? '';
  const boot = await lab.boot({
    attempts: [{ op: 'write', file: log, text: `${WRITTEN}\n` }, remove(log)],
  });
  const isKept = (lab.files.text(log) ?? '').startsWith(was);
  return [...agentTried(boot), ...(isKept ? [] : ['what was in the log is gone'])];
};

/** A credential that the agent writes gets into no file of the workspace. */
export const keepsOutKey = async (lab: Lab, attempt: ProbeAttempt): Promise<readonly string[]> => {
  born(lab);
  const boot = await lab.boot({ attempts: [attempt] });
  const holding = [...lab.files.all()].filter(([, text]) => text.includes(KEY));
  return [...agentTried(boot), ...holding.map(([name]) => `the key is in ${name}`)];
};

/** The change is there. A kernel that does not let its agent do it does not break a "may". */
export const mayChange = async (lab: Lab, attempt: ProbeAttempt): Promise<readonly string[]> => {
  born(lab);
  const boot = await lab.boot({ attempts: [attempt] });
  const complaints = agentTried(boot);
  const text = lab.files.text(attempt.file) ?? '';
  if (complaints.length === 0 && !text.includes(WRITTEN))
    throw new Undecided(
      'not applicable',
      `this kernel lets no agent change ${attempt.file.replace(lab.today, 'DAY')}; the cell is a "may"`,
    );
  return complaints;
};

/** The agent gets the files, each known by a canary. A kernel that does not let it does not break a "may". */
export const mayRead = async (
  lab: Lab,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  born(lab);
  const attempts = Object.keys(files).map((file) => ({ op: 'read', file }) as const);
  const boot = await lab.boot({ attempts });
  const complaints = agentTried(boot);
  if (complaints.length > 0) return complaints;
  const kept = Object.entries(files).filter(([, text]) => boot.sight().got(text) === undefined);
  if (kept.length === 0) return [];
  const names = kept.map(([name]) => name).join(', ');
  throw new Undecided(
    'not applicable',
    `this kernel lets no agent read ${names}; the cells are a "may"`,
  );
};

/** Nobody but its owner: not a byte of MEMORY.md reaches the agent, and nobody opens it. */
export const neverReads = async (
  lab: Lab,
  attempts: readonly ProbeAttempt[],
  prepare: () => void = () => undefined,
): Promise<readonly string[]> => {
  born(lab);
  prepare();
  const isOpened = watchMemory(lab);
  const boot = await lab.boot({ attempts });
  const leaks = leaksOfMemory(boot, isOpened(boot));
  if (leaks.length > 0) return leaks;
  return isRefused(boot) ? await servesSound(lab, 'born') : agentTried(boot);
};

/** What of MEMORY.md the agent got. */
export const leaksOfMemory = (boot: BootRun, isOpened: boolean): readonly string[] => {
  const sight = boot.sight();
  const leak = sight.got(CANARY.memory);
  return [
    ...(leak === undefined ? [] : [`the agent got MEMORY.md, by ${leak.name}`]),
    ...(sight.openedByAnyone('MEMORY.md').length > 0 ? ['MEMORY.md was opened'] : []),
    ...(isOpened ? ['MEMORY.md was opened or read, says its inode'] : []),
  ];
};

/** Was it opened or read, by whatever name? An inode of AGENTS.md that saw nothing of a session proves nothing. */
export const watchMemory = (lab: Lab): ((boot: BootRun) => boolean) => {
  const [memory, agents] = [lab.files.watch('MEMORY.md'), lab.files.watch('AGENTS.md')];
  return ({ code }) => {
    const [isRead, isWitness] = [memory().isRead, agents().isRead];
    if (code === 0 && isWitness === false) throw new TraceLost('no read of AGENTS.md');
    return isRead === true;
  };
};
