import { moneyToComeEndpoints } from '#domain/money-to-come/money-to-come.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { getMoneyDue, getMoneyToCome } from './read-money-to-come.ts';
import { setInstalments } from './set-instalments.ts';
import { assignInsurance, changeAssignment, removeAssignment } from './write-assignments.ts';

export const moneyToComeRoutes = routesOf(moneyToComeEndpoints, {
  get: getMoneyToCome,
  due: getMoneyDue,
  assign: assignInsurance,
  change: changeAssignment,
  remove: removeAssignment,
  setPlan: setInstalments,
});
