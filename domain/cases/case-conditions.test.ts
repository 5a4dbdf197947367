import { describe, expect, it } from 'vitest';
import { type CaseCondition, type CaseStage, caseConditions } from './case-conditions.ts';

const holds = (condition: CaseCondition, values: Record<string, unknown>, stage: CaseStage = 'draft') =>
  caseConditions[condition](values, { today: '2026-03-10', stage });

describe('caseConditions', () => {
  it.each<[CaseCondition, Record<string, unknown>, boolean]>([
    ['hasSpouse', { marital_status: 'married' }, true],
    ['hasSpouse', { marital_status: 'separated' }, true],
    ['hasSpouse', { marital_status: 'widowed' }, true],
    ['hasSpouse', { marital_status: 'divorced' }, false],
    ['isCremation', { service_type: 'cremation' }, true],
    ['isCremation', { service_type: 'direct_cremation' }, true],
    ['isCremation', { service_type: 'traditional' }, false],
    ['isCremation', { service_type: 'memorial', disposition_method: 'cremation' }, true],
    // The method that was entered wins over the service.
    ['isCremation', { service_type: 'graveside', disposition_method: 'cremation' }, true],
    ['mayBeStillborn', {}, true],
    ['mayBeStillborn', { date_of_birth: '2026-03-02', date_of_death: '2026-03-02' }, true],
    ['mayBeStillborn', { date_of_birth: '2026-03-01', date_of_death: '2026-03-02' }, false],
    ['mayBeStillborn', { date_of_birth: '1942-03-02', date_of_death: '2026-03-02' }, false],
    ['mayBeStillborn', { date_of_birth: '1942-03-02', date_of_death: '2026-03-02', stillborn: true }, true],
    ['dispositionHasDay', { service_type: 'visitation', disposition_method: 'entombment' }, true],
    ['dispositionHasDay', { service_type: 'visitation', disposition_method: 'cremation' }, false],
    ['dispositionHasDay', { service_type: 'other' }, false],
    ['diedWithinADay', { date_of_birth: '2026-03-09', date_of_death: '2026-03-10' }, true],
    ['diedWithinADay', { date_of_birth: '2026-03-08', date_of_death: '2026-03-10' }, false],
    ['diedWithinADay', { date_of_death: '2026-03-10' }, false],
    ['isNotStillborn', { stillborn: true }, false],
    ['isHispanic', { ethnicity: 'hispanic_latino' }, true],
    ['isBurial', { service_type: 'memorial' }, false],
    ['isVeteran', { is_veteran: 'yes' }, true],
    ['copiesAreOrdered', { dc_copies_ordered: '2' }, true],
    ['copiesAreOrdered', { dc_copies_ordered: 'some' }, false],
    ['deathInUs', { country_of_death: 'CAN' }, false],
    ['homeInUs', { home_address_country: 'USA' }, true],
    ['contactEntered', { customer_last_name: 'Lee' }, true],
    ['contactEntered', { customer_last_name: 'Lee', informant: 'x' }, false],
    ['contactEntered', { customer_first_name: ' ' }, false],
    ['contactEnteredInUs', { customer_last_name: 'Lee', customer_address_country: 'MEX' }, false],
    ['contactEnteredWithPostalCode', { customer_last_name: 'Lee', customer_address_country: 'MEX' }, true],
    ['contactEnteredWithPostalCode', { customer_last_name: 'Lee', customer_address_country: 'BHS' }, false],
    ['cannotBeReached', { first_name: 'Erik' }, true],
    ['cannotBeReached', { email: 'erik@example.com' }, false],
    ['cannotBeReached', { address: '118 Marine Street' }, false],
    ['becomesCustomer', { phone: '9045550171' }, false],
    ['becomesCustomer', { isCreatingNew: true }, true],
    ['becomesCustomerInUs', { isCreatingNew: true, address_country: 'USA' }, true],
    ['becomesCustomerWithPostalCode', { isCreatingNew: true, address_country: 'BHS' }, false],
    ['ssnExpected', { stillborn: true }, false],
    ['ssnExpected', { ssn_never_issued: true }, false],
    ['ssnExpected', {}, true],
  ])('returns that %s of %j is %s', (condition, values, expected) => {
    expect(holds(condition, values)).toBe(expected);
  });

  it('requires the spouse’s name once the case is active', () => {
    const stages: CaseStage[] = ['draft', 'submit', 'active', 'completed', 'cancelled'];
    const asked = stages.map((stage) => holds('isMarriedOnceActive', { marital_status: 'married' }, stage));
    expect(asked).toEqual([false, false, true, true, false]);
    expect(stages.map((stage) => holds('isOnceActive', {}, stage))).toEqual([false, false, true, true, false]);
    expect(holds('isMarriedOnceActive', { marital_status: 'widowed' }, 'active')).toBe(false);
  });
});
