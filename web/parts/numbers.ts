/** Numbers as people read them. */

/** US dollars; less than a cent is not nothing. */
export const usdText = (usd: number): string =>
  usd === 0 ? '$0' : `$${usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}`;
