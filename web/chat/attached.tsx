/** What is attached to a message before it is sent, and what attaches it: a button, a drop, a paste. */
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { AttachedText } from '#lib/prompt/attached.ts';
import { tellAloud } from '#web/app/state.ts';
import { Name } from '#web/parts/text.tsx';

/** Takes files of the machine. */
export type TakesFiles = (files: FileList | null | undefined) => void;

/** Lets one choose files. */
export const AttachButton = ({ take }: { readonly take: TakesFiles }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Attach<span class="unseen"> text files</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
};

/** Files that go along with what is said next. */
export const AttachedFiles = ({ files }: { readonly files: Signal<readonly AttachedText[]> }) =>
  files.value.length === 0 ? null : (
    <ul class="attached" aria-label="Attached files">
      {files.value.map((file) => (
        <li key={file}>
          <Name text={file.name} />{' '}
          <span class="note">{file.text.length.toLocaleString()} characters</span>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              files.value = files.peek().filter((one) => one !== file);
              tellAloud(`${file.name} is no longer attached.`);
              document.querySelector<HTMLElement>('#words')?.focus();
            }}
          >
            Remove
            <span class="unseen">
              {' '}
              <Name text={file.name} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );

/** What a place does on which files can be dropped: else the browser leaves the page for the file. */
export const dropping = (take: TakesFiles) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  },
});
