import { calendarFeedRoutes } from '#functions/calendar/feeds/routes.ts';
import { customerRoutes } from '#functions/customers/routes.ts';
import { managedFormRoutes } from '#functions/managed-forms/routes.ts';
import { funeralHomeRoutes } from '#functions/organizations/homes/routes.ts';
import { onboardingRoutes } from '#functions/organizations/onboarding/routes.ts';
import { organizationRoutes } from '#functions/organizations/routes.ts';
import { priceListRoutes } from '#functions/statements/price-lists/routes.ts';
import { userProfileRoutes } from '#functions/team/profiles/routes.ts';
import { teamRoutes } from '#functions/team/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { keyWrapper } from './wiring.ts';

export const handler = serve(
  [
    ...customerRoutes,
    ...funeralHomeRoutes,
    ...priceListRoutes,
    ...managedFormRoutes,
    ...userProfileRoutes,
    ...organizationRoutes,
    ...teamRoutes,
    ...onboardingRoutes,
    ...calendarFeedRoutes,
  ],
  { table: table(), keyWrapper: keyWrapper() },
);
