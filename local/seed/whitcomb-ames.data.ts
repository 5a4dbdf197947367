import type { DemoOrganization } from './demo-organization.ts';
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

/** The demo firm: two locations in Florida and one in Georgia, so that state rules differ. */
export const whitcombAmes: DemoOrganization = {
  name: 'Whitcomb & Ames (Demonstration)',
  timeZone: eastern,
  homes: [
    {
      slug: 'whitcomb-ames',
      name: 'Whitcomb & Ames Funeral Home',
      phone: '9045550100',
      emergencyPhone: '9045550101',
      address: ['74 King Street', 'St. Augustine', 'FL', '32084'],
      license: 'F-DEMO-0001',
      salesTax: '6.5',
      timeZone: eastern,
      prefix: 'WA',
      condolence:
        'We are sorry for your loss. Tell us what you can; whatever you do not know now, we will find out together.',
      logo,
      notify: [...staffAddresses, 'first-call@whitcomb-ames.example'],
    },
    {
      slug: 'northside-chapel',
      name: 'Northside Chapel',
      phone: '9045550110',
      emergencyPhone: '9045550111',
      address: ['2210 Dunn Avenue', 'Jacksonville', 'FL', '32218'],
      license: 'F-DEMO-0002',
      salesTax: '7.5',
      timeZone: eastern,
      prefix: 'NC',
      condolence: 'Please accept our sympathy. Somebody is awake here at every hour, and we will call you soon.',
      logo: null,
      notify: [...staffAddresses, 'northside@whitcomb-ames.example'],
    },
    {
      slug: 'ames-cremation-care',
      name: 'Ames Cremation Care',
      phone: '2295550120',
      emergencyPhone: '2295550121',
      address: ['318 North Ashley Street', 'Valdosta', 'GA', '31601'],
      license: 'FE-DEMO-0003',
      salesTax: '8',
      timeZone: eastern,
      prefix: 'AC',
      condolence: 'We are sorry that you need us. We will take care of everything with you, one step at a time.',
      logo: null,
      notify: [...staffAddresses, 'valdosta@whitcomb-ames.example'],
    },
  ],
  staff: [
    {
      email: 'owner@whitcomb-ames.example',
      name: ['Eleanor', 'Whitcomb'],
      role: 'super_admin',
      home: 'whitcomb-ames',
      title: 'Owner',
      phone: '9045550102',
    },
    {
      email: 'admin@whitcomb-ames.example',
      name: ['Tomás', 'Ibarra'],
      role: 'funeral_home_admin',
      home: 'whitcomb-ames',
      title: 'Manager and embalmer',
      phone: '9045550103',
    },
    {
      email: 'director@whitcomb-ames.example',
      name: ['Marcus', 'Ames'],
      role: 'funeral_director',
      home: 'whitcomb-ames',
      title: 'Funeral director',
      license: 'FD-DEMO-0142',
      phone: '9045550104',
    },
    {
      email: 'coordinator@whitcomb-ames.example',
      name: ['Dee', 'Kowalski'],
      role: 'coordinator',
      home: 'northside-chapel',
      title: 'On-call coordinator',
      phone: '9045550112',
    },
    {
      email: 'office@whitcomb-ames.example',
      name: ['Priya', 'Raman'],
      role: 'office_staff',
      home: 'whitcomb-ames',
      title: 'Office',
      phone: '9045550105',
    },
  ],
  submissions: (calendar) => submissionsOf(calendar, slugs),
  firstCalls: firstCallsOf,
  cases: (calendar) => {
    const told = storiesOf(calendar, stories);
    return [...told, ...history(calendar, told)];
  },
  customers: demoCustomers,
};
