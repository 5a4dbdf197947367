import { googleMessages } from '#domain/google-calendar/google-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { createGoogleCalendarRepository, GoogleSettingsRecord } from './google-calendar.ts';

/** What was chosen; a 409 where nothing is connected. */
export const requireSettings = async (db: {
  googleCalendar: Pick<ReturnType<typeof createGoogleCalendarRepository>, 'settings'>;
}): Promise<GoogleSettingsRecord> => {
  const settings = await db.googleCalendar.settings();
  if (!settings) throw new AppError('conflict', { detail: googleMessages.notConnected });
  return settings;
};
