import { setTimeout as pause } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchClient,
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Table } from '#functions/platform/store/table.ts';
import { type Config, type StackId, stackNameOf } from '#infra/config.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';

export interface DeployedProduct {
  staffUrl: string;
  /** Address of the API without CloudFront, which must be rejected. */
  apiUrl: string;
  table: Table;
  /** Returns an address whose email reaches the tester; `name` identifies the run. */
  mailAddress(name: string): string;
  /** Returns a bot check token for one report, or undefined. */
  botToken(kind: string, page: string): Promise<string | undefined>;
  /** Triggers an alarm and returns whether its topic accepted the message; undefined without alarms. */
  ringAlarm?(): Promise<string>;
}

export interface StaffConfig {
  userPoolId: string;
  userPoolClientId: string;
  userPoolEndpoint?: string;
  intakeUrl: string;
}

/** Returns the product that runs on DATA_DIR, or throws an explanation. */
export const localProduct = (dataDir = dataDirFromEnvironment()): DeployedProduct => {
  const running = runningProduct(dataDir);
  if (!running) throw new Error('No local product is running. Run npm start, or set --stage to use AWS.');
  const { staffUrl, apiUrl, databaseUrl } = running;
  const client = new DynamoDBClient({ endpoint: databaseUrl, region: REGION, credentials: LOCAL_CREDENTIALS });
  return {
    staffUrl,
    apiUrl,
    table: new Table(client, TABLE_NAME),
    mailAddress: (name) => `smoke-${name}@stillwater.example`,
    // The emulator accepts it any number of times.
    botToken: async () => 'pass',
  };
};

export interface Alarms {
  // biome-ignore lint/suspicious/noExplicitAny: each command has an answer of its own
  send(command: any): Promise<any>;
}

const seconds = 60;

/**
 * Triggers the first of these alarms, and returns when its topic has accepted the message. CloudWatch's history shows
 * a topic whose policy or key rejects it. The alarm resets automatically.
 */
export const triggerAlarm = async (
  alarms: Alarms,
  prefix: string,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<string> => {
  const { MetricAlarms = [] } = await alarms.send(new DescribeAlarmsCommand({ AlarmNamePrefix: prefix }));
  const [alarm] = (MetricAlarms as { AlarmName: string; StateValue: string }[]).filter(
    ({ StateValue }) => StateValue !== 'ALARM',
  );
  if (!alarm) throw new Error(`there is no alarm ${prefix}… that is not ringing`);
  const { AlarmName } = alarm;
  const StartDate = new Date();
  await alarms.send(
    new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason: 'A test of the deployment rings it' }),
  );
  for (let waited = 0; waited < seconds; waited += 2) {
    const { AlarmHistoryItems = [] } = await alarms.send(
      new DescribeAlarmHistoryCommand({ AlarmName, HistoryItemType: 'Action', StartDate }),
    );
    const [item] = AlarmHistoryItems as { HistorySummary: string }[];
    if (item) {
      if (!/^Successfully/.test(item.HistorySummary)) throw new Error(`${AlarmName}: ${item.HistorySummary}`);
      return `${AlarmName} reached its topic; whether it reached you, your mailbox knows`;
    }
    await pause(2000);
  }
  throw new Error(`${AlarmName} rang, and nothing came of it within ${seconds} seconds`);
};

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
