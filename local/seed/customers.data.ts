import type { NewCustomer } from '#domain/customers/customer.schema.ts';
import type { DemoCustomer } from './demo-organization.ts';

type Person = readonly [first: string, last: string, phone: string | null, email: string | null];
type Place = readonly [street: string, city: string, state: string, zip: string];

const places = {
  augustine: ['12 Cordova Street', 'St. Augustine', 'FL', '32084'],
  beach: ['640 Beach Boulevard', 'St. Augustine', 'FL', '32080'],
  jacksonville: ['1819 Pearl Street', 'Jacksonville', 'FL', '32206'],
  valdosta: ['77 Baytree Road', 'Valdosta', 'GA', '31602'],
} as const satisfies Record<string, Place>;

const customer = (
  [first_name, last_name, phone, email]: Person,
  [address, city, state, zip_code]: Place,
  days: number,
  more: Partial<NewCustomer> = {},
): DemoCustomer => ({
  name: `${first_name} ${last_name} ${days}`,
  created: days * 24,
  fields: { first_name, last_name, phone, email, address, city, state, zip_code, ...more },
});

/**
 * Customers without a case: former families and pre-need callers. Three pairs look alike: one phone with two first
 * names, one name in two spellings, and a father and son who must never be merged.
 */
export const whitcombCustomers: readonly DemoCustomer[] = [
  customer(['Kathleen', 'Briggs', '9045550171', 'kathleen.briggs@example.com'], places.augustine, 340),
  customer(['Kathy', 'Briggs', '9045550171', null], places.augustine, 35, { notes: 'Called about her aunt Dorothy.' }),
  customer(['Patrick', "O'Neill", '9045550172', 'patrick.oneill@example.com'], places.beach, 290),
  customer(['Patrick', 'ONeill', '9045550172', 'patrick.oneill@example.com'], places.beach, 21),
  customer(['William', 'Harmon Sr.', '9045550173', 'harmon.family@example.com'], places.jacksonville, 380),
  customer(['William', 'Harmon Jr.', '9045550173', 'harmon.family@example.com'], places.jacksonville, 120),
  customer(['Zoë', 'Delacroix-Meyer', '9045550174', 'zoe.dm@example.org'], places.augustine, 260, {
    county: 'St. Johns',
  }),
  customer(['Thomas', 'Thomas', '9045550175', null], places.beach, 210),
  customer(['Phúc', 'Trần', '9045550176', 'phuc.tran@example.org'], places.jacksonville, 180, { middle_name: 'Hồng' }),
  customer(['Beatrice', 'Langley', null, 'b.langley@example.com'], places.augustine, 150, {
    apt_house_number: 'Apt 4',
  }),
  customer(['Óscar', 'Villanueva', '2295550177', null], places.valdosta, 90),
  customer(['Ingrid', 'Aaltonen', '9045550178', 'ingrid.aaltonen@example.com'], places.beach, 12, {
    notes: 'Wants to arrange her own service in advance.',
  }),
];
