import { setTimeout as pause } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Table } from '#functions/platform/store/table.ts';
import { type Config, type StackId, stackNameOf } from '#infra/config.ts';
import { triggerAlarm } from './alarm.ts';
import type { DeployedProduct } from './product.ts';

interface Asked {
  /** Recipient of test emails, instead of `alarmMail`. */
  mail?: string | undefined;
  botToken: DeployedProduct['botToken'];
}

/** Reads outputs of a stage's stacks; throws an explanation for a missing output. */
export const outputsOf = (config: Config): ((stack: StackId, output: string) => Promise<string>) => {
  const stacks = new CloudFormationClient({ region: config.region });
  return async (stack, output) => {
    const StackName = stackNameOf(config, stack);
    const { Stacks: [found] = [] } = await stacks.send(new DescribeStacksCommand({ StackName }));
    const value = found?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
    if (!value) throw new Error(`${StackName} has no output ${output}: deploy the stage first.`);
    return value;
  };
};

/** Returns a deployed stage by its stacks' outputs; throws an explanation for a missing output. */
export const productOfStage = async (
  config: Config,
  { mail = config.alarmMail, botToken }: Asked,
): Promise<DeployedProduct> => {
  const { region } = config;
  const outputOf = outputsOf(config);
  const [, local, domain] = /^([^@+]+)[^@]*@(.+)$/.exec(mail ?? '') ?? [];
  if (!local) throw new Error('The walk sends mails: say to whom with --mail ADDRESS.');
  const [staffUrl, apiUrl, tableName] = await Promise.all([
    outputOf('Edge', 'StaffSiteUrl'),
    outputOf('Edge', 'ApiUrl'),
    outputOf('Data', 'TableName'),
  ]);
  return {
    staffUrl,
    apiUrl,
    table: new Table(new DynamoDBClient({ region }), tableName),
    mailAddress: (name) => `${local}+smoke-${name}@${domain}`,
    botToken,
    ringAlarm: () => triggerAlarm(new CloudWatchClient({ region }), `${stackNameOf(config, 'Alarms')}-`, pause),
  };
};
