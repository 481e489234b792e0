/** The views of the page, in the order of its menu. The first one is shown where none is named. */
import type { PageView } from '#web/app/view.ts';
import { ChatView } from './chat.tsx';

/** One line a view; what is not looked at is not loaded. */
export const VIEWS: readonly PageView[] = [
  { name: 'chat', title: 'Chat', load: async () => ChatView },
  {
    name: 'sessions',
    title: 'Sessions',
    load: async () => (await import('./sessions.tsx')).SessionsView,
  },
  {
    name: 'memory',
    title: 'Memory',
    load: async () => (await import('./memory.tsx')).MemoryView,
  },
  {
    name: 'prompt',
    title: 'Prompt',
    load: async () => (await import('./prompt.tsx')).PromptView,
  },
  {
    name: 'trust',
    title: 'Trust',
    load: async () => (await import('./trust.tsx')).TrustView,
  },
  {
    name: 'upkeep',
    title: 'Upkeep',
    load: async () => (await import('./upkeep.tsx')).UpkeepView,
  },
];
