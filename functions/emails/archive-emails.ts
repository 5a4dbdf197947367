import { archiveHours } from '#domain/exports/archive.schema.ts';
import { archivesOf, availableUntil } from '#functions/exports/repository.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { type MailContent, oneLine } from './mail-html.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

interface ArchiveFacts {
  name: string;
  askedBy: string;
  until: string | null;
  staffSiteUrl: string;
}

/** Links to the page with its sign-in, because mailboxes keep emails for years. */
const archiveMail = (to: string[], { name, askedBy, until, staffSiteUrl }: ArchiveFacts): MailContent => {
  const page = `${staffSiteUrl}/settings/archive`;
  const asked = `${oneLine(askedBy)} requested a full data export for ${oneLine(name)}.`;
  const closing =
    'All owners get this email. If you did not expect this export, deactivate that person on the Team page.';
  return until
    ? {
        to,
        subject: `Data export ready (${oneLine(name)})`,
        text: [
          asked,
          '',
          `Owners can download it for ${archiveHours} hours after signing in with their authenticator app: ${page}`,
          '',
          'It contains sensitive information about families. Store it securely and delete it when you no longer need it.',
          '',
          closing,
        ].join('\n'),
      }
    : {
        to,
        subject: `Data export failed (${oneLine(name)})`,
        text: [
          asked,
          '',
          `The export failed. Please try again, and contact support if it fails again: ${page}`,
          '',
          closing,
        ].join('\n'),
      };
};

export const onArchiveEnded =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'archive.ended'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const keys = keysOf(envelope.organization_id);
    const [archive, organization, profiles] = await Promise.all([
      archivesOf(table, envelope.organization_id).require(envelope.payload.archive_id),
      createOrganizationRepository(table, keys).organization(),
      createTeamRepository(table, keys).members(),
    ]);
    const to = profiles
      .filter(({ role, status }) => role === 'super_admin' && status === 'active')
      .map(({ email }) => email);
    if (!organization || to.length === 0) return;
    const { name } = organization;
    const facts = { name, askedBy: archive.asked_by_name, until: availableUntil(archive), staffSiteUrl };
    await sendMail(dependencies, envelope, 'archive', () => archiveMail(to, facts));
  };
