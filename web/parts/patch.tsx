/** A change of files as a patch: lines that come, lines that go. */
import { escapeUnseen } from '#lib/text/unseen.ts';

const KINDS: Readonly<Record<string, readonly [kind: string, spoken: string]>> = {
  '+': ['added', 'added: '],
  '-': ['removed', 'removed: '],
  '@': ['left', ''],
};

/** `label` says what it is a change of, for whoever does not see it. */
export const Patch = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div class="diff">
    <pre tabIndex={0} role="group" aria-label={label}>
      {text
        .replace(/\n$/u, '')
        .split('\n')
        .map((line, at) => {
          const isHead = /^(?:---|\+\+\+) /u.test(line);
          const [kind, spoken] = (isHead ? undefined : KINDS[line.charAt(0)]) ?? ['same', ''];
          return (
            <div key={at} class={`line line-${kind}`}>
              <span class="unseen">{spoken}</span>
              {escapeUnseen(line)}
              {'\n'}
            </div>
          );
        })}
    </pre>
  </div>
);
