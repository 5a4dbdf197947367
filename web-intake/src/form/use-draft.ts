import { useEffect, useRef, useState } from 'react';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { intakeDefaults } from '#domain/intake/intake-form.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { type Attempt, newAttempt } from '../attempt.ts';
import { clearDraft, type Draft, readDraft, readKeptDraft, saveDraft } from '../draft.ts';
import { later, type Step, start } from '../steps.ts';
import type { FormStore } from './form-store.ts';

/** Kept this long after the last keystroke, and at once when the page is hidden. */
const settleMs = 400;

const neverStored = new Set<string>(intakeFields.filter(({ field }) => field.secured).map(({ field }) => field.name));

const localToday = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());

const nothingEntered = () => ({ values: intakeDefaults(), notKnown: new Set<never>() });

/** What a family has been told about its draft: when it was last kept, and where it was. */
export interface KeptState {
  readonly savedAt: Date | undefined;
  /** The step to go on with; none while nothing is kept. */
  readonly goOnWith: Step | undefined;
}

/**
 * Ties the form's state to the page: takes over what a reload or a closed tab left behind, follows every change, and
 * keeps a draft of it without secured values.
 */
export const useDraft = (slug: string, store: FormStore, step: Step) => {
  const [kept, setKept] = useState<KeptState>({ savedAt: undefined, goOnWith: undefined });
  const attempt = useRef<Attempt>(newAttempt());
  const at = useRef(step);
  const keep = useRef(() => {});
  const forget = useRef(() => {});
  if (step !== start && step !== later) at.current = step;

  useEffect(() => {
    let leaving = false;
    store.setToday(localToday());
    let seen = store.get();
    const isUnchanged = () => store.get().values === seen.values && store.get().notKnown === seen.notKnown;
    const takeOver = (draft: Draft | undefined) => {
      if (!draft || leaving || !isUnchanged()) return;
      attempt.current = { key: draft.idempotencyKey, uncertain: draft.uncertain };
      store.reset({ values: { ...intakeDefaults(), ...draft.values }, notKnown: new Set(draft.notKnown) });
      seen = store.get();
      if (draft.step !== start) at.current = draft.step;
      setKept({ savedAt: undefined, goOnWith: draft.step });
    };
    const ofThisTab = readDraft(slug);
    if (ofThisTab) takeOver(ofThisTab);
    else if (slug) void readKeptDraft(slug).then(takeOver);

    let timer: ReturnType<typeof setTimeout> | undefined;
    let pending = false;
    const settle = () => {
      clearTimeout(timer);
      pending = false;
    };
    keep.current = () => {
      settle();
      const { key, uncertain } = attempt.current;
      const { values, notKnown } = store.get();
      const draft = { values, notKnown: [...notKnown], step: at.current, idempotencyKey: key, uncertain };
      saveDraft(slug, draft, neverStored);
      setKept({ savedAt: new Date(), goOnWith: at.current });
    };
    forget.current = () => {
      settle();
      clearDraft(slug);
    };
    const keepIfPending = () => {
      if (pending) keep.current();
    };
    const stopFollowing = store.subscribe(() => {
      if (isUnchanged()) return;
      seen = store.get();
      pending = true;
      clearTimeout(timer);
      timer = setTimeout(keepIfPending, settleMs);
    });
    // A phone ends a page in the background without another word.
    window.addEventListener('pagehide', keepIfPending);
    document.addEventListener('visibilitychange', keepIfPending);
    return () => {
      leaving = true;
      stopFollowing();
      clearTimeout(timer);
      window.removeEventListener('pagehide', keepIfPending);
      document.removeEventListener('visibilitychange', keepIfPending);
    };
  }, [slug, store]);

  /** Empties the form and forgets the draft: a report was received, or the family wants to begin anew. */
  const startOver = () => {
    attempt.current = newAttempt();
    store.reset(nothingEntered());
    forget.current();
    at.current = start;
    setKept({ savedAt: undefined, goOnWith: undefined });
  };
  return { kept, attempt, keepDraft: () => keep.current(), startOver };
};
