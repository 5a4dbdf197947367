import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { undoDays, waitingDays } from '#domain/imports/import.schema.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import type { ContextOf } from '#functions/platform/api/context.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { newSsn } from '#functions/ssn/repository.ts';
import { type ImportPart, type ImportRecord, imports } from './repository.ts';
import { advanceImport } from './shared/advance-import.ts';
import { calendarSyncEvents } from './shared/calendar-follows.ts';
import { createCases } from './shared/create-cases.ts';
import { createCustomers } from './shared/create-customers.ts';
import { withBatchFinished } from './shared/import-progress.ts';
import { type BatchRun, importedId, isImported } from './shared/imported-records.ts';
import { expiryAfter } from './shared/present-import.ts';

const needs = { imports, customers, cases, homesByName, ssn: newSsn };
type Context = ContextOf<typeof importEndpoints.run, typeof needs>;

/** What was handed in for a week stays as long as the import can be undone, and a week more. */
const beginRun = ({ expires_at: _week, ...record }: ImportRecord, bringDoubtful: boolean, by: string, now: Date) => ({
  ...record,
  ...{ state: 'running' as const, bring_doubtful: bringDoubtful, run_at: now.toISOString(), run_by_name: by },
});

const finishedPart = (part: ImportPart, { imported, whyLeft }: BatchRun, now: Date): ImportPart => ({
  ...part,
  // The encrypted number lies in its case from now on, and nowhere else.
  lines: part.lines.map(({ ssn: _moved, ...line }) => ({
    ...line,
    fate: imported.some((one) => one.line === line.line) ? 'brought' : 'left',
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

/** Runs the next part, with one commit. A case has an entry of its own: its trail begins with how it came. */
const runPart = async (context: Context, record: ImportRecord): Promise<boolean> => {
  const { db, work, now } = context;
  const [part] = await db.imports.parts(record.id, record.gone_parts, record.gone_parts + 1);
  if (!part) throw new AppError('conflict', { detail: importMessages.linesGone });
  const created = await createRecords(context, record, part);
  const next = withBatchFinished(record, part.lines.length, { brought: record.brought + created.imported.length });
  work.add(db.imports.putPart(finishedPart(part, created, now)), ...created.writes);
  if (record.kind === 'cases') {
    for (const { line, fields } of created.imported)
      work.audit('case.brought_in', importedId(record.id, line), [
        { field: 'file', from: null, to: record.file_name },
        { field: 'case_number', from: null, to: fields?.case_number ?? '' },
        ...(fields?.ssn ? [{ field: 'social_security_number', from: null, to: null }] : []),
      ]);
    calendarSyncEvents(work, record, created.imported);
  }
  await work.add(db.imports.change(record, next)).step();
  return next.state === 'running';
};

/** Runs an import as it was previewed, a part with one commit; the audit trail says once that it was run, and by whom. */
export const runImport = handler(importEndpoints.run, needs, async ({ params, body }, context) => {
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
