/** The actions of `yamo memory`: what each takes, and where it is done. Each is loaded when it is asked for. */
import type { RunAction, Takes } from './words.ts';

/** What an action takes, and where it is. */
export interface MemoryAction {
  readonly takes: Takes;
  /** Beside --json, --date, --tz and --layout. */
  readonly options: readonly string[];
  readonly load: () => Promise<RunAction>;
}

/** In the order of a memory's life. */
export const ACTIONS = {
  today: {
    takes: 'nothing',
    options: ['raw'],
    load: async () => (await import('./told.ts')).today,
  },
  week: { takes: 'nothing', options: [], load: async () => (await import('./told.ts')).week },
  on: { takes: 'day', options: [], load: async () => (await import('./told.ts')).onDay },
  about: { takes: 'words', options: [], load: async () => (await import('./told.ts')).about },
  show: { takes: 'file', options: [], load: async () => (await import('./show.ts')).show },
  grep: { takes: 'words', options: [], load: async () => (await import('./grep.ts')).grep },
  timeline: {
    takes: 'nothing',
    options: ['days', 'html'],
    load: async () => (await import('./timeline.ts')).timeline,
  },
  review: {
    takes: 'day',
    options: ['days'],
    load: async () => (await import('./review.ts')).review,
  },
  archive: {
    takes: 'nothing',
    options: ['days', 'consent', 'dry-run'],
    load: async () => (await import('./old-logs.ts')).archive,
  },
  retain: {
    takes: 'nothing',
    options: ['days', 'consent', 'dry-run', 'apply'],
    load: async () => (await import('./old-logs.ts')).retain,
  },
  curate: {
    takes: 'nothing',
    options: [
      'dry-run',
      'yes',
      'marked',
      'give-up',
      'waiting',
      'consent',
      'commit',
      'from',
      'agent',
      'model',
      'settings',
    ],
    load: async () => (await import('./curate.ts')).curate,
  },
  undo: {
    takes: 'id',
    options: ['list', 'dry-run', 'purge', 'consent', 'commit', 'settings'],
    load: async () => (await import('./undo.ts')).undo,
  },
  forget: {
    takes: 'words',
    options: ['dry-run', 'yes', 'purge', 'settings'],
    load: async () => (await import('./forget.ts')).forgetLines,
  },
} as const satisfies Record<string, MemoryAction>;

/** The name of an action, as it is typed. */
export type Action = keyof typeof ACTIONS;
