/**
 * Loads what else is loaded by those who come to need it, because a first boot may: after the deletion of the instructions nothing
 * of the program itself is opened any more, so that a package that is upgraded just then loses nobody's instructions.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { templateTexts } from '#kernel/redact/fingerprint-store.ts';

/** Throws PROGRAM_INCOMPLETE. */
export const loadAhead = async (): Promise<void> => {
  try {
    // The templates: what the kernel completes a first boot with, and texts that are nobody's secret.
    templateTexts();
    await Promise.all([
      import('@agentclientprotocol/sdk'),
      import('#kernel/host/tool-server.ts'),
      import('#kernel/wire/tool-input.ts'),
      import('#kernel/mesh/search-days.ts'),
      import('#kernel/sandbox/proxy.ts'),
      import('#lib/text/merge.ts'),
      import('#kernel/memory/change.ts'),
      import('#kernel/memory/writes.ts'),
      detectorWithRules(),
    ]);
  } catch (error) {
    throw new Refusal('PROGRAM_INCOMPLETE', { reason: nameOf(error) });
  }
};

const detectorWithRules = async (): Promise<void> => {
  const { providerKeys } = await import('#kernel/redact/provider-keys.ts');
  await providerKeys('');
};

/** Of an error of the system, of Node's loader, or of a part that does not belong to the others. */
const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'a thrown value';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
