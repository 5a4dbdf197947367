import { Stack } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';

const maxNameLength = 100;

/**
 * Warns `alarmMail` when the stage's monthly bill passes its budget, or is about to. AWS filters by the tag `stage`
 * once it is activated as a cost allocation tag (docs/first-deployment.md). A separate stack, because a member account
 * of an Organization may not be allowed budgets.
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
        // CloudFormation replaces a budget whose subscribers change, and names are unique, so the name contains the
        // address.
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
