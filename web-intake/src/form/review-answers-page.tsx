import { useEffect, useRef, useState } from 'react';
import { fieldWording } from '#domain/intake/intake-wording.ts';
import { loadBotCheck } from '../bot-check.ts';
import { Check } from '../icons.tsx';
import { t } from '../language.ts';
import { reading } from '../steps.ts';
import { toldIn } from './answer-summary.ts';
import { FieldFrame } from './field-frame.tsx';
import { useFormSnapshot, useFormStore } from './form-store.ts';
import { type FormSection, useSections } from './missing-answers.ts';
import { MissingAnswersPanel } from './missing-answers-panel.tsx';
import { useArrival } from './section-page.tsx';
import { SubmitArea } from './submit-area.tsx';
import { AnswerSummaryView } from './summary-view.tsx';
import type { Outcome } from './use-submit.ts';

interface ReadingPageProps {
  section: FormSection;
  phone: string | undefined;
  outcome: Outcome;
  gapsHeading: React.RefObject<HTMLHeadingElement | null>;
  onSubmit: () => void;
}

/** The last section: everything once more in sentences, then 'Agreement and Consent', the bot check and SUBMIT. */
export function ReviewAnswersPage({ section, phone, outcome, gapsHeading, onSubmit }: ReadingPageProps) {
  const store = useFormStore();
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading);
  const sections = useSections();
  // Read again with every entry that a shortcut or the other tab of a draft makes; there is no typing on this page.
  useFormSnapshot(({ report }) => report);
  const snapshot = store.get();
  const [consent] = section.fields;
  return (
    <form className="sheet" noValidate onSubmit={(event) => event.preventDefault()}>
      <MissingAnswersPanel step={reading} heading={gapsHeading} />
      <p className="section-number">{t('Section {0} of {1}', sections.length, sections.length)}</p>
      <h1 ref={heading} tabIndex={-1}>
        {t('Please read it once more')}
      </h1>
      <p className="soft">{t('This is what you told us. Names and dates matter most.')}</p>
      <div className="reads">
        <AnswerSummaryView sections={sections} told={toldIn(snapshot)} about={snapshot.about} canChange />
        <section className="read">
          <h2>{t(section.title)}</h2>
          <p className="soft" id="field-consent-help">
            {t(fieldWording('consent', snapshot.about).help ?? consent?.help ?? '')}
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

/** Loaded by now, or loaded again when submitting: there is nothing for the family to do. */
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
        {t(ready ? 'Bot check is ready' : 'Bot check is getting ready')}
        <small>{t('It runs by itself. You have nothing to solve.')}</small>
      </span>
    </p>
  );
}
