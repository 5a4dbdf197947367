import { type Role, roleLabels } from '#domain/shared/access/roles.ts';

export interface DemoAccount {
  email: string;
  role: Role;
  /** The parts of the product to try with it. */
  work: string;
  organization: 'Whitcomb & Ames' | 'Harbor Light';
}

const whitcomb = 'Whitcomb & Ames';

/** Staff of the demo data. The last one belongs to another organization, which must never see the first one's data. */
export const accounts = [
  {
    email: 'owner@whitcomb-ames.example',
    role: 'super_admin',
    work: 'every location, reports',
    organization: whitcomb,
  },
  { email: 'admin@whitcomb-ames.example', role: 'funeral_home_admin', work: 'settings, team', organization: whitcomb },
  {
    email: 'director@whitcomb-ames.example',
    role: 'funeral_director',
    work: 'cases, embalming, Care',
    organization: whitcomb,
  },
  {
    email: 'coordinator@whitcomb-ames.example',
    role: 'coordinator',
    work: 'first calls, families',
    organization: whitcomb,
  },
  { email: 'office@whitcomb-ames.example', role: 'office_staff', work: 'payments, documents', organization: whitcomb },
  { email: 'owner@harbor-light.example', role: 'super_admin', work: 'another firm', organization: 'Harbor Light' },
] as const satisfies readonly DemoAccount[];

export const DEFAULT_DEMO_PASSWORD = 'Stillwater-2026';

export const demoPassword = (): string => process.env.STILLWATER_DEMO_PASSWORD || DEFAULT_DEMO_PASSWORD;

/** Returns what the sign-in page offers a visitor who tries the demo; nothing if its password is private. */
export const demoSignIn = () =>
  demoPassword() === DEFAULT_DEMO_PASSWORD
    ? {
        password: DEFAULT_DEMO_PASSWORD,
        accounts: accounts
          .filter(({ organization }) => organization === whitcomb)
          .map(({ email, role, work }) => ({ email, role: roleLabels[role], work })),
      }
    : undefined;

/** Throws if the sites would listen beyond this machine with the password published in the README. */
export function assertPasswordFits(host: string): void {
  if (isLoopback(host) || demoPassword() !== DEFAULT_DEMO_PASSWORD) return;
  throw new Error(
    `HOST=${host} opens the demo accounts to other machines. Set STILLWATER_DEMO_PASSWORD to a password of your own, ` +
      'or leave HOST unset to stay on 127.0.0.1.',
  );
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
