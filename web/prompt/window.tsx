/** The window of a session as a picture: each file with its share and its fate, and what was cut shown as cut. */
import { type GuardedBy, isBoolean, isInteger, isString, listOf, objectOf } from '#lib/guard.ts';
import { Name } from '#web/parts/text.tsx';

const isFile = objectOf(
  { file: isString, fate: isString, group: isString, tokens: isInteger, shown: isInteger },
  { why: isString },
);

const isLost = objectOf({
  file: isString,
  parts: listOf(objectOf({ text: isString, isShown: isBoolean })),
});

/** What is read of a prompt. */
export const isPrompt = objectOf(
  {
    session: isString,
    estimator: isString,
    tokens: isInteger,
    text: isString,
    files: listOf(isFile),
    lost: listOf(isLost),
    warnings: listOf(isString),
    notes: listOf(isString),
    faults: listOf(objectOf({ file: isString, problem: isString })),
  },
  { budget: objectOf({ tokens: isInteger, spent: isInteger }) },
);

export type ShownPrompt = GuardedBy<typeof isPrompt>;

/** Widths of the bar are in so many parts. */
const PARTS = 1000;

const GROUPS: readonly (readonly [string, string])[] = [
  ['static', 'stays the same between sessions'],
  ['semi-static', 'changes now and then'],
  ['dynamic', 'changes with every session, and is never kept by a provider'],
  ['other', 'headings, words of the layout, facts'],
];

/** The bar, what its colours mean, the table that says the same in words, and what was left out. */
export const PromptWindow = ({ prompt }: { readonly prompt: ShownPrompt }) => {
  const { files, tokens, budget, estimator, lost, faults } = prompt;
  const isCut = ({ fate }: ShownPrompt['files'][number]): boolean =>
    fate === 'cut' || fate === 'dropped';
  return (
    <>
      <p>
        About {tokens.toLocaleString()} tokens, by the estimate “{estimator}”
        {budget === undefined
          ? null
          : `; files take ${budget.spent.toLocaleString()} of ${budget.tokens.toLocaleString()}`}
        .
      </p>
      {faults.map(({ file, problem }) => (
        <p key={file} class="trouble" role="alert">
          A session would be refused: <Name text={file} /> is {problem}.
        </p>
      ))}
      <Bar prompt={prompt} />
      <ul class="legend">
        {GROUPS.map(([group, meaning]) => (
          <li key={group} class={`key key-${group}`}>
            {group}: {meaning}
          </li>
        ))}
      </ul>
      <div class="table" tabIndex={0} role="group" aria-label="The files of the prompt">
        <table>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Tokens shown</th>
              <th scope="col">of</th>
              <th scope="col">Group</th>
              <th scope="col">What becomes of it</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.file} {...(isCut(file) && { class: 'status-failed' })}>
                <th scope="row">
                  <Name text={file.file} />
                </th>
                <td>{file.shown.toLocaleString()}</td>
                <td>{file.tokens.toLocaleString()}</td>
                <td>{file.group}</td>
                <td>
                  {file.fate}
                  {file.why === undefined ? null : `: ${file.why}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lost.map(({ file, parts }) => (
        <details key={file}>
          <summary>
            What of <Name text={file} /> is left out
          </summary>
          <pre tabIndex={0} role="group" aria-label={`${file}, with what is left out`} dir="auto">
            {parts.map(({ text, isShown }, at) =>
              isShown ? <span key={at}>{text}</span> : <del key={at}>{text}</del>,
            )}
          </pre>
        </details>
      ))}
    </>
  );
};

const Bar = ({ prompt: { files, tokens, budget } }: { readonly prompt: ShownPrompt }) => {
  const whole = Math.max(tokens, budget?.tokens ?? 0, 1);
  const ofFiles = files.filter(({ shown }) => shown > 0);
  const rest = tokens - ofFiles.reduce((sum, { shown }) => sum + shown, 0);
  const parts = [
    ...ofFiles.map(({ file, shown, group }) => ({ name: file, shown, group })),
    { name: 'everything else', shown: Math.max(0, rest), group: 'other' },
  ];
  let at = 0;
  return (
    <svg
      class="window"
      viewBox={`0 0 ${PARTS} 40`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${tokens} of ${whole} tokens; the table below has each file`}
    >
      <rect class="fill-window" width={PARTS} height={40} />
      {parts.map(({ name, shown, group }) => {
        const from = at;
        const width = Math.round((shown / whole) * PARTS);
        at += width;
        return (
          <rect key={name} class={`fill-${group}`} x={from} width={width} height={40}>
            <title>{`${name}: ${shown} tokens`}</title>
          </rect>
        );
      })}
    </svg>
  );
};
