import { memo, Suspense, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { intakeDefaults } from '#domain/intake/intake.schema.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import { loadBotCheck } from '../bot-check.ts';
import type { Receipt } from '../draft.ts';
import type { IntakeFormApi } from './controls.tsx';
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
  /** What was typed into the built page before this code arrived. */
  typedEarly: Partial<IntakeFormValues>;
  onReceived: (receipt: Receipt) => void;
}

/** The form of D1 §2 and §5. */
export function IntakeForm({ slug, phone, typedEarly, onReceived }: Props) {
  const [defaults] = useState(intakeDefaults);
  const [store] = useState(() => createFormStore(defaults));
  const { register, setValue, getValues, reset, subscribe } = useForm<IntakeFormValues>({ defaultValues: defaults });
  const [form] = useState<IntakeFormApi>({ register, setValue, getValues, reset, subscribe });
  const draft = useDraft(slug, form, store, typedEarly);
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
          <Sections form={form} />
          <MissingSummary heading={summary} />
          <SubmitArea outcome={outcome} phone={phone} onSubmit={() => void submit()} />
        </form>
      </div>
    </FormStoreContext>
  );
}

/** Each section comes alive in a task of its own, so that the page never stands still for long. */
const Sections = memo(function Sections({ form }: { form: IntakeFormApi }) {
  return intakeSections.map((section) => (
    <Suspense key={section.id}>
      <FormSection section={section} form={form} />
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
