/** The system prompt of the model agent. */
import type { PrefixPart } from '#lib/model/request.ts';
import { TOOL_RULES } from '#lib/model/tool-rules.ts';
import { fenceBriefing } from './fence.ts';

/** The rules of the tools, and then what the kernel tells, in its order. */
export const systemParts = (told: readonly PrefixPart[], nonce: string): readonly PrefixPart[] => [
  { text: fenceBriefing(TOOL_RULES, nonce), group: 'static' },
  ...told,
];
