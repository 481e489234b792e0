/** The last boot as its steps, each with its proof, from the chain of records, which is verified. */
import {
  either,
  type GuardedBy,
  isInteger,
  isNumber,
  isString,
  listOf,
  objectOf,
  oneOf,
} from '#lib/guard.ts';
import { useAsked } from '#web/app/asked.ts';
import { hrefOf } from '#web/app/route.ts';
import { store } from '#web/app/state.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Badge, Name, Nothing, TimeText, Trouble } from '#web/parts/text.tsx';

const isStep = objectOf(
  { seq: isInteger, step: isString, section: isString, status: isString, ms: isNumber },
  { file: isString, bytes: isInteger, sha256: isString, detail: isString },
);

type Step = GuardedBy<typeof isStep>;

const areRecords = objectOf({
  records: listOf(
    objectOf(
      { seq: isInteger, startedAt: isString, hash: isString, ending: objectOf({ end: isString }) },
      {
        kind: isString,
        kindReason: isString,
        agent: objectOf({ enforcedBy: isString }),
        steps: listOf(isStep),
        notices: listOf(objectOf({ section: isString, text: isString })),
      },
    ),
  ),
  fault: either(objectOf({ code: isString, what: isString, remedy: isString }), oneOf(null)),
});

/** Has any session an agent, whose record is not written yet? */
const isRunning = (): boolean =>
  [...(store.value?.sessions.value.values() ?? [])].some(({ head }) => head.value.isOpen);

export const BootSteps = () => {
  const { asked } = useAsked('trust.records', { last: 1 });
  return (
    <section aria-labelledby="boot">
      <h3 id="boot">The last boot</h3>
      <AnswerShown asked={asked} is={areRecords} waiting="The records are being verified…">
        {({ records: [last], fault }) => {
          if (fault !== null)
            return (
              <Trouble problem={{ message: fault.what, code: fault.code, remedy: fault.remedy }} />
            );
          if (last === undefined)
            return (
              <Nothing>
                No session of this workspace has ended yet: its record is written then.{' '}
                {isRunning() ? (
                  'The first one still runs.'
                ) : (
                  <>
                    <a href={hrefOf('chat')}>Say something</a> to begin one.
                  </>
                )}
              </Nothing>
            );
          const { seq, startedAt, hash, kind, kindReason, agent, steps = [], notices = [] } = last;
          return (
            <>
              <p>
                <span aria-hidden="true">✓ </span>The chain of {seq}{' '}
                {seq === 1 ? 'record' : 'records'} is whole; the last one has the hash{' '}
                <code>{hash.slice(0, 12)}</code>.
              </p>
              {isRunning() ? (
                <p class="note">
                  A session that still runs is none of them: its record is written when it ends.
                </p>
              ) : null}
              <p>
                <TimeText at={startedAt} />{' '}
                {kind === undefined ? null : <Badge kind={kind}>{kind}</Badge>}{' '}
                {kindReason === undefined ? null : (
                  <>
                    <Name text={kindReason} />.
                  </>
                )}
                {agent === undefined ? null : (
                  <>
                    {' '}
                    Held by <Name text={agent.enforcedBy} />.
                  </>
                )}
              </p>
              <Steps steps={steps} />
              {notices.map(({ section, text }, at) => (
                <p key={at} class="note">
                  {section}: <Name text={text} />
                </p>
              ))}
            </>
          );
        }}
      </AnswerShown>
    </section>
  );
};

const Steps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <div class="table" tabIndex={0} role="group" aria-label="The steps of the last boot">
    <table>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Rule</th>
          <th scope="col">Came out</th>
          <th scope="col">Proof</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ seq, step, section, status, file, bytes, sha256, detail }) => (
          <tr key={seq}>
            <th scope="row">{step.replaceAll('_', ' ')}</th>
            <td>{section}</td>
            <td {...(status === 'refused' && { class: 'status-failed' })}>{status}</td>
            <td>
              {file === undefined ? null : (
                <>
                  <Name text={file} />
                  {bytes === undefined ? null : `, ${bytes} bytes`}{' '}
                </>
              )}
              {sha256 === undefined ? null : (
                <code>
                  <abbr title={`SHA-256 ${sha256}`}>{sha256.slice(0, 12)}</abbr>
                </code>
              )}{' '}
              {detail === undefined ? null : <Name text={detail} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
