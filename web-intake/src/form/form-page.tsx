import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { fillRequiredFields } from '#domain/intake/intake.rules.ts';
import { fieldWording } from '#domain/intake/intake-wording.ts';
import { loadBotCheck } from '../bot-check.ts';
import type { Receipt } from '../calls.ts';
import { t, translateMessage } from '../language.ts';
import { CallLink, Check, ExpandIcon } from '../site-header.tsx';
import { followEvents, goTo, later, reading, type Step, stepHref } from '../steps.ts';
import { AnswerSummaryView, summarizeAnswers } from './answer-summary.tsx';
import { FieldFrame } from './field-frame.tsx';
import { type FormSnapshot, useFormSnapshot, useFormStore } from './form-store.ts';
import { countGaps, type FormSection, pageOf, titleOf, useSections } from './missing-answers.ts';
import { MissingAnswersPanel, SavedLine, SectionPage, useFocusOnOpen } from './section-page.tsx';
import type { useDraft } from './use-draft.ts';
import { type Outcome, useSubmit } from './use-submit.ts';

interface SubmitAreaProps {
  outcome: Outcome;
  phone: string | undefined;
  onSubmit: () => void;
}

/** The SUBMIT button (D1 §2), with the outcome of the last attempt. */
function SubmitArea({ outcome, phone, onSubmit }: SubmitAreaProps) {
  const incomplete = useFormSnapshot(({ problems }) => Object.keys(problems).length > 0);
  const sending = outcome.kind === 'sending';
  return (
    <div className="submit-area">
      <FailureNote outcome={outcome} phone={phone} />
      {/* Disabled for assistive technology and by behavior, but focusable; a click names what is missing. */}
      <button
        type="button"
        className="button button-primary submit"
        aria-disabled={incomplete || sending}
        aria-describedby="submit-hint"
        title={incomplete ? t(fillRequiredFields) : undefined}
        onClick={onSubmit}
      >
        {t(sending ? 'SUBMITTING...' : 'SUBMIT')}
      </button>
      <p className="help" id="submit-hint">
        {t(incomplete ? fillRequiredFields : 'You can submit again. We will not receive it twice.')}
      </p>
    </div>
  );
}

const followConnection = followEvents('online', 'offline');

function FailureNote({ outcome, phone }: { outcome: Outcome; phone: string | undefined }) {
  const online = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  if (outcome.kind !== 'failed' && outcome.kind !== 'offline') return null;
  const isBack = outcome.kind === 'offline' && online;
  const number = (outcome.kind === 'failed' ? outcome.phone : undefined) ?? phone;
  return (
    <div className={isBack ? 'note' : 'note note-failure'}>
      <p role="status">{t(isBack ? backOnline : outcome.kind === 'offline' ? offline : notSent(outcome))}</p>
      {outcome.kind === 'failed' && outcome.reason && <p>{translateMessage(outcome.reason)}</p>}
      {number && <CallLink phone={number}>{t('Or call us: {0}', number)}</CallLink>}
    </div>
  );
}

const offline = 'You are offline. Your answers are saved on this page. Please submit again when you are back online.';
const backOnline = 'You are back online. Your answers are still here. Please submit again.';

/** A retry is not advised if it cannot work. */
const notSent = (outcome: Outcome): string =>
  outcome.kind === 'failed' && outcome.isFinal
    ? 'We could not send your report. Your answers are still on this page.'
    : 'We could not send your report. Your answers are still on this page. You can submit again; we will not receive it twice.';

interface ReadingPageProps {
  section: FormSection;
  phone: string | undefined;
  outcome: Outcome;
  gapsHeading: React.RefObject<HTMLHeadingElement | null>;
  onSubmit: () => void;
}

function ReviewAnswersPage({ section, phone, outcome, gapsHeading, onSubmit }: ReadingPageProps) {
  const store = useFormStore();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnOpen(heading);
  const sections = useSections();
  // Renders with every change of the report, which only a shortcut or another tab can make here.
  useFormSnapshot(({ report }) => report);
  const snapshot = store.get();
  const [consent] = section.fields;
  return (
    <form className="sheet" noValidate onSubmit={(event) => event.preventDefault()}>
      <MissingAnswersPanel step={reading} heading={gapsHeading} />
      <p className="section-number">{t('Section {0} of {1}', sections.length, sections.length)}</p>
      <h1 ref={heading} tabIndex={-1}>
        {t('Please review your answers')}
      </h1>
      <p className="soft">{t('Here is what you told us. Please double-check names and dates.')}</p>
      <div className="reads">
        <AnswerSummaryView
          sections={sections}
          answerSummary={summarizeAnswers(snapshot)}
          subject={snapshot.subject}
          canChange
        />
        <section className="read">
          <h2>{t(section.title)}</h2>
          <p className="soft" id="field-consent-help">
            {t(fieldWording('consent', snapshot.subject).help ?? consent?.help ?? '')}
          </p>
          {consent && (
            <div className="fields">
              <FieldFrame field={consent} />
            </div>
          )}
        </section>
      </div>
      <div className="actions">
        <BotCheckNote />
        <SubmitArea outcome={outcome} phone={phone} onSubmit={onSubmit} />
      </div>
    </form>
  );
}

function BotCheckNote() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let leaving = false;
    void loadBotCheck().then(
      () => !leaving && setReady(true),
      () => {},
    );
    return () => {
      leaving = true;
    };
  }, []);
  return (
    <p className="bot" role="status">
      <span className={ready ? 'bot-sign' : 'bot-sign bot-waiting'}>
        <Check />
      </span>
      <span>
        {t(ready ? 'Security check complete' : 'Security check in progress')}
        <small>{t('This happens automatically. There is nothing you need to do.')}</small>
      </span>
    </p>
  );
}

const markOf = (section: FormSection, step: Step, snapshot: FormSnapshot): 'here' | 'done' | 'missing' | 'open' => {
  if (section.id === step) return 'here';
  if (countGaps(section, snapshot) === 0) return 'done';
  return snapshot.attempted ? 'missing' : 'open';
};

/** The bar above a section on a phone. */
function SectionBar({ step }: { step: Step }) {
  const sections = useSections();
  const box = useRef<HTMLDetailsElement>(null);
  const fold = () => {
    if (box.current) box.current.open = false;
  };
  const at = sections.findIndex(({ id }) => id === step);
  const section = sections[at];
  const title = useFormSnapshot((snapshot) => (section ? titleOf(section, snapshot) : ''));
  return (
    <nav className="bar" aria-label={t('Form sections')} onKeyDown={(event) => event.key === 'Escape' && fold()}>
      <details ref={box} key={step}>
        <summary>
          <span className="where">
            {t('Section {0} of {1}', at + 1, sections.length)} · <b>{title}</b>
          </span>
          <ExpandIcon />
          <span className="hidden-text">{t('Show all sections')}</span>
        </summary>
        <SectionList step={step} onFollowed={fold} />
      </details>
      <Meter step={step} />
    </nav>
  );
}

function SectionColumn({ step }: { step: Step }) {
  const sections = useSections();
  const complete = useFormSnapshot(
    (snapshot) => sections.filter((candidate) => countGaps(candidate, snapshot) === 0).length,
  );
  return (
    <nav className="panel column" aria-label={t('Form sections')}>
      <p className="column-head" role="status">
        {t('{0} of {1} sections complete', complete, sections.length)}
      </p>
      <Meter step={step} />
      <SectionList step={step} />
    </nav>
  );
}

function Meter({ step }: { step: Step }) {
  const sections = useSections();
  return (
    <div className="meter" aria-hidden="true">
      {sections.map((section) => (
        <MeterPart key={section.id} section={section} step={step} />
      ))}
    </div>
  );
}

function MeterPart({ section, step }: { section: FormSection; step: Step }) {
  const mark = useFormSnapshot((snapshot) => markOf(section, step, snapshot));
  return <i className={`meter-${mark}`} />;
}

function SectionList({ step, onFollowed }: { step: Step; onFollowed?: () => void }) {
  const sections = useSections();
  return (
    <ol className="section-list">
      {sections.map((section, index) => (
        <SectionLink key={section.id} section={section} number={index + 1} step={step} onFollowed={onFollowed} />
      ))}
    </ol>
  );
}

interface SectionLinkProps {
  section: FormSection;
  number: number;
  step: Step;
  onFollowed?: (() => void) | undefined;
}

function SectionLink({ section, number, step, onFollowed }: SectionLinkProps) {
  const gapCount = useFormSnapshot((snapshot) => countGaps(section, snapshot));
  const title = useFormSnapshot((snapshot) => titleOf(section, snapshot));
  const done = gapCount === 0;
  return (
    <li>
      <a
        href={stepHref(section.id)}
        aria-current={section.id === step ? 'step' : undefined}
        className={done ? 'done' : undefined}
        onClick={onFollowed}
      >
        <span className="dot" aria-hidden="true">
          {done ? <Check /> : number}
        </span>
        <span className="section-title">{title}</span>
        <span className="left">
          {done ? <span className="hidden-text">{t('complete')}</span> : t('{0} left', gapCount)}
        </span>
      </a>
    </li>
  );
}

interface FormPageProps {
  step: Step;
  slug: string;
  /** The key of the receipt in the tab. */
  draftKey: string;
  draft: ReturnType<typeof useDraft>;
  phone: string | undefined;
  onReceived: (receipt: Receipt) => void;
}

export function FormPage({ step, slug, draftKey, draft, phone, onReceived }: FormPageProps) {
  const store = useFormStore();
  const sections = useSections();
  const gapsHeading = useRef<HTMLHeadingElement>(null);
  const hasRead = useRef(false);
  if (step === reading) hasRead.current = true;
  const { attempt, keepDraft, progress } = draft;
  const onGaps = () => {
    window.scrollTo(0, 0);
    gapsHeading.current?.focus({ preventScroll: true });
  };
  const { outcome, submit } = useSubmit({ slug, draftKey, store, attempt, keepDraft, phone, onGaps, onReceived });
  const section = sections.find(({ id }) => id === step);
  const isGone = section === undefined;
  const page = pageOf(step, sections, store.get());
  useEffect(() => {
    if (isGone) goTo(reading);
  }, [isGone]);
  if (!section) return null;
  return (
    <>
      <SectionBar step={step} />
      <div className="layout">
        <aside className="side" aria-label={t('Your progress')}>
          <SectionColumn step={step} />
          <SavedLine savedAt={progress.savedAt} withSsn />
          <a className="link" href={stepHref(later)}>
            {t('Save and finish later')}
          </a>
        </aside>
        <main id="main" tabIndex={-1}>
          {step === reading ? (
            <ReviewAnswersPage
              section={section}
              phone={phone}
              outcome={outcome}
              gapsHeading={gapsHeading}
              onSubmit={() => void submit()}
            />
          ) : (
            <SectionPage
              key={page[0]?.id}
              page={page}
              step={step}
              savedAt={progress.savedAt}
              isReturning={hasRead.current}
            />
          )}
        </main>
      </div>
    </>
  );
}
