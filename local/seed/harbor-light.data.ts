import { type DemoOrganization, moved, opened, received } from './demo-organization.ts';
import { byCheck, paid } from './money.data.ts';

const owner = 'owner@harbor-light.example';

export const harborLight: DemoOrganization = {
  name: 'Harbor Light (Demonstration)',
  timeZone: 'America/Chicago',
  homes: [
    {
      slug: 'harbor-light',
      name: 'Harbor Light Funeral Home',
      phone: '2515550160',
      emergencyPhone: '2515550161',
      address: ['509 Government Street', 'Mobile', 'AL', '36602'],
      license: 'AL-DEMO-0004',
      timeZone: 'America/Chicago',
      prefix: 'HL',
      condolence: 'Our thoughts are with you. We will call you as soon as we have read what you write here.',
      logo: null,
      notify: [owner, 'office@harbor-light.example'],
    },
  ],
  staff: [
    {
      email: owner,
      name: ['Lorena', 'Delacroix'],
      role: 'super_admin',
      home: 'harbor-light',
      title: 'Owner',
      phone: '2515550165',
    },
  ],
  submissions: ({ life }) => [
    {
      ...received('otis-landry', 'harbor-light', 170, 169, owner),
      report: {
        name: ['Otis', 'Ray', 'Landry'],
        ...life('male', 73, -8, 130),
        ssn: '902-34-5601',
        birthplace: ['Mobile', 'AL', 'USA', 'Mobile'],
        home: ['455 Dauphin Street', 'Mobile', 'AL', '36602'],
        marital: 'married',
        spouse: ['Bernice', 'Landry', 'Coleman'],
        father: ['Ray', '', 'Landry'],
        mother: ['Odessa', '', 'Landry', 'Pettway'],
        kin: ['Bernice', '', 'Landry', 'spouse', '(251) 555-0162', 'bernice.landry@example.com'],
        death: ['Bayview Hospital', '20 Bayview Circle', 'Mobile', 'AL', '36608'],
        bodyPhone: '(251) 555-0163',
        cemetery: ['Oak Bluff Cemetery', '16 Bluff Road', 'Daphne', 'AL', '36526'],
        work: ['Longshoreman', 'Shipping'],
        education: 'high_school',
        race: ['black_african_american'],
        weight: '210',
      },
    },
    {
      ...received('evelyn-marsh', 'harbor-light', 9),
      report: {
        name: ['Evelyn', '', 'Marsh'],
        ...life('female', 66, -2, 88),
        ssn: '902-34-5602',
        birthplace: ['Biloxi', 'MS', 'USA', 'Harrison'],
        home: ['81 Government Street', 'Mobile', 'AL', '36602'],
        marital: 'divorced',
        father: ['Harlan', '', 'Marsh'],
        mother: ['Beulah', '', 'Marsh', 'Ladner'],
        kin: ['Todd', '', 'Marsh', 'son', '(251) 555-0164', 'todd.marsh@example.com'],
        death: ['Bayview Hospital', '20 Bayview Circle', 'Mobile', 'AL', '36608'],
        bodyPhone: '(251) 555-0163',
        cemetery: ['Oak Bluff Cemetery', '16 Bluff Road', 'Daphne', 'AL', '36526'],
        work: ['Bookkeeper', 'Seafood processing'],
        education: 'associates',
        race: ['white'],
        weight: '139',
      },
    },
  ],
  cases: ({ day }) => [
    {
      ...opened('otis-landry', 'harbor-light', 168, owner, 'active'),
      from: { submission: 'otis-landry' },
      sections: {
        service: { service_date: day(1), service_time: '13:00', service_location: 'Harbor Light Chapel' },
      },
      deeds: [moved('draft', 'active', owner, 150)],
      money: {
        sections: {
          servicesFees: {
            ...{ basic_services_fee: '2495.00', funeral_ceremony_fee: '695.00', transfer_remains_fee: '395.00' },
            ...{ hearse_fee: '375.00', casket_fee: '1995.00' },
          },
          financial: { contract_total: '5955.00' },
        },
        payments: [
          paid(140, '3000.00', 'Bernice Landry', byCheck('9041'), owner),
          paid(30, '500.00', 'Bernice Landry', {}, owner),
        ],
      },
    },
  ],
  firstCalls: () => [],
  customers: [],
};
