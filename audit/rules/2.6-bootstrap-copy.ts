import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import type { Item } from '#lib/workspace/snapshot.ts';
import { isCopyName } from '#lib/workspace/copy-name.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { comparable, holdsText } from '#audit/workspace/same-text.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

const ORDERS = `# Hello

You have just been born. Ask your human for a name, write SOUL.md and USER.md, then delete this file.
`;

/** A shorter text may be equal by chance. */
const COPY_MIN_CHARS = 40;

export const rule = defineRule({
  id: '2.6/bootstrap-copy',
  title: 'No copy or backup of bootstrap instructions is in the workspace',
  section: '§2.6',
  level: 'must',
  tier: 'lite',
  why: 'Bootstrap instructions may hold credentials and instructions that must not be carried out twice. Deleting BOOTSTRAP.md helps nobody while an editor, a person or a program has kept a copy beside it.',
  remedy:
    'Delete the copy. If it is no copy of bootstrap instructions, give it a name that does not look like one.',
  fix: 'none',
  requirements: ['Y68'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'documents about a bootstrap',
        files: {
          'bootstrap-v2-implementation-plan.md': '# Plan\n',
          'memory/2026-02-03-HR-03-bootstrap.md': '# Notes\n',
          'memory/bootstrap-5.md': '# Notes on a style sheet\n',
          'memory/bootstrapping.md': '# Notes\n',
          'memory/2026-02-03-bootstrap.md': '# Notes\n',
        },
      },
      {
        shows: 'bootstrap instructions themselves, of which other rules speak',
        files: { 'BOOTSTRAP.md': ORDERS },
      },
      {
        shows: 'empty files beside empty instructions',
        files: { 'BOOTSTRAP.md': '', 'notes.md': '' },
      },
    ],
    bad: [
      {
        shows: 'backups by the names that people and editors give them',
        files: {
          '.BOOTSTRAP.md.swp': 'b',
          'BOOTSTRAP (1).md': 'b',
          'BOOTSTRAP-old.md': 'b',
          'BOOTSTRAP.md.bak': 'b',
          'BOOTSTRAP.md~': 'b',
          'Copy of BOOTSTRAP.md': 'b',
          'bootstrap.done.md': 'b',
          'bootstrap_2026-02-01.md': 'b',
        },
        at: [
          '.BOOTSTRAP.md.swp',
          'BOOTSTRAP (1).md',
          'BOOTSTRAP-old.md',
          'BOOTSTRAP.md.bak',
          'BOOTSTRAP.md~',
          'Copy of BOOTSTRAP.md',
          'bootstrap.done.md',
          'bootstrap_2026-02-01.md',
        ],
      },
      {
        shows: 'instructions that were thrown away into a folder, or archived',
        files: {
          '.trash/BOOTSTRAP.md': 'b',
          'memory/BOOTSTRAP.md': 'b',
          'memory/archive/BOOTSTRAP.yamo': 'b',
        },
        at: ['.trash/BOOTSTRAP.md', 'memory/BOOTSTRAP.md', 'memory/archive/BOOTSTRAP.yamo'],
      },
      {
        shows: 'the same text under a name that says nothing, with other line ends',
        files: {
          'BOOTSTRAP.md': ORDERS,
          'memory/notes.md': ORDERS.replaceAll('\n', '\r\n'),
        },
        at: ['memory/notes.md'],
      },
    ],
  }),
  check: (workspace) => {
    const originals = originalsOf(workspace);
    return [...workspace.snapshot.items.values()].flatMap((item) => {
      const found = foundIn(item, originals);
      return found === undefined
        ? []
        : [
            {
              file: item.name,
              found,
              expected: 'no archive and no backup of bootstrap instructions',
            },
          ];
    });
  },
});

interface Original {
  readonly item: Item;
  /** Ready to be compared; absent where the text is too short, or is none. */
  readonly text?: string;
}

const originalsOf = (workspace: AuditedWorkspace): readonly Original[] =>
  BOOTSTRAP_FILES.flatMap((name) => {
    const item = workspace.item(name);
    if (item === undefined) return [];
    const text = comparable(workspace.document(name)?.text ?? '');
    return [{ item, ...(text.length >= COPY_MIN_CHARS && { text }) }];
  });

const foundIn = (item: Item, originals: readonly Original[]): string | undefined => {
  if (item.type === 'directory' || originals.some((original) => original.item === item)) {
    return undefined;
  }
  const twin = originals.find(
    (original) => item.type === 'file' && original.item.identity === item.identity,
  );
  if (twin !== undefined) return `another name of ${twin.item.name}`;
  const same = originals.find(({ text }) => text !== undefined && holdsText(item, text));
  if (same !== undefined) return `the same text as in ${same.item.name}`;
  return isCopyName(item.name)
    ? 'a copy or backup of bootstrap instructions, by its name'
    : undefined;
};
