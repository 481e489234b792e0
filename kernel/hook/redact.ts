/** What a tool gave, and what is said, without private lines (RFC-0009 §3.2) and credentials (§4.2). */
import { HOSTS } from '#lib/hook/hosts.ts';
import { HOOK_OUTPUT_DEPTH, HOOK_TEXT_CHARS, HOOK_TEXTS } from '#lib/spec/limits.ts';
import { touchesOf } from '#lib/hook/touches.ts';
import { Journal } from '#kernel/run/journal.ts';
import { LeakGuard } from '#kernel/redact/leak-guard.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { RedactionLog } from '#kernel/redact/redaction-log.ts';
import { readFile } from '#kernel/startup/read.ts';
import { type HookWorkspace, type HookOutcome, PASS, type HookContext } from './context.ts';
import { ownerHome } from './machine.ts';
import { acceptWrites, writtenBy } from './own-writes.ts';
import { resolvePath } from './place.ts';

/** Throws STATE_… refusals. */
export const redacted = async (context: HookContext): Promise<HookOutcome> => {
  const { event, held, decision } = context;
  if (held === undefined) return PASS;
  if (event.moment === 'after-tool' && decision.kind.permissions.curatesMemory)
    await acceptWrites(held.opened, writtenBy(context, held));
  const value = event.moment === 'message' ? event.text : event.tool?.output;
  if (value === undefined || value === null || value === '') return PASS;
  const filter = filterOf(context, held);
  const cleaner = new Cleaner(filter.clean);
  const clean = await cleaner.clean(value);
  const withheld = filter.withheld() + cleaner.cut;
  if (withheld === 0) return PASS;
  const notices = [...filter.notices(), ...(cleaner.cut > 0 ? [TOO_MUCH] : [])];
  const reason = `yamo withheld ${notices.join(' ')}`;
  return { verdict: { is: 'replace', value: clean, reason }, withheld };
};

interface Filter {
  readonly clean: (text: string) => Promise<string>;
  readonly withheld: () => number;
  readonly notices: () => readonly string[];
}

const filterOf = (context: HookContext, { opened }: HookWorkspace): Filter => {
  const journal = new Journal(() => undefined);
  const notices: string[] = [];
  const redactions = new RedactionLog(journal, (_section, text) => void notices.push(text));
  const guard =
    context.decision.kind.permissions.privateLines === 'guarded'
      ? LeakGuard.open(
          {
            opened,
            user: readFile(opened.workspace, 'USER.md'),
            redactions,
            notice: () => undefined,
          },
          { strict: false },
        )
      : undefined;
  const where = context.event.moment === 'message' ? 'The message' : 'The output';
  const file = readBy(context);
  const redactor = new CredentialRedactor();
  const clean = async (text: string): Promise<string> => {
    const own = file === undefined ? guard?.redactText(text, where) : guard?.redactFile(file, text);
    const shown = own ?? text;
    const without = await redactor.redact(shown);
    if (without !== shown) redactions.credential(where);
    return without;
  };
  return {
    clean,
    withheld: () => journal.summary().withheld ?? 0,
    notices: () => notices,
  };
};

/** The file of the workspace whose text the output is: USER.md may be read where its lines may not be told. */
const readBy = ({ event, machine, cwd }: HookContext): string | undefined => {
  if (event.tool === undefined) return undefined;
  const { touches } = touchesOf(HOSTS[event.host], event.tool);
  const [only] = touches;
  if (touches.length !== 1 || only?.does !== 'read') return undefined;
  return resolvePath(machine.disk, only.path, { cwd, home: ownerHome(machine) }).places[0]?.file;
};

const TOO_MUCH = 'what is too much for a hook to look through.';

/** A value with other texts; what is too much or too deep of it is redacted. */
class Cleaner {
  readonly #clean: Filter['clean'];
  #left = HOOK_TEXTS;
  #leftChars = HOOK_TEXT_CHARS;
  /** Parts that were not looked at. */
  cut = 0;

  constructor(clean: Filter['clean']) {
    this.#clean = clean;
  }

  async clean(value: unknown, depth = 0): Promise<unknown> {
    if (typeof value === 'string')
      return this.#take(depth, value.length) ? this.#clean(value) : this.#cut();
    if (typeof value !== 'object' || value === null) return value;
    if (!this.#take(depth)) return this.#cut();
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const one of value) items.push(await this.clean(one, depth + 1));
      return items;
    }
    const fields: [string, unknown][] = [];
    for (const [name, one] of Object.entries(value))
      fields.push([name, await this.clean(one, depth + 1)]);
    return Object.fromEntries(fields);
  }

  #take(depth: number, chars = 0): boolean {
    this.#left -= 1;
    this.#leftChars -= chars;
    return this.#left >= 0 && this.#leftChars >= 0 && depth < HOOK_OUTPUT_DEPTH;
  }

  #cut(): string {
    this.cut += 1;
    return '[withheld: too much for a hook to look through]';
  }
}
