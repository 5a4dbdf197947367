import type { Permit } from '#domain/permits/permit.endpoints.ts';
import { permitFields } from '#domain/permits/permit.fields.ts';
import { cleanPermit, isExpired, permitErrors } from '#domain/permits/permit.rules.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { differences } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { documentsReadOnly } from '#functions/documents/repository/documents.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { type PermitRecord, permits } from '#functions/permits/repository.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';

export const writing = { cases, permits, organizations, documents: documentsReadOnly };

export const presentPermit = (permit: PermitRecord, today: CalendarDate): Permit => ({
  ...permit,
  is_expired: isExpired(permit, today),
});

/** Throws 400 with every error, also against the case's other permits. */
export const permitContent = (values: Values, others: readonly PermitRecord[], today: CalendarDate) => {
  const otherNumbers = others.map(({ permit_number }) => permit_number);
  const errors = permitErrors(values, { otherNumbers, today });
  if (Object.keys(errors).length) throw invalid(errors);
  const kept = cleanPermit(values);
  return {
    permit_name: kept.permit_name ?? '',
    permit_number: kept.permit_number ?? '',
    issuing_authority: kept.issuing_authority ?? '',
    name_on_permit: kept.name_on_permit ?? '',
    issue_date: kept.issue_date ?? null,
    expiry_date: kept.expiry_date ?? null,
    notes: kept.notes ?? '',
    returned_date: kept.returned_date ?? null,
  };
};

/** Changes for the audit log as `permits.…`, the number first. */
export const permitChanges = (before: Values, next: Values) => {
  const number = String(next.permit_number ?? before.permit_number);
  const changed = differences(permitFields, before, next);
  return [
    ...(changed.some(({ field }) => field === 'permit_number')
      ? []
      : [{ field: 'permits.permit_number', from: number, to: number }]),
    ...changed.map(({ field, from, to }) => ({ field: `permits.${field}`, from, to })),
  ];
};

type Documents = ReturnType<typeof documentsReadOnly.in>;

/** Throws 404 for a document of another case or a deleted one. */
const requireScan = async (documents: Documents, caseId: string, id: string): Promise<string> => {
  const found = await documents.requireUndeleted(id);
  if (found.case_id !== caseId || found.status === 'refused') throw notFound();
  return found.file_name;
};

/** Returns the scan and the file names for the audit log; an unchanged scan is not validated. Throws 404. */
export const scanOf = async (
  { documents }: { documents: Documents },
  caseId: string,
  before: string | null,
  sent: string | null,
): Promise<{ scan: string | null; changes: Change[] }> => {
  if (sent === before) return { scan: before, changes: [] };
  const [from, to] = await Promise.all([
    before === null ? null : documents.find(before).then((document) => document?.file_name ?? null),
    sent === null ? null : requireScan(documents, caseId, sent),
  ]);
  return { scan: sent, changes: [{ field: 'permits.scan', from, to }] };
};

export const indexOfPermit = (entries: readonly PermitRecord[], id: string): number => {
  const at = entries.findIndex((entry) => entry.id === id);
  if (at < 0) throw notFound();
  return at;
};
