/** Which yamo this is, and the tier that it implements (RFC-0009 §2.0). */
import manifest from '../package.json' with { type: 'json' };

export const VERSION = manifest.version;

export const VERSION_LINE = `yamo ${VERSION} (implements RFC-0009 v3.0)`;
