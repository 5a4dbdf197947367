import type { MadeCalendarFeed } from '#domain/calendar/calendar-feed.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { Harness } from '#tests/support/harness.ts';
import { succeeded } from './reports.ts';

export const makeFeed = async (
  harness: Pick<Harness, 'call'>,
  as: Profile,
  body: object = { scope: 'all' },
): Promise<MadeCalendarFeed> =>
  succeeded(await harness.call(areas['calendar-feeds'].create, { as, body })).body as unknown as MadeCalendarFeed;

export const feedToken = (address: string): string => /\/feed\/([\w-]+)\//.exec(address)?.[1] ?? '';
