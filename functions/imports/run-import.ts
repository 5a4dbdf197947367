import { AppError } from '#domain/contract/errors.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { undoDays, waitingDays } from '#domain/imports/import.schema.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import type { ContextOf } from '#functions/kernel/context.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases.ts';
import { customers } from '#functions/records/customer-database.ts';
import { type ImportPart, type ImportRecord, imports } from '#functions/records/imports.ts';
import { type Brought, comesIn, importedId } from './shared/imported.ts';
import { bringCases } from './shared/imported-cases.ts';
import { bringCustomers } from './shared/imported-customers.ts';
import { inSteps } from './shared/in-steps.ts';
import { afterPart, expiryAfter } from './shared/present-import.ts';

const needs = { imports, customers, cases };
type Context = ContextOf<typeof importEndpoints.run, typeof needs>;

/** What was handed in for a week stays as long as the import can be undone, and a week more. */
const begun = ({ expires_at: _week, ...record }: ImportRecord, bringDoubtful: boolean, by: string, now: Date) => ({
  ...record,
  ...{ state: 'running' as const, bring_doubtful: bringDoubtful, run_at: now.toISOString(), run_by_name: by },
});

const broughtPart = (part: ImportPart, { brought, leftWhy }: Brought, now: Date): ImportPart => ({
  ...part,
  lines: part.lines.map((line) => ({
    ...line,
    fate: brought.includes(line) ? 'brought' : 'left',
    why: [...line.why, ...(leftWhy?.has(line.line) ? [leftWhy.get(line.line) ?? ''] : [])],
  })),
  expires_at: expiryAfter(now, undoDays + waitingDays),
});

const bring = (context: Context, record: ImportRecord, part: ImportPart): Promise<Brought> | Brought => {
  const { db, actor, now } = context;
  const lines = part.lines.filter((line) => comesIn(line, record));
  const bringing = { importId: record.id, organizationId: actor.organizationId, lines, by: actor.name, now };
  return record.kind === 'cases' ? bringCases(db, bringing) : bringCustomers(db.customers, bringing);
};

/** The next part, with one commit. A case has an entry of its own: its trail begins with how it came. */
const bringPart = async (context: Context, record: ImportRecord): Promise<boolean> => {
  const { db, work, now } = context;
  const [part] = await db.imports.parts(record.id, record.gone_parts, record.gone_parts + 1);
  if (!part) throw new AppError('conflict', { detail: importMessages.linesGone });
  const found = await bring(context, record, part);
  const next = afterPart(record, part.lines.length, { brought: record.brought + found.brought.length });
  work.add(db.imports.putPart(broughtPart(part, found, now)), ...found.writes);
  if (record.kind === 'cases')
    for (const { line, fields } of found.brought)
      work.audit('case.brought_in', importedId(record.id, line), [
        { field: 'file', from: null, to: record.file_name },
        { field: 'case_number', from: null, to: fields?.case_number ?? '' },
      ]);
  await work.add(db.imports.change(record, next)).step();
  return next.state === 'running';
};

/** Brings in lines as they were looked at, a part with one commit; the audit trail says once that it was begun, and by whom. */
export const runImport = handler(importEndpoints.run, needs, async ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return inSteps({ db, work }, params.id, async (record) => {
    if (record.state === 'done') return false;
    if (record.state === 'ready') {
      const { counts } = record;
      const coming = counts.new + (body.bring_doubtful ? counts.doubtful : 0);
      await work
        .add(db.imports.change(record, begun(record, body.bring_doubtful, actor.name, now)))
        .audit('import.run', actor.organizationId, [
          { field: 'file', from: null, to: record.file_name },
          { field: record.kind, from: null, to: coming },
        ])
        .announce('import.run', actor.organizationId, { import_id: record.id })
        .step();
      return true;
    }
    if (record.state !== 'running') throw new AppError('conflict', { detail: importMessages.notLookedAt });
    return bringPart(context, record);
  });
});
