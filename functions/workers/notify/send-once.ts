import type { Mailer } from '#functions/adapters/mailer.ts';
import { once } from '#functions/store/effects.ts';
import type { Table } from '#functions/store/table.ts';
import type { Letter } from './letter.ts';

/** What every mail of the worker is made and sent with. */
export interface NotifyMeans {
  table: Table;
  mailer: Mailer;
  now: () => Date;
  leaseSeconds: number;
  staffSiteUrl: string;
}

/**
 * Sends the mail of this name for an event, once however often the event comes. `write` makes it at the last moment. The
 * tags lead SES's own "Email Sent" event back to the effect.
 */
export const sendOnce = (
  { table, mailer, now, leaseSeconds }: NotifyMeans,
  { id: eventId, organization_id: organizationId }: { id: string; organization_id: string },
  name: string,
  write: () => Letter | Promise<Letter>,
): Promise<void> =>
  once(table, { organizationId, eventId, name }, { now: now(), leaseSeconds }, async () => {
    const tags = { organization: organizationId, event: eventId, effect: name };
    await mailer.send({ ...(await write()), tags });
  });
