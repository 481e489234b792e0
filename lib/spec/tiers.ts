/** The tiers of RFC-0009 §2.0, and the one that this implementation declares. */
const TIERS = ['RFC-0009 Lite', 'RFC-0009 v3.0'] as const;
type Tier = (typeof TIERS)[number];

export const IMPLEMENTED_TIER: Tier = 'RFC-0009 v3.0';
