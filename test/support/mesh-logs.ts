/** Logs that an index is filled with, each of so many units. */

export const UNITS_OF_LOG = 3;

/** The log of the day with this number, always the same. */
export const logOf = (at: number): { readonly file: string; readonly text: string } => {
  const day = new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10);
  const units = Array.from(
    { length: UNITS_OF_LOG },
    (_, unit) =>
      `- The tidal model ran for the harbour of berth${at}x${unit}, and nobody was hurt by it.\n`,
  );
  return {
    file: `memory/${day}.md`,
    text: `# Memory — ${day}\n\n## Session [09:30]\n\n${units.join('')}`,
  };
};
