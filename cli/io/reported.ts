/** What an error of a command turns into: a refusal in words, a bug as one. What says so is loaded for an error only. */

/** Tells `error`; the exit code that it means. */
export const reported = async (error: unknown, json: boolean): Promise<number> => {
  const { report } = await import('./report.ts');
  return report(error, json);
};
