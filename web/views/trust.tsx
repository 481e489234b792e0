/** What one can see for oneself: how the last boot went, what was changed and refused, what holds, what is to be fixed. */
import { AuditSection } from '#web/trust/audit.tsx';
import { BootSteps } from '#web/trust/boot-steps.tsx';
import { DriftSection } from '#web/trust/drift.tsx';
import { MachineSection } from '#web/trust/machine.tsx';
import { RefusalsSection } from '#web/trust/refusals.tsx';

export const TrustView = () => (
  <div class="wide">
    <h2>Trust</h2>
    <BootSteps />
    <DriftSection />
    <RefusalsSection />
    <MachineSection />
    <AuditSection />
  </div>
);
