import { Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { type MetricName, metricNamespace, metricService } from '#domain/operations/metrics.ts';
import { type Config, nameOf } from '../config.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { EventsStack } from './events-stack.ts';

interface Watch {
  metric: cloudwatch.IMetric;
  above: number;
  /** What somebody reads who is woken by it. */
  meaning: string;
  missing?: cloudwatch.TreatMissingData;
  periods?: number;
}

const minutes = (count: number) => Duration.minutes(count);
const own = (metricName: MetricName, period: Duration, statistic = 'Sum') =>
  new cloudwatch.Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { service: metricService },
    period,
    statistic,
  });

/** Everything that wakes somebody (quality C, "Alarms that must exist"). */
export class AlarmsStack extends Stack {
  readonly topic: sns.Topic;

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, edge, events }: { data: DataStack; edge: EdgeStack; events: EventsStack },
  ) {
    super(scope, id, { env: config });
    this.topic = new sns.Topic(this, 'Alarms', {
      topicName: nameOf(config, 'alarms'),
      masterKey: kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn),
      enforceSSL: true,
    });
    if (config.alarmMail) this.topic.addSubscription(new EmailSubscription(config.alarmMail));

    this.#watchEvents(events);
    this.#watchApi(edge, data);
    this.#watchSecurity(edge);
  }

  #watch(id: string, { metric, above, meaning, missing, periods = 1 }: Watch): void {
    const alarm = new cloudwatch.Alarm(this, id, {
      metric,
      threshold: above,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: missing ?? cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: meaning,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }

  #watchEvents({ deadLetters, streamReaders, scheduled }: EventsStack): void {
    deadLetters.forEach((queue, at) => {
      this.#watch(`DeadLetters${at + 1}`, {
        metric: queue.metricApproximateNumberOfMessagesVisible({ period: minutes(1), statistic: 'Maximum' }),
        above: 0,
        meaning: 'Work was given up and waits in a dead-letter queue: find the cause, then redrive it.',
      });
    });
    streamReaders.forEach((fn, at) => {
      this.#watch(`StreamBehind${at + 1}`, {
        metric: fn.metric('IteratorAge', { period: minutes(1), statistic: 'Maximum' }),
        above: 60_000,
        meaning: 'A reader is more than a minute behind the table: events, and so mails, are late.',
      });
    });
    this.#watch('JobErrors', {
      metric: this.#sum(
        scheduled.map((fn, at) => [`j${at}`, fn.metricErrors({ period: minutes(5) })]),
        'Failed runs of scheduled jobs',
      ),
      above: 0,
      meaning: 'A scheduled job failed: the sweeper, or the sealing or verifying of the audit trail.',
    });
    this.#watch('OutboxUnsent', {
      metric: own('OutboxUnsentOverdue', minutes(10), 'Maximum'),
      above: 0,
      // The sweeper reports every five minutes, also a zero: silence means that it does not run.
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning: 'Events waited longer than five minutes to be announced, or the sweeper does not run.',
    });
    this.#watch('PoisonEvents', {
      metric: own('PoisonEvents', minutes(5)),
      above: 0,
      meaning: 'Outbox items that nobody can read were set aside or met: their keys lead from index to table.',
    });
    this.#watch('WorkLate', {
      metric: own('WorkLate', minutes(10)),
      above: 0,
      meaning: 'Messages fail again and again for half an hour: a partner is down, or a worker broken.',
    });
  }

  #watchApi({ frontDoor }: EdgeStack, { table }: DataStack): void {
    const calls = { period: minutes(5), statistic: 'Sum' };
    this.#watch('ServerErrors', {
      metric: new cloudwatch.MathExpression({
        expression: 'IF(calls > 0, 100 * failed / calls, 0)',
        usingMetrics: { calls: frontDoor.api.metricCount(calls), failed: frontDoor.api.metricServerError(calls) },
        period: minutes(5),
        label: 'Answers of 500 and above, percent',
      }),
      above: 0.5,
      meaning: 'More than one answer in 200 is a server error.',
    });
    this.#watch('SlowAnswers', {
      metric: frontDoor.api.metricLatency({ period: minutes(5), statistic: 'p99' }),
      above: 1000,
      periods: 3,
      meaning: 'One answer in a hundred has taken longer than a second for a quarter of an hour.',
    });
    this.#watch('FunctionThrottles', {
      // Of the whole account, since it is the account's concurrency that runs out.
      metric: lambda.Function.metricAllThrottles(calls),
      above: 0,
      meaning: 'Lambda refused invocations: the account’s concurrency is used up.',
    });
    const throttled = (metricName: string) =>
      new cloudwatch.Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: table.tableName },
        ...calls,
      });
    this.#watch('TableThrottles', {
      metric: this.#sum(
        [
          ['reads', throttled('ReadThrottleEvents')],
          ['writes', throttled('WriteThrottleEvents')],
        ],
        'Throttled reads and writes',
      ),
      above: 0,
      meaning: 'DynamoDB throttled the table: one partition key is too hot.',
    });
  }

  #sum(metrics: (readonly [string, cloudwatch.IMetric])[], label: string): cloudwatch.IMetric {
    const expression = metrics.map(([name]) => `FILL(${name}, 0)`).join(' + ');
    return new cloudwatch.MathExpression({
      expression,
      usingMetrics: Object.fromEntries(metrics),
      period: minutes(5),
      label,
    });
  }

  #watchSecurity({ firewall }: EdgeStack): void {
    this.#watch('SsnReveals', {
      metric: own('SsnReveals', Duration.hours(1)),
      above: 30,
      meaning: 'More than 30 Social Security numbers were revealed within an hour: read the audit log.',
    });
    this.#watch('AuditChainBroken', {
      metric: own('AuditChainBroken', Duration.days(1), 'Maximum'),
      above: 0,
      // Every verification reports, also a zero: silence means that none came to an end.
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning: 'An audit entry was changed, removed, inserted or never sealed: the log names its key.',
    });
    this.#watch('AuditVerification', {
      metric: own('AuditVerifyUnfinished', Duration.hours(2), 'Maximum'),
      above: 0,
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning:
        'The hourly verification of the audit trail did not run, did not end, or did not get to everybody for a day.',
    });
    this.#watch('AuditSealing', {
      metric: own('AuditSealBehind', minutes(10), 'Minimum'),
      above: 0,
      // Every run reports, also a zero; the smallest, because a run may well leave something to the next.
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning: 'Audit entries were not sealed for ten minutes, or the sealer does not run.',
    });
    this.#watch('KmsDenied', {
      metric: own('KmsDenied', minutes(5)),
      above: 0,
      meaning: 'A function was refused the SSN key: a wrong grant, or somebody trying.',
    });
    this.#watch('FirewallBlocks', {
      metric: new cloudwatch.Metric({
        namespace: 'AWS/WAFV2',
        metricName: 'BlockedRequests',
        dimensionsMap: { WebACL: firewall.metricName, Rule: 'ALL' },
        period: minutes(5),
        statistic: 'Sum',
      }),
      above: 500,
      meaning: 'The firewall blocks many requests: an attack, or a rule that blocks honest ones.',
    });
  }
}
