import { setTimeout as pause } from 'node:timers/promises';
import { calendarEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { deadlineEndpoints } from '#domain/deadlines/deadline.endpoints.ts';
import { insightEndpoints } from '#domain/insight/insight.endpoints.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { addDays } from '#domain/values/calendar-date.ts';
import type { Lag } from './burst.ts';
import { type Cost, costsByPopulation, type MeasuredCall } from './call-costs.ts';
import { sampleOf } from './cases.ts';
import { median, percentile } from './measure.ts';
import { newCustomer, type Request } from './operations.ts';
import { paymentOf } from './payments.ts';
import { type Population, type RunningProduct, withProduct } from './running-product.ts';

/** Of each case, as funeral homes take a deposit, a balance and what an insurer pays. */
const PAYMENTS = 3;

type Asked = [what: string, request: () => Request];

/** Everything that the home page, the calendar, the reports and the statistics ask for. */
const callsOn = (today: string, location: string): MeasuredCall[] => {
  const from = `${today.slice(0, 4)}-01-01`;
  const scopes = ['month', 'quarter', 'year', 'all'] as const;
  const behind = (figure: string, more: Record<string, string> = {}): Request => ({
    row: insightEndpoints.behind,
    query: { figure, from, to: today, ...more },
  });
  const report = (row: Request['row'], query: Record<string, string>): (() => Request) => {
    const request = { row, query };
    return () => request;
  };
  const { dashboard, analytics, financials } = insightEndpoints;
  const events = (days: number, more: Record<string, string> = {}): (() => Request) =>
    report(calendarEndpoints.events, { from: today, to: addDays(today, days - 1), ...more });
  const file = { report: 'financial-overview', scope: 'year' };
  const calls: Asked[] = [
    ['dashboard', report(dashboard, {})],
    ['dashboard of a location', report(dashboard, { location })],
    ...scopes.map((scope): Asked => [`analytics, ${scope}`, report(analytics, { scope })]),
    ['analytics, year, of a location', report(analytics, { scope: 'year', location })],
    ...scopes.map((scope): Asked => [`finances, ${scope}`, report(financials, { scope })]),
    ['finances, year, of a location', report(financials, { scope: 'year', location })],
    ['records behind contracts', () => behind('contract.cents')],
    ['records behind money', () => behind('money.net')],
    ['records behind what is owed', () => behind('owing.total', { from: '1850-01-01', to: '9999-12-31' })],
    ['a table as CSV', report(insightEndpoints.export, { ...file, table: 'methods', format: 'csv' })],
    ['months kept', report(insightEndpoints.months, {})],
    ['calendar', report(calendarEndpoints.overview, {})],
    ['calendar, 7 days', events(7)],
    ['calendar, 42 days', events(42)],
    ['calendar, 42 days of a location', events(42, { location })],
    ['calendar, cremations', events(42, { kind: 'cremation' })],
    ['statistics of 30 days', report(caseEndpoints.statistics, { days: '30' })],
    ['statistics of a year', report(caseEndpoints.statistics, { days: '365' })],
    ['home', report(caseEndpoints.queue, {})],
    ['what is due', report(deadlineEndpoints.list, { standing: 'soon' })],
    ['payments, page 1', report(paymentEndpoints.list, {})],
    ['payments of a day, summed up', report(paymentEndpoints.summary, { date_from: today, date_to: today })],
  ];
  return calls.map(([what, request]) => ({ what, request }));
};

/** Milliseconds over HTTP and capacity units of all that shows figures and days, with three payments a case. */
export const insightCosts = (populations: readonly Population[]): Promise<Cost[][]> =>
  costsByPopulation(
    populations.map((one) => ({ ...one, of: 'cases', payments: PAYMENTS })),
    async (product, { count }) => {
      const [newest] = await sampleOf(product, count);
      return callsOn(new Date().toISOString().slice(0, 10), newest?.funeral_home_id ?? '');
    },
  );

/** One in five of the writes is a payment, and half of those are looked for. */
const [PAYMENT_EVERY, LOOKED_FOR_EVERY] = [5, 10];
const LOOK_EVERY_MS = 15;
/** Looking costs what answering calls does. Nothing is there sooner, as writes gather for longer before they are read. */
const FIRST_LOOK_MS = 45;
const FOUND_WITHIN_MS = 60_000;

export interface FigureLag extends Lag {
  /** Writes that the product refused: more were asked of this machine than it carries out. */
  failed: number;
}

/** Waits until the figure of a day counts so many; answers the milliseconds. */
const untilCounted = async ({ send }: RunningProduct, day: string): Promise<number> => {
  const answered = performance.now();
  await pause(FIRST_LOOK_MS);
  for (;;) {
    const query = { figure: 'money.n', from: day, to: day };
    const { count } = await send({ row: insightEndpoints.behind, query });
    const lag = performance.now() - answered;
    if (count === 1) return lag;
    if (lag > FOUND_WITHIN_MS) throw new Error(`The payment of ${day} was not counted within a minute`);
    await pause(LOOK_EVERY_MS);
  }
};

/** Writes at a steady pace, payments among customers: how long until a payment stands in the figures of its day. */
export const figureLag = (population: Population, writesPerSecond: number, seconds: number): Promise<FigureLag> =>
  withProduct({ ...population, of: 'cases', payments: PAYMENTS }, async (product) => {
    const cases = (await sampleOf(product, population.count)).filter(({ status }) => status !== 'cancelled');
    const run = Date.now().toString(36);
    const lags: number[] = [];
    const write = async (n: number): Promise<void> => {
      if (n % PAYMENT_EVERY)
        return void (await product.send({ row: customerEndpoints.create, body: newCustomer(n, run) }));
      const id = cases[(n * 7919) % cases.length]?.id ?? '';
      // A day that no other payment has, long before all others.
      const day = addDays('2001-01-01', n);
      await product.send(paymentOf(id, day));
      if (n % LOOKED_FOR_EVERY === 0) lags.push(await untilCounted(product, day));
    };
    const began = performance.now();
    let failed = 0;
    const refused = (error: unknown): void => {
      if (failed === 0) process.stderr.write(`${String(error).slice(0, 300)}\n`);
      failed += 1;
    };
    const sent: Promise<void>[] = [];
    for (let n = 0; n < writesPerSecond * seconds; n++) {
      const wait = began + (n * 1000) / writesPerSecond - performance.now();
      if (wait > 0) await pause(wait);
      sent.push(write(n).catch(refused));
    }
    await Promise.all(sent);
    return { writesPerSecond, sampled: lags.length, p50: median(lags), p95: percentile(lags, 0.95), failed };
  });
