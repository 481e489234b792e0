import { defineRule } from '#audit/rule/rule.ts';

/**
 * Hooks that git runs by itself after something else than a push. `pre-push` is none: who runs it is pushing already
 * (git-lfs installs one).
 */
const HOOKS: ReadonlySet<string> = new Set([
  'applypatch-msg',
  'commit-msg',
  'fsmonitor-watchman',
  'post-applypatch',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'post-receive',
  'post-rewrite',
  'post-update',
  'pre-applypatch',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'pre-rebase',
  'prepare-commit-msg',
  'reference-transaction',
]);

export const rule = defineRule({
  id: '4.4/push-hook',
  title: 'No git hook pushes the workspace by itself',
  section: '§4.4',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  why: 'No file of a workspace leaves the machine without explicit consent. A hook that pushes sends every commit, also the one with a secret that was noticed a minute later.',
  remedy:
    'Remove the push from the hook, and push when you have looked at what goes out. Make sure that the other repository is private.',
  fix: 'none',
  requirements: ['Y98'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no hooks', files: {}, facts: { pushHooks: [] } },
      {
        shows: 'a hook that runs when somebody pushes, and one that git never runs',
        files: {},
        facts: { pushHooks: ['pre-push', 'notes'] },
      },
    ],
    bad: [
      {
        shows: 'hooks that push after each commit and each merge',
        files: {},
        facts: { pushHooks: ['post-commit', 'post-merge', 'pre-push'] },
        at: ['', ''],
      },
    ],
  }),
  check: ({ snapshot: { pushHooks = [] } }) =>
    pushHooks
      .filter((hook) => HOOKS.has(hook))
      .map((hook) => ({
        file: '',
        found: `a push in the git hook ${hook}`,
        expected: 'a push only when a human asks for one',
        anchor: hook,
      })),
});
