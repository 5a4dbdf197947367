import type { DemoOrganization, DemoStaff } from './demo-organization.ts';
import { history } from './history.ts';
import { stories } from './stories.data.ts';
import { demoCustomers, firstCallsOf, storiesOf, submissionsOf } from './tables.ts';

const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 56 56"><rect width="56" height="56" rx="8" fill="#22403a"/>' +
    '<path d="M12 18l6 20 6-14 6 14 6-20" fill="none" stroke="#f3ead8" stroke-width="3" stroke-linejoin="round"/>' +
    '<path d="M38 38l4-12 4 12" fill="none" stroke="#c9a86a" stroke-width="2.5" stroke-linejoin="round"/></svg>',
)}`;
const staffAddresses = ['admin@whitcomb-ames.example', 'director@whitcomb-ames.example'] as const;
const eastern = 'America/New_York';
const slugs = ['whitcomb-ames', 'northside-chapel', 'ames-cremation-care'];

const member = (
  ...[who, name, role, title, phone]: [string, DemoStaff['name'], DemoStaff['role'], string, string]
): DemoStaff => ({
  email: `${who}@whitcomb-ames.example` as DemoStaff['email'],
  name,
  role,
  home: 'whitcomb-ames',
  title,
  phone,
});

/** The demo firm: two locations in Florida and one in Georgia, so that state rules differ. */
export const whitcombAmes: DemoOrganization = {
  name: 'Whitcomb & Ames (Demonstration)',
  timeZone: eastern,
  homes: [
    {
      slug: 'whitcomb-ames',
      name: 'Whitcomb & Ames Funeral Home',
      prefix: 'WA',
      license: 'F-DEMO-0001',
      logo,
      phone: '9045550100',
      emergencyPhone: '9045550101',
      salesTax: '6.5',
      timeZone: eastern,
      address: ['74 King Street', 'St. Augustine', 'FL', '32084'],
      condolence:
        'We are sorry for your loss. Tell us what you can; whatever you do not know now, we will find out together.',
      notify: [...staffAddresses, 'first-call@whitcomb-ames.example'],
    },
    {
      slug: 'northside-chapel',
      name: 'Northside Chapel',
      prefix: 'NC',
      license: 'F-DEMO-0002',
      logo: null,
      phone: '9045550110',
      emergencyPhone: '9045550111',
      salesTax: '7.5',
      timeZone: eastern,
      address: ['2210 Dunn Avenue', 'Jacksonville', 'FL', '32218'],
      condolence: 'Please accept our sympathy. Somebody is awake here at every hour, and we will call you soon.',
      notify: [...staffAddresses, 'northside@whitcomb-ames.example'],
    },
    {
      slug: 'ames-cremation-care',
      name: 'Ames Cremation Care',
      prefix: 'AC',
      license: 'FE-DEMO-0003',
      logo: null,
      phone: '2295550120',
      emergencyPhone: '2295550121',
      salesTax: '8',
      timeZone: eastern,
      address: ['318 North Ashley Street', 'Valdosta', 'GA', '31601'],
      condolence: 'We are sorry that you need us. We will take care of everything with you, one step at a time.',
      notify: [...staffAddresses, 'valdosta@whitcomb-ames.example'],
    },
  ],
  staff: [
    member('owner', ['Eleanor', 'Whitcomb'], 'super_admin', 'Owner', '9045550102'),
    member('admin', ['Tomás', 'Ibarra'], 'funeral_home_admin', 'Manager and embalmer', '9045550103'),
    {
      ...member('director', ['Marcus', 'Ames'], 'funeral_director', 'Funeral director', '9045550104'),
      license: 'FD-DEMO-0142',
    },
    {
      ...member('coordinator', ['Dee', 'Kowalski'], 'coordinator', 'On-call coordinator', '9045550112'),
      home: 'northside-chapel',
    },
    member('office', ['Priya', 'Raman'], 'office_staff', 'Office', '9045550105'),
  ],
  submissions: (calendar) => submissionsOf(calendar, slugs),
  firstCalls: firstCallsOf,
  cases: (calendar) => {
    const demoCases = storiesOf(calendar, stories);
    return [...demoCases, ...history(calendar, demoCases)];
  },
  customers: demoCustomers,
};
