/** Every rule, in the order of the sections. Written by `npm run rules` from what lies in rules/. */
import type { Rule } from './rule.ts';
import { rule as rule_2_2_safety_empty } from './rules/2.2-safety-empty.ts';
import { rule as rule_yamo_allow_unused } from './rules/yamo-allow-unused.ts';

export const RULES: readonly Rule[] = [rule_2_2_safety_empty, rule_yamo_allow_unused];
