/** Days that are counted back from now, in UTC. */

const COUNTED_DAYS = 30;
const DAY_MS = 86_400_000;

/** The beginning of the first of so many days, the last of which is today; ISO 8601. */
export const sinceDays = (days = COUNTED_DAYS): string => {
  const first = new Date(Date.now() - (days - 1) * DAY_MS).toISOString();
  return `${first.slice(0, 'YYYY-MM-DD'.length)}T00:00:00.000Z`;
};
