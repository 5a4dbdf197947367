import type { FirstCall, FirstCallKin } from '#domain/first-calls/first-call.schema.ts';
import { firstCallFields, firstCallKinFields } from '#domain/first-calls/first-call.sections.ts';
import { wireValuesOf } from '#domain/shared/forms/wire.ts';
import { maskSsn } from '#domain/shared/values/ssn.ts';
import { deceasedNameOf } from '#functions/first-calls/repository/first-call-record.ts';
import type { FirstCallRecord, FirstCalls, KinRecord } from '#functions/first-calls/repository/first-calls.ts';

/** A next of kin as the wire carries it. */
export const presentKin = ({ id, values }: KinRecord): FirstCallKin => ({
  ...wireValuesOf(firstCallKinFields, values),
  id,
});

/** A sheet as the wire carries it: its fields flat, the SSN masked. */
export const presentFirstCall = async (firstCalls: FirstCalls, record: FirstCallRecord): Promise<FirstCall> => {
  const [funeral_home_name, possible_duplicates] = await Promise.all([
    firstCalls.homeNameOf(record),
    firstCalls.alike(record),
  ]);
  const { form, next_of_kins, ssn_id: _id, ssn_last4, organization_id: _organization, ...rest } = record;
  return {
    ...wireValuesOf(firstCallFields, form),
    ...rest,
    assigned_location: record.funeral_home_id,
    deceased_full_name: deceasedNameOf(record),
    funeral_home_name,
    next_of_kins: next_of_kins.map(presentKin),
    social_security_number: ssn_last4 ? maskSsn(ssn_last4) : '',
    possible_duplicates,
  };
};
