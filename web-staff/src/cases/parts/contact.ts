import type { Case } from '#domain/cases/case-wire.schema.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { type KinEntry, kinIn, kinText, relationshipOf } from './kin-entries.ts';

/** 'Karin Lindqvist'. */
export const firstAndLast = (nextOfKin: KinEntry): string =>
  fullName(kinText(nextOfKin, 'first_name'), kinText(nextOfKin, 'last_name'));

/** The primary next of kin, else the informant as the case names them. */
export const contactOf = (caseRecord: Case) => {
  const [nextOfKin] = kinIn(caseRecord.next_of_kins);
  const name = nextOfKin ? firstAndLast(nextOfKin) : asString(caseRecord.informant_name);
  const fallback = {
    phone: asString(caseRecord.customer_phone) || asString(caseRecord.submitter_phone),
    email: asString(caseRecord.customer_email),
  };
  const phone = (nextOfKin && kinText(nextOfKin, 'phone')) || fallback.phone;
  const email = (nextOfKin && kinText(nextOfKin, 'email')) || fallback.email;
  if (!name && !phone && !email) return undefined;
  return {
    name: name || fullName(asString(caseRecord.customer_first_name), asString(caseRecord.customer_last_name)),
    firstName:
      (nextOfKin ? kinText(nextOfKin, 'first_name') : asString(caseRecord.informant_name).split(' ')[0]) ||
      'the family',
    relationship: relationshipOf(nextOfKin ?? { relationship: caseRecord.informant_relationship }),
    phone,
    email,
  };
};
