import type { DemoOrganization } from './demo-organization.ts';
import { storiesOf, submissionsOf } from './tables.ts';

const owner = 'owner@harbor-light.example';
const story = `
= otis-landry | harbor-light | 168 | ${owner} | active
service: service_date=@1; service_time=13:00; service_location=Harbor Light Chapel
deathCertificate: dc_delivered_to_doctor_date=@-7; dc_doctor_completed=yes; dc_doctor_completed_date=@-6; dc_county_completed=yes; dc_county_completed_date=@-4
fees: BASIC CEREMONY TRANSFER HEARSE C-20-BLU
paid: 140 | 3000.00 | check 9041 | Bernice Landry | Deposit | | ${owner}
paid: 30 | 500.00 | cash | Bernice Landry | Deposit | | ${owner}
moved: active | 150 | ${owner}
`;

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
  submissions: (calendar) => submissionsOf(calendar, ['harbor-light']),
  cases: (calendar) => storiesOf(calendar, story),
  firstCalls: () => [],
  customers: [],
};
