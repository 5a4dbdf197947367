import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { type NameFormat, nameFormats } from './external-event.ts';

/** Whose events a calendar link brings: of all homes, of one, or of the cases that its owner opened. */
export const feedScopes = ['all', 'home', 'mine'] as const;
export type FeedScope = (typeof feedScopes)[number];
export const feedScopeLabels: Readonly<Record<FeedScope, string>> = {
  all: 'All locations',
  home: 'One location',
  mine: 'Cases I opened',
};
export const namingLabels: Readonly<Record<NameFormat, string>> = { initials: 'Initials', names: 'Full names' };

/** So many links one member of staff has at most. */
export const maxFeeds = 10;
/** A feed holds what lies so many days back and ahead of today. */
export const feedDays = { back: 60, ahead: 400 } as const;

export const feedMessages = {
  homeNeeded: 'Choose a location',
  tooMany: `You already have ${maxFeeds} links. Revoke one you no longer use.`,
  notYours: 'Only owners can revoke other people’s links.',
} as const;

/** A link by which a calendar elsewhere reads services and cremations, without what makes it secret. */
export const CalendarFeed = z.object({
  id: z.uuid(),
  scope: z.enum(feedScopes),
  /** Of the scope `home`. */
  funeral_home_id: z.uuid().nullable(),
  naming: z.enum(nameFormats),
  /** Whether open deadlines come along; of the scope `mine`, those that are one's own to meet. */
  deadlines: z.boolean(),
  /** Whose link it is; it ends with their access. */
  profile_id: z.uuid(),
  profile_name: z.string(),
  created_at: Instant,
});
export type CalendarFeed = z.output<typeof CalendarFeed>;

export const NewCalendarFeed = z
  .object({
    scope: z.enum(feedScopes),
    funeral_home: idSchema('home').nullish(),
    naming: z.enum(nameFormats).default('initials'),
    deadlines: z.boolean().default(false),
  })
  .refine(({ scope, funeral_home }) => scope !== 'home' || Boolean(funeral_home), {
    path: ['funeral_home'],
    message: feedMessages.homeNeeded,
  });

/** A link as it is told once: nobody can read its address afterwards. */
export const MadeCalendarFeed = CalendarFeed.extend({
  /** Path with the secret token, on the staff site’s address. */
  address: z.string(),
});
export type MadeCalendarFeed = z.output<typeof MadeCalendarFeed>;
