import { calendarRoutes } from '#functions/calendar/routes.ts';
import { careRoutes } from '#functions/care/routes.ts';
import { caseRoutes } from '#functions/cases/routes.ts';
import { certificateRoutes } from '#functions/certificates/routes.ts';
import { deadlineRoutes } from '#functions/deadlines/routes.ts';
import { familyPageRoutes } from '#functions/families/routes.ts';
import { gateRoutes } from '#functions/gates/routes.ts';
import { submissionRoutes } from '#functions/intake/submissions/routes.ts';
import { permitRoutes } from '#functions/permits/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { keyWrapper, ssnEncryptor } from './wiring.ts';

export const handler = serve(
  [
    ...submissionRoutes,
    ...caseRoutes,
    ...permitRoutes,
    ...certificateRoutes,
    ...deadlineRoutes,
    ...gateRoutes,
    ...careRoutes,
    ...familyPageRoutes,
    ...calendarRoutes,
  ],
  { table: table(), ssnEncryptor: ssnEncryptor(), keyWrapper: keyWrapper() },
);
