import { Notifications, notifications } from '@mantine/notifications';
import { ApiError, messageOf } from '#domain/contract/client.ts';

/** Error toasts stay 5 seconds, others 3, at the top in the middle (D1 §8, §9). */
const errorMs = 5000;
const successMs = 3000;
const look = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };

export const Toasts = () => <Notifications position="top-center" limit={4} containerWidth={420} />;

export const toastSuccess = (message: string): void => {
  notifications.show({ message, color: 'pine', autoClose: successMs, role: 'status', ...look });
};

export const toastError = (message: string): void => {
  notifications.show({ message, color: 'red', autoClose: errorMs, role: 'alert', ...look });
};

/** The sentence to show for a failed call, or nothing for an ended session, which has a dialog of its own. */
export const failureText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 401 ? undefined : messageOf(error);

/** Shows a failed call in the words of the catalogue. */
export const toastFailure = (error: unknown): void => {
  const text = failureText(error);
  if (text) toastError(text);
};
