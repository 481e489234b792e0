/** The boot sequence of RFC-0006 §2.2 for the examples of rules, with whatever is to be different in it. */

const STEPS = [
  'step;ghost_invariant_check;priority_0;',
  'step;bootstrap_deletion;condition;BOOTSTRAP.md exists;',
  'step;load_soul;source;SOUL.md;',
  'step;load_user;source;USER.md;',
  'step;load_memory;condition;main_session == true;source;MEMORY.md;',
  'step;serve_user;',
] as const;

/** An AGENTS.md whose line 3 is the head of the sequence, and whose first step is line 4. */
export const bootBlock = (
  change: (steps: readonly string[]) => readonly string[] = (steps) => steps,
  name = 'boot',
): { readonly 'AGENTS.md': string } => ({
  'AGENTS.md': [
    '## Every Session',
    '```yamo',
    `sequence;${name};`,
    ...change(STEPS),
    '```',
    '',
  ].join('\n'),
});
