/** The audit: its grade, each finding with its place and remedy, and its fix, shown before it is made. */
import { useSignal } from '@preact/signals';
import { type GuardedBy, isBoolean, isInteger, isString, listOf, objectOf } from '#lib/guard.ts';
import { textAt } from '#lib/text/json.ts';
import { useAsked } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { PressTwice } from '#web/parts/press.tsx';
import { Badge, Name } from '#web/parts/text.tsx';

const isFinding = objectOf(
  {
    rule: isString,
    section: isString,
    level: isString,
    title: isString,
    file: isString,
    found: isString,
    expected: isString,
    remedy: isString,
    fix: isString,
    fingerprint: isString,
  },
  { line: isInteger, fixTitle: isString },
);

type Finding = GuardedBy<typeof isFinding>;

const isReport = objectOf({
  verdict: isString,
  workspaces: listOf(
    objectOf(
      { tier: isString, passes: isBoolean, verdict: isString, findings: listOf(isFinding) },
      { error: isString, layout: isString },
    ),
  ),
});

export const AuditSection = () => {
  const isAsked = useSignal(false);
  return (
    <section aria-labelledby="audit">
      <h3 id="audit">Audit</h3>
      {isAsked.value ? (
        <Report />
      ) : (
        <p>
          <button
            type="button"
            onClick={() => {
              isAsked.value = true;
            }}
          >
            Audit this workspace
          </button>
        </p>
      )}
    </section>
  );
};

const Report = () => {
  const { asked, again } = useAsked('audit.run');
  return (
    <AnswerShown asked={asked} is={isReport} waiting="The workspace is being audited…">
      {({ workspaces }) =>
        workspaces.map(({ tier, passes, verdict, findings, error, layout }, at) => (
          <div key={at}>
            <p>
              <Badge kind={passes ? 'main' : 'shared'}>{layout ?? tier}</Badge>{' '}
              <Name text={error ?? verdict} />{' '}
              <button type="button" class="quiet" onClick={again}>
                Audit again
              </button>
            </p>
            <ul class="rows">
              {findings.map((finding) => (
                <FindingRow key={finding.fingerprint} finding={finding} again={again} />
              ))}
            </ul>
          </div>
        ))
      }
    </AnswerShown>
  );
};

const FindingRow = ({
  finding: { rule, section, level, title, file, line, found, expected, remedy, fix, fixTitle },
  again,
}: {
  readonly finding: Finding;
  readonly again: () => void;
}) => (
  <li>
    <p>
      <strong>{level}</strong>{' '}
      {file === '' ? (
        'The workspace'
      ) : (
        <>
          <Name text={file} />
          {line === undefined ? null : `:${line}`}
        </>
      )}
      : found <Name text={found} />; expected <Name text={expected} />.
    </p>
    <p class="note">
      {title} ({section}, {rule}). <Name text={remedy} />
    </p>
    {fix === 'none' ? null : (
      <div class="row-actions">
        <PressTwice
          method="audit.fix"
          params={{ rule, fix }}
          agree={(seen) => ({ seen: textAt(seen, 'patch') })}
          label={
            <>
              {fixTitle ?? 'Show the fix'}
              <span class="unseen">, {file}</span>
            </>
          }
          what={`This is what the fixes of ${rule} change${fix === 'asks' ? '. They may change what your files mean: read them' : ''}.`}
          yes="Make these fixes"
          told="Fixed."
          nothing="There is nothing left to fix by this rule."
          done={again}
        />
      </div>
    )}
  </li>
);
