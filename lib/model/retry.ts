/** How long to wait before a request to a provider is tried again. Pure: chance is handed in. */
import { MODEL_RETRY_FIRST_MS, RETRY_JITTER, RETRY_LONGEST_MS } from './limits.ts';

/**
 * The pause after so many failures (from 1), in milliseconds. What the provider asks for (`askedMs`) is kept to, and
 * never undercut. `chance` is from 0 to 1.
 */
export const retryPauseMs = (
  failures: number,
  askedMs: number | undefined,
  chance: number,
): number => {
  const planned = askedMs ?? Math.min(RETRY_LONGEST_MS, MODEL_RETRY_FIRST_MS * 2 ** (failures - 1));
  const shift = askedMs === undefined ? 2 * chance - 1 : chance;
  return Math.round(planned * (1 + RETRY_JITTER * shift));
};

/** What a `retry-after` asks for, in milliseconds; a date needs `nowMs`. `undefined` for what is neither. */
export const retryAfterMs = (header: string, nowMs: number): number | undefined => {
  const text = header.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
};
