import { Button } from '@mantine/core';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { secondFactorRequired } from '#domain/shared/access/second-factor.ts';
import { ApiError, messageOf, serverMessage } from '#domain/shared/contract/client.ts';

/** Error toasts last 5 seconds, others 3 unless documented otherwise, at the top center (D1 §8, §9). */
const errorMs = 5000;
const successMs = 3000;
const noticeMs = 4000;
const undoMs = 8000;
const look = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };

const hideAlike = (message: string): void => {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const former of [...shown, ...queue]) if (former.id && former.message === message) notifications.hide(former.id);
};

export const Toasts = () => <Notifications position="top-center" limit={4} containerWidth={420} />;

/** Removes earlier errors, which the success contradicts. */
export const toastSuccess = (message: ReactNode, stays = successMs): void => {
  notifications.clean();
  notifications.show({ message, color: 'pine', autoClose: stays, role: 'status', ...look });
};

/** Shows progress until a later toast replaces it (D3 §8). */
export const toastProgress = (message: string): (() => void) => {
  const id = notifications.show({
    message,
    color: 'pine',
    loading: true,
    autoClose: false,
    withCloseButton: false,
    role: 'status',
    withBorder: true,
  });
  return () => notifications.hide(id);
};

export const toastNotice = (message: string, stays = noticeMs): void => {
  hideAlike(message);
  notifications.show({ message, color: 'yellow', autoClose: stays, role: 'status', ...look });
};

/** Shows an action with undo, longer than an error, to leave time for it. */
export const toastUndoable = (message: string, undo: () => void, stays = undoMs): void => {
  const id = crypto.randomUUID();
  const takeBack = () => {
    notifications.hide(id);
    undo();
  };
  notifications.clean();
  notifications.show({
    id,
    message: (
      <>
        {message}{' '}
        <Button variant="subtle" size="compact-sm" onClick={takeBack}>
          Undo
        </Button>
      </>
    ),
    color: 'pine',
    autoClose: stays,
    role: 'status',
    ...look,
  });
};

const contactMs = 15_000;

/** Offers to bring back what a new name removed, because a spelling is corrected that way, too. */
export const toastContactRemoved = (name: string, bringBack: () => void): void =>
  toastUndoable(
    `The contact’s name changed. The phone, email and address of ${name} were removed.`,
    bringBack,
    contactMs,
  );

/** Shows an incoming submission with a link, separate from the user's own actions. */
export const toastNewSubmission = (message: ReactNode): void => {
  notifications.show({ message, color: 'pine', autoClose: errorMs, role: 'status', ...look });
};

/** A repeated message replaces the former toast, so that it is announced again. */
export const toastError = (message: string, stays = errorMs): void => {
  hideAlike(message);
  notifications.show({ message, color: 'red', autoClose: stays, role: 'alert', ...look });
};

/** Shows a toast per error of one attempt, replacing those of the previous attempt. */
export const toastErrors = (messages: readonly string[]): void => {
  notifications.clean();
  for (const message of messages) toastError(message);
};

const isOfTheSession = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.body.code === secondFactorRequired);

/** Returns the message of a failed call; undefined if the session ended or a second factor is required. */
export const failureText = (error: unknown): string | undefined =>
  isOfTheSession(error) ? undefined : messageOf(error);

export const toastFailure = (error: unknown): void => {
  const text = failureText(error);
  if (text) toastError(text);
};

export const toastRefused = (error: unknown, otherwise: string): void => {
  if (!isOfTheSession(error)) toastError(serverMessage(error) ?? otherwise);
};
