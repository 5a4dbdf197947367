import { setTimeout as pause } from 'node:timers/promises';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Endpoint } from '#domain/contract/endpoint.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { insightEndpoints } from '#domain/insight/insight.endpoints.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { draw } from '#local/chaos/chaos.ts';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import { reportBody } from '#tests/faults/support/families.ts';
import type { Product } from '#tests/faults/support/product.ts';
import { messagesIn } from '#tests/faults/support/queue-counts.ts';
import { answered, type Body, type Client } from './client.ts';
import { familyOf, openFilesOf, usageOf } from './machine.ts';
import { newCustomer, type Request } from './operations.ts';
import { paymentOf } from './payments.ts';
import { withProductToKill } from './product-to-kill.ts';
import { type Minute, steadyLoad } from './steady.ts';

const lists: Readonly<Record<string, Endpoint>> = {
  submissions: submissionEndpoints.list,
  customers: customerEndpoints.list,
  cases: caseEndpoints.list,
  payments: paymentEndpoints.list,
};

interface KilledSoak {
  minutes: number;
  /** Calls a second. */
  rate: number;
  /** How often the product is killed, all in the second half: the first one shows what stays flat. */
  kills: number;
  say: (...lines: string[]) => void;
}

/** One of twenty calls of an office and of families, with the list that it adds to, if it does. */
interface Call {
  request: (n: number) => Request;
  adds?: string;
  isPublic?: boolean;
}

const counted = async ({ send }: Pick<Client, 'send'>): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const [name, row] of Object.entries(lists))
    counts[name] = Number((await send({ row, query: { page: '1', page_size: '10' } })).count);
  return counts;
};

const idsOf = (list: Body): string[] => (list.results as { id: string }[]).map(({ id }) => id);

/** What is asked for, twenty calls in turn: with every worker behind the events that these announce. */
const callsOn = async ({ send }: Pick<Client, 'send'>): Promise<Call[]> => {
  const query = { page: '1', page_size: '100' };
  const run = Date.now().toString(36);
  const cases: string[] = [];
  for (let n = 0; n < 40; n++)
    cases.push(String((await send({ row: caseEndpoints.create, body: { deceased_last_name: 'Soak' } })).id));
  const customers = idsOf(await send({ row: customerEndpoints.list, query }));
  const caseOf = (n: number): string => cases[n % cases.length] ?? '';
  const today = todayIn('America/New_York', new Date());
  const get = { request: (n: number) => ({ row: caseEndpoints.get, params: { id: caseOf(n * 7) } }) };
  const page = { request: (n: number) => ({ row: caseEndpoints.list, query: { page: String(1 + (n % 3)) } }) };
  const search = { request: () => ({ row: caseEndpoints.list, query: { search: 'soak' } }) };
  const customer = {
    request: (n: number) => ({ row: customerEndpoints.get, params: { id: customers[n % customers.length] ?? '' } }),
  };
  const ledger = (n: number) => ({ row: paymentEndpoints.byCase, query: { case_id: caseOf(n * 7) } });
  return [
    {
      request: (n) => ({ row: intakeEndpoints.submit, body: JSON.parse(reportBody(n % 5_000)) }),
      adds: 'submissions',
      isPublic: true,
    },
    { request: (n) => ({ row: customerEndpoints.create, body: newCustomer(n, run) }), adds: 'customers' },
    { request: (n) => paymentOf(caseOf(n), today), adds: 'payments' },
    { request: (n) => paymentOf(caseOf(n * 3), today), adds: 'payments' },
    {
      request: (n) => ({
        row: caseEndpoints.update,
        params: { id: caseOf(n * 11) },
        body: { family_notes: `Call ${n}` },
      }),
    },
    ...[get, get, get, page, page, page, search, search, customer, customer],
    { request: () => ({ row: submissionEndpoints.list, query: { page: '1' } }) },
    { request: () => ({ row: customerEndpoints.list, query: { page: '2' } }) },
    { request: ledger },
    { request: () => ({ row: insightEndpoints.dashboard }) },
    { request: () => ({ row: caseEndpoints.queue }) },
  ];
};

/** The names of all queues. */
const queuesOf = async (url: string): Promise<string[]> => {
  const client = new SQSClient({ endpoint: url, region: REGION, credentials: LOCAL_CREDENTIALS });
  const { QueueUrls = [] } = await client.send(new ListQueuesCommand({}));
  client.destroy();
  return QueueUrls.map((one) => one.split('/').at(-1) ?? '');
};

const heldIn = async (url: string, names: readonly string[]): Promise<Record<string, number>> => {
  const held: Record<string, number> = {};
  for (const name of names) {
    const { waiting, inFlight } = await messagesIn(url, name);
    if (waiting + inFlight > 0) held[name] = waiting + inFlight;
  }
  return held;
};

/** Kills the product so often until the end, and starts it again each time; answers the seconds that the starts took. */
const killing = async (product: Product, kills: number, seconds: number): Promise<number[]> => {
  const starts: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await pause((seconds / (kills + 1)) * (0.5 + draw('soak', kill)) * 1000);
    await product.kill(draw('what', kill) < 0.7 ? 'tree' : 'main');
    starts.push((await product.start()) ?? 0);
  }
  return starts;
};

/**
 * A steady load on a product of its own, as `npm start` runs it with all of its workers, which is killed again and again in
 * the second half. Says of every minute how long calls took, memory, open files, and what the queues held; at the end that
 * nothing answered is missing or there twice, and that everything derived says what the records say. Answers whether all held.
 */
export const killedSoak = ({ minutes, rate, kills, say }: KilledSoak): Promise<boolean> =>
  withProductToKill(async ({ product, staff, families, renew, recounted }) => {
    const calls = await callsOn(staff);
    const findings = await recounted();
    const before = await counted(staff);
    const queues = await queuesOf(product.queuesUrl);
    const added: Record<string, number> = {};
    let again = 0;
    const send = async (n: number): Promise<void> => {
      const call = calls[n % calls.length] as Call;
      const { tries } = await answered(call.isPublic ? families : staff, call.request(n));
      if (call.adds) added[call.adds] = (added[call.adds] ?? 0) + 1;
      if (tries > 1) again++;
    };
    say(
      '',
      '| Minute | sent | failed | sent again | p50 ms | p95 ms | p99 ms | product MB | engine MB | files | in queues |',
    );
    say(`|---|${'---:|'.repeat(10)}`);
    const onMinute = async ({ sent, failed, ...times }: Minute, n: number): Promise<void> => {
      const engine = product.enginePid() ?? 0;
      const own = familyOf(product.pid() ?? 0).filter((pid) => pid !== engine);
      const sum = (of: (pid: number) => number): number => own.reduce((all, pid) => all + of(pid), 0);
      const memory = `${sum((pid) => usageOf(pid).residentMb)} | ${usageOf(engine).residentMb}`;
      const took = [times.p50, times.p95, times.p99].map((ms) => ms.toFixed(1)).join(' | ');
      const [files, sentAgain] = [sum(openFilesOf) + openFilesOf(engine), again];
      again = 0;
      const held = await heldIn(product.queuesUrl, queues).catch(() => ({ 'not to be asked': 1 }));
      const messages = Object.values(held).reduce((all, one) => all + one, 0);
      say(`| ${n} | ${sent} | ${failed} | ${sentAgain} | ${took} | ${memory} | ${files} | ${messages} |`);
    };
    const seconds = minutes * 60;
    const [total, starts] = await Promise.all([
      steadyLoad(send, { from: rate, to: rate, seconds, onMinute: (minute, n) => void onMinute(minute, n) }),
      pause((seconds / 2) * 1000).then(() => killing(product, kills, seconds / 2)),
    ]);
    const left = await untilEmpty(product.queuesUrl, queues);
    const same = (await recounted()) === findings;
    await renew();
    const after = await counted(staff);
    say(
      '',
      `${total.sent} calls, ${total.failed} without an answer; ${kills} kills, healthy again after ${spanOf(starts)} s.`,
    );
    const told = Object.keys(before).map((list) => {
      const [more, wanted] = [(after[list] ?? 0) - (before[list] ?? 0), added[list] ?? 0];
      return { isRight: more === wanted, line: `${list}: ${more} more, ${wanted} acknowledged` };
    });
    say(...told.map(({ line }) => `- ${line}`));
    say(
      `- queues: ${Object.keys(left).length ? JSON.stringify(left) : 'empty'}`,
      `- a recount of everything derived ${same ? 'found nothing' : 'found differences'}`,
    );
    return total.failed === 0 && same && Object.keys(left).length === 0 && told.every(({ isRight }) => isRight);
  });

/** What the queues still hold when they had two minutes to become empty. */
const untilEmpty = async (url: string, names: readonly string[]): Promise<Record<string, number>> => {
  for (let tries = 0; ; tries++) {
    const held = await heldIn(url, names);
    if (Object.keys(held).length === 0 || tries === 120) return held;
    await pause(1_000);
  }
};

const spanOf = (seconds: readonly number[]): string => {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return sorted.length ? `${at(0.5)} (at most ${at(1)})` : '0';
};
