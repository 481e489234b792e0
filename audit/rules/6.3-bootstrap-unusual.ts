import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { BOOTSTRAP_MAX_BYTES } from '#lib/spec/limits.ts';
import type { Item } from '#lib/workspace/snapshot.ts';
import { lookalikeOf } from '#lib/text/lookalike-names.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import type { Finding } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const ORDERS = '# Hello\n\nYou have just been born.\n';

export const rule = defineRule({
  id: '6.3/bootstrap-unusual',
  title:
    'Bootstrap instructions are one plain text file, which a kernel can read whole and delete for good',
  section: '§6.3',
  level: 'must',
  tier: 'lite',
  why: 'A kernel deletes BOOTSTRAP.md before the agent starts and proves that it is gone. Of a link, of a file with a second name or of a name spelled otherwise something would be left, so the boot is refused.',
  remedy:
    'Put the bootstrap instructions into one plain UTF-8 file with exactly this name and no other, of at most 1 MiB; if the workspace has been born, delete it under all its names.',
  fix: 'none',
  requirements: ['Y112', 'Y114'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a plain text file', files: { 'BOOTSTRAP.md': ORDERS } },
      { shows: 'an empty file', files: { 'BOOTSTRAP.md': '' } },
      { shows: 'a name that only begins so', files: { 'bootstrap-notes.md': ORDERS } },
      { shows: 'another spelling further down', files: { 'memory/bootstrap.md': ORDERS } },
    ],
    bad: [
      {
        shows: 'a link that leads nowhere, which a careless look takes for absent',
        files: {},
        items: [exampleItem('BOOTSTRAP.md', { type: 'symlink', target: 'dangling' })],
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'a folder of that name',
        files: {},
        items: [exampleItem('BOOTSTRAP.md', { type: 'directory' })],
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'a pipe or a device',
        files: {},
        items: [exampleItem('BOOTSTRAP.md', { type: 'other' })],
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'a second name of the same file',
        files: {},
        items: [exampleItem('BOOTSTRAP.md', { links: 2 })],
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'another spelling',
        files: { 'Bootstrap.md': ORDERS, 'bootstrap.yamo': 'x' },
        at: ['Bootstrap.md', 'bootstrap.yamo'],
      },
      {
        shows: 'bytes that are no UTF-8',
        files: {},
        items: [
          exampleItem('BOOTSTRAP.md', {
            content: { is: 'not text', fault: 'invalid UTF-8', line: 3, offset: 20, text: '' },
          }),
        ],
        at: ['BOOTSTRAP.md:3'],
      },
      {
        shows: 'a NUL byte in the block form',
        files: {},
        items: [
          exampleItem('BOOTSTRAP.yamo', {
            content: { is: 'not text', fault: 'a NUL byte', line: 1, offset: 4, text: '' },
          }),
        ],
        at: ['BOOTSTRAP.yamo:1'],
      },
      {
        shows: 'more than any first boot needs',
        files: {},
        items: [exampleItem('BOOTSTRAP.md', { bytes: BOOTSTRAP_MAX_BYTES + 1 })],
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'a file that cannot be read',
        files: {},
        items: [
          exampleItem('BOOTSTRAP.md', {
            mode: 0o000,
            content: { is: 'unreadable', errno: 'EACCES' },
          }),
        ],
        at: ['BOOTSTRAP.md'],
      },
    ],
  }),
  check: (workspace) => {
    const orders = BOOTSTRAP_FILES.flatMap((name) => workspace.item(name) ?? []);
    const spelled = workspace.names.flatMap(misspelled);
    if (orders.length === 0 && spelled.length === 0) return NOT_APPLICABLE;
    return [...orders.flatMap(faultsOf), ...spelled];
  },
});

const misspelled = (name: string): readonly Finding[] => {
  const meant = lookalikeOf(name);
  if (meant === undefined) return [];
  const expected = `${meant}, spelled exactly so, or a name that is not nearly the same`;
  return [{ file: name, found: `a name that is nearly ${meant}`, expected }];
};

const faultsOf = ({ name, type, links, bytes, content }: Item): readonly Finding[] => {
  const fault = (found: string, expected: string, line?: number): Finding => ({
    file: name,
    ...(line !== undefined && { line }),
    found,
    expected,
    anchor: expected,
  });
  if (type !== 'file')
    return [fault(TYPES[type], 'a plain file, of which a deletion leaves nothing')];
  const faults: Finding[] = [];
  if (links > 1)
    faults.push(
      fault(
        `a file with ${links} names`,
        'one name: deleting one of them leaves the instructions under the others',
      ),
    );
  if (bytes > BOOTSTRAP_MAX_BYTES)
    faults.push(fault(`${bytes} bytes`, `at most ${BOOTSTRAP_MAX_BYTES} bytes`));
  if (content.is === 'not text')
    faults.push(
      fault(
        content.fault === 'invalid UTF-8'
          ? `invalid UTF-8 at byte ${content.offset}`
          : `a NUL byte at byte ${content.offset}`,
        'UTF-8 text',
        content.line,
      ),
    );
  if (content.is === 'unreadable')
    faults.push(
      fault(`a file that cannot be read (${content.errno})`, 'a file that its owner can read'),
    );
  return faults;
};

const TYPES = {
  symlink: 'a symbolic link',
  directory: 'a directory',
  other: 'something that is neither file, folder nor link',
} as const;
