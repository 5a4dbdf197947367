import { useEffect, useRef } from 'react';
import type { Receipt } from '../draft.ts';
import { t } from '../language.ts';
import { goTo, later, reading, type Step, stepHref } from '../steps.ts';
import { useFormStore } from './form-store.ts';
import { useSections } from './missing-answers.ts';
import { ReviewAnswersPage } from './review-answers-page.tsx';
import { SavedLine } from './save-status.tsx';
import { SectionBar, SectionColumn } from './section-nav.tsx';
import { SectionPage } from './section-page.tsx';
import type { useDraft } from './use-draft.ts';
import { useSubmit } from './use-submit.ts';

interface FormPageProps {
  step: Step;
  slug: string;
  /** Under which the tab keeps what was sent. */
  draftKey: string;
  draft: ReturnType<typeof useDraft>;
  phone: string | undefined;
  onReceived: (receipt: Receipt) => void;
}

/** The form of D1 §2 and §5, one section at a time: a bar above it on a phone, a column beside it on a wide screen. */
export function FormPage({ step, slug, draftKey, draft, phone, onReceived }: FormPageProps) {
  const store = useFormStore();
  const sections = useSections();
  const gapsHeading = useRef<HTMLHeadingElement>(null);
  // Who has read everything once comes back to it from each correction.
  const hasRead = useRef(false);
  if (step === reading) hasRead.current = true;
  const { attempt, keepDraft, kept } = draft;
  const onGaps = () => {
    window.scrollTo(0, 0);
    gapsHeading.current?.focus({ preventScroll: true });
  };
  const { outcome, submit } = useSubmit({ slug, draftKey, store, attempt, keepDraft, phone, onGaps, onReceived });
  const section = sections.find(({ id }) => id === step);
  // A section that asks nothing any more, as of work and schooling for a child.
  const isGone = section === undefined;
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
          <SavedLine savedAt={kept.savedAt} withSsn />
          <a className="link" href={stepHref(later)}>
            {t('Stop here and go on later')}
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
            <SectionPage key={step} section={section} savedAt={kept.savedAt} isReturning={hasRead.current} />
          )}
        </main>
      </div>
    </>
  );
}
