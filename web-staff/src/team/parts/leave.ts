import { paths } from '../../paths.ts';
import { leaveDevice } from '../../session/device/device.ts';
import type { Session } from '../../session/session-context.ts';
import { discardUnsavedChanges } from '../../ui/record-form/use-record-form.tsx';

/** Loading the sign-in page again clears the tab's memory, too. */
export const signOutHere = async (session: Pick<Session, 'signOut'>): Promise<void> => {
  discardUnsavedChanges();
  await leaveDevice();
  await session.signOut();
  window.location.assign(paths.signIn);
};
