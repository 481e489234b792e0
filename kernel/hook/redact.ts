/** What a tool gave, and what is said, without private lines (RFC-0009 §3.2) and credentials (§4.2). */
import { HOSTS } from '#lib/hook/hosts.ts';
import { touchesOf } from '#lib/hook/touches.ts';
import { Journal } from '#kernel/run/journal.ts';
import { credentialFinder, mayHoldCredential } from '#kernel/redact/credentials.ts';
import { LeakGuard } from '#kernel/redact/leak-guard.ts';
import { Secrets, withhold } from '#kernel/redact/terminal-withhold.ts';
import { Withheld } from '#kernel/redact/withheld.ts';
import { readFile } from '#kernel/startup/read.ts';
import { type Held, type Outcome, PASS, type Scene } from './scene.ts';
import { homeOf } from './machine.ts';
import { acceptWrites, writtenBy } from './own-writes.ts';
import { placeOf } from './place.ts';

/** So many texts in one output, or folders in folders; what is more is no output of a tool. */
const TEXTS_MAX = 10_000;

/** Throws STATE_… refusals. */
export const redacted = async (scene: Scene): Promise<Outcome> => {
  const { event, held, decision } = scene;
  if (held === undefined) return PASS;
  if (event.moment === 'after-tool' && decision.kind === 'main')
    await acceptWrites(held.opened, writtenBy(scene, held));
  const value = event.moment === 'message' ? event.text : event.tool?.output;
  if (value === undefined || value === null || value === '') return PASS;
  const filter = filterOf(scene, held);
  const clean = await mapTexts(value, filter.clean);
  if (filter.withheld() === 0) return PASS;
  const reason = `yamo withheld ${filter.notices().join(' ')}`;
  return { verdict: { is: 'replace', value: clean, reason }, withheld: filter.withheld() };
};

interface Filter {
  readonly clean: (text: string) => Promise<string>;
  readonly withheld: () => number;
  readonly notices: () => readonly string[];
}

const filterOf = (scene: Scene, { opened }: Held): Filter => {
  const journal = new Journal(() => undefined);
  const notices: string[] = [];
  const withheld = new Withheld(journal, (_section, text) => void notices.push(text));
  const guard =
    scene.decision.kind === 'shared'
      ? LeakGuard.open(
          {
            opened,
            user: readFile(opened.workspace, 'USER.md'),
            withheld,
            notice: () => undefined,
          },
          { strict: false },
        )
      : undefined;
  const where = scene.event.moment === 'message' ? 'The message' : 'The output';
  const file = readBy(scene);
  const find = credentialFinder();
  const secrets = new Secrets();
  const clean = async (text: string): Promise<string> => {
    const own = file === undefined ? guard?.redactText(text, where) : guard?.redactFile(file, text);
    const shown = own ?? text;
    if (!mayHoldCredential(shown)) return shown;
    const without = withhold(shown, await find(shown), secrets);
    if (without !== shown) withheld.credential(where);
    return without;
  };
  return {
    clean,
    withheld: () => journal.summary().withheld ?? 0,
    notices: () => notices,
  };
};

/** The file of the workspace whose text the output is: USER.md may be read where its lines may not be told. */
const readBy = ({ event, machine, cwd }: Scene): string | undefined => {
  if (event.tool === undefined) return undefined;
  const { touches } = touchesOf(HOSTS[event.host], event.tool);
  const [only] = touches;
  if (touches.length !== 1 || only?.does !== 'read') return undefined;
  return placeOf(machine.disk, only.path, { cwd, home: homeOf(machine) }).places[0]?.file;
};

/** The same value with other texts; itself where none changes. */
const mapTexts = async (
  value: unknown,
  clean: (text: string) => Promise<string>,
  left = { texts: TEXTS_MAX },
): Promise<unknown> => {
  left.texts -= 1;
  if (left.texts < 0) return '[withheld: too much for a hook to look through]';
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const one of value) items.push(await mapTexts(one, clean, left));
    return items;
  }
  const fields: [string, unknown][] = [];
  for (const [name, one] of Object.entries(value))
    fields.push([name, await mapTexts(one, clean, left)]);
  return Object.fromEntries(fields);
};
