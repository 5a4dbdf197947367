import { deceasedName } from '#domain/cases/present-case.ts';
import { deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import { archiveHours } from '#domain/exports/archive.endpoints.ts';
import { entriesOf } from '#domain/gates/gate-entries.ts';
import { gateLabels, labelOfCheck } from '#domain/gates/gate-names.ts';
import { monthTitle } from '#domain/reports/month-report.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import { type DueRecord, dueId, dueSchema } from '#functions/deadlines/repository/deadlines.ts';
import { archivesOf, availableUntil } from '#functions/exports/repository.ts';
import { gateEntriesSchema } from '#functions/gates/repository.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository, type Profile } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { createTeamRepository, type InvitationRecord, newInvitationLink } from '#functions/team/repository/team.ts';
import { type MailContent, oneLine } from './mail-html.ts';
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
    `An administrator at ${oneLine(home?.name ?? 'your organization')} turned off the authenticator app for your Stillwater account.`,
    'You have been signed out everywhere. You can sign in with just your password until you set up an app again in your profile:',
    `${staffSiteUrl}/profile`,
    '',
    'If you did not request this, change your password and tell your administrator right away.',
  ].join('\n'),
});

/** Tells a member that their second factor is off, so that an attacker cannot turn it off unnoticed. */
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

const invitationMail = (invitation: InvitationRecord, link: string): MailContent => ({
  to: [invitation.email],
  subject: `You’re invited to join ${oneLine(invitation.organization_name)} on Stillwater`,
  text: [
    `${oneLine(invitation.invited_by_name)} invited you to join ${oneLine(invitation.organization_name)} on Stillwater as ${roleLabels[invitation.role].toLowerCase()} at ${oneLine(invitation.funeral_home_name)}.`,
    '',
    'Set up your account:',
    link,
    '',
    'The link works once and expires after seven days. If you did not expect this email, you can ignore it.',
  ].join('\n'),
});

/**
 * Sends an invitation. Its token is created here and only its hash is stored: it is in the email, and in no event, log
 * or response. Sending again creates a new link and ends the previous one.
 */
export const onInvitation =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'invitation.created' | 'invitation.resent'>): Promise<void> => {
    const { table, now, staffSiteUrl } = dependencies;
    const { organization_id: organizationId, payload } = envelope;
    const team = createTeamRepository(table, keysOf(organizationId));
    const current = await team.invitation(payload.invitation_id);
    // Cancelled, accepted or sent again in the meantime.
    if (current?.status !== 'pending' || current.mailing !== payload.mailing) return;
    const compose = async () => {
      const { token, linked, writes } = newInvitationLink(team, current, now());
      await table.transact([team.changeInvitation(current, linked), ...writes]);
      return invitationMail(linked, `${staffSiteUrl}/invitations/${token}`);
    };
    await sendMail(dependencies, envelope, 'invitation', compose, { record: current.id, version: current.mailing });
  };

const nameOf = ({ deceased_name }: DueRecord): string => oneLine(deceased_name) || 'Name not given';

const digestMail = (to: string[], rows: readonly DueRecord[], staffSiteUrl: string): MailContent => ({
  to,
  subject: `${rows.length} deadlines, the first due ${formatDate(rows.map(({ due }) => due).sort()[0] ?? '')}`,
  text: [
    'These deadlines are due:',
    '',
    ...rows.flatMap((row) => [
      `${formatDate(row.due)}: ${deadlineLabels[row.kind]}, ${nameOf(row)}`,
      `Open ${oneLine(row.case_number)}: ${staffSiteUrl}/cases/${row.case_id}`,
      '',
    ]),
    'You get one reminder for each deadline you own. Open a case to see the rule or change the date or owner.',
  ].join('\n'),
});

const reminderMail = (to: string[], row: DueRecord, staffSiteUrl: string): MailContent => {
  const what = deadlineLabels[row.kind];
  const name = nameOf(row);
  return {
    to,
    subject: `Due ${formatDate(row.due)}: ${what} (${name})`,
    text: [
      `${what} is due on ${formatDate(row.due)}.`,
      '',
      `Case: ${oneLine(row.case_number)}, ${name}`,
      '',
      `Open the case: ${staffSiteUrl}/cases/${row.case_id}`,
      '',
      'You get one reminder for each deadline you own. Open the case to see the rule or change the date or owner.',
    ].join('\n'),
  };
};

/** Reminds the owner of deadlines, or the home if they have none, once and only while they are open. */
export const onDeadlineNear =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'deadline.near'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const { also = [], ...first } = envelope.payload;
    const keys = keysOf(envelope.organization_id);
    const dues = new Map([first, ...also].map(({ case_id, kind, due }) => [dueId(case_id, kind), due]));
    const items = await Promise.all([...dues.keys()].map((id) => table.get(keys.deadline(id))));
    const rows = items
      .flatMap((item) => (item ? [dueSchema.parse(item)] : []))
      .filter(({ case_id, kind, due }) => dues.get(dueId(case_id, kind)) === due)
      .sort((a, b) => a.due.localeCompare(b.due));
    const [row] = rows;
    if (!row) return;
    const organizations = createOrganizationRepository(table, keys);
    const owner = row.owner ? await organizations.profile(row.owner) : undefined;
    const to =
      owner?.status === 'active'
        ? [owner.email]
        : ((await organizations.home(row.funeral_home_id))?.notification_emails ?? []);
    if (to.length === 0) return;
    await sendMail(dependencies, envelope, 'deadline-reminder', () =>
      rows.length > 1 ? digestMail(to, rows, staffSiteUrl) : reminderMail(to, row, staffSiteUrl),
    );
  };

/** Tells the owners and the second person who overrode a check, unless the override was withdrawn. */
export const onGateOverridden =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'gate.overridden'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const { case_id: id, gate, check } = envelope.payload;
    const keys = keysOf(envelope.organization_id);
    const [core, deceased, part, members] = await Promise.all([
      table.get(keys.case(id)),
      table.get(keys.caseSection(id, 'deceased')),
      table.get(keys.casePart(id, 'PART#GATES')),
      createTeamRepository(table, keys).members(),
    ]);
    const overrides = part ? entriesOf(gateEntriesSchema.parse(part).entries, 'override') : [];
    const found = overrides.findLast((entry) => entry.gate === gate && entry.check === check);
    const owners = members.filter(({ role, status }) => role === 'super_admin' && status === 'active');
    const second = members.find(({ id, status }) => id === found?.second_id && status === 'active');
    const to = [...new Set([...owners, ...(second ? [second] : [])].map(({ email }) => email))];
    if (!core || !found || to.length === 0) return;
    const number = oneLine(caseSchema.parse(core).case_number);
    const name = oneLine(deceasedName(deceased && caseSectionSchema.parse(deceased).values)) || 'Name not given';
    const label = labelOfCheck(check, gate);
    const what = `${label} (before ${gateLabels[gate].toLowerCase()})`;
    await sendMail(dependencies, envelope, 'gate-overridden', () => ({
      to,
      subject: `Check overridden: ${label} (${name})`,
      text: [
        `${oneLine(found.by_name ?? '')} overrode a check, with ${oneLine(found.second_name)} as second person.`,
        '',
        `Check: ${what}`,
        `Reason: ${oneLine(found.reason)}`,
        `Case: ${number}, ${name}`,
        '',
        `Open the case: ${staffSiteUrl}/cases/${id}`,
        '',
        `${oneLine(found.second_name)} can confirm it under Checks in a session of their own. A director can withdraw it there.`,
        'All owners and the second person get this email for each override.',
      ].join('\n'),
    }));
  };

const monthMail = (to: string[], month: string, name: string, staffSiteUrl: string): MailContent => ({
  to,
  subject: `${monthTitle(month)} report (${oneLine(name)})`,
  text: [
    `Your ${monthTitle(month)} report is ready: cases, turnaround times, contracts, payments and receivables, compared with last year.`,
    '',
    `Open the report as a PDF: ${staffSiteUrl}/settings/monthly-report?month=${month}`,
    '',
    'Owners get this email once a month. You can turn it off on the same page.',
  ].join('\n'),
});

export const onMonthReportMade =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'month-report.made'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const keys = keysOf(envelope.organization_id);
    const [organization, profiles] = await Promise.all([
      createOrganizationRepository(table, keys).organization(),
      createTeamRepository(table, keys).members(),
    ]);
    const owners = profiles.filter(({ role, status }) => role === 'super_admin' && status === 'active');
    if (!organization || organization.month_report_mail === false || owners.length === 0) return;
    const to = owners.map(({ email }) => email);
    const { month } = envelope.payload;
    await sendMail(dependencies, envelope, 'month-report', () => monthMail(to, month, organization.name, staffSiteUrl));
  };

export const onMonthReportAsked =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'month-report.asked'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const organizations = createOrganizationRepository(table, keysOf(envelope.organization_id));
    const { month, profile_id } = envelope.payload;
    const [organization, profile] = await Promise.all([
      organizations.organization(),
      organizations.profile(profile_id),
    ]);
    if (!organization || profile?.role !== 'super_admin' || profile.status !== 'active') return;
    await sendMail(dependencies, envelope, 'month-report', () =>
      monthMail([profile.email], month, organization.name, staffSiteUrl),
    );
  };

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
