import * as budgets from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';

/** The longest name that AWS takes. */
const longestName = 100;

/** Tells `alarmMail` when the month's bill of the account passes its budget, or is about to. */
export class CostBudget extends Construct {
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const { alarmMail, monthlyBudget } = config;
    if (!alarmMail) return;
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED') => ({
      notification: {
        comparisonOperator: 'GREATER_THAN',
        notificationType,
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmMail }],
    });
    new budgets.CfnBudget(this, 'Month', {
      budget: {
        // CloudFormation replaces a budget whose subscribers change, and two of one name there cannot be.
        budgetName: `${nameOf(config, 'month')} ${alarmMail}`.slice(0, longestName),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [notice('ACTUAL'), notice('FORECASTED')],
    });
  }
}
