import { Stack } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';

/** The longest name that AWS takes. */
const maxNameLength = 100;

/**
 * Tells `alarmMail` when the month's bill of the stage passes its budget, or is about to. AWS counts by the tag `stage` once it
 * is activated as a cost allocation tag (docs/first-deployment.md). It is a stack of its own behind all
 * others, because a member account of an Organization may not be allowed budgets.
 */
export class BudgetStack extends Stack {
  constructor(scope: Construct, id: StackId, config: Config, alarmMail: string, amount: number) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
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
        // Another name than an earlier release gave it in another stack; CloudFormation replaces a budget whose subscribers change, and two of one name there cannot be.
        budgetName: `${nameOf(config, 'bill')} ${alarmMail}`.slice(0, maxNameLength),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:stage$${config.stage}`] },
      },
      notificationsWithSubscribers: [notice('ACTUAL'), notice('FORECASTED')],
    });
  }
}
