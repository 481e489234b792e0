/** What the agent knows: its days, what it remembers, what it wants to know, and what was changed. */
import type { ViewProps } from '#web/app/view.ts';
import { ChangesSection } from '#web/memory/changes.tsx';
import { CurationSection } from '#web/memory/curation.tsx';
import { DayDetails } from '#web/memory/day.tsx';
import { EntriesSection } from '#web/memory/entries.tsx';
import { ProposalsSection } from '#web/memory/proposals.tsx';
import { SearchSection } from '#web/memory/search.tsx';
import { TimelineSection } from '#web/memory/timeline.tsx';

/** `argument` is the day that is looked at. */
export const MemoryView = ({ argument }: ViewProps) => (
  <div class="wide">
    <h2>Memory</h2>
    <SearchSection />
    <TimelineSection shown={argument} />
    {/^\d{4}-\d{2}-\d{2}$/u.test(argument) ? <DayDetails day={argument} /> : null}
    <CurationSection />
    <ProposalsSection />
    <EntriesSection />
    <ChangesSection />
  </div>
);
