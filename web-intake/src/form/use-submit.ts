import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { intakePayload } from '#domain/intake/intake.rules.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { ApiError, fieldErrors, messageOf } from '#domain/shared/contract/client.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { botToken } from '../bot-check.ts';
import { type Receipt, saveReceipt, sendInquiry, sendReport } from '../calls.ts';
import { currentLanguage, t, translateMessage } from '../language.ts';
import { clearToasts, showToast } from '../toasts.tsx';
import type { FormStore } from './form-store.ts';
import type { FuneralHomeForm } from './funeral-home-form.ts';
import { labelOf } from './missing-answers.ts';

/**
 * One intended submission. Its key stays while the home may have received it, so that a retry after a lost response
 * cannot report the same death twice.
 */
export interface Attempt {
  readonly key: string;
  /** A response was lost, so the report may have arrived. */
  readonly uncertain: boolean;
  readonly rejectedContent?: string;
}

export const newAttempt = (): Attempt => ({ key: crypto.randomUUID(), uncertain: false });

/** Returns the attempt for `content`, with a new key once definitely rejected content has changed. */
export const attemptFor = (attempt: Attempt, content: string): Attempt =>
  attempt.rejectedContent !== undefined && attempt.rejectedContent !== content && !attempt.uncertain
    ? newAttempt()
    : attempt;

/** Returns the attempt after a failure. After a 409 the report has arrived; after status 0 or 5xx it may have. */
export const nextAttempt = (attempt: Attempt, status: number, content: string): Attempt =>
  status >= 400 && status < 500 && status !== 409
    ? { ...attempt, rejectedContent: content }
    : { ...attempt, uncertain: true };

/** The server expects the same action. */
export const botAction = 'public_submit';

const failed = 'Failed to submit. Please try again or call us directly.';

const reasonOf = (error: ApiError): string | undefined => {
  // The key arrived before with other content, so an attempt whose response was lost did arrive.
  if (error.status === 409)
    return 'We already received an earlier version of this report. To correct it, please call us.';
  const message = messageOf(error);
  return error.status >= 400 && error.status < 500 && message !== failed ? message : undefined;
};

const phoneIn = ({ body }: ApiError): string | undefined =>
  typeof body.telephone === 'string' && body.telephone !== '' ? formatPhone(body.telephone) : undefined;

interface Submission {
  slug: string;
  draftKey: string;
  store: FormStore;
  attempt: RefObject<Attempt>;
  keepDraft: () => void;
  phone: string | undefined;
  onGaps: () => void;
  onReceived: (receipt: Receipt) => void;
}

export type Outcome =
  | { kind: 'none' | 'sending' | 'offline' }
  | { kind: 'failed'; reason?: string | undefined; phone?: string | undefined; isFinal?: boolean };

/** Shows the server's messages at their fields, and as 'field: first message' (D1 §8). */
const showFieldErrors = (error: ApiError, store: FormStore): boolean => {
  const messages = fieldErrors(error.body);
  const fields = [...intakeFields.map(({ field }) => field), ...(store.get().form?.questions ?? [])];
  const fieldsWithErrors = fields.filter(({ name }) => messages[name]);
  if (fieldsWithErrors.length === 0) return false;
  const serverErrors = Object.fromEntries(fieldsWithErrors.map(({ name }) => [name, messages[name]]));
  flushSync(() => store.setServerErrors(serverErrors));
  for (const field of fieldsWithErrors)
    showToast({ text: `${labelOf(field, store.get())}: ${translateMessage(messages[field.name]?.[0] ?? '')}` });
  return true;
};

const answersTo = ({ form, questions }: FuneralHomeForm, values: Readonly<Record<string, unknown>>) => ({
  form_id: form.id,
  form_version: form.version,
  extra_answers: Object.fromEntries(
    questions.flatMap(({ name }) => (isBlank(values[name]) ? [] : [[name, String(values[name])]])),
  ),
});

export const useSubmit = ({ slug, draftKey, store, attempt, keepDraft, phone, onGaps, onReceived }: Submission) => {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });

  const fail = (error?: ApiError) => {
    const called = (error && phoneIn(error)) ?? phone;
    setOutcome(
      navigator.onLine
        ? {
            kind: 'failed',
            reason: error && reasonOf(error),
            phone: called,
            isFinal: [404, 409].includes(error?.status ?? 0),
          }
        : { kind: 'offline' },
    );
    showToast({ text: t(failed), phone: called });
  };

  const submit = async () => {
    if (outcome.kind === 'sending') return;
    clearToasts();
    // Rendered at once, because the focus follows.
    flushSync(() => store.attempt());
    if (Object.keys(store.get().problems).length > 0) return onGaps();
    setOutcome({ kind: 'sending' });
    const { report, form, values } = store.get();
    const own = form && answersTo(form, values);
    const answered = { language: currentLanguage(), ...own };
    const content = JSON.stringify({ ...report, ...answered });
    attempt.current = attemptFor(attempt.current, content);
    try {
      const recaptcha_token = await botToken(botAction);
      const payload = intakePayload(report, { funeral_home_slug: slug, recaptcha_token });
      const { key } = attempt.current;
      const answer =
        own && isInquiry(form?.form.kind)
          ? await sendInquiry({ ...payload, ...answered, ...own }, key)
          : await sendReport({ ...payload, ...answered }, key);
      const receipt = { reference: answer.reference, statusToken: answer.status_token };
      saveReceipt(draftKey, receipt);
      onReceived(receipt);
    } catch (error) {
      // Without a token nothing was sent; any other error leaves open whether the report arrived.
      if (error instanceof ApiError) {
        attempt.current = nextAttempt(attempt.current, error.status, content);
        keepDraft();
        if (error.status === 400 && showFieldErrors(error, store)) {
          setOutcome({ kind: 'none' });
          return onGaps();
        }
        return fail(error);
      }
      fail();
    }
  };
  return { outcome, submit };
};
