import { Logger } from '@aws-lambda-powertools/logger';
import { onMonthReportAsked, onMonthReportMade } from '#functions/emails/staff-emails.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { OutboxEvent } from '#functions/platform/store/transactions/outbox.ts';
import { createMonthReportRepository } from '#functions/reports/repository/month-reports.ts';
import { freezeMonthlyReports } from '#functions/reports/worker/freeze-months.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { casesOf } from './cases.ts';
import { recordPayment } from './payments.ts';
import { succeeded } from './reports.ts';

/** 5 a.m. on April 1 in New York. */
export const morning = new Date('2026-04-01T09:00:00Z');
export const hours = (count: number): Date => new Date(morning.getTime() + count * 3600_000);

export const marchOf = (harness: Harness, tenant: Tenant) => {
  const oneCase = async (): Promise<void> => {
    const cases = casesOf(harness, tenant, 'super_admin');
    const { id } = succeeded(
      await cases.create({
        ...{ deceased_first_name: 'Ottilie', deceased_last_name: 'Vandermeulen', service_type: 'graveside' },
        ...{ contract_total: '4120.00', clergy_fee: '120.00', date_of_statement: '2026-03-10' },
      }),
    ).body;
    await recordPayment(harness, tenant, String(id), { amount: '120.00', payment_date: '2026-03-11' });
    await harness.projected();
  };
  const run = (now: Date) =>
    freezeMonthlyReports({ table: harness.table, logger: new Logger({ logLevel: 'SILENT' }), now: () => now })();
  const storedMonth = () => createMonthReportRepository(harness.table, keysOf(tenant.id)).find('2026-03');
  const announced = async (): Promise<OutboxEvent[]> =>
    (await unsentEvents(harness.table, new Date('2027-01-01T00:00:00Z'))).filter(
      ({ name, envelope }) => name.startsWith('month-report.') && envelope.organization_id === tenant.id,
    );
  const mailed = async (now = morning): Promise<Mail[]> => {
    const sent: Mail[] = [];
    const dependencies = {
      ...{ table: harness.table, mailer: { send: async (mail: Mail) => void sent.push(mail) }, now: () => now },
      ...{ leaseSeconds: 30, staffSiteUrl: 'https://staff', intakeSiteUrl: 'x' },
    };
    for (const { name, envelope } of await announced())
      for (const _again of [1, 2]) {
        const delivery = { envelope } as never;
        await (name === 'month-report.made' ? onMonthReportMade(dependencies) : onMonthReportAsked(dependencies))(
          delivery,
        );
      }
    return sent;
  };
  return { oneCase, run, kept: storedMonth, announced, mailed };
};
