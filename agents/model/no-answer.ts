/** What comes instead of an answer: an answer without its end, pieces that are none, or the page of somebody else. */
import type { ModelSetup, Wire } from '#lib/protocol/protocol.ts';

const API: Readonly<Record<Wire, string>> = {
  anthropic: 'Messages API',
  openai: 'Chat Completions API',
};

/** A stream ended before the answer did. */
export class CutOff extends Error {
  override readonly name = 'CutOff';

  constructor() {
    super('the answer was cut off');
  }
}

/** A piece of a stream is none of the API. */
export class Malformed extends Error {
  override readonly name = 'Malformed';

  constructor() {
    super(
      'the provider sent a piece that is no part of an answer (if that goes on, its server is at fault, or "wire" in the settings)',
    );
  }
}

/** Something else than the API answers at the address. */
export class NoApi extends Error {
  override readonly name = 'NoApi';

  constructor({ name, wire, baseUrl }: ModelSetup, kind: string) {
    const [provider] = name.split('/', 1);
    super(
      `${baseUrl} answers with ${kind}, where the ${API[wire]} answers with text/event-stream: look at its address (providers.${provider}.baseUrl in the settings, or the variable for it), and whether this network wants a login first`,
    );
  }
}

/** Why a stream that had so many events ended before its answer did. */
export const endedEarly = ({ headers }: Response, events: number, setup: ModelSetup): Error => {
  const kind = kindOf(headers);
  return events > 0 || kind === 'text/event-stream' ? new CutOff() : new NoApi(setup, kind);
};

/** The kind of a body, in characters that a kind has. */
const kindOf = (headers: Headers): string => {
  const [type] = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(headers.get('content-type') ?? '') ?? [];
  const [coding] = /^[\w-]{1,30}/.exec(headers.get('content-encoding') ?? '') ?? [];
  const kind = type?.toLowerCase() ?? 'something of no kind';
  return coding === undefined || coding === 'identity' ? kind : `${kind} in ${coding}`;
};
