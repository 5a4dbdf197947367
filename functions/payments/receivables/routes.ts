import { receivablesEndpoints } from '#domain/payments/money-to-come.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { getMoneyDue, getReceivables } from './read-money-to-come.ts';
import { setInstallments } from './set-instalments.ts';
import { assignInsurance, changeAssignment, removeAssignment } from './write-assignments.ts';

export const receivablesRoutes = routesOf(receivablesEndpoints, {
  get: getReceivables,
  due: getMoneyDue,
  assign: assignInsurance,
  change: changeAssignment,
  remove: removeAssignment,
  setPlan: setInstallments,
});
