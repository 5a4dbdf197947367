import { Button } from '@mantine/core';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { secondFactorRequired } from '#domain/shared/access/second-factor.ts';
import { ApiError, messageOf, serverMessage } from '#domain/shared/contract/client.ts';

/** Error toasts stay 5 seconds, others 3 unless a document says otherwise, at the top in the middle (D1 §8, §9). */
const errorMs = 5000;
const successMs = 3000;
const noticeMs = 4000;
const look = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };

const hideAlike = (message: string): void => {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const former of [...shown, ...queue]) if (former.id && former.message === message) notifications.hide(former.id);
};

export const Toasts = () => <Notifications position="top-center" limit={4} containerWidth={420} />;

/** What went wrong before has been put right by then: it would only contradict the good news. */
export const toastSuccess = (message: string, stays = successMs): void => {
  notifications.clean();
  notifications.show({ message, color: 'pine', autoClose: stays, role: 'status', ...look });
};

/** What is being done, for as long as it takes: whatever is said of it afterwards takes its place (D3 §8). */
export const toastProgress = (message: string): (() => void) => {
  const id = notifications.show({
    message,
    ...{ color: 'pine', loading: true, autoClose: false, withCloseButton: false, role: 'status', withBorder: true },
  });
  return () => notifications.hide(id);
};

/** Something that somebody should know of what they have just done, or is asked to do; it takes nothing away. */
export const toastNotice = (message: string, stays = noticeMs): void => {
  hideAlike(message);
  notifications.show({ message, color: 'yellow', autoClose: stays, role: 'status', ...look });
};

/** What somebody did, and the way back; it stays as long as an error does, so that there is time for that. */
export const toastUndoable = (message: string, undo: () => void): void => {
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
    autoClose: errorMs,
    role: 'status',
    ...look,
  });
};

/** Something that came by itself, with the way to it; it stands apart from what somebody did. */
export const toastNewSubmission = (message: ReactNode): void => {
  notifications.show({ message, color: 'pine', autoClose: errorMs, role: 'status', ...look });
};

/** The same words again take the place of the former ones, and are read out anew. */
export const toastError = (message: string, stays = errorMs): void => {
  hideAlike(message);
  notifications.show({ message, color: 'red', autoClose: stays, role: 'alert', ...look });
};

/** A toast for each fault of one attempt, in the place of those of the attempt before. */
export const toastErrors = (messages: readonly string[]): void => {
  notifications.clean();
  for (const message of messages) toastError(message);
};

/** Whether the session has to do something first: that has a page of its own. */
const isOfTheSession = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.body.code === secondFactorRequired);

/** The sentence to show for a failed call, or nothing where the session ended or a second factor is asked for. */
export const failureText = (error: unknown): string | undefined =>
  isOfTheSession(error) ? undefined : messageOf(error);

/** Shows a failed call in the words of the catalogue. */
export const toastFailure = (error: unknown): void => {
  const text = failureText(error);
  if (text) toastError(text);
};

/** Shows a failed call in the server's own words, and in these where it has said none. */
export const toastRefused = (error: unknown, otherwise: string): void => {
  if (!isOfTheSession(error)) toastError(serverMessage(error) ?? otherwise);
};
