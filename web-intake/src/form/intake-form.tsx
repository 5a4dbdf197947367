import { memo, Suspense, useRef, useState } from 'react';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { intakeDefaults } from '#domain/intake/intake-form.ts';
import { loadBotCheck } from '../bot-check.ts';
import type { Receipt } from '../draft.ts';
import { FormSection } from './form-section.tsx';
import { createFormStore, FormStoreContext } from './form-store.ts';
import { MissingSummary } from './missing-summary.tsx';
import { SectionProgress } from './section-progress.tsx';
import { SubmitArea } from './submit-area.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmit } from './use-submit.ts';

interface Props {
  slug: string;
  phone: string | undefined;
  onReceived: (receipt: Receipt) => void;
}

/** The form of D1 §2 and §5. */
export function IntakeForm({ slug, phone, onReceived }: Props) {
  const [store] = useState(() => createFormStore(intakeDefaults()));
  const draft = useDraft(slug, store);
  const summary = useRef<HTMLHeadingElement>(null);
  const { attempt, keepDraft } = draft;
  const onGaps = () => summary.current?.focus();
  const { outcome, submit } = useSubmit({ slug, store, attempt, keepDraft, phone, onGaps, onReceived });
  // A token is minted when submitting; the check is loaded as soon as somebody means to fill the form.
  const prepare = () => void loadBotCheck().catch(() => {});

  return (
    <FormStoreContext value={store}>
      <div className="form-layout">
        <SectionProgress />
        <form
          className="intake-form"
          id="form"
          tabIndex={-1}
          noValidate
          onFocus={prepare}
          onSubmit={(event) => event.preventDefault()}
        >
          {draft.restored && <DraftNote onStartOver={draft.startOver} />}
          <Sections />
          <MissingSummary heading={summary} />
          <SubmitArea outcome={outcome} phone={phone} onSubmit={() => void submit()} />
        </form>
      </div>
    </FormStoreContext>
  );
}

/** Each section comes alive in a task of its own, so that the page never stands still for long. */
const Sections = memo(function Sections() {
  return intakeSections.map((section) => (
    <Suspense key={section.id}>
      <FormSection section={section} />
    </Suspense>
  ));
});

function DraftNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className="note" role="status">
      <p>
        <strong>Draft restored.</strong> Your answers are still here. For safety the Social Security Number is not kept:
        please enter it again.
      </p>
      <button type="button" className="button-secondary" onClick={onStartOver}>
        Start over
      </button>
    </div>
  );
}
