import { latestToday } from '#domain/shared/values/calendar-date.ts';
import { localDateTime } from '#domain/shared/values/date-time.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { FirstCallRecord } from '#functions/first-calls/repository/first-calls.ts';
import { validateSheet } from '#functions/first-calls/shared/judged-sheet.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import { demoId } from './demo-id.ts';
import type { DemoFirstCall } from './demo-organization.ts';
import type { Seeding } from './seeding.ts';

/** The sheet as it was recorded, its time of call filled in as a screen does. Throws when the rules refuse it. */
export const firstCallOf = async (
  { cipher, organizationId, home: homeOf, staffName, instant, now }: Seeding,
  { name, home, received, by, draft, answers }: DemoFirstCall,
): Promise<{ record: FirstCallRecord; sealed: SealedSsn | undefined }> => {
  const status = draft ? 'draft' : 'active';
  const { id: homeId, time_zone } = homeOf(home);
  const at = instant(received);
  const call_received_at = localDateTime(time_zone, new Date(at));
  const sent = { ...answers, call_received_at };
  const { ssn, ...judged } = validateSheet(undefined, sent, { home: homeId, status, today: latestToday(now) });
  const sealed = ssn ? await cipher.seal(organizationId, ssn) : undefined;
  const record: FirstCallRecord = {
    id: demoId('first-call', name),
    organization_id: organizationId,
    funeral_home_id: homeId,
    version: 1,
    status,
    created_at: at,
    updated_at: at,
    created_by_name: staffName(by),
    updated_by_name: staffName(by),
    case_id: null,
    case_number: null,
    ssn_id: sealed?.ssn_id ?? null,
    ssn_last4: sealed?.last4 ?? null,
    form: judged.form,
    next_of_kins: judged.next_of_kins.map((nextOfKin, place) => ({
      ...nextOfKin,
      id: demoId('first-call', `${name} ${place}`),
    })),
  };
  return { record, sealed };
};

/** Everything that a sheet leaves in the table, without events. */
export const firstCallWrites = (
  seeding: Seeding,
  { by, received }: DemoFirstCall,
  record: FirstCallRecord,
  sealed: SealedSsn | undefined,
): Write[] => {
  const db = seeding.databaseAs(by, received);
  return [
    db.firstCalls.create(record),
    ...(sealed ? [db.ssn.put(sealed)] : []),
    db.audit.entry('first-call.created', record.id),
  ];
};

/** The sheet of a case, as it stands after its conversion. */
export const convertedFirstCall = async (
  seeding: Seeding,
  demo: DemoFirstCall,
  caseRecord: CaseRecord,
): Promise<Write[]> => {
  const { record, sealed } = await firstCallOf(seeding, demo);
  const { id: case_id, case_number, created_at: updated_at } = caseRecord;
  const converted: FirstCallRecord = { ...record, status: 'converted', case_id, case_number, updated_at, version: 2 };
  const db = seeding.databaseAs(demo.by, demo.received);
  return [
    ...firstCallWrites(seeding, demo, converted, sealed),
    db.audit.entry('first-call.converted', record.id, [{ field: 'case_number', from: null, to: case_number }]),
  ];
};
