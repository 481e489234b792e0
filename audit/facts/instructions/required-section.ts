/** The rules about the five sections that AGENTS.md must have (§2.2, R-85). */
import { AGENTS_SECTIONS, type AgentsSection } from '#lib/spec/files.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import { outline } from '#lib/text/outline.ts';
import { hostThatLooksFor, keepsOutline, renaming } from '#lib/workspace/section-names.ts';
import type { Document } from '#audit/workspace/document.ts';
import {
  type Finding,
  type Fix,
  NOT_APPLICABLE,
  type RuleOutcome,
} from '#audit/workspace/finding.ts';
import { openFence } from '#audit/facts/open-fence.ts';
import { nearMissHeadings } from './near-miss-headings.ts';
import type { NearMissHeading } from './near-miss-headings.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** A finding where AGENTS.md has no section of this name: at the heading that was meant as it, if there is one. */
export const requireSection = (
  workspace: AuditedWorkspace,
  section: AgentsSection,
): RuleOutcome => {
  const { agents } = workspace;
  if (agents === undefined) return withoutDocument(workspace, 'AGENTS.md');
  // One finding, of 2.2/agents-empty, says it all.
  if (agents.document.isEmpty) return NOT_APPLICABLE;
  if (agents.section(section) !== undefined) return [];
  const near = nearMissHeadings(agents.document, section);
  const best = near.find(({ heading }) => heading.level === 2) ?? near[0];
  return [
    best === undefined
      ? missing(agents.document, section)
      : misnamed(agents.document, best, { count: near.length, isOwn: wasBooted(workspace) }),
  ];
};

const missing = (document: Document, section: AgentsSection): Finding => {
  const fix = insertion(document, section);
  return {
    file: document.name,
    found: `no section "${section}"`,
    expected: `the heading "## ${section}", spelled so, with its rules below it`,
    anchor: section,
    ...(fix && { fix }),
  };
};

const misnamed = (
  document: Document,
  near: NearMissHeading,
  { count, isOwn }: { readonly count: number; readonly isOwn: boolean },
): Finding => {
  const { section, heading } = near;
  const isSafe = count === 1 && keepsOutline(document.headings, heading);
  const host = isOwn ? undefined : hostThatLooksFor(near.alias);
  return {
    file: document.name,
    line: heading.line,
    found: `${describe(near)}${count > 1 ? `, one of ${count} that come near` : ''}`,
    expected: `"## ${section}", spelled so and at level 2`,
    anchor: section,
    fix: {
      kind: isSafe && host === undefined ? 'safe' : 'asks',
      title: `Rename the heading to "## ${section}"${host === undefined ? '' : `, a name by which ${host} looks for it`}`,
      edits: [{ file: document.name, ...renaming(near.heading, near.section) }],
    },
  };
};

/** Has this kernel booted it? Then it is no other host's. */
const wasBooted = ({ snapshot }: AuditedWorkspace): boolean =>
  (snapshot.records?.entries.length ?? 0) > 0;

/** Its words are shown only where they stand in our own table (R-78). */
const describe = ({
  heading: { level, title },
  section,
  alias,
  isOwnName,
}: NearMissHeading): string => {
  const at = level === 2 ? '' : ` at level ${level}`;
  if (!isOwnName) return `a heading that reads "${alias}"${at}`;
  if (title === section) return `the heading "${section}"${at}`;
  return `a heading${at} that differs from "${section}" in case, emoji or punctuation`;
};

/** No fix where a code block is open, in which the section may stand already, or where the text ends in a comment (R-86). */
const insertion = (document: Document, section: AgentsSection): Fix | undefined => {
  const { name, text, lines } = document;
  const last = lines.at(-1)?.kind;
  if (openFence(document) !== undefined) return undefined;
  const isPlain = last === undefined || last === 'text' || last === 'heading';
  if (!isPlain && outline(`${text}\n# x`).at(-1)?.title !== 'x') return undefined;
  return appending(document, `Add a short section "## ${section}" at the end of ${name}`, [
    section,
  ]);
};

/** The fix of a file that says nothing. */
export const allSections = (document: Document): Fix =>
  appending(document, `Add the ${AGENTS_SECTIONS.length} sections, each short`, AGENTS_SECTIONS);

const appending = (document: Document, title: string, sections: readonly AgentsSection[]): Fix => {
  const { name, text } = document;
  const end = /\r\n|\n|\r/u.exec(text)?.[0] ?? '\n';
  const bodies = sections.map((section) => {
    const orders = hasGhostHeader(text) ? ORDERS[section] : undefined;
    return `## ${section}\n\n${orders ?? PROSE[section]}\n`;
  });
  const added = `${gapAfter(document, end)}${bodies.join('\n').replaceAll('\n', end)}`;
  return {
    kind: 'asks',
    title,
    edits: [{ file: name, start: text.length, end: text.length, text: added }],
  };
};

/** A blank line between what is there and what is added. */
const gapAfter = ({ isEmpty, text }: Document, end: string): string => {
  if (isEmpty) return '';
  const [last = ''] = /(?:\r\n|\n|\r){0,2}$/u.exec(text.slice(-4)) ?? [];
  return end.repeat(Math.max(0, 2 - last.replaceAll('\r\n', '\n').length));
};

const PROSE: Readonly<Record<AgentsSection, string>> = {
  'First Run':
    'If `BOOTSTRAP.md` exists, read all of it, follow it, and then delete it. Keep no copy, and never create it again.',
  'Every Session': `Do this in order before anything else. Skip nothing and ask nobody for permission.

1. Read \`SOUL.md\`: who you are.
2. Read \`USER.md\`: whom you serve.
3. Read \`memory/YYYY-MM-DD.md\` of today and of yesterday: what happened last.
4. In a main session only, read \`MEMORY.md\`: what you keep for good.

A session is a main session only when your human alone takes part. If you cannot tell, it is shared.`,
  Memory: `Write down what you want to keep: what is not written is gone when the session ends.

- The daily log, \`memory/YYYY-MM-DD.md\`, holds what happened. Append to the log of today and change no other.
- \`MEMORY.md\` holds what stays true: decisions, lessons, lasting facts. It belongs to main sessions alone. Every few days, carry over what matters from the logs and strike out what is no longer true.
- No password, key or token goes into any of these files.`,
  Safety: `- Open, quote or use \`MEMORY.md\` in main sessions only.
- Never pass on what \`USER.md\` or the logs say to anyone but your human.
- No file of this workspace leaves this machine without consent.
- Ask before anything that cannot be undone.`,
  'External vs Internal': `Free to do: read, think, draft and put in order within this workspace.

Ask first, and wait for a clear yes: anything that reaches other people, leaves this machine or is hard to undo.

In a shared session, with anyone present besides your human, you are one participant and not their voice. Do not tell the others what \`USER.md\`, \`MEMORY.md\` or the logs say, and speak only when you are addressed or can add something of value.`,
};

/** The operational sections as semicolon lines, for a file that carries the ghost header (RFC-0006 §2.2). */
const ORDERS: Partial<Readonly<Record<AgentsSection, string>>> = {
  'First Run': `\`\`\`yamo
sequence;first_run;
  condition;BOOTSTRAP.md exists;
  step;follow_bootstrap;source;BOOTSTRAP.md;
  step;delete_bootstrap;target;BOOTSTRAP.md;
\`\`\``,
  'Every Session': `\`\`\`yamo
sequence;boot;
  step;ghost_invariant_check;priority_0;source;AGENTS.md;
  step;bootstrap_deletion;priority_0;condition;BOOTSTRAP.md exists;
  step;load_soul;priority_1;source;SOUL.md;
  step;load_user;priority_1;source;USER.md;
  step;load_memory;priority_1;source;memory/YYYY-MM-DD.md;days;today and yesterday;long_term;MEMORY.md;condition;main_session == true; → the condition is about MEMORY.md
  step;persona_activation;priority_2;
  step;serve_user;priority_2;
\`\`\``,
  Safety: `\`\`\`yamo
rules;safety;
  invariant;memory_isolation;open, quote or use MEMORY.md in main sessions only;
  invariant;privacy;never pass on what USER.md or the logs say to anyone but the human;
  invariant;boundary;no file of this workspace leaves this machine without consent;
  invariant;irreversible;ask before anything that cannot be undone;
\`\`\``,
};
