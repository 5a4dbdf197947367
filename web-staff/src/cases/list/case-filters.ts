import type { CaseOrdering } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { addDays, type CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { useLocationFilter } from '../../organizations/parts/use-location-filter.tsx';
import { checkFilter, choiceFilter, dayFilter } from '../../ui/lists/list-filters.tsx';
import type { SavedView } from '../../ui/lists/saved-views.tsx';
import { useList } from '../../ui/lists/use-list.ts';
import { statusText } from '../case-text.ts';

const status = choiceFilter(
  'Status',
  'All Statuses',
  caseStatuses.map((value) => ({ value, label: statusText(value) })),
);
const seldom = {
  service_type: { ...choiceFilter('Service type', 'All Service Types', serviceTypes), more: true as const },
  created_from: dayFilter('Opened from'),
  created_to: dayFilter('Opened to'),
  service_from: dayFilter('Service from'),
  service_to: dayFilter('Service to'),
  mine: checkFilter('Opened by me'),
  lacking: checkFilter('Lacks required fields'),
};

/** The orders of the list, the usual one first. */
export const orderings = [
  { value: '', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'deceased_name', label: 'Last name, A to Z' },
  { value: '-deceased_name', label: 'Last name, Z to A' },
  { value: 'service_date', label: 'Earliest service first' },
  { value: '-service_date', label: 'Latest service first' },
] as const satisfies readonly { value: '' | CaseOrdering | `-${CaseOrdering}`; label: string }[];

/** What the heading of the opening day leads to besides; it says the same as the usual order. */
const orders = ['-created_at', ...orderings.flatMap(({ value }) => (value === '' ? [] : [value]))] as const;

/** How the list of cases is looked at. */
export const useCaseList = () => useList({ status, location: useLocationFilter(), ...seldom }, orders);

const daysAhead = 7;

/** The filters that everybody has, on this day. */
export const commonViews = (today: CalendarDate): readonly SavedView[] => [
  { name: 'All', query: '' },
  { name: 'Active', query: 'status=active' },
  { name: 'Drafts', query: 'status=draft' },
  { name: 'Incomplete', query: 'lacking=true' },
  {
    name: `Services, next ${daysAhead} days`,
    query: `service_from=${today}&service_to=${addDays(today, daysAhead - 1)}`,
  },
  { name: 'Mine', query: 'mine=true' },
];
