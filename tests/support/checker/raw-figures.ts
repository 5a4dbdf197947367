import type { ReportResponse } from '#domain/reports/report.schema.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { parseMoney } from '#domain/shared/values/money.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { SubmissionRecord } from '#functions/intake/repository/submission-record.ts';
import type { PaymentRecord } from '#functions/payments/repository/payment-record.ts';
import type { Item } from '#functions/platform/store/table.ts';

interface Raw {
  core: CaseRecord;
  of: (section: string, field: string) => string;
  received: string[];
}
interface RawRecords {
  cases: Raw[];
  payments: PaymentRecord[];
  reports: SubmissionRecord[];
}

export const rawRecords = (all: readonly Item[], organizationId: string): RawRecords => {
  const items = all.filter(({ pk }) => pk.startsWith(`T#${organizationId}#`));
  const byKey = Map.groupBy(items, ({ pk }) => pk);
  const of = (kind: string) => items.filter(({ sk }) => sk === kind);
  return {
    cases: of('CASE').map((core): Raw => {
      const own = byKey.get(core.pk) ?? [];
      const copies = (own.find(({ sk }) => sk === 'PART#COPIES')?.entries ?? []) as { move: string; on: string }[];
      return {
        core: core as unknown as CaseRecord,
        of: (section, field) => {
          const values = own.find(({ sk }) => sk === `SECTION#${section}`)?.values as Record<string, unknown>;
          return String(values?.[field] ?? '');
        },
        received: copies.filter(({ move }) => move === 'received').map(({ on }) => on),
      };
    }),
    payments: of('PAYMENT').filter(({ pk }) => pk.includes('#PAYMENT#')) as unknown as PaymentRecord[],
    reports: of('SUBMISSION') as unknown as SubmissionRecord[],
  };
};

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const centsIn = (text: string): number => parseMoney(text || '0') ?? 0;

interface Asked {
  from: string;
  to: string;
  location?: string | undefined;
}

export const figuresByHand = (
  { cases, payments, reports }: RawRecords,
  { from, to, location }: Asked,
  zone: string | ((record: { id: string }) => string),
) => {
  const dayOf = (record: { id: string; created_at: string }): string =>
    todayIn(typeof zone === 'string' ? zone : zone(record), new Date(record.created_at));
  const here = (home: string) => !location || home === location;
  const within = (on: string) => on >= from && on <= to;
  const own = cases.filter(({ core }) => here(core.funeral_home_id));
  const opened = own.filter(({ core }) => within(dayOf(core)));
  const held = own.filter(({ core }) => core.status !== 'cancelled');
  const contractOf = (raw: Raw) => centsIn(raw.of('financial', 'contract_total'));
  const contracts = held.filter(
    (raw) => contractOf(raw) > 0 && within(raw.of('servicesFees', 'date_of_statement') || dayOf(raw.core)),
  );
  const paid = payments.filter(
    (payment) => payment.status === 'recorded' && here(payment.funeral_home_id) && within(payment.payment_date),
  );
  const kinds = (some: Raw[], of: (raw: Raw) => number): Record<string, number> => {
    const all: Record<string, number> = {};
    for (const raw of some) {
      const kind = raw.of('service', 'service_type') || 'none';
      all[kind] = (all[kind] ?? 0) + of(raw);
    }
    return all;
  };
  const shares = own.map((raw) => {
    const isOver = raw.core.status === 'cancelled';
    const insurer = isOver
      ? 0
      : total(
          (raw.core.money_to_come?.assignments ?? [])
            .filter(({ status }) => status === 'assigned' || status === 'verified')
            .map(({ amount_cents, received_cents }) => Math.max(0, amount_cents - received_cents)),
        );
    return { insurer, family: (isOver ? 0 : contractOf(raw)) - raw.core.paid_cents - insurer };
  });
  const since = (of: (raw: Raw) => string | undefined): [count: number, mean: string] => {
    const days = held.flatMap((raw) => {
      const [on, called] = [of(raw), raw.of('innerOffice', 'first_call_received_at').slice(0, 10) || dayOf(raw.core)];
      return on && on >= called && within(on) ? [(Date.parse(on) - Date.parse(called)) / 86_400_000] : [];
    });
    return [days.length, (days.length ? Math.round((total(days) / days.length) * 10) / 10 : 0).toFixed(1)];
  };
  const filed = (raw: Raw) =>
    raw.of('deathCertificate', 'dc_county_completed') === 'true'
      ? raw.of('deathCertificate', 'dc_county_completed_date')
      : undefined;
  const received = reports.filter((report) => here(report.funeral_home_id) && within(dayOf(report)));
  return {
    opened: opened.length,
    open: own.filter(({ core }) => core.status === 'draft' || core.status === 'active').length,
    openedByKind: kinds(opened, () => 1),
    cancelled: opened.filter(({ core }) => core.status === 'cancelled').length,
    reports: received.length,
    converted: received.filter(({ status }) => status === 'converted').length,
    certified: since(({ received: days }) => days.toSorted()[0]),
    filed: since(filed),
    arranged: since((raw) => raw.of('servicesFees', 'date_of_statement')),
    revenue: total(contracts.map(contractOf)),
    revenueByKind: kinds(contracts, contractOf),
    tax: total(contracts.map((contract) => centsIn(contract.of('servicesFees', 'sales_tax')))),
    advances: total(contracts.map((contract) => centsIn(contract.of('servicesFees', 'clergy_fee')))),
    hearses: total(contracts.map((contract) => centsIn(contract.of('servicesFees', 'hearse_fee')))),
    net: total(paid.map(({ amount_cents }) => amount_cents)),
    cash: total(paid.filter(({ payment_method }) => payment_method === 'cash').map(({ amount_cents }) => amount_cents)),
    families: total(shares.map(({ family }) => Math.max(0, family))),
    insurers: total(shares.map(({ insurer }) => insurer)),
    held: total(shares.map(({ family }) => Math.max(0, -family))),
  };
};

const row = (insight: ReportResponse, table: string, id: string): string => {
  const found = insight.tables.find((one) => one.id === table);
  return [...(found?.rows ?? []), ...(found?.total ? [found.total] : [])].find((row) => row.id === id)?.value ?? '0';
};
const figure = (insight: ReportResponse, id: string): string =>
  insight.figures.find((figure) => figure.id === id)?.value ?? '?';
const speed = (insight: ReportResponse, id: string): [number, string] => {
  const found = insight.figures.find((figure) => figure.id === id);
  return [found?.of ?? -1, found?.value ?? '?'];
};
const rowsOf = (insight: ReportResponse, id: string) =>
  Object.fromEntries(
    (insight.tables.find((table) => table.id === id)?.rows ?? [])
      .filter(({ value }) => Number(value) !== 0)
      .map((row) => [row.id, Math.round(Number(row.value) * (row.unit === 'money' ? 100 : 1))]),
  );
/** Returns the same figures as both reports contain them. */
export const figuresAsReported = (
  work: ReportResponse,
  financials: ReportResponse,
): ReturnType<typeof figuresByHand> => {
  return {
    opened: Number(figure(work, 'opened')),
    open: Number(figure(work, 'open')),
    openedByKind: rowsOf(work, 'cases-by-kind'),
    cancelled: Number(row(work, 'cases-by-status', 'cancelled')),
    reports: Number(row(work, 'reports', 'total')),
    converted: Number(row(work, 'reports', 'converted')),
    certified: speed(work, 'certified'),
    filed: speed(work, 'filed'),
    arranged: speed(work, 'arranged'),
    revenue: centsIn(figure(financials, 'revenue')),
    revenueByKind: rowsOf(financials, 'revenue-by-kind'),
    tax: centsIn(row(financials, 'parts', 'tax')),
    advances: centsIn(row(financials, 'parts', 'advances')),
    hearses: centsIn(row(financials, 'sales', 'fee.hearse_fee')),
    net: centsIn(figure(financials, 'received')),
    cash: centsIn(row(financials, 'methods', 'cash')),
    families: centsIn(row(financials, 'owed-by-families', 'total')),
    insurers: centsIn(row(financials, 'owed-by-insurers', 'total')),
    held: centsIn(figure(financials, 'held')),
  };
};
