import { useEffect, useRef, useState } from 'react';
import { intakeDefaults } from '#domain/intake/intake.schema.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { type Attempt, newAttempt } from '../attempt.ts';
import { clearDraft, readDraft, saveDraft } from '../draft.ts';
import { showToast } from '../toasts.tsx';
import type { IntakeFormApi } from './controls.tsx';
import type { FormStore } from './form-store.ts';

/** Kept this long after the last keystroke, and at once when the page is hidden. */
const settleMs = 400;

const neverStored = new Set<string>(intakeFields.filter(({ field }) => field.secured).map(({ field }) => field.name));

const localToday = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());

/**
 * Ties the form's state to the page: takes over what a reload left behind or what was typed before the page was alive,
 * follows every change, and keeps a draft of it in the tab's session storage, without secured values.
 */
export const useDraft = (
  slug: string,
  form: IntakeFormApi,
  store: FormStore,
  typedEarly: Partial<IntakeFormValues>,
) => {
  const [restored, setRestored] = useState(false);
  const attempt = useRef<Attempt>(newAttempt());
  const keep = useRef(() => {});

  useEffect(() => {
    store.setToday(localToday());
    const draft = readDraft(slug);
    if (draft) attempt.current = { key: draft.idempotencyKey, uncertain: draft.uncertain };
    const known = { ...draft?.values, ...typedEarly };
    if (Object.keys(known).length > 0) {
      const values: IntakeFormValues = { ...intakeDefaults(), ...known };
      store.reset(values);
      form.reset(values, { keepFieldsRef: true });
    }
    setRestored(draft !== undefined);
    // The browser scrolls back to where the family was, far from the note at the head of the form.
    if (draft) showToast({ kind: 'success', text: 'Draft restored.' });

    let timer: ReturnType<typeof setTimeout> | undefined;
    let pending = false;
    keep.current = () => {
      clearTimeout(timer);
      pending = false;
      const { key, uncertain } = attempt.current;
      saveDraft(slug, { values: store.get().values, idempotencyKey: key, uncertain }, neverStored);
    };
    const keepIfPending = () => {
      if (pending) keep.current();
    };
    const stopFollowing = form.subscribe({
      formState: { values: true },
      callback: ({ values: changed, name }) => {
        store.setValues({ ...changed }, name as keyof IntakeFormValues | undefined);
        pending = true;
        clearTimeout(timer);
        timer = setTimeout(keepIfPending, settleMs);
      },
    });
    // A phone ends a page in the background without another word.
    window.addEventListener('pagehide', keepIfPending);
    document.addEventListener('visibilitychange', keepIfPending);
    return () => {
      stopFollowing();
      clearTimeout(timer);
      window.removeEventListener('pagehide', keepIfPending);
      document.removeEventListener('visibilitychange', keepIfPending);
    };
  }, [slug, form, store, typedEarly]);

  const startOver = () => {
    clearDraft(slug);
    attempt.current = newAttempt();
    const values = intakeDefaults();
    store.reset(values);
    form.reset(values, { keepFieldsRef: true });
    setRestored(false);
  };
  return { restored, attempt, keepDraft: () => keep.current(), startOver };
};
