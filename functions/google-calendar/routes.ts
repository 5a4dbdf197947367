import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { changeSettings } from './change-settings.ts';
import { connectGoogle } from './connect-google.ts';
import { disconnectGoogle } from './disconnect-google.ts';
import { getStatus } from './get-status.ts';
import { requestSync, setupWatch } from './request-sync.ts';
import { startSignIn } from './start-sign-in.ts';
import { decideSuggestion, listSuggestions } from './suggestions.ts';

export const googleCalendarRoutes = routesOf(googleCalendarEndpoints, {
  auth: startSignIn,
  callback: connectGoogle,
  status: getStatus,
  sync: requestSync,
  disconnect: disconnectGoogle,
  settings: changeSettings,
  setupWatch,
  suggestions: listSuggestions,
  decide: decideSuggestion,
});
