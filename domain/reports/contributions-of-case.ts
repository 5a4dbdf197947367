import type { caseStatuses } from '#domain/cases/case-status.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { burialFeesFields, servicesFeesFields } from '#domain/cases/sections/financial-and-fees.ts';
import { type AssignmentStatus, splitBalance } from '#domain/payments/receivables.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { type CalendarDate, daysBetween, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { cut } from '#domain/shared/values/text.ts';
import { toStatementCheckInput } from '#domain/statements/checked-statement.ts';
import { documentedFees } from '#domain/statements/fee-names.ts';
import { type FeeLine, partTitles, type StatementPart, statementParts } from '#domain/statements/fee-sheet.ts';
import {
  type Contribution,
  countMeasure,
  type FigureGroup,
  unspecifiedServiceType,
  unspecifiedStaff,
  withCounts,
  withoutZeroMeasures,
} from './contributions.ts';

const feeNames: ReadonlySet<string> = new Set(Object.values(documentedFees).flat());
const maxNameLength = 80;

/** Returns the sales category of a Statement line. The name is set only if nothing else provides it. */
export const salesCategory = (line: FeeLine, part: StatementPart): { key: string; name: string } => {
  if (line.price?.item) {
    // An item's name is in the description of the fee it filled, and is the name of a custom line.
    const name = feeNames.has(line.key) ? line.description || line.name : line.name || line.description;
    return { key: `item.${line.price.item}`, name: cut(name, maxNameLength) };
  }
  // Labels of certificates contain the number of copies, and those of forwarding and receiving a place.
  if (feeNames.has(line.key)) return { key: `fee.${line.key}`, name: '' };
  return { key: `part.${part}`, name: '' };
};

const feeLabels: ReadonlyMap<string, string> = new Map(
  [...servicesFeesFields, ...burialFeesFields].map(({ name, label }) => [name, label]),
);
const feeLabel = (name: string): string =>
  name === 'death_certificate_fee_each' ? 'Death certificates' : (feeLabels.get(name) ?? name);

/** Returns the name of a sold item; `known` is the name stored with it. */
export const soldName = (key: string, known: string): string => {
  const kindEnds = key.indexOf('.');
  const [kind, name] = [key.slice(0, kindEnds), key.slice(kindEnds + 1)];
  if (kind === 'fee') return feeLabel(name);
  if (kind === 'part') return `Other: ${partTitles[name as StatementPart] ?? name}`;
  return known || 'Price list item';
};

/** Amounts are cents. */
export interface CountedCase {
  readonly id: string;
  readonly case_number: string;
  readonly funeral_home_id: string;
  readonly status: (typeof caseStatuses)[number];
  /** The location's date. */
  readonly opened_on: CalendarDate;
  readonly created_by_id: string | null;
  readonly created_by_name: string | null;
  readonly paid_cents: number;
  readonly assignments: readonly {
    readonly status: AssignmentStatus;
    readonly amount_cents: number;
    readonly id: string;
    readonly received_cents: number;
    readonly expected_on: string | null;
  }[];
  readonly sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly received_on: readonly CalendarDate[];
}

type Measures = Record<string, number>;

const day = (value: unknown): CalendarDate | undefined => {
  const text = typeof value === 'string' ? value.slice(0, 10) : '';
  return isCalendarDate(text) ? text : undefined;
};

/**
 * Returns all contributions of a case. Arrangement and contract count on the Statement's date, else the date of opening. A
 * cancelled case has no contract and owes nothing; money received is held until it is refunded.
 */
export function contributionsOfCase(caseRecord: CountedCase): Contribution[] {
  const { sections, status } = caseRecord;
  const title = deceasedName(sections.deceased) || 'Name not given';
  const contributionTo = (
    group: FigureGroup,
    on: CalendarDate,
    add: Record<string, number>,
    names = {},
  ): Contribution[] => {
    const added = withoutZeroMeasures({
      group,
      homeId: caseRecord.funeral_home_id,
      day: on,
      add,
      caseId: caseRecord.id,
      title,
      detail: caseRecord.case_number,
      ...(Object.keys(names).length ? { names } : {}),
    });
    return added ? [added] : [];
  };
  const kind = stringAt(sections.service, 'service_type') || unspecifiedServiceType;
  const called = day(sections.innerOffice?.first_call_received_at) ?? caseRecord.opened_on;
  const arranged = day(sections.servicesFees?.date_of_statement);
  /** Days after the call; an earlier date counts nothing. */
  const since = (group: FigureGroup, on: CalendarDate | undefined): Contribution[] =>
    on && on >= called && status !== 'cancelled'
      ? contributionTo(group, on, { n: 1, days: daysBetween(called, on) })
      : [];
  const certificate = sections.deathCertificate;
  const filed = certificate?.dc_county_completed === true ? day(certificate.dc_county_completed_date) : undefined;
  return [
    ...contributionTo('opened', caseRecord.opened_on, ...openedOf(caseRecord, kind, 'opened')),
    ...contributionTo('open', caseRecord.opened_on, ...openedOf(caseRecord, kind, 'open')),
    ...since('arranged', arranged),
    ...since('filed', filed),
    ...since('certified', caseRecord.received_on.toSorted()[0]),
    ...moneyOf(caseRecord, kind, arranged ?? caseRecord.opened_on, contributionTo),
  ];
}

function openedOf(caseRecord: CountedCase, kind: string, group: 'opened' | 'open'): [Measures, Record<string, string>] {
  const { status, created_by_id: staff, created_by_name } = caseRecord;
  if (group === 'open' && status !== 'draft' && status !== 'active') return [{}, {}];
  // An imported case has no opener here: it counts under no one, so that staff add up to all.
  return [
    { n: 1, [`status.${status}`]: 1, [`kind.${kind}`]: 1, [`staff.${staff ?? unspecifiedStaff}`]: 1 },
    staff ? { [`staff.${staff}`]: created_by_name ?? '' } : {},
  ];
}

function moneyOf(
  caseRecord: CountedCase,
  kind: string,
  on: CalendarDate,
  contributionTo: (
    group: FigureGroup,
    day: CalendarDate,
    add: Record<string, number>,
    names?: object,
  ) => Contribution[],
): Contribution[] {
  const isCancelled = caseRecord.status === 'cancelled';
  const { contractTotal, sheet, totals } = toStatementCheckInput(caseRecord.sections);
  const contract = isCancelled ? 0 : Math.max(0, contractTotal ?? 0);
  const { insurer, family } = splitBalance(
    isCancelled ? { assignments: [] } : caseRecord,
    contract,
    caseRecord.paid_cents,
  );
  const owed = Math.max(0, family);
  const held = Math.max(0, -family);
  const owing = contributionTo('owing', on, {
    ...withCounts({ family: owed, insurer, held, total: owed + insurer }),
  });
  if (contract === 0) return owing;
  const sold: Record<string, number> = {};
  const names: Record<string, string> = {};
  for (const part of statementParts) {
    if (part === 'burial' && sheet.burialHandling !== 'billed') continue;
    for (const line of sheet.lines[part]) {
      const { key, name } = salesCategory(line, part);
      const measure = `cents.${key}`;
      sold[measure] = (sold[measure] ?? 0) + line.amount;
      // Several lines of a category are still one record.
      sold[countMeasure(measure)] = 1;
      if (name) names[measure] = name;
    }
  }
  return [
    ...owing,
    ...contributionTo(
      'contract',
      on,
      withCounts({
        cents: contract,
        [`cents.kind.${kind}`]: contract,
        home: totals.homeCharges,
        tax: totals.tax,
        advances: totals.parts.advances,
      }),
    ),
    ...contributionTo('sale', on, sold, names),
  ];
}
