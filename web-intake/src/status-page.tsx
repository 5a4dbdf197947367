import { type FormEvent, useEffect, useRef, useState } from 'react';
import { codeText, isReference } from '#domain/families/family-code.ts';
import type { ReportReading } from '#domain/families/family-review.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { checkStatus, type Home } from './calls.ts';
import { t, useLanguage } from './language.ts';
import { LanguageSwitch, PageFoot, PageHeader } from './site-header.tsx';
import { StatusReport } from './status-report.tsx';
import { useLazyModule } from './use-lazy-module.ts';

interface StatusEntryProps {
  reference: string;
  problem: string | undefined;
  busy: boolean;
  onEnter: (reference: string, code: string) => void;
}

function StatusEntry({ reference, problem, busy, onEnter }: StatusEntryProps) {
  const [missingInput, setMissingInput] = useState<'reference' | 'code'>();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const text = (name: string) => String(entered.get(name) ?? '').trim();
    const missing = isReference(text('reference')) ? (text('code') ? undefined : 'code') : 'reference';
    setMissingInput(missing);
    if (missing) form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
    else if (!busy) onEnter(text('reference').toUpperCase(), codeText(text('code')));
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="entry">
      <h1>{t('Check the status')}</h1>
      <p className="lede">{t('You will find your reference and code in our email, or on the sheet we gave you.')}</p>
      <EntryField
        name="reference"
        label="Reference"
        help="Example: R-7K3M-9QTX"
        value={reference}
        error={missingInput === 'reference' ? 'Enter the reference exactly as shown in our email' : undefined}
      />
      <EntryField
        name="code"
        label="Code"
        help="Ten letters and numbers"
        value=""
        error={missingInput === 'code' ? 'Please enter the code' : undefined}
      />
      <p role="alert" className="entry-problem">
        {problem && t(problem)}
      </p>
      <button type="submit" className="button button-primary" aria-disabled={busy || undefined}>
        {t(busy ? 'Checking…' : 'Show status')}
      </button>
    </form>
  );
}

interface EntryFieldProps {
  name: string;
  label: string;
  help: string;
  value: string;
  error: string | undefined;
}

function EntryField({ name, label, help, value, error }: EntryFieldProps) {
  return (
    <div className={error ? 'field-wrong' : undefined}>
      <label htmlFor={name} className="label">
        {t(label)}
      </label>
      <p className="help" id={`${name}-help`}>
        {t(help)}
      </p>
      <input
        id={name}
        name={name}
        defaultValue={value}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby={error ? `${name}-help ${name}-error` : `${name}-help`}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p className="message" id={`${name}-error`}>
          {t(error)}
        </p>
      )}
    </div>
  );
}

type Problem = 'unknown' | 'failed' | 'limited';
type State =
  | { kind: 'waiting' }
  | { kind: 'loading' }
  | { kind: 'found'; report: ReportReading; readAt: Date }
  | { kind: Problem };

const problemWords: Record<Problem, string> = {
  unknown:
    'We could not find this report. Please check the reference and code, or call us at the number in our email or on the sheet.',
  failed: 'We cannot load the status right now. Please check your connection.',
  limited: 'Too many attempts. Please wait a minute, or call us at the number in our email or on the sheet.',
};

const renewedAfterMs = 60_000;

const read = async (reference: string, code: string, signal: AbortSignal): Promise<State> => {
  try {
    const report = await checkStatus(reference, code, signal);
    return report.subject === 'report' ? { kind: 'found', report, readAt: new Date() } : { kind: 'unknown' };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    return { kind: status === 404 ? 'unknown' : status === 429 ? 'limited' : 'failed' };
  }
};

/** The status of a report for its reference and code, from a link or typed. */
export function StatusPage({ reference, token }: { reference: string; token: string }) {
  useLanguage();
  const title = t('Status of your report');
  const [request, setRequest] = useState({ reference, token, times: 0 });
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (!request.token) {
      // After the first render, because the built page shows that it is loading.
      setState({ kind: 'waiting' });
      return;
    }
    const leaving = new AbortController();
    void read(request.reference, request.token, leaving.signal).then((next) => {
      if (leaving.signal.aborted) return;
      // An older state is better than none.
      const isPassing = next.kind === 'failed' || next.kind === 'limited';
      setState((shown) => (isPassing && shown.kind === 'found' ? shown : next));
    });
    return () => leaving.abort();
  }, [request]);
  const [reviewing, setReviewing] = useState(false);
  const facts = useLazyModule(() => import('./review-page.tsx').then(({ ReviewPage }) => ReviewPage));
  const isFound = state.kind === 'found';
  // The pressed button is gone, so the focus moves to the heading.
  const main = useRef<HTMLElement>(null);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isFound || reviewing || !isAwaited.current) return;
    isAwaited.current = false;
    main.current?.querySelector('h1')?.focus();
  }, [isFound, reviewing]);
  useEffect(() => {
    if (!isFound) return;
    const renewing = setInterval(() => {
      if (document.visibilityState === 'visible') setRequest((last) => ({ ...last, times: last.times + 1 }));
    }, renewedAfterMs);
    return () => clearInterval(renewing);
  }, [isFound]);

  const ask = (next: { reference: string; token: string }) => {
    setState({ kind: 'loading' });
    setRequest((last) => ({ ...next, times: last.times + 1 }));
  };
  // A link that was cut off asks for the code, too.
  const isTyped = state.kind === 'waiting' || state.kind === 'unknown' || request.token !== token;
  return (
    <>
      {state.kind === 'found' ? (
        <PageHeader home={homeOf(state.report)} />
      ) : (
        <header className="head">
          <LanguageSwitch />
        </header>
      )}
      <main className="page page-short" id="main" ref={main}>
        {state.kind === 'found' ? (
          state.report.review && reviewing && facts.Part ? (
            <facts.Part
              access={{ reference: request.reference, code: request.token }}
              review={state.report.review}
              name={state.report.name}
              phone={state.report.telephone && formatPhone(state.report.telephone)}
              onBack={() => {
                isAwaited.current = true;
                setReviewing(false);
              }}
              onConfirmed={() => setRequest((last) => ({ ...last, times: last.times + 1 }))}
            />
          ) : (
            <StatusReport
              report={state.report}
              code={request.token}
              readAt={state.readAt}
              isUnreached={facts.failed}
              onReview={() => {
                setReviewing(true);
                if (!facts.Part) facts.fetchPart();
              }}
            />
          )
        ) : isTyped ? (
          <StatusEntry
            reference={reference}
            problem={state.kind in problemWords ? problemWords[state.kind as Problem] : undefined}
            busy={state.kind === 'loading'}
            onEnter={(typed, code) => {
              isAwaited.current = true;
              ask({ reference: typed, token: code });
            }}
          />
        ) : (
          <>
            <h1>{t('Status of your report')}</h1>
            <div aria-live="polite">
              <p className={state.kind === 'loading' ? 'lede' : undefined}>
                {t(state.kind === 'loading' ? 'Loading...' : problemWords[state.kind as Problem])}
              </p>
              {state.kind in problemWords && (
                <button type="button" className="button button-secondary" onClick={() => ask({ reference, token })}>
                  {t('Try again')}
                </button>
              )}
            </div>
          </>
        )}
      </main>
      {state.kind === 'found' && <PageFoot />}
    </>
  );
}

const homeOf = ({ funeral_home_name: name, logo_url, telephone }: ReportReading): Home => ({
  slug: '',
  name,
  logo_url,
  phone: telephone && formatPhone(telephone),
  emergency_phone: null,
  condolence_message: null,
  form: null,
});
