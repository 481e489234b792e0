/** `yamo audit --list-rules`: every rule, for people or as JSON. */
import { costs } from '#audit/engine/grade.ts';
import { RULES } from '#audit/engine/rules.ts';
import { MEASURED } from '#audit/report/measured.ts';
import type { Rule } from '#audit/rule/rule.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { print } from '#cli/io/terminal.ts';
import type { AuditRequest } from './request.ts';

/** Prints the rules that were chosen, or all. */
export const listRules = ({ rules, ignoredRules, outputs, strict }: AuditRequest): number => {
  const listed = RULES.filter(
    ({ id }) => (rules.length === 0 || rules.includes(id)) && !ignoredRules.includes(id),
  ).map((rule) => rowOf(rule, strict));
  if (outputs.some(({ format }) => format === 'json'))
    print(`${JSON.stringify(listed, undefined, 2)}\n`);
  else for (const rule of listed) print(`${lineOf(rule)}\n`);
  return EXIT.done;
};

type Row = ReturnType<typeof rowOf>;

const rowOf = (rule: Rule, strict: boolean) => {
  const { id, title, section, level, heuristic, pedantic, needs, fix, since } = rule;
  const measured = MEASURED[id];
  return {
    id,
    title,
    section,
    weight: level,
    /** The tier that a finding of it costs. */
    costs: costs(rule, strict),
    heuristic: heuristic === true,
    pedantic: pedantic === true,
    needs: needs ?? null,
    fix,
    since,
    ...(measured !== undefined && { precision: measured[0], recall: measured[1] }),
  };
};

const ID_COLUMNS = 34;

const lineOf = ({ id, title, costs: tier, pedantic }: Row): string => {
  const marks = [
    ...(tier === 'none' ? [] : [`costs ${tier}`]),
    ...(pedantic ? ['--pedantic'] : []),
  ];
  return `${id.padEnd(ID_COLUMNS)} ${title}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
};
