/** A file before and after a change, line by line. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AskedDiff } from '#web/workspace/question.ts';
import type { ShownLine } from './diff-lines.ts';
import { Name } from './text.tsx';

const KINDS = { '+': 'added', '-': 'removed', ' ': 'same', '…': 'left' } as const;
const SPOKEN = { '+': 'added: ', '-': 'removed: ', ' ': '', '…': '' } as const;

/** The change as it is about to be made; what compares it is loaded when there is one. */
export const Diff = ({ diff }: { readonly diff: AskedDiff }) => {
  const lines = useSignal<readonly ShownLine[] | undefined>(undefined);
  useEffect(() => {
    import('./diff-lines.ts').then(
      ({ changedLines }) => {
        lines.value = changedLines(diff);
      },
      () => {
        lines.value = diff.after.split('\n').map((text) => ({ sign: '+', text }));
      },
    );
  }, [diff]);
  return (
    <figure class="diff">
      <figcaption>
        <Name text={diff.file} />
        {diff.before === undefined ? ' (new)' : null}
        {diff.note === undefined ? null : ` ${diff.note}`}
      </figcaption>
      <pre tabIndex={0} aria-label={`The change of ${diff.file}`} role="group">
        {lines.value?.map(({ sign, text }, at) => (
          <div key={at} class={`line line-${KINDS[sign]}`}>
            <span class="unseen">{SPOKEN[sign]}</span>
            <span class="sign" aria-hidden="true">
              {sign}
            </span>
            {text}
            {'\n'}
          </div>
        ))}
      </pre>
    </figure>
  );
};
