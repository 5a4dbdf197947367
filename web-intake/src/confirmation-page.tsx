import { useEffect, useRef, useState } from 'react';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { type Home, homePhone, type Receipt } from './calls.ts';
import { type AnswerSummary, AnswerSummaryView, summarizeAnswers } from './form/answer-summary.tsx';
import type { FormSnapshot } from './form/form-store.ts';
import { fieldNotKnown } from './form/funeral-home-form.ts';
import { type FormSection, labelOf, sectionsOf } from './form/missing-answers.ts';
import { locale, t } from './language.ts';
import { statusPath } from './page-address.ts';
import { CallLink, Check, PageHeader } from './site-header.tsx';
import { useLazyModule } from './use-lazy-module.ts';

/** Announced by screen readers when a part fails to load. */
export const LoadFailed = ({ failed }: { failed: boolean }) => (
  <p role="alert" className="entry-problem">
    {failed && t('We could not connect. Please try again.')}
  </p>
);

interface SendPapersProps {
  reference: string;
  code: string;
  /** The report is an inquiry. */
  inquires: boolean;
}

export function SendPapers({ reference, code, inquires }: SendPapersProps) {
  const { Part, failed, fetchPart } = useLazyModule(() => import('./papers.tsx').then(({ Papers }) => Papers));
  return (
    <section className="block print-never papers-part">
      <h2>{t('Photos of documents')}</h2>
      {Part ? (
        <Part reference={reference} code={code} />
      ) : (
        <>
          <p>
            {t(
              inquires
                ? 'Do you have a photo or document for us? You can send it here.'
                : 'For example discharge papers (DD-214), an ID, or a burial insurance policy. A photo is fine for now.',
            )}
          </p>
          <p className="block">
            <button type="button" className="button button-secondary" onClick={fetchPart}>
              {t('Send a photo')}
            </button>
          </p>
        </>
      )}
      <LoadFailed failed={failed} />
    </section>
  );
}

export interface SubmissionConfirmation {
  subject: FormSnapshot['subject'];
  firstName: string;
  phone: string;
  hasEmail: boolean;
  sentAt: Date;
  ssnFollows: boolean;
  notKnown: readonly string[];
  sections: readonly FormSection[];
  answerSummary: AnswerSummary;
}

export const confirmationOf = (snapshot: FormSnapshot, sentAt: Date): SubmissionConfirmation => {
  const { values, report, subject } = snapshot;
  const sections = sectionsOf(snapshot);
  const notKnown = sections.flatMap(({ fields }) => fields.filter((field) => fieldNotKnown(field, snapshot)));
  return {
    subject,
    firstName: snapshot.notKnown.has('deceased_first_name') && subject === 'baby' ? '' : values.deceased_first_name,
    phone: formatPhone(values.submitter_phone),
    hasEmail: values.submitter_email !== '',
    sentAt,
    ssnFollows: report.ssn_to_follow === true,
    notKnown: notKnown
      .filter(({ unknown }) => unknown !== undefined)
      .map((field) =>
        (field.name === 'communicable_disease' ? t('Communicable disease') : labelOf(field, snapshot))
          .replace(/ \(.*\)$/, '')
          .toLowerCase(),
      ),
    sections,
    answerSummary: summarizeAnswers(snapshot),
  };
};

interface ThankYouProps {
  receipt: Receipt;
  keepsake: SubmissionConfirmation | undefined;
  home: Home;
  onAnother: () => void;
}

/** D1 §2. */
export function ThankYou({ receipt, keepsake, home, onAnother }: ThankYouProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const path = statusPath(receipt.reference, receipt.statusToken);
  const phone = homePhone(home);
  const kind = home?.form?.kind;
  const aboutWhom = isInquiry(kind) ? '' : keepsake?.firstName || (keepsake?.subject === 'baby' ? t('your baby') : '');
  return (
    <>
      <PageHeader home={home} />
      <p className="received" role="status">
        <Check />
        <span>{t('Thank you. We have received your information and will contact you shortly.')}</span>
      </p>
      <main className="page" id="main" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {t('Thank You')}
        </h1>
        <p className="lede">
          {aboutWhom
            ? t('We received your report about {0}.', aboutWhom)
            : t(isInquiry(kind) ? 'We have your answers.' : 'We received your report.')}
          {kind !== 'pre_need' && ` ${t('We are sorry for your loss.')}`}
        </p>
        <section className="block">
          <h2>{t('What happens next')}</h2>
          <NextSteps keepsake={keepsake} inquires={isInquiry(kind)} />
          {phone && (
            <CallLink phone={phone} className="button button-primary call-button">
              {t('Call us now: {0}', phone)}
            </CallLink>
          )}
        </section>
        <section className="panel block">
          <h2>{t('To check the status')}</h2>
          <div className="code">
            <p>
              {t('Your reference')} <strong className="reference">{receipt.reference}</strong>
            </p>
            <p>
              {t('Your code')} <strong className="secret">{receipt.statusToken}</strong>
            </p>
          </div>
          {keepsake?.hasEmail !== false && (
            <p className="small">{t('Our email has a different code. Either one works.')}</p>
          )}
          <p className="small">{t('Share these, and the link, only with people you want to see the status.')}</p>
          <p className="print-only">{new URL(`/status/${receipt.reference}`, window.location.href).href}</p>
          <a className="button button-secondary" href={path}>
            {t(isInquiry(kind) ? 'Check the status' : 'Check the status of your report')}
          </a>
          <CopyLink path={path} />
        </section>
        <SendPapers reference={receipt.reference} code={receipt.statusToken} inquires={isInquiry(kind)} />
        {keepsake && (keepsake.ssnFollows || keepsake.notKnown.length > 0) && <StillToCome keepsake={keepsake} />}
        <div className="actions block">
          {keepsake && (
            <button type="button" className="button button-secondary" onClick={() => window.print()}>
              {t('Print a copy')}
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={onAnother}>
            {t(isInquiry(kind) ? 'Fill out the form again' : 'Start another report')}
          </button>
        </div>
        {keepsake && (
          <div className="print-only">
            <AnswerSummaryView
              sections={keepsake.sections}
              answerSummary={keepsake.answerSummary}
              subject={keepsake.subject}
            />
          </div>
        )}
      </main>
    </>
  );
}

function NextSteps({ keepsake, inquires }: { keepsake: SubmissionConfirmation | undefined; inquires: boolean }) {
  const sentAtText = keepsake?.sentAt.toLocaleString(locale(), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <ol className="steps">
      <li className="step-done">
        <span className="dot" aria-hidden="true">
          <Check />
        </span>
        <div>
          <b>{t(inquires ? 'We have your answers' : 'We have your report')}</b>
          {sentAtText && <span className="when">{sentAtText}</span>}
        </div>
      </li>
      <li className="step-now" aria-current="step">
        <span className="dot" aria-hidden="true" />
        <div>
          <b>{t('A funeral director will contact you')}</b>
          {keepsake?.phone && <span className="when">{t('At {0}', keepsake.phone)}</span>}
          <p>{t('Within 30 minutes during business hours. If you cannot wait, please call us.')}</p>
        </div>
      </li>
      {!inquires && <LaterSteps />}
    </ol>
  );
}

function LaterSteps() {
  return (
    <>
      <li>
        <span className="dot" aria-hidden="true">
          3
        </span>
        <div>
          <b>{t('We will guide you through the process')}</b>
          <p>{t('We will explain each decision and help you with the paperwork.')}</p>
        </div>
      </li>
      <li>
        <span className="dot" aria-hidden="true">
          4
        </span>
        <div>
          <b>{t('We are here for you')}</b>
          <p>{t('Before, during and after the service.')}</p>
        </div>
      </li>
    </>
  );
}

function StillToCome({ keepsake: { ssnFollows, notKnown } }: { keepsake: SubmissionConfirmation }) {
  return (
    <section className="panel panel-tint block">
      <h2>{t('Still needed from you')}</h2>
      {ssnFollows && (
        <p>
          {t('The Social Security Number, when you have it. Call us or bring it with you; please do not email it.')}
        </p>
      )}
      {notKnown.length > 0 && (
        <p>{t('What you did not know ({0}): we will help you find out.', notKnown.join(', '))}</p>
      )}
    </section>
  );
}

function CopyLink({ path }: { path: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(path, window.location.href).href);
    setCopied(true);
  };
  return (
    <p>
      <button
        type="button"
        className="button button-secondary"
        onClick={() => void copy().catch(() => setCopied(false))}
      >
        {t(copied ? 'Link copied' : 'Copy the link')}
      </button>
      <span className="hidden-text" role="status">
        {copied ? t('Copied') : ''}
      </span>
    </p>
  );
}
