import { describe, expect, it } from 'vitest';
import { triggerAlarm } from './alarm.ts';

/** CloudWatch with two alarms; what its history says of the second look at it. */
const cloudWatch = (summary: string | undefined) => {
  const said: object[] = [];
  let looks = 0;
  return {
    said,
    async send(command: { constructor: { name: string }; input: object }) {
      if (command.constructor.name === 'DescribeAlarmsCommand')
        return {
          MetricAlarms: [
            { AlarmName: 'Stillwater-prod-Alarms-DeadLetters1', StateValue: 'ALARM' },
            { AlarmName: 'Stillwater-prod-Alarms-KmsDenied', StateValue: 'OK' },
          ],
        };
      if (command.constructor.name === 'SetAlarmStateCommand') return void said.push(command.input);
      looks += 1;
      return { AlarmHistoryItems: looks > 1 && summary ? [{ HistorySummary: summary }] : [] };
    },
  };
};
const ring = (alarms: ReturnType<typeof cloudWatch>) => triggerAlarm(alarms, 'Stillwater-prod-Alarms-', async () => {});

describe('an alarm that is rung for a test', () => {
  it('is one that was silent, and counts as heard when its topic has taken the message', async () => {
    const alarms = cloudWatch('Successfully executed action arn:aws:sns:us-east-1:123456789012:stillwater-prod-alarms');
    expect(await ring(alarms)).toContain('Stillwater-prod-Alarms-KmsDenied reached its topic');
    expect(alarms.said).toMatchObject([{ AlarmName: 'Stillwater-prod-Alarms-KmsDenied', StateValue: 'ALARM' }]);
  });

  it('tells what CloudWatch says where the topic’s policy or key does not let it in', async () => {
    const refused = 'Failed to execute action arn:aws:sns:us-east-1:123456789012:stillwater-prod-alarms';
    await expect(ring(cloudWatch(refused))).rejects.toThrow(refused);
  });

  it('is not waited for without end', async () => {
    await expect(ring(cloudWatch(undefined))).rejects.toThrow('nothing came of it within 60 seconds');
  });
});
