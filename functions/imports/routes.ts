import { v7 as uuid } from 'uuid';
import { readCaseLine } from '#domain/imports/case-lines.ts';
import { customerFieldsOf, readCustomerLine } from '#domain/imports/customer-lines.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { importMessages, linesPerPart, undoDays, waitingDays, writesPerCommit } from '#domain/imports/import.schema.ts';
import type { ReadLine } from '#domain/imports/sanitize-line.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { maskSsn, parseSsn } from '#domain/shared/values/ssn.ts';
import { cut } from '#domain/shared/values/text.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import { type CustomerRecord, newCustomer } from '#functions/customers/repository/customer-record.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { newSsn, type SealedSsn } from '#functions/ssn/repository.ts';
import { previewImport } from './preview-import.ts';
import { type ImportPart, type ImportRecord, imports, type StoredLine } from './repository.ts';
import { advanceImport, expiryAfter, presentImport, presentLine, withBatchFinished } from './shared/advance-import.ts';
import {
  type BatchRun,
  calendarSyncEvents,
  createCases,
  createdAt,
  importedId,
  isImported,
} from './shared/create-cases.ts';
import { undoImport } from './undo-import.ts';

interface SentLine {
  line: number;
  values: string[];
}
type Read = (record: ImportRecord, values: string[]) => ReadLine;
type Seal = (ssn: string) => Promise<SealedSsn>;

/** Maximum stored length of a rejected line's values: a part must fit into one item of 400 KB. */
const [longLine, keptOfValue] = [3500, 250];
const maxBytes = 380_000;

const shortened = (values: string[]): string[] =>
  values.join('').length <= longLine
    ? values
    : values.map((value) => (value.length > keptOfValue ? `${cut(value, keptOfValue)}…` : value));

const lineOf = async (
  record: ImportRecord,
  { line, values: given }: SentLine,
  read: Read,
  seal: Seal,
): Promise<StoredLine> => {
  if (given.length !== record.columns.length) throw invalid({ lines: [importMessages.wrongValues] });
  const at = record.columns.findIndex(({ field }) => field === 'ssn');
  const number = parseSsn(given[at] ?? '');
  const { fields, errors, notes, values } = read(record, number ? given.with(at, '') : given);
  const isRefused = errors.length > 0;
  const ssn = number && !isRefused ? await seal(number) : undefined;
  if (ssn) fields.ssn = maskSsn(ssn.last4);
  return {
    line,
    fields: isRefused ? null : fields,
    values: isRefused ? shortened(values) : null,
    ...(ssn ? { ssn } : {}),
    why: errors,
    notes: isRefused ? [] : notes,
    outcome: isRefused ? 'refused' : null,
    customer: null,
    case: null,
    fate: isRefused ? 'left' : 'waiting',
  };
};

/** Line numbers must be unique, because a customer's id is derived from them. */
const areInOrder = (lines: readonly SentLine[], behind: number): boolean =>
  lines.every(({ line }, at) => line > (lines[at - 1]?.line ?? behind));

const partsOf = (record: ImportRecord, lines: readonly StoredLine[], now: Date): ImportPart[] => {
  const size = linesPerPart[record.kind];
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, n) => ({
    organization_id: record.organization_id,
    import_id: record.id,
    part: record.parts + n,
    lines: lines.slice(n * size, (n + 1) * size),
    expires_at: expiryAfter(now, waitingDays),
  }));
};

const reading = async (db: Pick<Organizations, 'homes'>, actor: Actor, now: Date): Promise<Read> => {
  const homes = await db.homes();
  const territories = homes.some(({ id, include_territories }) => id === actor.homeId && include_territories);
  const rules = { today: latestToday(now), territories };
  const zones = new Map(homes.map(({ id, time_zone }) => [id, time_zone]));
  const todayAt = (id: string) => todayIn(zones.get(id) ?? 'UTC', now);
  return ({ kind, columns }, values) =>
    kind === 'cases'
      ? readCaseLine(columns, values, { ...rules, todayAt, homes, homeId: actor.homeId })
      : readCustomerLine(columns, values, rules);
};

/** Lines are parsed on arrival, so that a possible SSN is never stored in plain text. */
const sendLines = handler(
  importEndpoints.send,
  { imports, organizations, ssnEncryptor },
  async ({ params, body }, { db, work, ssnEncryptor, actor, now }) => {
    const seal: Seal = (ssn) => ssnEncryptor.seal(actor.organizationId, ssn);
    const read = await reading(db.organizations, actor, now);
    return work.attempt(
      () => db.imports.require(params.id),
      async (record) => {
        const { received, line_count: all, kind } = record;
        // Already received; only the response was lost.
        if (body.after + body.lines.length <= received) return work.finish(presentImport(record));
        if (record.state !== 'receiving') throw new AppError('conflict', { detail: importMessages.notReceiving });
        if (body.after !== received) throw new AppError('conflict', { detail: importMessages.outOfOrder });
        const next = received + body.lines.length;
        if (next > all) throw invalid({ lines: [importMessages.tooMany] });
        if (next < all && body.lines.length % linesPerPart[kind] !== 0)
          throw invalid({ lines: [importMessages.partsWhole(linesPerPart[kind])] });
        if (!areInOrder(body.lines, record.last_line ?? 1)) throw invalid({ lines: [importMessages.notInOrder] });
        const stored = await Promise.all(body.lines.map((line) => lineOf(record, line, read, seal)));
        const parts = partsOf(record, stored, now);
        if (parts.some((part) => Buffer.byteLength(JSON.stringify(part)) > maxBytes))
          throw invalid({ lines: [importMessages.tooLong] });
        const last_line = body.lines.at(-1)?.line;
        const changed = { ...record, received: next, last_line, parts: record.parts + parts.length };
        return work
          .add(db.imports.change(record, changed), parts.map(db.imports.putPart))
          .finish(presentImport(changed));
      },
    );
  },
);

const customerOfLine = (importId: string, { line, fields }: StoredLine, now: Date): CustomerRecord => {
  const read = fields ?? {};
  const record = newCustomer(importedId(importId, line), customerFieldsOf(read), now);
  return read.created_at ? { ...record, created_at: createdAt(read.created_at, now).toISOString() } : record;
};

const createCustomers = (
  customers: Pick<Customers, 'changes'>,
  { importId, lines, now }: { importId: string; lines: readonly StoredLine[]; now: Date },
): BatchRun => ({
  writes: [customers.changes(lines.map((line) => ({ next: customerOfLine(importId, line, now) })))],
  imported: lines,
});

const needs = { imports, customers, cases, homesByName, ssn: newSsn };
type Context = ContextOf<typeof importEndpoints.run, typeof needs>;

/** Extends the one-week expiry of the lines to a week after the undo period. */
const beginRun = ({ expires_at: _week, ...record }: ImportRecord, bringDoubtful: boolean, by: string, now: Date) => ({
  ...record,
  state: 'running' as const,
  bring_doubtful: bringDoubtful,
  run_at: now.toISOString(),
  run_by_name: by,
});

const finishedPart = (part: ImportPart, { imported, whyLeft }: BatchRun, now: Date): ImportPart => ({
  ...part,
  // From now on the encrypted SSN is only in its case.
  lines: part.lines.map(({ ssn: _moved, ...line }) => ({
    ...line,
    fate: imported.some((importedLine) => importedLine.line === line.line) ? 'brought' : 'left',
    why: [...line.why, ...(whyLeft?.has(line.line) ? [whyLeft.get(line.line) ?? ''] : [])],
  })),
  expires_at: expiryAfter(now, undoDays + waitingDays),
});

const createRecords = (context: Context, record: ImportRecord, part: ImportPart): Promise<BatchRun> | BatchRun => {
  const { db, actor, now } = context;
  const lines = part.lines.filter((line) => isImported(line, record));
  const run = { importId: record.id, organizationId: actor.organizationId, lines, by: actor.name, now };
  return record.kind === 'cases' ? createCases(db, run) : createCustomers(db.customers, run);
};

/** A case has no audit entry of its own: its log starts with the import. */
const runPart = async (context: Context, record: ImportRecord): Promise<boolean> => {
  const { db, work, now } = context;
  const [part] = await db.imports.parts(record.id, record.gone_parts, record.gone_parts + 1);
  if (!part) throw new AppError('conflict', { detail: importMessages.linesGone });
  const created = await createRecords(context, record, part);
  const next = withBatchFinished(record, part.lines.length, { brought: record.brought + created.imported.length });
  // The import comes first: of two concurrent calls, the second retries instead of finding its records taken.
  work.add(db.imports.change(record, next), db.imports.putPart(finishedPart(part, created, now)), ...created.writes);
  if (record.kind === 'cases') {
    for (const { line, fields } of created.imported)
      work.audit('case.brought_in', importedId(record.id, line), [
        { field: 'file', from: null, to: record.file_name },
        { field: 'case_number', from: null, to: fields?.case_number ?? '' },
        ...(fields?.ssn ? [{ field: 'social_security_number', from: null, to: null }] : []),
      ]);
    calendarSyncEvents(work, record, created.imported);
  }
  await work.step();
  return next.state === 'running';
};

const runImport = handler(importEndpoints.run, needs, async ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return advanceImport({ db, work }, params.id, async (record) => {
    if (record.state === 'done') return false;
    if (record.state === 'ready') {
      const { counts } = record;
      const coming = counts.new + (body.bring_doubtful ? counts.doubtful : 0);
      await work
        .add(db.imports.change(record, beginRun(record, body.bring_doubtful, actor.name, now)))
        .audit('import.run', actor.organizationId, [
          { field: 'file', from: null, to: record.file_name },
          { field: record.kind, from: null, to: coming },
        ])
        .announce('import.run', actor.organizationId, { import_id: record.id })
        .step();
      return true;
    }
    if (record.state !== 'running') throw new AppError('conflict', { detail: importMessages.notLookedAt });
    return runPart(context, record);
  });
});

const listImports = handler(importEndpoints.list, { imports }, async (_, { db }) => ({
  results: (await db.imports.latest()).map(presentImport),
}));

const getImport = handler(importEndpoints.get, { imports }, async ({ params }, { db }) =>
  presentImport(await db.imports.require(params.id)),
);

/** Parts read together, lines that end a response, and maximum parts per call, about 2 MB. */
const [partsPerRead, enoughLines, maxParts] = [10, 90, 100];

const listLines = handler(importEndpoints.lines, { imports }, async ({ params, query }, { db }) => {
  const record = await db.imports.require(params.id);
  const results = [];
  const isSought = Boolean(query.outcome || query.with_notes);
  const isWanted = ({ outcome, notes }: StoredLine): boolean =>
    (!query.outcome || outcome === query.outcome) && (!query.with_notes || notes.length > 0);
  const start = Number(query.after ?? 0);
  let at = start;
  while (at < record.parts && at < start + maxParts && results.length < enoughLines) {
    // Without a filter a page is one part.
    const to = Math.min(at + (isSought ? partsPerRead : 1), record.parts);
    for (const part of await db.imports.parts(record.id, at, to)) {
      at = part.part + 1;
      results.push(...part.lines.filter(isWanted).map((line) => presentLine(record, line)));
      if (results.length >= enoughLines) break;
    }
    if (results.length < enoughLines) at = to;
  }
  return { results, next_after: at < record.parts ? String(at) : null };
});

/** Deletes the lines from the last on, so that an interrupted call can be repeated. */
const discardImport = handler(importEndpoints.discard, { imports }, async ({ params }, { db, work }) => {
  for (;;) {
    const isGone = await work.attempt(
      () => db.imports.require(params.id),
      async (record) => {
        if (record.run_at) throw new AppError('conflict', { detail: importMessages.begun });
        const left = Math.max(0, record.parts - writesPerCommit);
        for (let part = left; part < record.parts; part++) work.add(db.imports.removePart(record.id, part));
        const cut = { ...record, state: 'discarding' as const, parts: left };
        await work.add(left ? db.imports.change(record, cut) : db.imports.remove(record)).step();
        return left === 0;
      },
    );
    if (isGone) return { success: true as const };
  }
});

/** Only the run is audited. */
const beginImport = handler(importEndpoints.begin, { imports }, async ({ body }, { db, work, actor, now }) => {
  const record: ImportRecord = {
    id: uuid({ msecs: now.getTime() }),
    organization_id: actor.organizationId,
    version: 1,
    ...body,
    state: 'receiving',
    received: 0,
    parts: 0,
    looked_parts: 0,
    gone_parts: 0,
    looked: 0,
    gone_through: 0,
    counts: { new: 0, known: 0, doubtful: 0, refused: 0, with_notes: 0 },
    bring_doubtful: false,
    brought: 0,
    removed: 0,
    kept: 0,
    begun_at: now.toISOString(),
    begun_by_name: actor.name,
    run_at: null,
    run_by_name: null,
    finished_at: null,
    undone_at: null,
    undone_by_name: null,
    expires_at: expiryAfter(now, waitingDays),
  };
  return work.add(db.imports.create(record)).finish(presentImport(record));
});

export const importRoutes = routesOf(importEndpoints, {
  list: listImports,
  begin: beginImport,
  get: getImport,
  send: sendLines,
  lines: listLines,
  look: previewImport,
  run: runImport,
  undo: undoImport,
  discard: discardImport,
});
