import { memo, Suspense, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fillRequiredFields, intakeDefaults } from '#domain/intake/intake.schema.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import { loadBotCheck } from '../bot-check.ts';
import type { Receipt } from '../draft.ts';
import { telHref } from '../tel-href.ts';
import type { IntakeFormApi } from './controls.tsx';
import { FormSection } from './form-section.tsx';
import { createFormStore, FormStoreContext, useFormSnapshot } from './form-store.ts';
import { MissingSummary } from './missing-summary.tsx';
import { SectionProgress } from './section-progress.tsx';
import { useDraft } from './use-draft.ts';
import { type Outcome, useSubmit } from './use-submit.ts';

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

function SubmitArea({
  outcome,
  phone,
  onSubmit,
}: {
  outcome: Outcome;
  phone: string | undefined;
  onSubmit: () => void;
}) {
  const incomplete = useFormSnapshot(({ problems }) => Object.keys(problems).length > 0);
  const sending = outcome.kind === 'sending';
  return (
    <div className="submit-area">
      <FailureNote outcome={outcome} phone={phone} />
      {/* Disabled for assistive technology and by behaviour, yet it can be reached and then says what is missing. */}
      <button
        type="button"
        className="button-primary"
        aria-disabled={incomplete || sending}
        aria-describedby={incomplete ? 'submit-hint' : undefined}
        title={incomplete ? fillRequiredFields : undefined}
        onClick={onSubmit}
      >
        {sending ? 'SUBMITTING...' : 'SUBMIT'}
      </button>
      {incomplete && (
        <p className="help" id="submit-hint">
          {fillRequiredFields}
        </p>
      )}
    </div>
  );
}

function FailureNote({ outcome, phone }: { outcome: Outcome; phone: string | undefined }) {
  if (outcome.kind !== 'failed' && outcome.kind !== 'offline') return null;
  return (
    <div className="note note-failure">
      <p>
        {outcome.kind === 'offline'
          ? 'You seem to be offline. Your answers are safe on this page: please submit again when you are connected.'
          : 'Your report could not be sent. Your answers are safe on this page, and it is safe to submit again: we will receive them only once.'}
      </p>
      {outcome.kind === 'failed' && outcome.reason && <p>{outcome.reason}</p>}
      {phone && (
        <p>
          Or call us: <a href={telHref(phone)}>{phone}</a>
        </p>
      )}
    </div>
  );
}
