import { calendarFeedRoutes } from '#functions/calendar-feeds/routes.ts';
import { customerRoutes } from '#functions/customers/routes.ts';
import { funeralHomeRoutes } from '#functions/funeral-homes/routes.ts';
import { createApi } from '#functions/kernel/api.ts';
import { onboardingRoutes } from '#functions/onboarding/routes.ts';
import { organizationRoutes } from '#functions/organizations/routes.ts';
import { priceListRoutes } from '#functions/price-lists/routes.ts';
import { teamRoutes } from '#functions/team/routes.ts';
import { userProfileRoutes } from '#functions/user-profiles/routes.ts';
import { table } from './parts/table.ts';
import { apiSettings, keyWrapper } from './parts.ts';

export const handler = createApi(
  [
    ...customerRoutes,
    ...funeralHomeRoutes,
    ...priceListRoutes,
    ...userProfileRoutes,
    ...organizationRoutes,
    ...teamRoutes,
    ...onboardingRoutes,
    ...calendarFeedRoutes,
  ],
  { table: table(), keyWrapper: keyWrapper() },
  apiSettings(),
);
