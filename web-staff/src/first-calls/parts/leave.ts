import { paths } from '../../paths.ts';
import type { Session } from '../../session/session-context.ts';
import { discardUnsavedChanges } from '../../ui/record-form/use-record-form.tsx';
import { leaveDevice } from './device.ts';

/** Nothing stays on this device; loading the sign-in page anew leaves nothing in the tab's memory either. */
export const signOutHere = async (session: Pick<Session, 'signOut'>): Promise<void> => {
  discardUnsavedChanges();
  await leaveDevice();
  await session.signOut();
  window.location.assign(paths.signIn);
};
