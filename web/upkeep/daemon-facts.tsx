/** How the daemon is, from what it can be watched by, in words. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Nothing, TimeText } from '#web/parts/text.tsx';

export const DaemonSection = () => {
  const text = useSignal<string | undefined>(undefined);
  useEffect(() => {
    fetch('/metrics').then(
      async (response) => {
        text.value = response.ok ? await response.text() : '';
      },
      () => {
        text.value = '';
      },
    );
  }, []);
  return (
    <section aria-labelledby="daemon">
      <h3 id="daemon">The daemon</h3>
      {text.value === undefined ? (
        <Nothing>It is being asked…</Nothing>
      ) : (
        <Facts of={(name) => metricIn(text.value ?? '', name)} />
      )}
    </section>
  );
};

const Facts = ({ of }: { readonly of: (name: string) => number | undefined }) => {
  const began = of('yamo_process_start_time_seconds');
  const bytes = of('yamo_process_resident_memory_bytes');
  const lag = of('yamo_nodejs_eventloop_lag_p99_seconds');
  const reports = of('yamo_page_policy_reports_total') ?? 0;
  if (began === undefined || bytes === undefined)
    return <Nothing>It has not said how it is. Look again in a moment.</Nothing>;
  return (
    <>
      <p>
        It runs since <TimeText at={new Date(began * 1000).toISOString()} /> and takes{' '}
        {Math.round(bytes / 1_000_000)} MB.
        {lag === undefined
          ? null
          : ` Of a hundred things, ninety-nine waited less than ${Math.ceil(lag * 1000)} ms for it.`}
      </p>
      <p>
        {reports === 0
          ? 'No browser had to keep this page from anything.'
          : `Browsers had to keep this page from something ${reports} times: yamo start says from what.`}
      </p>
    </>
  );
};

/** The value of a line of Prometheus' text without labels. */
const metricIn = (text: string, name: string): number | undefined => {
  const found = text.split('\n').find((line) => line.startsWith(`${name} `));
  return found === undefined ? undefined : Number(found.slice(name.length + 1));
};
