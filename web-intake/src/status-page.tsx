import { useEffect, useState } from 'react';
import { ApiError } from '#domain/contract/client.ts';
import { checkStatus } from './calls.ts';

type Report = Awaited<ReturnType<typeof checkStatus>>;
type State = { kind: 'loading' } | { kind: 'found'; report: Report } | { kind: 'unknown' } | { kind: 'failed' };

const explanations: Record<Report['status'], { title: string; text: string }> = {
  received: {
    title: 'Received',
    text: 'Your information has arrived. A funeral director will contact you within 30 minutes during business hours.',
  },
  contacted: {
    title: 'Contacted',
    text: 'The funeral home has been in touch with you and is preparing the next steps.',
  },
  in_progress: { title: 'In progress', text: 'The funeral home is making the arrangements with you.' },
};
const steps = ['received', 'contacted', 'in_progress'] as const;

/** How a report stands, for whoever holds its link. Shows nothing of what was entered. */
export function StatusPage({ reference, token }: { reference: string; token: string }) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` repeats the call on "Try again".
  useEffect(() => {
    const leaving = new AbortController();
    void checkStatus(reference, token, leaving.signal)
      .then((report): State => ({ kind: 'found', report }))
      .catch((error): State => ({ kind: error instanceof ApiError && error.status === 404 ? 'unknown' : 'failed' }))
      .then((next) => {
        if (!leaving.signal.aborted) setState(next);
      });
    return () => leaving.abort();
  }, [reference, token, asked]);

  const retry = () => {
    setState({ kind: 'loading' });
    setAsked((times) => times + 1);
  };
  return (
    <main className="page page-short" id="main">
      <h1>Status of your report</h1>
      <div aria-live="polite">
        {state.kind === 'loading' && <p className="lead">Loading...</p>}
        {state.kind === 'found' && <Progress report={state.report} />}
        {state.kind === 'unknown' && (
          <p>We could not find this report. Please check that the link is complete, or call the funeral home.</p>
        )}
        {state.kind === 'failed' && (
          <>
            <p>The status cannot be read at the moment. Please check your connection.</p>
            <button type="button" className="button button-secondary" onClick={retry}>
              Try again
            </button>
          </>
        )}
      </div>
    </main>
  );
}

function Progress({ report }: { report: Report }) {
  const current = steps.indexOf(report.status);
  const submitted = new Date(report.submitted_at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return (
    <>
      <p className="lead">{report.funeral_home_name}</p>
      <dl className="facts">
        <dt>Reference</dt>
        <dd>{report.reference}</dd>
        <dt>Sent</dt>
        <dd>
          <time dateTime={report.submitted_at}>{submitted}</time>
        </dd>
      </dl>
      <ol className="steps">
        {steps.map((step, index) => (
          <li
            key={step}
            className={index <= current ? 'step-done' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <strong>{explanations[step].title}</strong>
            {index === current && <p>{explanations[step].text}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}
