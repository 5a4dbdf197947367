import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { caseRow } from '#domain/cases/case-row.ts';
import type { SectionValues } from '#domain/cases/case-rules.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { localDay } from '#domain/values/calendar-date.ts';
import { ownChanges } from '../own-changes.ts';
import { caseKeys } from './keys.ts';

/** The filters that screens offer. */
export type CasesQuery = Omit<NonNullable<CallInput<typeof caseEndpoints.list>['query']>, 'case_number'>;

/** The values of a case by section, as the rules of the domain take them. */
export const sectionValuesOf = ({ sections, location }: Case): SectionValues => {
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section?.values ?? {}]));
  return { ...values, service: { ...values.service, location } };
};

/** A case as its list shows it. */
export const caseRowOf = (kase: Case): CaseRow => ({
  ...caseRow(kase, sectionValuesOf(kase)),
  // A case for which money came in may have a financial section that nobody wrote in.
  ...(kase.total_paid ? { total_paid: kase.total_paid } : {}),
  funeral_home_name: kase.funeral_home_name,
});

const within = (value: string, from: string | undefined, to: string | undefined): boolean =>
  (!from || value >= from) && (!to || value <= to);

/** The day that an instant is here; at the home whose days the server counts it is nearly always the same. */
const dayOf = (instant: string): string => localDay(new Date(instant));

/**
 * Whether a case stands in the list that these filters leave. One's own cases (`mine`) are no matter here: a row does not
 * say who opened the case, and a case that was opened just now was opened by whoever sees it.
 */
export const belongs = (row: CaseRow, query: CasesQuery): boolean => {
  const { status, location, service_type, lacking, created_from, created_to, service_from, service_to } = query;
  const hasDays = Boolean(service_from || service_to);
  return (
    (!status || row.status === status) &&
    (!location || row.funeral_home_id === location) &&
    (!service_type || row.service_type === service_type) &&
    (!lacking || row.missing_count > 0) &&
    (!(created_from || created_to) || within(dayOf(row.created_at), created_from, created_to)) &&
    (!hasDays || (row.service_date !== '' && within(row.service_date, service_from, service_to)))
  );
};

/** Behind every day: where a case without a service stands. */
const noDay = '~';

/** Where a row stands in an order; undefined by names, as the row does not tell the last name from the others. */
const sortKeyOf = (row: CaseRow, by: string): string | undefined => {
  const created = new Date(row.created_at).toISOString();
  if (by === 'created_at') return created;
  return by === 'service_date' ? `${row.service_date || noDay} ${row.service_time} ${created}` : undefined;
};

export const order = (a: CaseRow, b: CaseRow, query: CasesQuery): number | undefined => {
  const ordering = query.ordering ?? (query.service_from || query.service_to ? 'service_date' : '-created_at');
  const by = ordering.replace('-', '');
  const [one, other] = [sortKeyOf(a, by), sortKeyOf(b, by)];
  if (one === undefined || other === undefined) return undefined;
  return (one < other ? -1 : one > other ? 1 : 0) * (ordering.startsWith('-') ? -1 : 1);
};

/** What somebody has just done to cases, until the list knows it. */
export const ownCases = ownChanges<CaseRow, CasesQuery>({ key: caseKeys.lists, belongs, order });
