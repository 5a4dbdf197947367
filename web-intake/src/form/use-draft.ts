import { useEffect, useRef, useState } from 'react';
import { intakeDefaults } from '#domain/intake/intake.rules.ts';
import type { OpenedReportDraft } from '#domain/intake/intake.schema.ts';
import { type IntakeFieldName, intakeFields } from '#domain/intake/intake.sections.ts';
import { shortcutKey } from '#domain/intake/intake-field.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import { localDay } from '#domain/shared/values/calendar-date.ts';
import {
  clearDraft,
  type Draft,
  type EmailedDraft,
  forgetReports,
  readDraft,
  readStoredDraft,
  saveDraft,
} from '../calls.ts';
import { later, type Step, start } from '../steps.ts';
import type { FormStore } from './form-store.ts';
import { type Attempt, newAttempt } from './use-submit.ts';

/** Saves after this pause, and at once when the page is hidden. */
const settleMs = 400;

const neverStored = new Set<string>(intakeFields.filter(({ field }) => field.secured).map(({ field }) => field.name));

const nothingEntered = () => ({ values: intakeDefaults(), notKnown: new Set<never>() });

export interface DraftProgress {
  readonly savedAt: Date | undefined;
  readonly goOnWith: Step | undefined;
  readonly form?: PublicForm | undefined;
}

/**
 * Restores a draft after a reload or in a new tab, and saves every change without secured values. `open` is the home's
 * open form.
 */
export const useDraft = (slug: string, store: FormStore, step: Step, open: PublicForm | null | undefined) => {
  const [progress, setProgress] = useState<DraftProgress>({ savedAt: undefined, goOnWith: undefined });
  const attempt = useRef<Attempt>(newAttempt());
  const copies = useRef<readonly EmailedDraft[]>([]);
  const at = useRef(step);
  const answered = useRef<PublicForm>(undefined);
  if (open) answered.current = open;
  const keep = useRef(() => {});
  const current = useRef((): Draft => {
    const { key, uncertain } = attempt.current;
    const { values, notKnown, ticked } = store.get();
    const all = Object.entries(values).filter(([name]) => !neverStored.has(name));
    return {
      values: Object.fromEntries(all),
      notKnown: [...notKnown],
      ticked: [...ticked].map(shortcutKey),
      step: at.current,
      idempotencyKey: key,
      uncertain,
      copies: copies.current,
      form: answered.current,
    };
  });
  const forget = useRef(() => {});
  if (step !== start && step !== later) at.current = step;

  useEffect(() => {
    let leaving = false;
    store.setToday(localDay(new Date()));
    let lastSnapshot = store.get();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pending = false;
    const settle = () => {
      clearTimeout(timer);
      pending = false;
    };
    const isUnchanged = () => {
      const { values, notKnown, ticked } = store.get();
      return values === lastSnapshot.values && notKnown === lastSnapshot.notKnown && ticked === lastSnapshot.ticked;
    };
    const takeOver = (draft: Draft | undefined) => {
      if (!draft || leaving || !isUnchanged()) return;
      attempt.current = { key: draft.idempotencyKey, uncertain: draft.uncertain };
      copies.current = draft.copies ?? [];
      const { values, notKnown, ticked = [] } = draft;
      store.reset({ values: { ...intakeDefaults(), ...values }, notKnown: new Set(notKnown) }, ticked);
      lastSnapshot = store.get();
      // A restored draft is no change: a tab stores it once the family continues.
      settle();
      if (draft.step !== start) at.current = draft.step;
      answered.current ??= draft.form;
      setProgress({ savedAt: undefined, goOnWith: draft.step, form: answered.current });
    };
    const ofThisTab = readDraft(slug);
    if (ofThisTab) takeOver(ofThisTab);
    else if (slug) void readStoredDraft(slug).then(takeOver);

    keep.current = () => {
      settle();
      saveDraft(slug, current.current(), neverStored);
      setProgress({ savedAt: new Date(), goOnWith: at.current, form: answered.current });
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
      lastSnapshot = store.get();
      pending = true;
      clearTimeout(timer);
      timer = setTimeout(keepIfPending, settleMs);
    });
    // A phone ends a background page without another event.
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

  const startOver = () => {
    forgetReports(copies.current);
    copies.current = [];
    attempt.current = newAttempt();
    store.reset(nothingEntered());
    forget.current();
    at.current = start;
    answered.current = open ?? undefined;
    setProgress({ savedAt: undefined, goOnWith: undefined });
  };
  const addCopy = (copy: EmailedDraft) => {
    forgetReports(copies.current);
    copies.current = [copy];
    keep.current();
  };
  /** Continues a draft of another device; returns its step. */
  const goOn = (opened: OpenedReportDraft, copy: EmailedDraft): Step => {
    const { values, not_known, ticked = [], step, attempt: key, form } = opened;
    attempt.current = { key, uncertain: false };
    copies.current = [copy];
    const notKnown = new Set(not_known as IntakeFieldName[]);
    store.reset({ values: { ...intakeDefaults(), ...values }, notKnown }, ticked);
    at.current = step;
    answered.current ??= form ?? undefined;
    keep.current();
    return step;
  };
  return {
    progress,
    attempt,
    startOver,
    addCopy,
    goOn,
    keepDraft: () => keep.current(),
    current: () => current.current(),
  };
};
