/** Where one writes: Enter sends, a slash lists commands, files go along, what is said while the daemon is away stays here. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AttachedText } from '#lib/prompt/attached.ts';
import { SAY_MAX_CHARS } from '#lib/spec/limits.ts';
import type { ServerProblem } from '#web/connection/http.ts';
import type { OwnMessage } from '#web/workspace/items.ts';
import { tooLong } from '#web/workspace/store.ts';
import type { SessionHead, SlashCommand } from '#web/workspace/session-store.ts';
import { AttachButton, AttachedFiles, type TakesFiles } from './attached.tsx';

/** What it works with. */
interface ComposerProps {
  readonly text: Signal<string>;
  readonly files: Signal<readonly AttachedText[]>;
  readonly take: TakesFiles;
  readonly head: SessionHead;
  readonly isLinked: boolean;
  readonly send: (saying: OwnMessage) => void;
  readonly stop: () => void;
  /** Hears why a text is not taken. */
  readonly refused: (problem: ServerProblem) => void;
}

const BEGUN = /^\/(?<name>\S*)$/u;

/** The place where one writes. */
export const Composer = (props: ComposerProps) => {
  const { text, files, take, head, isLinked, send, stop, refused } = props;
  const chosen = useSignal(0);
  const isClosed = useSignal(false);
  const begun = BEGUN.exec(text.value)?.groups?.['name'];
  const fitting =
    begun === undefined || isClosed.value
      ? []
      : head.commands.filter(({ name }) => name.startsWith(begun) && name !== begun);
  const complete = ({ name }: SlashCommand): void => {
    text.value = `/${name} `;
    chosen.value = 0;
  };
  const submit = (): void => {
    const said = text.value.trim();
    if (said === '' || !isLinked) return;
    const saying = { text: said, files: files.peek() };
    text.value = '';
    files.value = [];
    send(saying);
  };
  const does = { complete, submit, stop: head.isWorking ? stop : () => undefined };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fitting.length === 0 ? null : (
        <Commands all={fitting} chosen={chosen.value} take={complete} />
      )}
      <AttachedFiles files={files} />
      <Words
        text={text}
        placeholder={
          files.value.length > 0
            ? 'Say what to do with what is attached'
            : 'Say something, or / for commands'
        }
        chosen={fitting.length > 0 ? chosen.value : undefined}
        pressed={(event) => {
          if (pressed(event, { fitting, chosen, isClosed, ...does })) event.preventDefault();
        }}
        refused={refused}
        take={take}
        typed={() => {
          isClosed.value = false;
          chosen.value = 0;
        }}
      />
      <AttachButton take={take} />
      <button type="submit" class="allow" disabled={!isLinked || text.value.trim() === ''}>
        Send
      </button>
      {head.isWorking ? (
        <button type="button" onClick={stop} aria-keyshortcuts="Escape">
          Stop
        </button>
      ) : null}
    </form>
  );
};

/** What keys work with. */
interface KeyParts {
  /** Commands that fit what was typed. */
  readonly fitting: readonly SlashCommand[];
  readonly chosen: Signal<number>;
  /** They were dismissed. */
  readonly isClosed: Signal<boolean>;
  readonly complete: (command: SlashCommand) => void;
  readonly submit: () => void;
  readonly stop: () => void;
}

/** What a key does; false where it does what it always does. */
const pressed = (event: KeyboardEvent, parts: KeyParts): boolean => {
  const { fitting, chosen, isClosed, complete, submit, stop } = parts;
  const command = fitting[Math.min(chosen.value, fitting.length - 1)];
  const { key, shiftKey, isComposing } = event;
  // Whoever writes by an input method chooses letters with Enter.
  if (isComposing) return false;
  if (command !== undefined && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const step = key === 'ArrowDown' ? 1 : fitting.length - 1;
    chosen.value = (chosen.value + step) % fitting.length;
    return true;
  }
  if (key === 'Escape') {
    if (command === undefined) stop();
    isClosed.value = true;
    return true;
  }
  if (shiftKey || (key !== 'Enter' && (key !== 'Tab' || command === undefined))) return false;
  if (command === undefined) submit();
  else complete(command);
  return true;
};

const Words = ({
  text,
  chosen,
  pressed: keyPressed,
  placeholder,
  typed,
  refused,
  take,
}: Pick<ComposerProps, 'text' | 'refused' | 'take'> & {
  readonly placeholder: string;
  /** Which of the commands that are listed; `undefined` where none are. */
  readonly chosen: number | undefined;
  readonly pressed: (event: KeyboardEvent) => void;
  readonly typed: () => void;
}) => {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => grow(area.current), [text.value]);
  return (
    <>
      <label class="unseen" for="words">
        What you say
      </label>
      <textarea
        id="words"
        ref={area}
        rows={1}
        dir="auto"
        placeholder={placeholder}
        value={text.value}
        aria-autocomplete="list"
        {...(chosen !== undefined && {
          'aria-controls': 'commands',
          'aria-activedescendant': `command-${chosen}`,
        })}
        onKeyDown={keyPressed}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text') ?? '';
          // What is copied as words may bring its picture along.
          if (pasted === '' && event.clipboardData?.files.length) {
            event.preventDefault();
            return take(event.clipboardData.files);
          }
          const chars = pasted.length + text.peek().length;
          if (chars <= SAY_MAX_CHARS) return;
          // The browser would lay it out for minutes.
          event.preventDefault();
          refused(tooLong(chars));
        }}
        onInput={({ currentTarget }) => {
          typed();
          text.value = currentTarget.value;
        }}
      />
    </>
  );
};

const AREA_MAX_PX = 240;
/** A text of so many characters is higher, without its height being asked for. */
const HIGH_CHARS = 20_000;

/** As high as its text, up to a limit. */
const grow = (area: HTMLTextAreaElement | null): void => {
  if (area === null) return;
  area.style.height = 'auto';
  const wanted = area.value.length > HIGH_CHARS ? AREA_MAX_PX : area.scrollHeight + 2;
  area.style.height = `${Math.min(wanted, AREA_MAX_PX)}px`;
};

const Commands = ({
  all,
  chosen,
  take,
}: {
  readonly all: readonly SlashCommand[];
  readonly chosen: number;
  readonly take: (command: SlashCommand) => void;
}) => (
  <ul id="commands" class="commands" role="listbox" aria-label="Commands">
    {all.map((command, at) => (
      <li
        key={command.name}
        id={`command-${at}`}
        role="option"
        aria-selected={at === chosen}
        onMouseDown={(event) => {
          event.preventDefault();
          take(command);
        }}
      >
        <code>
          /{command.name} {command.hint}
        </code>{' '}
        {command.description}
      </li>
    ))}
  </ul>
);
