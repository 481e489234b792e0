/** What this yamo is, and how `--version` says it. */
import { IMPLEMENTED_TIER } from '#lib/spec/tiers.ts';
import manifest from '../../package.json' with { type: 'json' };

/** The version of this program, without a `v`. */
export const VERSION = manifest.version;

/** What `--version` prints. */
export const VERSION_LINE = `yamo ${VERSION} (implements ${IMPLEMENTED_TIER})`;

/** The same for machines (§2.0). */
export const VERSION_JSON = JSON.stringify({ yamo: VERSION, implements: IMPLEMENTED_TIER });
