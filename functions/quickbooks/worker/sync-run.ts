import { deceasedName } from '#domain/cases/present-case.ts';
import type { LedgerEntry } from '#domain/quickbooks/postings.ts';
import { syncModes } from '#domain/quickbooks/sync.schema.ts';
import { addToTallies, type Counted, preSyncWarnings, type SyncWarning } from '#domain/quickbooks/sync-warnings.ts';
import { type Cents, toCents } from '#domain/shared/values/money.ts';
import { casesList } from '#functions/cases/repository/case-rows.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { walkList } from '#functions/platform/store/lists/list-page.ts';
import { CircuitOpenError, PartnerError, ReauthorizationError } from '#functions/platform/store/partners/circuit.ts';
import { outboxWrite, type PendingEvent, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { WorkerRun } from '#functions/platform/workers/worker.ts';
import {
  createSyncRunRepository,
  newRun,
  resumedRun,
  type SyncRunRecord,
} from '#functions/quickbooks/repository/sync-runs.ts';
import { entryName, type PostingRecord } from '../repository/postings.ts';
import {
  type CaseMoney,
  type CasePostings,
  customerRequest,
  hasPostings,
  payerName,
  postingsFrom,
  readCaseMoney,
  transactionPostings,
} from './case-postings.ts';
import { isSentByUs } from './save-record.ts';
import { type CompanyContext, casesOfCompany, type QuickBooksDependencies } from './synced-companies.ts';

/** Days and amounts of payments that Stillwater did not send; undefined if unknown. */
type PaymentsByOthers = ReadonlySet<string> | undefined;

const dayAndAmount = (date: string, cents: Cents): string => `${date} ${cents}`;
/** The page limit of this comparison. */
const maxPages = 10;
const pageSize = 1000;

/** An outage of QuickBooks does not prevent a preview. */
const paymentsByOthersSince = async ({ ask }: CompanyContext, from: string): Promise<PaymentsByOthers> => {
  const entryKeys = new Set<string>();
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const first = page * pageSize + 1;
      const payments = await ask((company) => company.page('Payment', `TxnDate >= '${from}'`, first));
      for (const payment of payments)
        if (!isSentByUs(payment)) entryKeys.add(dayAndAmount(payment.TxnDate, toCents(payment.TotalAmt)));
      if (payments.length < pageSize) return entryKeys;
    }
  } catch (error) {
    if (!(error instanceof PartnerError || error instanceof CircuitOpenError)) throw error;
  }
  return undefined;
};

interface CaseComparison {
  records: Counted[];
  about: { case_id: string; case_number: string; name: string };
  attention: SyncWarning[];
}

/** Unsent payments with the day and amount of one entered in QuickBooks. */
const possibleDuplicatesOf = (
  { ledgerEntries }: CasePostings,
  postingsByName: ReadonlyMap<string, PostingRecord>,
  byOthers: PaymentsByOthers,
): LedgerEntry[] =>
  ledgerEntries.filter(
    ({ kind, id, isVoided, payment_date, amount_cents }) =>
      kind === 'payment' &&
      !isVoided &&
      !postingsByName.get(entryName({ kind: 'payment', id }))?.quickbooks_id &&
      byOthers?.has(dayAndAmount(payment_date, amount_cents)),
  );

const summarizeStatement = (statement: CaseMoney['latest']) =>
  statement && {
    number: statement.statement_number,
    date: statement.content.date_of_statement,
    total: toCents(statement.content.totals.complete_total),
  };

/** Returns undefined if nothing of a case is to be sent. */
const compareCase = async (
  context: CompanyContext,
  money: CaseMoney,
  byOthers: PaymentsByOthers,
): Promise<CaseComparison | undefined> => {
  const { settings, entries, realm } = context;
  const casePostings = postingsFrom(money, settings);
  if (!casePostings) return undefined;
  const postings = [customerRequest(casePostings), ...transactionPostings(casePostings)];
  const storedPostings = (await entries.findAll(postings)).filter(
    (posting) => posting.realm === realm || posting.state === 'by_hand',
  );
  const byName = new Map(storedPostings.map((posting): [string, PostingRecord] => [entryName(posting), posting]));
  const activePostings = postings.filter((posting) => !posting.isVoided);
  const { core, sections } = money.stored;
  const { latest } = money;
  const failed = storedPostings.filter(({ state }) => state === 'failed');
  return {
    records: activePostings.map((posting) => ({
      kind: posting.kind,
      amount_cents: posting.amount_cents,
      state: byName.get(entryName(posting))?.state,
    })),
    about: { case_id: core.id, case_number: core.case_number, name: deceasedName(sections.deceased?.values) },
    attention: preSyncWarnings(
      {
        payer: payerName(money.stored, latest),
        statement: summarizeStatement(latest),
        ledger: money.ledger,
        possibleDuplicates: possibleDuplicatesOf(casePostings, byName, byOthers).map(
          ({ receipt_number }) => receipt_number,
        ),
        failed: failed.map(({ number, problem }) => ({ number, code: '', detail: '', ...problem })),
      },
      settings.start_date,
    ),
  };
};

/** Milliseconds; far below the worker's timeout, so that a slow case still finishes. */
const budgetMs = 10_000;
const casesRead = 50;
const maxShown = 100;
const waitingAsked = 100;

interface SyncRunner {
  dependencies: QuickBooksDependencies;
  context: CompanyContext;
  sendCase: (caseId: string) => Promise<void>;
  delivery: WorkerRun;
}

const isSending = ({ mode }: SyncRunRecord): boolean => mode === 'send';

const newSendRun = ({ organizationId, realm, settings }: CompanyContext, now: Date): SyncRunRecord =>
  newRun({ organizationId, realm, mode: 'send', from: settings.start_date, by: null, ofRecords: null }, now);

const syncWanted = ({ organizationId }: CompanyContext, { id }: SyncRunRecord): PendingEvent =>
  pendingEvent('accounting.sync-wanted', organizationId, { organization_id: organizationId, run: id });

const caseWanted = (case_id: string): PendingEvent => pendingEvent('accounting.case-wanted', case_id, { case_id });

/** Returns the run if a user has stopped it since it was read. */
const stoppedMeanwhile = async (
  { dependencies: { table }, context: { keys, further } }: SyncRunner,
  before: SyncRunRecord,
): Promise<SyncRunRecord | undefined> => {
  const now = await createSyncRunRepository(table, keys).latest(before.mode, further);
  return now?.id === before.id && now.version === before.version + 1 && now.stopped_by_name !== null ? now : undefined;
};

/** Stores the progress with its event; false if another worker continued the run. */
const saveRun = async (
  { dependencies: { table }, context: { keys, further, organizationId }, delivery: { trace } }: SyncRunner,
  before: SyncRunRecord | undefined,
  next: SyncRunRecord,
  announced: readonly PendingEvent[],
): Promise<boolean> => {
  const outbox = announced.length ? [outboxWrite(keys, organizationId, trace, announced)] : [];
  try {
    await table.transact([createSyncRunRepository(table, keys).put(before, next, further), ...outbox]);
    return true;
  } catch (error) {
    if (error instanceof WriteConflictError) return false;
    throw error;
  }
};

/** Starts or continues a run that sends everything missing; also restores a run whose message was lost. */
export const beginRun = async (runner: SyncRunner): Promise<void> => {
  const { dependencies, context } = runner;
  const before = await createSyncRunRepository(dependencies.table, context.keys).latest('send', context.further);
  const isOpen = before?.realm === context.realm && before.state !== 'done';
  // Only a user continues a run that a user stopped.
  const isHeld = isOpen && before.stopped_by_name !== null;
  const next: SyncRunRecord = isHeld ? before : isOpen ? resumedRun(before) : newSendRun(context, dependencies.now());
  const waiting = (await context.entries.ofState('waiting', waitingAsked)).entries;
  const cases = [...new Set(waiting.map(({ case_id }) => case_id))];
  await saveRun(runner, before, next, [...cases.map(caseWanted), ...(isHeld ? [] : [syncWanted(context, next)])]);
};

const nextCases = async ({ dependencies, context }: SyncRunner, { cursor, done }: SyncRunRecord) => {
  const { table } = dependencies;
  const walk = { sort: 'created', cursor: cursor ?? undefined, limit: casesRead };
  const { rows, end } = await walkList(table, context.keys, casesList, walk);
  const remainingIds = rows.map(({ id }) => id).filter((id) => !done.includes(id));
  const ownCases = await casesOfCompany(context, await createCaseRepository(table, context.keys).cores(remainingIds));
  const toPost = new Set(
    await Promise.all(
      ownCases.map(async (core) => ((await hasPostings(dependencies, context, core)) ? core.id : undefined)),
    ),
  );
  return { end, cases: remainingIds.map((id) => ({ id, isToPost: toPost.has(id) })) };
};

/** For a preview from a day that is not chosen yet. */
const withStartDate = (context: CompanyContext, start_date: string): CompanyContext => ({
  ...context,
  settings: { ...context.settings, start_date },
});

const processCase = async (
  { dependencies, context, sendCase }: SyncRunner,
  run: SyncRunRecord,
  caseId: string,
  byOthers: PaymentsByOthers,
): Promise<{ next: SyncRunRecord; isLeft: boolean }> => {
  // Read before sending: later entries have their own messages and are not counted as missing.
  const money = await readCaseMoney(dependencies, context, caseId);
  let isLeft = false;
  if (money && isSending(run)) {
    try {
      await sendCase(caseId);
    } catch (error) {
      if (error instanceof PartnerError || error instanceof CircuitOpenError) throw error;
      // Another worker has the case, or it failed: it gets its own message, and the run continues.
      isLeft = true;
    }
  }
  const compared = money && (await compareCase(context, money, byOthers));
  if (!compared) return { next: run, isLeft };
  const { about, attention, records } = compared;
  const shownWarnings = isSending(run) ? [] : attention.map((warning) => ({ ...about, ...warning }));
  const next = {
    ...run,
    cases: run.cases + 1,
    tallies: addToTallies(run.tallies, records),
    attention: [...run.attention, ...shownWarnings].slice(0, maxShown),
    attention_count: run.attention_count + shownWarnings.length,
  };
  return { next, isLeft };
};

/** A preview gets its day as the start date. */
const findRun = async (
  runner: SyncRunner,
  runId: string,
): Promise<{ runner: SyncRunner; before: SyncRunRecord } | undefined> => {
  const { dependencies, context } = runner;
  const runs = createSyncRunRepository(dependencies.table, context.keys);
  const latestRuns = await Promise.all(syncModes.map((mode) => runs.latest(mode, context.further)));
  const before = latestRuns.find((run) => run?.id === runId);
  if (before?.state !== 'running' || before.realm !== context.realm) return undefined;
  return { before, runner: { ...runner, context: isSending(before) ? context : withStartDate(context, before.from) } };
};

interface Progress {
  run: SyncRunRecord;
  stopped?: SyncRunRecord | undefined;
  left: string[];
}

/** Works for some seconds; `progress` is valid even if it throws. */
const runForAWhile = async (runner: SyncRunner, before: SyncRunRecord, progress: Progress): Promise<void> => {
  const { dependencies, context } = runner;
  const ends = dependencies.now().getTime() + budgetMs;
  const hasTime = (): boolean => dependencies.now().getTime() < ends;
  const byOthers = isSending(before) ? undefined : await paymentsByOthersSince(context, before.from);
  progress.run = { ...before, is_compared: before.is_compared && byOthers !== undefined };
  do {
    const page = await nextCases(runner, progress.run);
    for (const { id, isToPost } of page.cases) {
      progress.stopped = isToPost && isSending(before) ? await stoppedMeanwhile(runner, before) : undefined;
      if (progress.stopped) return;
      // At least one case, however slow.
      if (isToPost && !hasTime() && progress.run.cases > before.cases) return;
      const { next, isLeft } = isToPost
        ? await processCase(runner, progress.run, id, byOthers)
        : { next: progress.run, isLeft: false };
      if (isLeft) progress.left.push(id);
      progress.run = { ...next, done: [...progress.run.done, id] };
    }
    progress.run = { ...progress.run, cursor: page.end ?? null, done: [] };
    if (page.end === undefined) {
      progress.run = { ...progress.run, state: 'done', finished_at: dependencies.now().toISOString() };
      return;
    }
  } while (hasTime() && progress.left.length < waitingAsked / 2);
};

/**
 * Continues a run for some seconds. Progress and the event for the rest commit together, so that a crashed worker is
 * replaced at the right position and a repeated message does nothing. While a user must act (`isBlocked`), the run
 * stops.
 */
export const continueRun = async (given: SyncRunner, runId: string, isBlocked: boolean): Promise<void> => {
  const current = await findRun(given, runId);
  if (!current) return;
  const { runner, before } = current;
  const progress: Progress = { run: before, left: [] };
  const casesLeft = () => progress.left.map(caseWanted);
  /** The user may stop the run at any time: its progress is stored, and it does not continue. */
  const save = async (state: SyncRunRecord['state'], goesOn: boolean): Promise<void> => {
    const next: SyncRunRecord = { ...progress.run, state };
    const announced = [...casesLeft(), ...(goesOn ? [syncWanted(runner.context, before)] : [])];
    if (!progress.stopped && (await saveRun(runner, before, next, announced))) return;
    const stopped = progress.stopped ?? (await stoppedMeanwhile(runner, before));
    if (!stopped) return;
    const { stopped_by_name } = stopped;
    const stoppedRun: SyncRunRecord = state === 'done' ? next : { ...next, state: 'stopped', stopped_by_name };
    await saveRun(runner, stopped, stoppedRun, casesLeft());
  };
  if (isBlocked && isSending(before)) {
    await save('stopped', false);
    return;
  }
  try {
    await runForAWhile(runner, before, progress);
  } catch (error) {
    const isOver = error instanceof ReauthorizationError;
    await save(isOver ? 'stopped' : 'running', false);
    if (isOver) return;
    throw error;
  }
  await save(progress.run.state, progress.run.state === 'running');
};
