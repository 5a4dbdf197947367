import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { OpenedReportDraft } from '#domain/intake/intake.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { EmailedDraft } from './calls.ts';
import { t } from './language.ts';
import { askCode, openReport } from './lazy-calls.ts';
import { CallLink } from './site-header.tsx';

interface MailedReportProps {
  copy: EmailedDraft;
  /** The link's answers replace those on this device. */
  replaces: boolean;
  phone: string | undefined;
  onOpened: (report: OpenedReportDraft) => void;
  onLeave: () => void;
}

const expiredText = 'This link has expired. Links work for seven days, or until the report is sent or deleted.';

/** The limit of emails lasts an hour, that of tries a minute. */
const whyNot = (error: unknown, isAsking: boolean): string => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return 'We could not connect. Please try again.';
  if (error.status === 429)
    return isAsking
      ? 'Too many codes were requested. Please try again in an hour.'
      : 'Too many attempts. Please wait a minute, or call us.';
  return 'That code is not correct. Check our most recent email, or request a new code.';
};

/** Continues a report from an emailed link, after a code that goes to the same address. */
export function ResumeReportPage({ copy, replaces, phone, onOpened, onLeave }: MailedReportProps) {
  const [busy, setBusy] = useState(false);
  const [ended, setEnded] = useState(false);
  const [hasCode, setHasCode] = useState(false);
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const run = async (work: () => Promise<unknown>, isAsking: boolean) => {
    if (busy) return;
    setProblem(undefined);
    setBusy(true);
    try {
      await work();
      setHasCode(true);
    } catch (error) {
      if (isAsking && error instanceof ApiError && error.status === 404) setEnded(true);
      else setProblem(whyNot(error, isAsking));
    }
    setBusy(false);
  };
  const ask = () => run(() => askCode(copy), true);
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    if (code) void run(async () => onOpened(await openReport({ ...copy, code })), false);
    else setProblem('Please enter the code');
  };
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1 ref={heading} tabIndex={-1}>
        {t('Continue your report')}
      </h1>
      {ended ? (
        <p className="note note-failure" role="status">
          {t(expiredText)}
        </p>
      ) : (
        <>
          <p className="lede">{t('To keep your answers private, we will email you a code first.')}</p>
          {replaces && <p className="note">{t('This will replace the answers saved on this device.')}</p>}
        </>
      )}
      {hasCode && !ended && (
        <form noValidate onSubmit={open} className="entry block">
          <div>
            <label htmlFor="code" className="label">
              {t('Code')}
            </label>
            <p className="help" id="code-help">
              {t('Ten letters and numbers, in the email we just sent. The code works for 30 minutes.')}
            </p>
            <input
              id="code"
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              aria-describedby="code-help"
            />
          </div>
          <button type="submit" className="button button-primary" aria-disabled={busy || undefined}>
            {t('Open my answers')}
          </button>
        </form>
      )}
      <p role="alert" className="entry-problem">
        {problem && t(problem)}
      </p>
      <div className="actions block">
        {!ended && (
          <button
            type="button"
            className={hasCode ? 'button button-secondary' : 'button button-primary'}
            aria-disabled={busy || undefined}
            onClick={() => void ask()}
          >
            {t(hasCode ? 'Send a new code' : 'Email me the code')}
          </button>
        )}
        <button type="button" className={ended ? 'button button-primary' : 'button button-quiet'} onClick={onLeave}>
          {t('Back to the start')}
        </button>
        {phone && <CallLink phone={phone}>{t('Call us instead')}</CallLink>}
      </div>
    </main>
  );
}
