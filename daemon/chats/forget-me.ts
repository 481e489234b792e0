/**
 * `/forget me` of somebody where others are: what was noted in that chat and seems to be of them is shown to the owner, who
 * decides. What is taken out goes the way of `yamo memory forget`.
 */
import { type LogTrace, tracesIn } from '#lib/chat/traces.ts';
import { CHAT_FORGET_MS } from '#lib/spec/limits.ts';
import { logsOf, readMemoryFile } from '#kernel/memory/logs.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { linesOf, placeHash } from '#kernel/wire/place-hash.ts';
import { type EventLog, failureText } from '#daemon/data/event-log.ts';
import type { Questions } from '#daemon/data/questions.ts';
import { nameOfAuthor, type OpenMessage } from './open-message.ts';
import { channelOf } from './providers.ts';

/** What it works with. */
interface ForgetSite {
  readonly workspace: Workspace;
  readonly questions: Pick<Questions, 'ask'>;
  /** Runs yamo with these arguments. */
  readonly commands: {
    readonly run: (args: readonly [string, ...string[]]) => Promise<unknown>;
  };
  readonly events: Pick<EventLog, 'append'>;
}

/** A note of a file as it was when it was found. */
interface FoundNote extends LogTrace {
  readonly file: string;
  readonly hash: string;
}

/** What they are told. */
export const FORGET_LINES = {
  asked: 'I have asked the person I work for, who decides about that.',
  nothing: 'I find nothing in my notes of this chat that is of you.',
} as const;

/** What somebody says for it, with a mention of the agent or without. */
export const FORGET_ME = /^\s*(?:<?@\S+\s+)?\/forget(?:@\w+)?\s+me\s*[.!]?\s*$/iu;

const TAKE_OUT = 'take out';
const OPTIONS = [
  { id: TAKE_OUT, label: 'Take these notes out', kind: 'allow_once' },
  { id: 'keep', label: 'Keep them', kind: 'reject_once' },
] as const;

export class ForgetMe {
  readonly #site: ForgetSite;
  readonly #end = new AbortController();
  /** Who waits for an answer. */
  readonly #asking = new Set<string>();

  constructor(site: ForgetSite) {
    this.#site = site;
  }

  /** Nobody is asked any more. */
  end(): void {
    this.#end.abort();
  }

  /** Asks the owner, and returns what the author is told: nobody waits for the answer. Throws DATABASE_UNUSABLE, FILE_… refusals. */
  async ask(open: OpenMessage): Promise<string> {
    const { adapter, rules, read } = open;
    const channel = channelOf({ adapter: adapter.row.name, place: read.place }, rules.provider);
    const { id = '' } = read.author;
    const who = `${channel} ${id}`;
    if (this.#asking.has(who)) return FORGET_LINES.asked;
    const said = await saidBy(open);
    const found = this.#found(channel, { id, name: read.author.name, said });
    if (found.length === 0) return FORGET_LINES.nothing;
    this.#asking.add(who);
    void this.#decide(`${nameOfAuthor(open)} in ${channel}`, found).finally(() =>
      this.#asking.delete(who),
    );
    return FORGET_LINES.asked;
  }

  #found(channel: string, speaker: Parameters<typeof tracesIn>[2]): readonly FoundNote[] {
    const { workspace } = this.#site;
    return logsOf(workspace).flatMap(({ file }) => {
      const log = readMemoryFile(workspace, file)?.text ?? '';
      const lines = linesOf(log);
      return tracesIn(log, channel, speaker)
        .filter(({ line, to, text }) => lines.slice(line - 1, to).join('\n') === text)
        .map((one) => Object.assign(one, { file, hash: placeHash(lines, one.line, one.to) }));
    });
  }

  /** Never rejects. */
  async #decide(who: string, found: readonly FoundNote[]): Promise<void> {
    const { questions, events } = this.#site;
    const shown = found.map(({ file, line, text }) => `${file}:${line}: ${text}`);
    try {
      const answer = await questions.ask(
        {
          session: 'chats',
          kind: 'choice',
          text: [`${who} asks to be forgotten. This may be of them:`, ...shown].join('\n'),
          options: OPTIONS,
          until: new Date(Date.now() + CHAT_FORGET_MS).toISOString(),
        },
        this.#end.signal,
      );
      if (answer !== TAKE_OUT) return;
      await this.#takeOut(found);
      await events.append({ type: 'chat', payload: { forgotten: who, notes: found.length } });
    } catch (error) {
      const trouble = `${who} was not forgotten: ${failureText(error)}`;
      await events.append({ type: 'chat', payload: { trouble } }).catch(() => undefined);
    }
  }

  /** From the end of each file, so that the others stand where they stood. Throws what the command refuses. */
  async #takeOut(found: readonly FoundNote[]): Promise<void> {
    const { commands, workspace } = this.#site;
    for (const { file, line, to, hash } of found.toReversed()) {
      const place = `${file}:${line}-${to}@${hash}`;
      await commands.run(['memory', 'forget', '--json', '--yes', '--', workspace.path, place]);
    }
  }
}

/** What they have said there, as far as it is kept. Throws DATABASE_UNUSABLE. */
const saidBy = async ({ adapter, rules, read }: OpenMessage): Promise<readonly string[]> => {
  const raws = await adapter.inbox.newest();
  return raws.flatMap((raw) => {
    const one = rules.read(raw, adapter.row.self);
    const isTheirs = one?.author.id === read.author.id && one?.place === read.place;
    return isTheirs && !FORGET_ME.test(one.text) ? [one.text] : [];
  });
};
