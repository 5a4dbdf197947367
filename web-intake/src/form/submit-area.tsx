import { useSyncExternalStore } from 'react';
import { fillRequiredFields } from '#domain/intake/intake-form.ts';
import { telHref } from '../tel-href.ts';
import { useFormSnapshot } from './form-store.ts';
import type { Outcome } from './use-submit.ts';

/** The SUBMIT button (D1 §2), and beside it how the last try ended. */
export function SubmitArea({
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
  return (
    <div className="note note-failure">
      <p role="status">{outcome.kind === 'failed' ? couldNotSend : online ? backOnline : offline}</p>
      {outcome.kind === 'failed' && outcome.reason && <p>{outcome.reason}</p>}
      {phone && (
        <p>
          Or call us: <a href={telHref(phone)}>{phone}</a>
        </p>
      )}
    </div>
  );
}

const offline =
  'You seem to be offline. Your answers are safe on this page: please submit again when you are connected.';
const backOnline = 'You are connected again. Your answers are still here: please submit once more.';
const couldNotSend =
  'Your report could not be sent. Your answers are safe on this page, and it is safe to submit again: we will receive them only once.';
