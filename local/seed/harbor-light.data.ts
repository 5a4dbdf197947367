import type { DemoOrganization } from './demo-organization.ts';

const owner = 'owner@harbor-light.example';

/** A separate organization, isolated from the other. */
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
  submissions: ({ born, day }) => [
    {
      name: 'otis-landry',
      home: 'harbor-light',
      received: 170,
      contacted: { hours: 169, by: owner },
      report: {
        name: ['Otis', 'Ray', 'Landry'],
        gender: 'male',
        born: born(73, -8, 130),
        died: day(-8),
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
      name: 'evelyn-marsh',
      home: 'harbor-light',
      received: 9,
      report: {
        name: ['Evelyn', '', 'Marsh'],
        gender: 'female',
        born: born(66, -2, 88),
        died: day(-2),
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
      name: 'otis-landry',
      home: 'harbor-light',
      created: 168,
      by: owner,
      status: 'active',
      from: { submission: 'otis-landry' },
      sections: {
        service: { service_date: day(1), service_time: '13:00', service_location: 'Harbor Light Chapel' },
      },
      deeds: [
        {
          hours: 150,
          by: owner,
          action: 'case.activated',
          changes: [{ field: 'status', from: 'draft', to: 'active' }],
        },
      ],
      money: {
        sections: {
          servicesFees: {
            ...{ basic_services_fee: '2495.00', funeral_ceremony_fee: '695.00', transfer_remains_fee: '395.00' },
            ...{ hearse_fee: '375.00', casket_fee: '1995.00' },
          },
          financial: { contract_total: '5955.00' },
        },
        payments: [
          {
            hours: 140,
            by: owner,
            amount: '3000.00',
            from: 'Bernice Landry',
            purpose: 'Deposit',
            method: 'check',
            check: '9041',
          },
          { hours: 30, by: owner, amount: '500.00', from: 'Bernice Landry', purpose: 'Deposit', method: 'cash' },
        ],
      },
    },
  ],
  firstCalls: () => [],
  customers: [],
};
