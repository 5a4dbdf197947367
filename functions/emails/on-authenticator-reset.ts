import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository, type Profile } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { type MailContent, oneLine } from './mail-content.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

const resetMail = (
  { email, first_name }: Profile,
  home: HomeRecord | undefined,
  staffSiteUrl: string,
): MailContent => ({
  to: [email],
  subject: 'Your authenticator app was turned off',
  text: [
    `Hello ${oneLine(first_name)},`,
    '',
    `An administrator of ${oneLine(home?.name ?? 'your organization')} has turned off the authenticator app of your Stillwater account.`,
    'You are signed out everywhere, and sign in with your password alone until you set up an app again in your profile:',
    `${staffSiteUrl}/profile`,
    '',
    'If you did not ask for this, change your password and tell your administrator at once.',
  ].join('\n'),
});

/** Tells a member that their second factor is off, so that nobody turns it off behind their back. */
export const onAuthenticatorResetMail =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'member.authenticator-reset'>): Promise<void> => {
    const organizations = createOrganizationRepository(dependencies.table, keysOf(envelope.organization_id));
    const profile = await organizations.profile(envelope.payload.profile_id);
    if (!profile) return;
    const home = await organizations.home(profile.funeral_home_id);
    await sendMail(dependencies, envelope, 'authenticator-reset', () =>
      resetMail(profile, home, dependencies.staffSiteUrl),
    );
  };
