import { useSyncExternalStore } from 'react';
import { telHref } from '#domain/shared/values/phone.ts';
import { t } from './language.ts';

interface Toast {
  id: number;
  text: string;
  phone?: string;
}

/** D1 §8. */
const shownForMs = 5000;
const noToasts: readonly Toast[] = [];

let toasts = noToasts;
let nextId = 1;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const set = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

const dismiss = (id: number): void => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(toasts.filter((toast) => toast.id !== id));
};

const startTimer = (id: number): void => {
  timers.set(
    id,
    setTimeout(() => dismiss(id), shownForMs),
  );
};

const holdTimer = (id: number): void => clearTimeout(timers.get(id));

export const showToast = (toast: Omit<Toast, 'id'>): void => {
  for (const older of toasts.filter(({ text }) => text === toast.text)) dismiss(older.id);
  const id = nextId++;
  set([...toasts, { ...toast, id }]);
  startTimer(id);
};

export const clearToasts = (): void => {
  for (const { id } of toasts) dismiss(id);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => noToasts,
  );
  return (
    <div className="toasts">
      {shown.map(({ id, text, phone }) => (
        <div
          key={id}
          className="toast"
          role="alert"
          onPointerEnter={() => holdTimer(id)}
          onPointerLeave={() => startTimer(id)}
        >
          <p>
            {text}
            {phone && (
              <>
                {' '}
                <a href={telHref(phone)}>{phone}</a>
              </>
            )}
          </p>
          <button type="button" className="toast-close" aria-label={t('Dismiss')} onClick={() => dismiss(id)}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </div>
  );
}
