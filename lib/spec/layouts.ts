/** The six systems of Markdown agents that are known; each is the name that `--layout` and messages use. */
export const LAYOUT_NAMES = ['rfc-0009', 'openclaw', 'gsv', 'aletheia', 'nexus', 'osa'] as const;

export type LayoutName = (typeof LAYOUT_NAMES)[number];
