import { useSyncExternalStore } from 'react';
import { fillRequiredFields } from '#domain/intake/intake-form.ts';
import { CallLink } from '../call-link.tsx';
import { t, translateMessage } from '../language.ts';
import { useFormSnapshot } from './form-store.ts';
import type { Outcome } from './use-submit.ts';

interface SubmitAreaProps {
  outcome: Outcome;
  phone: string | undefined;
  onSubmit: () => void;
}

/** The SUBMIT button (D1 §2), and beside it how the last try ended. */
export function SubmitArea({ outcome, phone, onSubmit }: SubmitAreaProps) {
  const incomplete = useFormSnapshot(({ problems }) => Object.keys(problems).length > 0);
  const sending = outcome.kind === 'sending';
  return (
    <div className="submit-area">
      <FailureNote outcome={outcome} phone={phone} />
      {/* Disabled for assistive technology and by behaviour, yet it can be reached and then says what is missing. */}
      <button
        type="button"
        className="button button-primary submit"
        aria-disabled={incomplete || sending}
        aria-describedby="submit-hint"
        title={incomplete ? t(fillRequiredFields) : undefined}
        onClick={onSubmit}
      >
        {t(sending ? 'SUBMITTING...' : 'SUBMIT')}
      </button>
      <p className="help" id="submit-hint">
        {t(incomplete ? fillRequiredFields : 'It is safe to submit again: we will receive it only once.')}
      </p>
    </div>
  );
}

const followConnection = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

function FailureNote({ outcome, phone }: { outcome: Outcome; phone: string | undefined }) {
  const online = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  if (outcome.kind !== 'failed' && outcome.kind !== 'offline') return null;
  const isBack = outcome.kind === 'offline' && online;
  const number = (outcome.kind === 'failed' ? outcome.phone : undefined) ?? phone;
  return (
    <div className={isBack ? 'note' : 'note note-failure'}>
      <p role="status">{t(isBack ? backOnline : outcome.kind === 'offline' ? offline : notSent(outcome))}</p>
      {outcome.kind === 'failed' && outcome.reason && <p>{translateMessage(outcome.reason)}</p>}
      {number && <CallLink phone={number}>{t('Or call us: {0}', number)}</CallLink>}
    </div>
  );
}

const offline =
  'You seem to be offline. Your answers are safe on this page: please submit again when you are connected.';
const backOnline = 'You are connected again. Your answers are still here: please submit once more.';

/** What cannot work the second time is not advised. */
const notSent = (outcome: Outcome): string =>
  outcome.kind === 'failed' && outcome.isFinal
    ? 'Your report could not be sent. Your answers are safe on this page.'
    : 'Your report could not be sent. Your answers are safe on this page, and it is safe to submit again: we will receive them only once.';
