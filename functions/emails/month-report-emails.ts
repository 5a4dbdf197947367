import { monthTitle } from '#domain/reports/month-report.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { type MailContent, oneLine } from './mail-html.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

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
