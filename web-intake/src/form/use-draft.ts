import { useEffect, useRef, useState } from 'react';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { intakeDefaults } from '#domain/intake/intake-form.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { type Attempt, newAttempt } from '../attempt.ts';
import { clearDraft, readDraft, saveDraft } from '../draft.ts';
import { showToast } from '../toasts.tsx';
import type { FormStore } from './form-store.ts';

/** Kept this long after the last keystroke, and at once when the page is hidden. */
const settleMs = 400;

const neverStored = new Set<string>(intakeFields.filter(({ field }) => field.secured).map(({ field }) => field.name));

const localToday = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());

/**
 * Ties the form's state to the page: takes over what a reload left behind, follows every change, and keeps a draft of
 * it in the tab's session storage, without secured values.
 */
export const useDraft = (slug: string, store: FormStore) => {
  const [restored, setRestored] = useState(false);
  const attempt = useRef<Attempt>(newAttempt());
  const keep = useRef(() => {});
  const forget = useRef(() => {});

  useEffect(() => {
    store.setToday(localToday());
    const draft = readDraft(slug);
    if (draft) {
      attempt.current = { key: draft.idempotencyKey, uncertain: draft.uncertain };
      store.reset({ ...intakeDefaults(), ...draft.values });
    }
    setRestored(draft !== undefined);
    // The browser scrolls back to where the family was, far from the note at the head of the form.
    if (draft) showToast({ kind: 'success', text: 'Draft restored.' });

    let timer: ReturnType<typeof setTimeout> | undefined;
    let seen = store.get().values;
    let pending = false;
    const settle = () => {
      clearTimeout(timer);
      pending = false;
    };
    keep.current = () => {
      settle();
      const { key, uncertain } = attempt.current;
      saveDraft(slug, { values: store.get().values, idempotencyKey: key, uncertain }, neverStored);
    };
    forget.current = () => {
      settle();
      clearDraft(slug);
    };
    const keepIfPending = () => {
      if (pending) keep.current();
    };
    const stopFollowing = store.subscribe(() => {
      const { values } = store.get();
      if (values === seen) return;
      seen = values;
      pending = true;
      clearTimeout(timer);
      timer = setTimeout(keepIfPending, settleMs);
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
  }, [slug, store]);

  const startOver = () => {
    attempt.current = newAttempt();
    store.reset(intakeDefaults());
    forget.current();
    setRestored(false);
  };
  return { restored, attempt, keepDraft: () => keep.current(), startOver };
};
