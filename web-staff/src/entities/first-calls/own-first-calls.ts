import type { CallInput } from '#domain/contract/endpoint.ts';
import type { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import type { FirstCall, FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { fullName } from '#domain/values/person-name.ts';
import { ownChanges } from '../own-changes.ts';
import { firstCallKeys } from './keys.ts';

export type FirstCallsQuery = NonNullable<CallInput<typeof firstCallEndpoints.list>['query']>;

/** A sheet as its list shows it. */
export const firstCallRowOf = (sheet: FirstCall): FirstCallRow => {
  const [kin] = sheet.next_of_kins;
  return {
    id: sheet.id,
    created_at: sheet.created_at,
    updated_at: sheet.updated_at,
    status: sheet.status,
    deceased_full_name: sheet.deceased_full_name,
    date_of_birth: sheet.date_of_birth ?? '',
    date_of_death: sheet.date_of_death ?? '',
    time_of_death: sheet.time_of_death ?? '',
    place_of_death: sheet.place_of_death ?? '',
    next_of_kin_name: fullName(kin?.first_name, kin?.last_name),
    next_of_kin_relationship: kin?.relationship ?? '',
    next_of_kin_phone: kin?.phone ?? '',
    call_taken_by: sheet.call_taken_by ?? '',
    removal_expected_at: sheet.removal_expected_at ?? '',
    funeral_home_id: sheet.funeral_home_id,
    funeral_home_name: sheet.funeral_home_name,
    case_id: sheet.case_id,
    case_number: sheet.case_number,
  };
};

/** What somebody has just done to sheets, until the lists know it. */
export const ownFirstCalls = ownChanges<FirstCallRow, FirstCallsQuery>({
  key: firstCallKeys.lists,
  belongs: (row, { status, location }) =>
    (!status || row.status === status) && (!location || row.funeral_home_id === location),
  order: (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at),
});
