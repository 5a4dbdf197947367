import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { type NameFormat, nameFormats } from './calendar-events.ts';

/** Scope of a calendar link: all homes, one home, or the cases that its owner opened. */
export const feedScopes = ['all', 'home', 'mine'] as const;
export type FeedScope = (typeof feedScopes)[number];
export const feedScopeLabels: Readonly<Record<FeedScope, string>> = {
  all: 'All locations',
  home: 'One location',
  mine: 'Cases I opened',
};
export const namingLabels: Readonly<Record<NameFormat, string>> = { initials: 'Initials', names: 'Full names' };

export const maxFeeds = 10;
/** Days before and after today that a feed contains. */
export const feedDays = { back: 60, ahead: 400 } as const;

export const feedMessages = {
  homeNeeded: 'Choose a location',
  tooMany: `You already have ${maxFeeds} links. Revoke one you no longer use.`,
  notYours: 'Only owners can revoke other people’s links.',
} as const;

export const CalendarFeed = z.object({
  id: z.uuid(),
  scope: z.enum(feedScopes),
  /** Only for the scope `home`. */
  funeral_home_id: z.uuid().nullable(),
  naming: z.enum(nameFormats),
  /** Includes open deadlines; with the scope `mine`, only those assigned to the owner. */
  deadlines: z.boolean(),
  /** Includes all events of the day, such as visitations; those without a case, unless the scope is `mine`. */
  all_events: z.boolean(),
  /** The owner: the link ends with their access. */
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
    all_events: z.boolean().default(false),
  })
  .refine(({ scope, funeral_home }) => scope !== 'home' || Boolean(funeral_home), {
    path: ['funeral_home'],
    message: feedMessages.homeNeeded,
  });

/** The response to creating a link: the only one that contains its address. */
export const MadeCalendarFeed = CalendarFeed.extend({
  address: z.string(),
});
export type MadeCalendarFeed = z.output<typeof MadeCalendarFeed>;
