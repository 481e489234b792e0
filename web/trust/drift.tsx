/** SOUL.md and AGENTS.md where they were changed outside yamo: the change, and accepting it. */
import { isString, listOf, objectOf } from '#lib/guard.ts';
import { useAsked, useChanged } from '#web/app/asked.ts';
import { AnswerShown } from '#web/parts/answer-shown.tsx';
import { Diff } from '#web/parts/diff.tsx';
import { Press } from '#web/parts/press.tsx';

const isDrift = objectOf({
  files: listOf(
    objectOf({ file: isString, sha256: isString, after: isString }, { before: isString }),
  ),
});

const BY_HASH = 'What was accepted is known by its hash alone; this is all of the file.';

export const DriftSection = () => {
  const { asked, again } = useAsked('trust.drift');
  useChanged(again);
  return (
    <section aria-labelledby="drift">
      <h3 id="drift">Changed outside</h3>
      <AnswerShown asked={asked} is={isDrift} waiting="SOUL.md and AGENTS.md are being compared…">
        {({ files }) =>
          files.length === 0 ? (
            <p>SOUL.md and AGENTS.md are as yamo left them, or as you accepted them.</p>
          ) : (
            <>
              {files.map(({ file, before, after }) => (
                <Diff
                  key={file}
                  diff={{
                    file,
                    after,
                    ...(before === undefined ? { note: BY_HASH } : { before }),
                  }}
                />
              ))}
              <Press
                method="trust.accept"
                params={{ seen: files.map(({ file, sha256 }) => ({ file, sha256 })) }}
                told="Accepted."
                done={again}
                isQuiet={false}
              >
                Accept what is shown
              </Press>
              <p class="note">
                If you do not know where a change is from, do not accept it: put the file back from
                a backup, or from git.
              </p>
            </>
          )
        }
      </AnswerShown>
    </section>
  );
};
