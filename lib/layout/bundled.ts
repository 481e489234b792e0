/** The six layouts that come with yamo, by name. */
import { ALETHEIA } from './aletheia.ts';
import type { LayoutDocument } from './document.ts';
import { LAYOUT_NAMES, type LayoutName } from '#lib/spec/layouts.ts';
import { GSV } from './gsv.ts';
import { NEXUS } from './nexus.ts';
import { OPENCLAW } from './openclaw.ts';
import { OSA } from './osa.ts';
import { RFC_0009 } from './rfc-0009.ts';

export const LAYOUTS: Readonly<Record<LayoutName, LayoutDocument>> = {
  'rfc-0009': RFC_0009,
  openclaw: OPENCLAW,
  gsv: GSV,
  aletheia: ALETHEIA,
  nexus: NEXUS,
  osa: OSA,
};

/** Is this the name of one of them? */
export const isLayoutName = (text: string): text is LayoutName =>
  LAYOUT_NAMES.some((name) => name === text);
