import { useEffect, useState } from 'react';
import { ApiError } from '#domain/contract/client.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { checkStatus } from './calls.ts';
import type { Home } from './funeral-home.ts';
import { Check } from './icons.tsx';
import { PageHeader } from './site-header.tsx';

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
const stages = ['received', 'contacted', 'in_progress'] as const;

/** A family that waits need not reload. */
const renewedAfterMs = 60_000;

/** How a report stands, for whoever holds its link. Shows nothing of what was entered. */
export function StatusPage({ reference, token }: { reference: string; token: string }) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` repeats the call on "Try again" and every minute.
  useEffect(() => {
    const leaving = new AbortController();
    void checkStatus(reference, token, leaving.signal)
      .then((report): State => ({ kind: 'found', report }))
      .catch((error): State => ({ kind: error instanceof ApiError && error.status === 404 ? 'unknown' : 'failed' }))
      .then((next) => {
        if (leaving.signal.aborted) return;
        // What was read a minute ago is better than nothing.
        setState((shown) => (next.kind === 'failed' && shown.kind === 'found' ? shown : next));
      });
    return () => leaving.abort();
  }, [reference, token, asked]);
  const isFound = state.kind === 'found';
  useEffect(() => {
    if (!isFound) return;
    const renewing = setInterval(() => {
      if (document.visibilityState === 'visible') setAsked((times) => times + 1);
    }, renewedAfterMs);
    return () => clearInterval(renewing);
  }, [isFound]);

  const retry = () => {
    setState({ kind: 'loading' });
    setAsked((times) => times + 1);
  };
  return (
    <>
      {state.kind === 'found' ? <PageHeader home={homeOf(state.report)} /> : <div className="head" />}
      <main className="page page-short" id="main">
        <h1>Status of your report</h1>
        <div aria-live="polite">
          {state.kind === 'loading' && <p className="lede">Loading...</p>}
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
    </>
  );
}

const homeOf = ({ funeral_home_name: name, logo_url, telephone }: Report): Home => ({
  slug: '',
  name,
  logo_url,
  phone: telephone && formatPhone(telephone),
  emergency_phone: null,
  condolence_message: null,
  form: null,
});

function Progress({ report }: { report: Report }) {
  const current = stages.indexOf(report.status);
  const submitted = new Date(report.submitted_at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return (
    <>
      <dl className="facts">
        <dt>Reference</dt>
        <dd>{report.reference}</dd>
        <dt>Sent</dt>
        <dd>
          <time dateTime={report.submitted_at}>{submitted}</time>
        </dd>
      </dl>
      <ol className="steps">
        {stages.map((stage, index) => (
          <li
            key={stage}
            className={index < current ? 'step-done' : index === current ? 'step-now' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="dot" aria-hidden="true">
              {index < current ? <Check /> : index > current ? index + 1 : null}
            </span>
            <div>
              <b>{explanations[stage].title}</b>
              {index === current && <p>{explanations[stage].text}</p>}
            </div>
          </li>
        ))}
      </ol>
      <p className="soft small">This page renews itself.</p>
    </>
  );
}
