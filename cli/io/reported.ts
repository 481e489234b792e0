/** A command with its errors told: a refusal in words, a bug as one. */

/** Runs `work`; its exit code, or that of its error. */
export const reported = async (
  json: boolean,
  work: () => number | Promise<number>,
): Promise<number> => {
  try {
    return await work();
  } catch (error) {
    const { report } = await import('./report.ts');
    return report(error, json);
  }
};
