/**
 * The context of an agent in another system's layout: its prompt as that system makes it, in blocks by how long they stay,
 * with the kernel's own word before it and its fences around each file (R-01, RFC-0009 §3, §4).
 */
import type { LayoutDocument, LayoutRole } from '#lib/layout/document.ts';
import type { Variables } from '#lib/layout/variables.ts';
import {
  aboutFences,
  aboutTools,
  conductOf,
  type Context,
  fenceSegment,
  NO_CREDENTIALS,
  type SessionContext,
  type Segment,
} from './assemble.ts';
import { blocksOf } from './blocks.ts';
import { factKey, isRuleFact } from './facts.ts';
import { fenceBriefing, fenceDocument } from './fence.ts';
import type { Fence } from './pieces.ts';
import type { PromptPlan } from './plan.ts';
import { describeRights } from './rights.ts';
import type { FileStatus } from './select.ts';

/** Each file in the kernel's fence. */
export const layoutFence =
  (session: Pick<SessionContext, 'kind' | 'nonce' | 'names'>): Fence =>
  (file, text) => {
    const whole = fenceSegment({ file, text }, session).text;
    const [begin, end] = [whole.indexOf('\n') + 1, whole.lastIndexOf('\n')];
    return {
      before: whole.slice(0, begin),
      text: whole.slice(begin, end),
      after: whole.slice(end),
    };
  };

/** The files that the agent of a layout hears of, each once: whose names nobody knows yet are NAME, and those of no automation are left out. */
export const layoutNames = (
  names: NonNullable<SessionContext['names']>,
  { files }: LayoutDocument,
  { agent = 'NAME', automation }: Partial<Variables> = {},
): Pick<SessionContext, 'names' | 'files'> => {
  const rows = files
    .map(({ name, role }) => ({
      name: name
        .replace(/\{(?:today|yesterday)\}/u, 'YYYY-MM-DD')
        .replaceAll('{agent}', agent)
        .replaceAll('{automation}', automation ?? '{automation}'),
      role,
    }))
    .filter(({ name }) => !isOpen(name));
  return { names, files: [...new Map(rows.map((row) => [row.name, row])).values()] };
};

/** Is there a variable in the name for which nothing stands? */
const isOpen = (name: string): boolean => /\{\w+\}/u.test(name);

/** What an agent follows, as far as it does not go against the kernel. */
const RULES: ReadonlySet<LayoutRole> = new Set([
  'soul',
  'agents',
  'identity',
  'system',
  'rule',
  'bootstrap',
]);

/** The context of a session. `plan` was made with `layoutFence`; `orders`: instructions that the kernel took, given once. */
export const layoutContext = (
  plan: PromptPlan,
  document: LayoutDocument,
  session: SessionContext,
  orders: readonly Segment[] = [],
): Context => ({
  briefing: fenceBriefing(briefing(plan, document, session, orders), session.nonce),
  segments: [
    ...blocksOf(plan.pieces, document).map(({ group, text }, index) => ({
      file: `layout/${index + 1}`,
      text,
      group,
      continues: index > 0,
    })),
    ...orders.map(({ file, text }) => ({
      file,
      text: fenceDocument({ file, text }, session.nonce),
      group: 'dynamic' as const,
    })),
  ],
});

const briefing = (
  plan: PromptPlan,
  document: LayoutDocument,
  session: SessionContext,
  orders: readonly Segment[],
): string => {
  const { kind, today, zone, nonce, hasTools = false, names, log } = session;
  const shown = plan.files.filter(({ fate }) => fate === 'whole' || fate === 'cut');
  const facts = plan.pieces.flatMap(({ source }) =>
    source.is === 'fact' ? [factKey(source.fact)] : [],
  );
  const isRule = (file: string): boolean => {
    if (isRuleFact(file)) return true;
    const role = names?.roleOf(file);
    return role !== undefined && RULES.has(role);
  };
  const taken = orders.map(({ file }) => file);
  const rules = [...[...shown.map(({ file }) => file), ...facts].filter(isRule), ...taken];
  return [
    `This is a ${kind.name} session of your workspace. Today is ${today} (${zone}).`,
    `The workspace is one of ${document.title}. What follows is put together as that system does it, and the kernel guards its files. You reach files only through the kernel. When it denies a request, it says why.`,
    aboutFences(
      nonce,
      rules.length === 0 ? 'No file here is one of' : `${rules.join(', ')}: these are`,
    ),
    ...(hasTools ? [aboutTools(nonce, session.may('append', log).allowed)] : []),
    ...describeRights(session),
    ...fileStatusLines(plan).filter((line) => !line.startsWith(WORDS.whole)),
    ...(session.may('append', log).allowed
      ? [`To keep something beyond this session, write it down: append it to ${log}.`]
      : []),
    ...commissioning(plan, document, isRule),
    ...(taken.length === 0 ? [] : [firstBootWords(taken.join(' and '))]),
    NO_CREDENTIALS,
    ...conductOf(session),
  ].join('\n');
};

const firstBootWords = (files: string): string =>
  `This is a first run: carry out ${files} with your human, and write what is asked for there. In this session you may write the files that say who you are. The kernel has deleted ${files}: it is shown this once.`;

/** Instructions of a first run are carried out here, and taken away by whom the layout says. */
const commissioning = (
  { files }: PromptPlan,
  { bootstrap, files: rows }: LayoutDocument,
  isRule: (file: string) => boolean,
): readonly string[] => {
  const isBootstrap = (file: string): boolean =>
    rows.some(({ name, role }) => name === file && role === 'bootstrap');
  const orders = files.find(
    ({ file, fate }) => isBootstrap(file) && isRule(file) && fate === 'whole',
  );
  if (orders === undefined) return [];
  const { file } = orders;
  return [
    `This is a first run: carry out ${file} with your human, and write what it asks for. Until then you may write the files that say who you are.`,
    bootstrap === 'permanent'
      ? `${file} stays where it is.`
      : `You cannot delete ${file}: when all of it is done, ask your human to say /commissioned, and the kernel deletes it.`,
  ];
};

const WORDS: Readonly<Record<FileStatus, string>> = {
  whole: 'Shown whole',
  bundled: 'Not there, so the bundled text is shown',
  cut: 'Cut',
  dropped: 'Left out',
  empty: 'Empty',
  absent: 'Not there',
  'not for this session': 'Not for this session',
  'on demand': 'Read on demand',
};

/** What became of each file, a line for each status, with the reason where a file is cut or left out. */
export const fileStatusLines = ({ files }: Pick<PromptPlan, 'files'>): readonly string[] =>
  Object.entries(WORDS).flatMap(([fate, words]) => {
    const names = files
      .filter((one) => one.fate === fate && !isOpen(one.file))
      .map(({ file, why }) =>
        why !== undefined && (fate === 'cut' || fate === 'dropped') ? `${file} (${why})` : file,
      );
    return names.length === 0 ? [] : [`${words}: ${names.join(', ')}.`];
  });
