import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { firstWords } from '#domain/intake/condolence.ts';
import { intakeDefaults } from '#domain/intake/intake-form.ts';
import type { OpenedReportDraft } from '#domain/intake/report-draft.schema.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import type { EmailedDraft } from './calls.ts';
import { confirmationOf, type SubmissionConfirmation, ThankYou } from './confirmation-page.tsx';
import { clearReceipt, type Receipt, readReceipt } from './draft.ts';
import { FormPage } from './form/form-page.tsx';
import { createFormStore, FormStoreContext } from './form/form-store.ts';
import { useDraft } from './form/use-draft.ts';
import { type Home, homePhone, useFuneralHome } from './funeral-home.ts';
import { t, useLanguage } from './language.ts';
import { PageFoot } from './language-switch.tsx';
import { SaveForLaterPage } from './save-for-later-page.tsx';
import { PageHeader, StartHeader } from './site-header.tsx';
import { goTo, later, start, useStep } from './steps.ts';
import { useMailedReport } from './use-mailed-report.ts';
import { Welcome } from './welcome.tsx';

/** 'Report a Death' for one home: filling, then Thank You (D1 §2). The slug is '' while the page is being built. */
export function IntakePage({ slug, form }: { slug: string; form?: string | undefined }) {
  const language = useLanguage();
  const found = useFuneralHome(slug, form);
  // What a tab keeps is of one form.
  const key = form ? `${slug}/${form}` : slug;
  const step = useStep();
  const [store] = useState(() => createFormStore(intakeDefaults()));
  const draft = useDraft(key, store, step, found?.form);
  const home = stillOpen(found, draft.kept.form);
  const [receipt, setReceipt] = useState<Receipt>();
  const [keepsake, setKeepsake] = useState<SubmissionConfirmation>();
  const homesForm = home?.form;
  useEffect(() => store.setForm(homesForm ?? null, language), [store, homesForm, language]);
  // Read after the first render, which must equal the built page.
  useEffect(() => setReceipt(readReceipt(key)), [key]);

  const receive = (received: Receipt) => {
    // For the eyes of whoever sent it, as long as this page stays open; nothing of it is stored.
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
          replaces={draft.kept.goOnWith !== undefined}
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
        <Welcome home={home} goOnWith={draft.kept.goOnWith} onStartOver={draft.startOver} />
      ) : step === later ? (
        <SaveForLaterPage home={home} slug={slug} form={form} draft={draft} onForget={forget} />
      ) : (
        <FormPage step={step} slug={slug} draftKey={key} draft={draft} phone={homePhone(home)} onReceived={receive} />
      )}
      {step !== start && <PageFoot />}
    </FormStoreContext>
  );
}

/** Whoever has begun a form goes on with it, also after it was closed. */
const stillOpen = (home: Home, begun: PublicForm | undefined): Home => {
  if (!home?.isClosed || !begun) return home;
  const { isClosed: _closed, ...at } = home;
  // What a home says to mourners is not said to whoever plans ahead.
  const said = isInquiry(begun.kind) ? { condolence_message: firstWords[begun.kind] } : {};
  return { ...at, ...said, form: begun };
};

/** The way past the head; no anchor, as the address names the step. */
function SkipLink() {
  return (
    <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
      {t('Skip to the form')}
    </button>
  );
}
