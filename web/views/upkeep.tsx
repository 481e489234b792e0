/** What goes on by itself, and what it takes: the clock, automations, chats, keys, cost. */
import { AutomationList } from '#web/upkeep/automations.tsx';
import { ChatsSection } from '#web/upkeep/chats.tsx';
import { ClockSection } from '#web/upkeep/clock.tsx';
import { CostSection } from '#web/upkeep/cost.tsx';
import { DaemonSection } from '#web/upkeep/daemon-facts.tsx';
import { KeysSection } from '#web/upkeep/keys.tsx';

export const UpkeepView = () => (
  <div class="wide">
    <h2>Clock, chats, keys and cost</h2>
    <ClockSection />
    <AutomationList />
    <ChatsSection />
    <KeysSection />
    <CostSection />
    <DaemonSection />
  </div>
);
