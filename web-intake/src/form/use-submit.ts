import { type RefObject, useState } from 'react';
import { ApiError, fieldErrors, messageOf } from '#domain/contract/client.ts';
import { fillRequiredFields, intakePayload } from '#domain/intake/intake.schema.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { type Attempt, afterFailure, attemptFor, newAttempt } from '../attempt.ts';
import { loadBotCheck } from '../bot-check.ts';
import { sendReport } from '../calls.ts';
import { clearDraft, type Receipt, saveReceipt } from '../draft.ts';
import { clearToasts, showToast } from '../toasts.tsx';
import type { FormStore } from './form-store.ts';
import { labelOf } from './gaps.ts';

/** The action the bot check's token is minted for; the server expects the same. */
const botAction = 'public_submit';
const botCheckMs = 15_000;

export const thankYou = 'Thank you. We have received your information and will contact you shortly.';
export const failed = 'Failed to submit. Please try again or call us directly.';

interface Submission {
  slug: string;
  store: FormStore;
  attempt: RefObject<Attempt>;
  keepDraft: () => void;
  phone: string | undefined;
  /** Called when gaps keep the form from being sent. */
  onGaps: () => void;
  onReceived: (receipt: Receipt) => void;
}

/** How the last try ended, for the lines beside the button. */
export type Outcome = { kind: 'none' | 'sending' | 'offline' } | { kind: 'failed'; reason?: string };

const within = <T>(promise: Promise<T>, milliseconds: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Took too long')), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const botToken = async (): Promise<string> => (await loadBotCheck()).getToken(botAction);

/** Puts the server's messages at their fields and says each as 'field: first message' (D1 §8). */
const showRefusal = (error: ApiError, store: FormStore): boolean => {
  const messages = fieldErrors(error.body);
  const known = intakeSections.flatMap((section) =>
    section.fields.filter(({ name }) => messages[name]).map((field) => ({ name: field.name, label: labelOf(section, field) })),
  );
  if (known.length === 0) return false;
  store.refuse(Object.fromEntries(known.map(({ name }) => [name, messages[name]])));
  for (const { name, label } of known) showToast({ kind: 'failure', text: `${label}: ${messages[name]?.[0]}` });
  return true;
};

/** Sends the form once: gaps first, then the bot check, then the report under the attempt's key. */
export const useSubmit = ({ slug, store, attempt, keepDraft, phone, onGaps, onReceived }: Submission) => {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });

  const fail = (reason?: string) => {
    setOutcome(navigator.onLine ? { kind: 'failed', reason } : { kind: 'offline' });
    showToast({ kind: 'failure', text: failed, phone });
  };

  const submit = async () => {
    if (outcome.kind === 'sending') return;
    clearToasts();
    if (Object.keys(store.attempt()).length > 0) {
      showToast({ kind: 'failure', text: fillRequiredFields });
      return onGaps();
    }
    setOutcome({ kind: 'sending' });
    const { values } = store.get();
    const content = JSON.stringify(values);
    attempt.current = attemptFor(attempt.current, content);
    try {
      const recaptcha_token = await within(botToken(), botCheckMs);
      const payload = intakePayload(values, { funeral_home_slug: slug, recaptcha_token });
      const answer = await sendReport(payload, attempt.current.key);
      const receipt = { reference: answer.reference, statusToken: answer.status_token };
      attempt.current = newAttempt();
      clearDraft(slug);
      saveReceipt(slug, receipt);
      showToast({ kind: 'success', text: thankYou });
      onReceived(receipt);
    } catch (error) {
      // Without a token nothing was sent; whatever else is no answer of the server leaves open whether it arrived.
      if (error instanceof ApiError) {
        attempt.current = afterFailure(attempt.current, error.status, content);
        keepDraft();
        if (error.status === 400 && showRefusal(error, store)) {
          setOutcome({ kind: 'none' });
          return onGaps();
        }
        if (error.status >= 400 && error.status < 500) return fail(messageOf(error));
      }
      fail();
    }
  };
  return { outcome, submit };
};
