/**
 * What hosts of coding agents read in a repository: instructions, skills, settings with hooks and MCP servers, and the
 * scripts beside them. The one list of these files; a folder that holds some is no workspace and has no tier.
 */
import type { LayoutDocument } from './document.ts';
import { isLayoutFile, isOfRuntime, leadsToLayout } from './membership.ts';

/** Folders that a host keeps its own in, whatever lies below. */
const FOLDERS = ['.agents', '.claude', '.codex', '.cursor', '.gemini', '.windsurf'] as const;

/** What is text there, and is read by a host or run by its hooks. */
const ENDINGS = ['md', 'mdc', 'json', 'toml', 'sh', 'py', 'js', 'mjs', 'cjs', 'ts'] as const;

const NAMES: readonly string[] = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  'GEMINI.md',
  'AGENTS.md',
  'AGENTS.override.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.mcp.json',
  '.vscode/mcp.json',
  '.clinerules/**/*.md',
  '.github/copilot-instructions.md',
  '.github/instructions/**/*.md',
  '.github/prompts/**/*.md',
  '.github/agents/**/*.md',
  '.github/skills/**/*.md',
  'skills/**/SKILL.md',
  ...FOLDERS.flatMap((folder) => ENDINGS.map((ending) => `${folder}/**/*.${ending}`)),
];

/** AGENTS.md alone says nothing: workspaces have one. */
const MARKS = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  'GEMINI.md',
  '.cursorrules',
  '.windsurfrules',
  '.mcp.json',
  '.claude/',
  '.codex/',
  '.gemini/',
  '.cursor/rules/',
  '.cursor/mcp.json',
  '.cursor/hooks.json',
  '.github/copilot-instructions.md',
] as const;

export const INSTRUCTIONS: LayoutDocument = {
  layout: 'instructions',
  title: 'instruction folder',
  markers: MARKS.map((path) => ({ paths: [path] })),
  files: NAMES.map((name, priority) => ({ name, role: 'rule', priority, group: 'static' })),
  // What hosts write for themselves, and checkouts: with files of their own by the thousand.
  runtime: [
    '.claude/debug/',
    '.claude/file-history/',
    '.claude/plugins/',
    '.claude/projects/',
    '.claude/shell-snapshots/',
    '.claude/statsig/',
    '.claude/todos/',
    '.claude/worktrees/',
    '.codex/log/',
    '.codex/sessions/',
    '.gemini/history/',
    '.gemini/tmp/',
  ],
  order: [],
  separator: '\n\n',
  headingEnd: '\n\n',
  estimator: 'claude',
  cut: { by: 'sections' },
  bootstrap: 'none',
};

const topOf = (name: string): string => name.split('/', 1)[0] ?? '';

/** Most names are none of these, and are not compared with every pattern. */
const TOPS: ReadonlySet<string> = new Set(NAMES.map(topOf));

const isForeign = (name: string): boolean =>
  isOfRuntime(INSTRUCTIONS, name) || `/${name}/`.includes('/node_modules/');

/** Is this a file that hosts of agents read? */
export const isInstructionFile = (name: string): boolean =>
  TOPS.has(topOf(name)) && !isForeign(name) && isLayoutFile(INSTRUCTIONS, name);

/** Does this folder lead to such files? */
export const leadsToInstructions = (folder: string): boolean =>
  TOPS.has(topOf(folder)) && !isForeign(folder) && leadsToLayout(INSTRUCTIONS, folder);
