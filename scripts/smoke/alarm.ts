import { DescribeAlarmHistoryCommand, DescribeAlarmsCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';

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
