import type { CareBoard, CareCard, CarePlace } from '#domain/care/care.schema.ts';
import { gateLabels } from '#domain/gates/gate-names.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { presentSubject, type SubjectRecord } from '#functions/care/repository/custody.ts';
import type { PlaceRecord } from '#functions/care/repository/places.ts';
import type { CaseListRow } from '#functions/cases/repository/case-rows.ts';

export const presentPlace = (place: PlaceRecord, names: ReadonlyMap<string, string>): CarePlace => ({
  ...place,
  funeral_home_name: names.get(place.funeral_home_id) ?? '',
});

/** Returns the next planned event of a case that is not over by its home's day. */
const nextOf = (row: CaseListRow, today: string): CareCard['next'] => {
  const [day = '', time = ''] = row.gate?.at.split(' ') ?? [];
  const planned = [
    { what: 'Service', date: row.service_date, time: row.service_time },
    ...(row.gate ? [{ what: gateLabels[row.gate.gate], date: day, time }] : []),
  ];
  const ahead = planned.filter(({ date }) => date >= today);
  return ahead.toSorted((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`))[0] ?? null;
};

const initialsOf = (name: string, lastName: string): string => {
  const letters = [name, lastName].flatMap((part) => [...part.trim()][0] ?? []);
  return letters.map((letter) => `${letter}.`).join(' ');
};

export interface BoardFacts {
  readonly rows: readonly CaseListRow[];
  /** Zones by home. */
  readonly zones: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** Returns the cards of everybody in care. A body and remains of one case are no namesakes. */
export const cardsOf = (subjects: readonly SubjectRecord[], { rows, zones, now }: BoardFacts): CareCard[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const surname = (caseId: string): string => foldForSearch(byId.get(caseId)?.deceased_last_name ?? '');
  const casesOf = Map.groupBy(new Set(subjects.map(({ case_id }) => case_id)), surname);
  return subjects.map((record): CareCard => {
    const row = byId.get(record.case_id);
    const name = row?.deceased_full_name ?? '';
    const lastName = row?.deceased_last_name ?? '';
    const folded = surname(record.case_id);
    return {
      ...presentSubject(record),
      case_number: row?.case_number ?? '',
      funeral_home_id: record.funeral_home_id,
      name,
      last_name: lastName,
      initials: initialsOf(name, lastName),
      same_surname: folded !== '' && (casesOf.get(folded)?.length ?? 0) > 1,
      gate: row?.gate ? { gate: row.gate.gate, missing: row.gate.missing } : null,
      next: row ? nextOf(row, todayIn(zones.get(record.funeral_home_id) ?? 'UTC', now)) : null,
      effects: row?.effects ?? { count: 0, undecided: 0 },
    };
  });
};

/** Returns last names that several cards share, as they are written. */
export const sameSurnames = (cards: readonly CareCard[]): CareBoard['same_surnames'] => [
  ...new Map(
    cards.filter(({ same_surname }) => same_surname).map(({ last_name }) => [foldForSearch(last_name), last_name]),
  ).values(),
];
