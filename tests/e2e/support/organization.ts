import type { DemoOrganization, StaffEmail } from '#local/seed/demo-organization.ts';
import { whitcombAmes } from '#local/seed/whitcomb-ames.data.ts';

export type StaffName = 'owner' | 'admin' | 'director' | 'coordinator' | 'office';
export type HomeSlug = 'whitcomb-ames' | 'northside-chapel' | 'ames-cremation-care';

/** An organization with a member of each role and three funeral homes, as a story names them. */
export interface Organization {
  emails: Record<StaffName, string>;
  slugs: Record<HomeSlug, string>;
  signing: { key: string; account: string; secret: string };
}

/** The demonstration's homes, staff and price lists under other addresses, without any record of a family. */
export const storyOrganization = (n: number): DemoOrganization => {
  const slugOf = (slug: string): string => `${slug}-${n}`;
  return {
    ...whitcombAmes,
    name: `Whitcomb & Ames ${n} (Demonstration)`,
    homes: whitcombAmes.homes.map((home) => ({ ...home, slug: slugOf(home.slug) })),
    staff: whitcombAmes.staff.map((staff) => ({
      ...staff,
      email: staff.email.replace('@', `@story-${n}.`) as StaffEmail,
      home: slugOf(staff.home),
    })),
    submissions: () => [],
    firstCalls: () => [],
    cases: () => [],
    customers: [],
  };
};

export const addressesOf = ({ staff, homes }: DemoOrganization): Pick<Organization, 'emails' | 'slugs'> => ({
  emails: Object.fromEntries(staff.map(({ email }) => [email.split('@')[0], email])) as Organization['emails'],
  slugs: Object.fromEntries(homes.map(({ slug }) => [slug.replace(/-\d+$/, ''), slug])) as Organization['slugs'],
});
