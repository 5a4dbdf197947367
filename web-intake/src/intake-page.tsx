import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { intakeDefaults } from '#domain/intake/intake.rules.ts';
import type { OpenedReportDraft } from '#domain/intake/intake.schema.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { defaultCondolence, firstWords } from '#domain/intake/intake-wording.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { ownText } from '#domain/managed-forms/form-translations.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import {
  clearReceipt,
  type EmailedDraft,
  formTitle,
  type Home,
  homePhone,
  type Receipt,
  readReceipt,
  useFuneralHome,
} from './calls.ts';
import { confirmationOf, LoadFailed, type SubmissionConfirmation, ThankYou } from './confirmation-page.tsx';
import { FormPage } from './form/form-page.tsx';
import { createFormStore, FormStoreContext } from './form/form-store.ts';
import { deviceName } from './form/section-page.tsx';
import { useDraft } from './form/use-draft.ts';
import { t, useLanguage } from './language.ts';
import { parseDraftLink } from './page-address.ts';
import { CallLink, PageFoot, PageHeader, StartHeader } from './site-header.tsx';
import { goTo, later, type Step, start, stepHref, useStep } from './steps.ts';
import { useLazyModule } from './use-lazy-module.ts';

interface WelcomeProps {
  home: Home;
  goOnWith: Step | undefined;
  onStartOver: () => void;
}

/** Longer own words of a home are set smaller. */
const longWords = 120;

const firstStep = stepHref(intakeSections[0]?.id ?? '');

function Welcome({ home, goOnWith, onStartOver }: WelcomeProps) {
  const language = useLanguage();
  const inSpanish = language === 'es' ? home?.form?.spanish?.condolence_message : undefined;
  const kind = home?.form?.kind;
  // A home's own words are in English; a Spanish page shows ours.
  const condolence =
    language === 'es' ? inSpanish || t(firstWords[kind ?? 'at_need']) : (home?.condolence_message ?? defaultCondolence);
  const notice = home?.form && ownText(home.form, 'notice', language);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1>{formTitle(home, language)}</h1>
      <p className={condolence.length > longWords ? 'lede condolence condolence-long' : 'lede condolence'}>
        {condolence}
      </p>
      {notice && <p className="note">{notice}</p>}
      {home?.isUnknown ? (
        <p className="note note-failure" role="status">
          {t(
            'We could not find a funeral home at this address. Please check the link, or call your funeral home; they can take your information by phone.',
          )}
        </p>
      ) : home?.isClosed ? (
        <ClosedForm slug={home.slug} />
      ) : (
        <a className="button button-primary begin" href={goOnWith ? stepHref(goOnWith) : firstStep}>
          {t(goOnWith ? 'Continue your saved report' : 'Start')}
          <small>
            {t(
              goOnWith
                ? 'Your answers are saved. You can pick up where you left off.'
                : isInquiry(kind)
                  ? 'Takes about 5 minutes. You can stop anytime and continue later.'
                  : 'Takes about 15 minutes. You can stop anytime and continue later.',
            )}
          </small>
        </a>
      )}
      {!home?.isUnknown && (
        <>
          {!isInquiry(kind) && <BeforeReporting />}
          <p className="soft small block">
            {t('Only {0} will see your answers.', home?.name ?? t('your funeral home'))}
          </p>
        </>
      )}
      {goOnWith && (
        <p className="block">
          <button type="button" className="button button-quiet" onClick={onStartOver}>
            {t(`Start over and remove my answers from this ${deviceName()}`)}
          </button>
        </p>
      )}
    </main>
  );
}

function BeforeReporting() {
  return (
    <>
      <section className="block">
        <h2>{t('Helpful to have ready')}</h2>
        <ul className="ticks">
          <li>{t('Your loved one’s full legal name and birth date')}</li>
          <li>{t('Their Social Security Number (you can add it later)')}</li>
          <li>{t('Their parents’ names')}</li>
          <li>{t('Where your loved one is now')}</li>
        </ul>
        <p className="soft">{t('Don’t have these? Start anyway. “I don’t know” is fine.')}</p>
      </section>
      <section className="block">
        <h2>{t('Important Legal Notice')}</h2>
        <p>
          {t(
            'These vital statistics are required by law for the death certificate. Please check names, dates and numbers carefully. Errors may delay the burial and add fees.',
          )}
        </p>
      </section>
    </>
  );
}

function ClosedForm({ slug }: { slug: string }) {
  return (
    <div className="note" role="status">
      <p>{t('This form is closed right now. Please use our main form, or call us.')}</p>
      <a className="button button-primary" href={`/${slug}`}>
        {t('Open our main form')}
      </a>
    </div>
  );
}

interface LaterPageProps {
  home: Home;
  slug: string;
  form: string | undefined;
  draft: ReturnType<typeof useDraft>;
  onForget: () => void;
}

function SaveForLaterPage({ home, slug, form, draft, onForget }: LaterPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const device = deviceName();
  const phone = homePhone(home);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1 ref={heading} tabIndex={-1}>
        {t('Your answers are saved')}
      </h1>
      <p className="lede">{t('You can close this page and continue whenever you are ready.')}</p>
      <ul className="ticks block">
        <li>
          {t(`We keep them on this ${device} for seven days. To continue, open this page again on the same ${device}.`)}
        </li>
        <li>{t('For privacy, the Social Security Number is not saved. You will need to enter it again.')}</li>
        <li>{t('Nothing has been sent yet.')}</li>
      </ul>
      <ByMail slug={slug} form={form} draft={draft} />
      <div className="actions block">
        <a className="button button-primary" href={stepHref(draft.progress.goOnWith ?? start)}>
          {t('Continue now')}
        </a>
        {phone && <CallLink phone={phone}>{t('Call us instead')}</CallLink>}
        <button type="button" className="button button-quiet" onClick={onForget}>
          {t(`Delete my answers from this ${device}`)}
        </button>
      </div>
    </main>
  );
}

function ByMail({ slug, form, draft }: Pick<LaterPageProps, 'slug' | 'form' | 'draft'>) {
  const { Part, failed, fetchPart } = useLazyModule(() => import('./mail-link.tsx').then(({ MailLink }) => MailLink));
  return (
    <section className="block">
      <h2>{t('On another device')}</h2>
      <p className="soft">
        {t('We will email you a link. When you open it on the other device, we will email you a code.')}
      </p>
      {Part ? (
        <Part
          slug={slug}
          form={form}
          draft={draft.current}
          email={String(draft.current().values.submitter_email ?? '')}
          onKept={draft.addCopy}
        />
      ) : (
        <p className="block">
          <button type="button" className="button button-secondary" onClick={fetchPart}>
            {t('Email me a link')}
          </button>
        </p>
      )}
      <LoadFailed failed={failed} />
    </section>
  );
}

type Page = typeof import('./resume-report-page.tsx').ResumeReportPage;

/**
 * Loads the page of an emailed link, and removes the secret from the address at once, so that it is not in the
 * browser's history.
 */
const useMailedReport = () => {
  const [copy, setCopy] = useState<EmailedDraft>();
  const [lazyPage, setLazyPage] = useState<{ Page: Page }>();
  useEffect(() => {
    const read = () => {
      const named = parseDraftLink(window.location.hash);
      if (!named) return;
      history.replaceState(history.state, '', window.location.pathname);
      setCopy(named);
      // If it fails, the start of the form stays; the link can be opened again.
      import('./resume-report-page.tsx').then(
        ({ ResumeReportPage: MailedReport }) => setLazyPage({ Page: MailedReport }),
        () => setCopy(undefined),
      );
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return { copy, Page: lazyPage?.Page, leave: () => setCopy(undefined) };
};

/** 'Report a Death' for one home (D1 §2). The slug is '' during the build. */
export function IntakePage({ slug, form }: { slug: string; form?: string | undefined }) {
  const language = useLanguage();
  const fetchedHome = useFuneralHome(slug, form);
  const key = form ? `${slug}/${form}` : slug;
  const step = useStep();
  const [store] = useState(() => createFormStore(intakeDefaults()));
  const draft = useDraft(key, store, step, fetchedHome?.form);
  const home = keepStartedFormOpen(fetchedHome, draft.progress.form);
  const [receipt, setReceipt] = useState<Receipt>();
  const [keepsake, setKeepsake] = useState<SubmissionConfirmation>();
  const homesForm = home?.form;
  useEffect(() => store.setForm(homesForm ?? null, language), [store, homesForm, language]);
  // The first render must equal the built page.
  useEffect(() => setReceipt(readReceipt(key)), [key]);

  const receive = (received: Receipt) => {
    setKeepsake(confirmationOf(store.get(), new Date()));
    setReceipt(received);
    draft.startOver();
  };
  const startAgain = () => {
    clearReceipt(key);
    setKeepsake(undefined);
    flushSync(() => setReceipt(undefined));
    goTo(start);
    window.scrollTo(0, 0);
  };
  const mailed = useMailedReport();
  const goOn = (copy: EmailedDraft) => (report: OpenedReportDraft) => {
    mailed.leave();
    goTo(draft.goOn(report, copy));
  };
  const forget = () => {
    draft.startOver();
    goTo(start);
  };
  if (mailed.copy && mailed.Page)
    return (
      <>
        <StartHeader home={home} />
        <mailed.Page
          copy={mailed.copy}
          replaces={draft.progress.goOnWith !== undefined}
          phone={homePhone(home)}
          onOpened={goOn(mailed.copy)}
          onLeave={mailed.leave}
        />
      </>
    );
  if (receipt)
    return (
      <>
        <ThankYou receipt={receipt} keepsake={keepsake} home={home} onAnother={startAgain} />
        <PageFoot />
      </>
    );
  return (
    <FormStoreContext value={store}>
      <SkipLink />
      {step === start ? <StartHeader home={home} /> : <PageHeader home={home} />}
      {step === start ? (
        <Welcome home={home} goOnWith={draft.progress.goOnWith} onStartOver={draft.startOver} />
      ) : step === later ? (
        <SaveForLaterPage home={home} slug={slug} form={form} draft={draft} onForget={forget} />
      ) : (
        <FormPage step={step} slug={slug} draftKey={key} draft={draft} phone={homePhone(home)} onReceived={receive} />
      )}
      {step !== start && <PageFoot />}
    </FormStoreContext>
  );
}

/** A family that began a form continues it after it closed. */
const keepStartedFormOpen = (home: Home, startedForm: PublicForm | undefined): Home => {
  if (!home?.isClosed || !startedForm) return home;
  const { isClosed: _closed, ...at } = home;
  // A pre-need form does not show the home's words to mourners.
  const overrides = isInquiry(startedForm.kind) ? { condolence_message: firstWords[startedForm.kind] } : {};
  return { ...at, ...overrides, form: startedForm };
};

/** A button, because the address names the step. */
function SkipLink() {
  return (
    <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
      {t('Skip to the form')}
    </button>
  );
}
