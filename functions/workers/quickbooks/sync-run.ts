import { syncModes } from '#domain/accounting/accounting-sync.schema.ts';
import { tallied } from '#domain/accounting/sync-tallies.ts';
import { PartnerError, ReconnectNeeded } from '#functions/adapters/partner-error.ts';
import type { WorkerRun } from '#functions/kernel/worker.ts';
import { type AccountingRun, accountingRunsIn, begunRun, resumed } from '#functions/records/accounting-runs.ts';
import { casesList } from '#functions/records/case-rows.ts';
import { casesIn } from '#functions/records/cases.ts';
import { PartnerPaused } from '#functions/store/circuit.ts';
import { walkList } from '#functions/store/list-page.ts';
import { type Announcement, announcement, outboxWrite } from '#functions/store/outbox.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import { hasMoneySince, moneyOf } from './case-books.ts';
import { ownCases } from './companies.ts';
import type { CompanyWork, QuickBooksDependencies } from './company-work.ts';
import { lookAt, type Twins, twinsSince } from './look.ts';

/** Well below a worker's time, so that one case that takes long still ends in it. */
const budgetMs = 10_000;
const casesRead = 50;
const mostShown = 100;
const waitingAsked = 100;

interface Walker {
  dependencies: QuickBooksDependencies;
  work: CompanyWork;
  /** Brings a case to the books; throws what makes the message come again. */
  bringCase: (caseId: string) => Promise<void>;
  run: WorkerRun;
}

const sends = ({ mode }: AccountingRun): boolean => mode === 'send';

/** A walk that is to send what is missing since the first day that was chosen. */
const ownRun = ({ organizationId, realm, settings }: CompanyWork, now: Date): AccountingRun =>
  begunRun({ organizationId, realm, mode: 'send', from: settings.start_date, by: null, ofRecords: null }, now);

const wantedRun = ({ organizationId }: CompanyWork, { id }: AccountingRun): Announcement =>
  announcement('accounting.sync-wanted', organizationId, { organization_id: organizationId, run: id });

const wantedCase = (case_id: string): Announcement => announcement('accounting.case-wanted', case_id, { case_id });

/** The walk as somebody has stopped it while this worker was at it; undefined while nobody has. */
const stoppedBy = async (
  { dependencies: { table }, work: { keys, further } }: Walker,
  before: AccountingRun,
): Promise<AccountingRun | undefined> => {
  const now = await accountingRunsIn(table, keys).latest(before.mode, further);
  return now?.id === before.id && now.version === before.version + 1 && now.stopped_by_name !== null ? now : undefined;
};

/** Writes how far a walk is, with what is announced of it. False where another one has gone on with it. */
const kept = async (
  { dependencies: { table }, work: { keys, further, organizationId }, run: { trace } }: Walker,
  before: AccountingRun | undefined,
  next: AccountingRun,
  announced: readonly Announcement[],
): Promise<boolean> => {
  const outbox = announced.length ? [outboxWrite(keys, organizationId, trace, announced)] : [];
  try {
    await table.transact([accountingRunsIn(table, keys).put(before, next, further), ...outbox]);
    return true;
  } catch (error) {
    if (error instanceof WriteConflict) return false;
    throw error;
  }
};

/**
 * Begins to send all that is missing, or goes on with it where that has begun: what waits first. Also brings back a walk
 * whose message was lost.
 */
export const beginRun = async (walker: Walker): Promise<void> => {
  const { dependencies, work } = walker;
  const before = await accountingRunsIn(dependencies.table, work.keys).latest('send', work.further);
  const isOpen = before?.realm === work.realm && before.state !== 'done';
  // What somebody has stopped waits for somebody.
  const isHeld = isOpen && before.stopped_by_name !== null;
  const next: AccountingRun = isHeld ? before : isOpen ? resumed(before) : ownRun(work, dependencies.now());
  const waiting = (await work.entries.ofState('waiting', waitingAsked)).entries;
  const cases = [...new Set(waiting.map(({ case_id }) => case_id))];
  await kept(walker, before, next, [...cases.map(wantedCase), ...(isHeld ? [] : [wantedRun(work, next)])]);
};

/** The next cases of the list, the oldest first, and which of them have money since the day. */
const nextPage = async ({ dependencies, work }: Walker, { cursor, done }: AccountingRun) => {
  const { table } = dependencies;
  const walk = { sort: 'created', cursor: cursor ?? undefined, limit: casesRead };
  const { rows, end } = await walkList(table, work.keys, casesList, walk);
  const left = rows.map(({ id }) => id).filter((id) => !done.includes(id));
  const own = await ownCases(work, await casesIn(table, work.keys).cores(left));
  const looked = await Promise.all(
    own.map(async (core) => ((await hasMoneySince(dependencies, work, core)) ? core.id : undefined)),
  );
  const withMoney = new Set(looked);
  return { end, left: left.map((id) => ({ id, hasMoney: withMoney.has(id) })) };
};

/** The same work from another day on, which nobody has chosen yet. */
const asOf = (work: CompanyWork, start_date: string): CompanyWork => ({
  ...work,
  settings: { ...work.settings, start_date },
});

/** Through one case: what is to be sent is, and how it stands afterwards is counted. */
const through = async (
  { dependencies, work, bringCase }: Walker,
  at: AccountingRun,
  caseId: string,
  twins: Twins,
): Promise<{ next: AccountingRun; left: boolean }> => {
  // As it was before: what is recorded meanwhile has a message of its own, and is not counted as missing.
  const money = await moneyOf(dependencies, work, caseId);
  let left = false;
  if (money && sends(at)) {
    try {
      await bringCase(caseId);
    } catch (error) {
      if (error instanceof PartnerError || error instanceof PartnerPaused) throw error;
      // Somebody is at it, or it is beyond this program: it has a message of its own, and the others do not wait for it.
      left = true;
    }
  }
  const looked = money && (await lookAt(work, money, twins));
  if (!looked) return { next: at, left };
  const { about, attention, records } = looked;
  const told = sends(at) ? [] : attention.map((one) => ({ ...about, ...one }));
  const next = {
    ...{ ...at, cases: at.cases + 1, tallies: tallied(at.tallies, records) },
    ...{ attention: [...at.attention, ...told].slice(0, mostShown), attention_count: at.attention_count + told.length },
  };
  return { next, left };
};

/** The walk of this id, and whoever walks it: a preview as if its day were the one that is sent from. */
const walkOf = async (given: Walker, runId: string): Promise<{ walker: Walker; before: AccountingRun } | undefined> => {
  const runs = accountingRunsIn(given.dependencies.table, given.work.keys);
  const found = await Promise.all(syncModes.map((mode) => runs.latest(mode, given.work.further)));
  const before = found.find((one) => one?.id === runId);
  if (before?.state !== 'running' || before.realm !== given.work.realm) return undefined;
  return { before, walker: { ...given, work: sends(before) ? given.work : asOf(given.work, before.from) } };
};

interface Stretch {
  at: AccountingRun;
  /** As somebody has stopped it meanwhile. */
  stopped?: AccountingRun | undefined;
  /** Cases that have messages of their own. */
  left: string[];
}

/** Some seconds of a walk: what it has come to stands in `stretch` also where it throws. */
const walkAWhile = async (walker: Walker, before: AccountingRun, stretch: Stretch): Promise<void> => {
  const { dependencies, work } = walker;
  const ends = dependencies.now().getTime() + budgetMs;
  const hasTime = (): boolean => dependencies.now().getTime() < ends;
  const twins = sends(before) ? undefined : await twinsSince(work, before.from);
  stretch.at = { ...before, is_compared: before.is_compared && twins !== undefined };
  do {
    const page = await nextPage(walker, stretch.at);
    for (const { id, hasMoney } of page.left) {
      stretch.stopped = hasMoney && sends(before) ? await stoppedBy(walker, before) : undefined;
      if (stretch.stopped) return;
      // At least one, however slow it is.
      if (hasMoney && !hasTime() && stretch.at.cases > before.cases) return;
      const went = hasMoney ? await through(walker, stretch.at, id, twins) : { next: stretch.at, left: false };
      if (went.left) stretch.left.push(id);
      stretch.at = { ...went.next, done: [...stretch.at.done, id] };
    }
    stretch.at = { ...stretch.at, cursor: page.end ?? null, done: [] };
    if (page.end === undefined) {
      stretch.at = { ...stretch.at, state: 'done', finished_at: dependencies.now().toISOString() };
      return;
    }
  } while (hasTime() && stretch.left.length < waitingAsked / 2);
};

/**
 * Goes on with a walk: case by case in the order in which they were opened, for some seconds, and announces that it goes on
 * from there. How far it is commits with that announcement, so that a worker that died is taken up where the last one
 * ended, and a message that came twice does nothing. While people have to do something first (`isBlocked`) nothing is sent: it
 * stops, and goes on where it is when they have. Throws what makes the message come again, after what was done is kept.
 */
export const walkOn = async (given: Walker, runId: string, isBlocked: boolean): Promise<void> => {
  const walk = await walkOf(given, runId);
  if (!walk) return;
  const { walker, before } = walk;
  const stretch: Stretch = { at: before, left: [] };
  const left = () => stretch.left.map(wantedCase);
  /** Somebody may stop it at any time: how far it is stands then as well, and it does not go on. */
  const keep = async (state: AccountingRun['state'], goesOn: boolean): Promise<void> => {
    const next: AccountingRun = { ...stretch.at, state };
    const announced = [...left(), ...(goesOn ? [wantedRun(walker.work, before)] : [])];
    if (!stretch.stopped && (await kept(walker, before, next, announced))) return;
    const stopped = stretch.stopped ?? (await stoppedBy(walker, before));
    if (!stopped) return;
    const { stopped_by_name } = stopped;
    const held: AccountingRun = state === 'done' ? next : { ...next, state: 'stopped', stopped_by_name };
    await kept(walker, stopped, held, left());
  };
  if (isBlocked && sends(before)) {
    await keep('stopped', false);
    return;
  }
  try {
    await walkAWhile(walker, before, stretch);
  } catch (error) {
    const isOver = error instanceof ReconnectNeeded;
    await keep(isOver ? 'stopped' : 'running', false);
    if (isOver) return;
    throw error;
  }
  await keep(stretch.at.state, stretch.at.state === 'running');
};
