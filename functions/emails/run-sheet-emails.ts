import { addDays, formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import {
  chosenNotifications,
  isQuiet,
  minutesOfQuiet,
  type NotificationPreferences,
  wantsNotification,
} from '#domain/team/notification-preferences.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { ComesLaterError, type Delivery } from '#functions/platform/workers/worker.ts';
import { createHandoverRepository, onDuty } from '#functions/tasks/repository/handovers.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

/** Changes within this time are one email, because a plan is often changed in several steps. */
const gatheredMs = 3 * 60_000;

/** Returns the key of the email about a change: changes of one night share one that no change of the morning has. */
const windowOf = (changedAt: number, chosen: NotificationPreferences, zone: string): string => {
  const { time } = momentIn(zone, new Date(changedAt));
  const isNight = isQuiet(chosen, time);
  const due = changedAt + (isNight ? minutesOfQuiet(chosen, time) * 60_000 : 0);
  return `${isNight ? 'night-' : ''}${Math.floor(due / gatheredMs)}`;
};

/** Tells a person that their run sheet of today or tomorrow changed, once their quiet hours are over. */
export const onRunSheetChanged =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'run-sheet.changed'>): Promise<void> => {
    const { table, now, staffSiteUrl } = dependencies;
    const keys = keysOf(envelope.organization_id);
    const { profile_id: id, day } = envelope.payload;
    const organizations = createOrganizationRepository(table, keys);
    const member = await organizations.profile(id);
    if (member?.status !== 'active') return;
    const [preferences, home, latest] = await Promise.all([
      organizations.preferences(id),
      organizations.plainHome(member.funeral_home_id),
      createHandoverRepository(table, keys).latest(10),
    ]);
    const zone = home?.time_zone ?? 'UTC';
    const { day: today, time } = momentIn(zone, now());
    if (day !== today && day !== addDays(today, 1)) return;
    const chosen = chosenNotifications(preferences?.notifications);
    const when = wantsNotification(chosen, 'run_sheet_changed', { time, isOnDuty: onDuty(latest)?.by === id });
    if (when === 'later') throw new ComesLaterError(minutesOfQuiet(chosen, time) * 60);
    if (when === 'never') return;
    const changedAt = Date.parse(envelope.occurred_at);
    const age = now().getTime() - changedAt;
    if (age < gatheredMs) throw new ComesLaterError((gatheredMs - age) / 1000);
    const gathered = {
      id: ['sheet', id, day, windowOf(changedAt, chosen, zone)].join('-'),
      organization_id: envelope.organization_id,
    };
    const words = day === today ? 'today' : 'tomorrow';
    await sendMail(dependencies, gathered, 'run-sheet-changed', () => ({
      to: [member.email],
      subject: `Your run sheet for ${words} changed`,
      text: [
        `Your run sheet for ${words}, ${formatDate(day)}, changed. See what is different:`,
        `${staffSiteUrl}/calendar/run-sheet?day=${day}&member=${id}`,
        '',
        `You choose what you are told, and when: ${staffSiteUrl}/profile`,
      ].join('\n'),
    }));
  };
