import { describe, expect, it } from 'vitest';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { caseSources, type FactsOfCase } from './case-sources.ts';
import { filledFields, suggestSource } from './roles-and-fields.ts';
import { sourceLocation } from './source-location.ts';

/**
 * Fifty common field names of funeral authorizations with their sources; '-' if the signer or the home fills them in.
 */
const answers = `
case.deceased_name: Decedent Name | Name of Deceased | Deceased's Full Legal Name
-: Deceased Name of Father | Medical Examiner Case Number | Spouse Date of Death | Informant Date of Birth
-: Place of Death Phone | Address where deceased is located | Address | City | First Name | Social Security Number
-: Printed Name of Funeral Director | Notary Printed Name | Witness Printed Name | Next of Kin Name
-: Insurance Agent Name | Cremation Place Phone | Total Number of Certified Copies
case.number: Case No.
deceased.date_of_death: Date of Death | Decedent’s Date of Death
deceased.time_of_death: Time of Death
deceased.date_of_birth: DOB | Decedent Date of Birth
deceased.gender: Sex
demographics.marital_status: Marital Status
deceased.location_of_death: Place of Death
case.residence: Decedent's Residence | Address of the Deceased
home.name: Funeral Home | Name of Funeral Home
home.phone: Funeral Home Telephone #
home.address: Address of Funeral Home
home.license_number: Funeral Establishment License Number
signer.relationship: Relationship to Deceased
signer.name: Authorizing Agent Name | Printed Name
signer.phone: Agent's Phone Number
signer.email: E-mail Address
case.informant_name: Informant
informant.informant_address: Informant Address
informant.customer_email: Informant Email
case.informant_phone: Informant Phone
medical.crematory_name: Crematory
statement.number: Statement Number
statement.total: Grand Total
deathCertificate.edrs_number: EDRS Number
case.today: Today's Date
`;

describe('suggestSource', () => {
  const table = answers
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [source = '', names = ''] = line.split(': ');
      return names.split(' | ').map((name): [string, string] => [name, source]);
    });
  it.each(table)('fills "%s" from %s', (name, source) => {
    expect(suggestSource({ name, type: 'text' }) ?? '-').toBe(source);
  });

  it('covers fifty common names, and none about the agent where the home signs', () => {
    expect(table).toHaveLength(50);
    expect(suggestSource({ name: 'Agent Name', type: 'text', role: 'Funeral Director' })).toBeUndefined();
  });
});

describe('valueForType', () => {
  const facts: FactsOfCase = {
    ...{ case_number: 'WA-2026-0007', today: '2026-11-28' },
    statement: { statement_number: 'WA-S-2026-0007', version: 2, complete_total: '7450.50' },
    home: { name: '', address: '', city: '', state: '', zip_code: '', phone: '9045550100', license_number: '' },
    sections: {
      deceased: { gender: 'female', date_of_birth: '1938-04-05', ssn_never_issued: false, state_of_death: 'FL' },
      demographics: { home_address_zip: '02134-1934', marital_status: 'domestic_partner', occupation: '987654321' },
      deathCertificate: { edrs_number: '202611284' },
      medical: { cremation_authorization_number: '112-26-4471', weight: '180' },
      informant: { informant_address: '12 King St, St. Augustine, FL, 32084-1934' },
    },
  };
  const value = (source: string, type: string, options: string[] = []) => {
    const place = { uuid: 'f', name: 'F', role: 'Agent', required: false, page: 1, document: '' };
    return filledFields({ fields: [{ ...place, type, options }], mapping: { F: source } }, facts, new Map())[0];
  };

  it.each([
    ['statement.total', 'number', '7450.50'],
    ['statement.total', 'text', '$7,450.50'],
    ['statement.version', 'number', '2'],
    ['medical.weight', 'number', '180'],
    ['case.number', 'number', ''],
    ['demographics.home_address_zip', 'number', ''],
    ['home.phone', 'number', ''],
    ['demographics.occupation', 'number', ''],
    ['demographics.occupation', 'text', 'XXX-XX-4321'],
    ['deceased.date_of_birth', 'date', '1938-04-05'],
    ['deceased.date_of_birth', 'text', 'Apr 5, 1938'],
    ['case.number', 'date', ''],
    ['case.number', 'phone', ''],
    ['demographics.home_address_zip', 'cells', '02134-1934'],
    ['deathCertificate.edrs_number', 'text', '202611284'],
    ['medical.cremation_authorization_number', 'text', '112-26-4471'],
    ['informant.informant_address', 'text', '12 King St, St. Augustine, FL, 32084-1934'],
  ])('writes %s into a field of type %s as "%s"', (source, type, expectedText) => {
    expect(value(source, type)).toMatchObject({
      value: expectedText,
      is_missing: expectedText === '',
      is_misfit: expectedText === '',
    });
  });

  it.each([
    ['deceased.gender', 'Male|Female', 'Female'],
    ['deceased.gender', 'M|F', 'F'],
    ['deceased.gender', 'M|W', ''],
    ['deceased.gender', '', ''],
    ['demographics.marital_status', 'S|M|D|W', ''],
    ['deceased.ssn_never_issued', 'Y|N', 'N'],
    ['deceased.state_of_death', 'Florida|Georgia', 'Florida'],
    ['case.number', 'WA|FL', ''],
  ])('maps %s to the options %s as "%s"', (source, options, expectedText) => {
    const field = value(source, 'radio', options.split('|'));
    expect(field).toMatchObject({
      value: expectedText,
      is_missing: expectedText === '',
      is_misfit: expectedText === '',
    });
  });
});

it('leads from every source that can be empty to an existing field', () => {
  const never = ['case.number', 'case.today'];
  const lost = caseSources.filter(({ id }) => {
    const place = sourceLocation(id);
    if (place === undefined) return !never.includes(id);
    if (place.at === 'home') return !id.startsWith('home.');
    const section = caseSections.find((one) => one.id === place.section);
    return !section?.fields.some(({ name }: { name: string }) => place.field === '' || name === place.field);
  });
  expect(lost.map(({ id }) => id)).toEqual([]);
  expect(sourceLocation('deceased.date_of_birth')).toEqual({ at: 'case', section: 'deceased', field: 'date_of_birth' });
});
