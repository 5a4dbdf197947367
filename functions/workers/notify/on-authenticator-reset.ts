import type { Mailer } from '#functions/adapters/mailer.ts';
import { once } from '#functions/data/effects.ts';
import { keysOf } from '#functions/data/keys.ts';
import { type HomeRecord, organizationsIn, type Profile } from '#functions/data/organizations.ts';
import type { Table } from '#functions/data/table.ts';
import type { Delivery } from '#functions/kernel/worker.ts';
import { type Letter, oneLine } from './letter.ts';

interface Means {
  table: Table;
  mailer: Mailer;
  now: () => Date;
  leaseSeconds: number;
  staffSiteUrl: string;
}

const resetMail = ({ email, first_name }: Profile, home: HomeRecord | undefined, staffSiteUrl: string): Letter => ({
  to: [email],
  subject: 'Your authenticator app was turned off',
  text: [
    `Hello ${oneLine(first_name)},`,
    '',
    `An administrator of ${oneLine(home?.name ?? 'your organization')} has turned off the authenticator app of your`,
    'Stillwater account. You are signed out everywhere, and sign in with your password alone until you set up an app',
    'again in your profile:',
    `${staffSiteUrl}/profile`,
    '',
    'If you did not ask for this, change your password and tell your administrator at once.',
  ].join('\n'),
});

/** Tells a member that their second factor is off, so that nobody turns it off behind their back. */
export const onAuthenticatorResetMail =
  ({ table, mailer, now, leaseSeconds, staffSiteUrl }: Means) =>
  async ({ envelope }: Delivery<'member.authenticator-reset'>): Promise<void> => {
    const { id: eventId, organization_id: organizationId, payload } = envelope;
    const organizations = organizationsIn(table, keysOf(organizationId));
    const profile = await organizations.profile(payload.profile_id);
    if (!profile) return;
    const home = await organizations.home(profile.funeral_home_id);
    const effect = { organizationId, eventId, name: 'authenticator-reset' };
    const tags = { organization: organizationId, event: eventId, effect: effect.name };
    const mail = resetMail(profile, home, staffSiteUrl);
    await once(table, effect, { now: now(), leaseSeconds }, () => mailer.send({ ...mail, tags }));
  };
