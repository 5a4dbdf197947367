import { App, Stack, Tags, Validations } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Construct } from 'constructs';
import { type Config, nameOf, readConfig, type StackId, stackNameOf } from './config.ts';
import { OperatorsView } from './constructs/operations-dashboard.ts';
import { AlarmsStack } from './stacks/alarms-stack.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { BackupsStack } from './stacks/backups-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { EventsStack } from './stacks/events-stack.ts';
import { IdentityStack } from './stacks/identity-stack.ts';
import { PagesStack } from './stacks/pages-stack.ts';
import { RoutesStack } from './stacks/routes-stack.ts';

const maxNameLength = 100;

/** Warns when the monthly bill passes its budget; a separate stack, because a member account may have none. */
class BudgetStack extends Stack {
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
        // CloudFormation replaces a budget whose subscribers change, so its unique name contains the address.
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

/** Builds the product in deployment order: consumers of events before producers, the API before its pages. */
export function stillwater(app: App, config: Config = readConfig(app.node)) {
  const data = new DataStack(app, 'Data', config);
  const identity = new IdentityStack(app, 'Identity', config, { data });
  const edge = new EdgeStack(app, 'Edge', config, { data, identity });
  const events = new EventsStack(app, 'Events', config, { data, identity, edge });
  const api = new ApiStack(app, 'Api', config, { data, identity, edge });
  const routes = new RoutesStack(app, 'Routes', config, { identity, edge });
  const alarms = new AlarmsStack(app, 'Alarms', config, { data, identity, edge, events, api });
  const allAlarms = alarms.node.findAll().filter((construct) => construct instanceof Alarm);
  new OperatorsView(alarms, 'View', config, { data, identity, edge, events, api, alarms: allAlarms });
  const pages = new PagesStack(app, 'Pages', config, { data, identity, edge });

  const { alarmMail, monthlyBudget } = config;
  const budget =
    alarmMail && monthlyBudget !== 'none'
      ? { budget: new BudgetStack(app, 'Budget', config, alarmMail, monthlyBudget) }
      : {};
  // Last, because an Organization may refuse AWS Backup, which no preflight can detect.
  const backups = new BackupsStack(app, 'Backups', config, { data, edge });

  const stacks = { data, identity, edge, events, api, routes, alarms, pages, ...budget, backups };
  const order = Object.values(stacks);
  for (const [at, stack] of order.entries())
    for (const earlier of order.slice(0, at)) stack.addStackDependency(earlier);

  // CloudFormation does not accept dashboard tags in every region.
  const tagged = { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] };
  Tags.of(app).add('product', 'stillwater', tagged);
  Tags.of(app).add('stage', config.stage, tagged);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return stacks;
}

if (import.meta.main) {
  try {
    stillwater(new App());
  } catch (error) {
    // Prints the settings error without a stack trace.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
