import { describe, expect, it } from 'vitest';
import { triggerAlarm } from './product.ts';

/** Returns a CloudWatch fake with two alarms; `summary` is in the history at the second look. */
const cloudWatch = (summary: string | undefined) => {
  const messages: object[] = [];
  let looks = 0;
  return {
    messages,
    async send(command: { constructor: { name: string }; input: object }) {
      if (command.constructor.name === 'DescribeAlarmsCommand')
        return {
          MetricAlarms: [
            { AlarmName: 'Stillwater-prod-Alarms-DeadLetters1', StateValue: 'ALARM' },
            { AlarmName: 'Stillwater-prod-Alarms-KmsDenied', StateValue: 'OK' },
          ],
        };
      if (command.constructor.name === 'SetAlarmStateCommand') return void messages.push(command.input);
      looks += 1;
      return { AlarmHistoryItems: looks > 1 && summary ? [{ HistorySummary: summary }] : [] };
    },
  };
};
const ring = (alarms: ReturnType<typeof cloudWatch>) => triggerAlarm(alarms, 'Stillwater-prod-Alarms-', async () => {});

describe('triggerAlarm', () => {
  it('picks a silent alarm, and returns when its topic has accepted the message', async () => {
    const alarms = cloudWatch('Successfully executed action arn:aws:sns:us-east-1:123456789012:stillwater-prod-alarms');
    expect(await ring(alarms)).toContain('Stillwater-prod-Alarms-KmsDenied reached its topic');
    expect(alarms.messages).toMatchObject([{ AlarmName: 'Stillwater-prod-Alarms-KmsDenied', StateValue: 'ALARM' }]);
  });

  it("shows CloudWatch's error when the topic's policy or key rejects it", async () => {
    const refused = 'Failed to execute action arn:aws:sns:us-east-1:123456789012:stillwater-prod-alarms';
    await expect(ring(cloudWatch(refused))).rejects.toThrow(refused);
  });
});
