/** The six layouts that come with yamo, by name. */
import { LAYOUT_NAMES, type LayoutName } from '#lib/spec/layouts.ts';
import aletheia from './aletheia.json' with { type: 'json' };
import type { LayoutDocument } from './document.ts';
import gsv from './gsv.json' with { type: 'json' };
import nexus from './nexus.json' with { type: 'json' };
import openclaw from './openclaw.json' with { type: 'json' };
import osa from './osa.json' with { type: 'json' };
import { RFC_0009 } from './rfc-0009.ts';

/**
 * All but RFC-0009 are documents as an owner would write one (`schemas/layout.schema.json`); what cannot be said there:
 *
 * - OpenClaw: its markers are what its set-up leaves beside the files that RFC-0009 has as well.
 * - GSV: the names are those of OpenClaw; the place tells, where the files do not. Words that only its code has are ours.
 * - Aletheia: AGENTS.md lists the other agents; it gives no rules, and no header is looked for in it.
 * - Nexus: a clone may lack settings and empty folders; `within` names its folders of agents and of automations, and the
 *   one in which its bootstrap instructions stay for good. It works without a persona; then it has no identity and no
 *   soul. The reminder to look for credentials is told word by word (N31).
 */
export const LAYOUTS: Readonly<Record<LayoutName, LayoutDocument>> = {
  'rfc-0009': RFC_0009,
  openclaw,
  gsv,
  aletheia,
  nexus,
  osa,
};

/** Is this the name of one of them? */
export const isLayoutName = (text: string): text is LayoutName =>
  LAYOUT_NAMES.some((name) => name === text);
