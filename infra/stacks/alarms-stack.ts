import { Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { tableShape } from '#domain/shared/operations/deployment.ts';
import { type MetricName, metricNamespace, metricService } from '#domain/shared/operations/metrics.ts';
import { healthEndpoints } from '#domain/system-status/health.endpoints.ts';
import { type Config, nameOf, type StackId, stackNameOf, vaultNameOf } from '../config.ts';
import { functionMetric } from '../constructs/operations-dashboard.ts';
import type { FunctionName } from '../functions.ts';
import { blockedRequests, failedSignIns, rejectionAlarms, throttledSignIns } from '../rejection-alarms.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { EventsStack } from './events-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

interface Watch {
  metric: cloudwatch.IMetric;
  above: number;
  meaning: string;
  missing?: cloudwatch.TreatMissingData;
  periods?: number;
}

interface Watched {
  data: DataStack;
  identity: IdentityStack;
  edge: EdgeStack;
  events: EventsStack;
  api: ApiStack;
}

const maxMetrics = 10;

const minutes = (count: number) => Duration.minutes(count);
const inFiveMinutes = { period: minutes(5), statistic: 'Sum' };

const parts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Topic of all alarms. Its TLS policy replaces SNS's default policy, so it has to allow CloudWatch explicitly. */
class AlarmTopic extends sns.Topic {
  constructor(scope: Construct, id: string, { config, masterKey }: { config: Config; masterKey: kms.IKey }) {
    super(scope, id, { topicName: nameOf(config, 'alarms'), masterKey, enforceSSL: true });
    const { account, partition, region } = Stack.of(this);
    this.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'Alarms',
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
        },
      }),
    );
    if (config.alarmMail) this.addSubscription(new EmailSubscription(config.alarmMail));
  }
}

/** All alarms (quality C, "Alarms that must exist"). */
export class AlarmsStack extends Stack {
  readonly topic: sns.Topic;
  readonly #config: Config;
  readonly #service: string;

  constructor(scope: Construct, id: StackId, config: Config, watched: Watched) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    const masterKey = kms.Key.fromKeyArn(this, 'OperationsKey', watched.data.operationsKey.keyArn);
    this.topic = new AlarmTopic(this, 'Alarms', { config, masterKey });
    this.#config = config;
    this.#service = metricService(config.stage);

    this.#watchEvents(watched);
    this.#watchApi(watched);
    this.#watchSites(watched);
    this.#watchTable(watched);
    this.#watchCopies();
    this.#watchMail(watched);
    this.#watchSecurity(watched);
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

  /** Creates one alarm on the sum of metrics, or several when they exceed the limit of an expression. */
  #watchSum(id: string, metrics: readonly cloudwatch.IMetric[], watch: Omit<Watch, 'metric'>): void {
    parts(metrics, maxMetrics).forEach((some, at) => {
      const named = some.map((metric, n) => [`m${n}`, metric] as const);
      const metric = new cloudwatch.MathExpression({
        expression: named.map(([name]) => `FILL(${name}, 0)`).join(' + '),
        usingMetrics: Object.fromEntries(named),
        period: minutes(5),
        label: id,
      });
      this.#watch(at === 0 ? id : `${id}${at + 1}`, { ...watch, metric });
    });
  }

  #own(metricName: MetricName, period: Duration, statistic = 'Sum'): cloudwatch.Metric {
    const dimensionsMap = { service: this.#service };
    return new cloudwatch.Metric({ namespace: metricNamespace, metricName, dimensionsMap, period, statistic });
  }

  #ofFunction(name: FunctionName, metricName: string): cloudwatch.Metric {
    return functionMetric(this.#config, name, metricName, inFiveMinutes);
  }

  #watchEvents({ events: { workQueues, deadLetters, streamReaders, scheduled, rules, busName } }: Watched): void {
    const everyMinute = { period: minutes(1), statistic: 'Maximum' };
    deadLetters.forEach((queue, at) => {
      this.#watch(`DeadLetters${at + 1}`, {
        metric: queue.metricApproximateNumberOfMessagesVisible(everyMinute),
        above: 0,
        meaning: 'Messages are in a dead-letter queue. Fix the cause, then redrive them.',
      });
    });
    parts(workQueues, maxMetrics / 2).forEach((some, at) => {
      const usingMetrics = Object.fromEntries(
        some.flatMap((queue, n) => [
          [`waiting${n}`, queue.metricApproximateNumberOfMessagesVisible({ ...inFiveMinutes, statistic: 'Minimum' })],
          [`taken${n}`, queue.metricNumberOfMessagesReceived(inFiveMinutes)],
        ]),
      );
      this.#watch(`QueueUnread${at === 0 ? '' : at + 1}`, {
        metric: new cloudwatch.MathExpression({
          expression: some.map((_, n) => `IF(FILL(waiting${n}, 0) > 0 AND FILL(taken${n}, 0) == 0, 1, 0)`).join(' + '),
          usingMetrics,
          period: minutes(5),
          label: 'Queues with messages that no worker takes',
        }),
        above: 0,
        periods: 3,
        meaning:
          'Messages wait, and no worker has taken any for a quarter of an hour: its event source mapping is disabled.',
      });
    });
    streamReaders.forEach((name, at) => {
      this.#watch(`StreamBehind${at + 1}`, {
        metric: functionMetric(this.#config, name, 'IteratorAge', everyMinute),
        above: 60_000,
        meaning: 'A stream consumer is more than one minute behind. Events and emails are delayed.',
      });
    });
    const jobs = scheduled.map((name) => this.#ofFunction(name, 'Errors'));
    this.#watchSum('JobErrors', jobs, { above: 0, meaning: `A scheduled job failed: ${scheduled.join(', ')}.` });
    const undelivered = rules.flatMap(({ name, ownBus }) =>
      ['FailedInvocations', 'InvocationsFailedToBeSentToDlq'].map(
        (metricName) =>
          new cloudwatch.Metric({
            namespace: 'AWS/Events',
            metricName,
            // Metrics of the default bus have only the rule's name.
            dimensionsMap: { ...(ownBus ? { EventBusName: busName } : {}), RuleName: name },
            ...inFiveMinutes,
          }),
      ),
    );
    this.#watchSum('EventsNotDelivered', undelivered, {
      above: 0,
      meaning: 'EventBridge could not deliver an event to its queue or Lambda. Check the queue and KMS key policies.',
    });
    this.#watch('OutboxUnsent', {
      metric: this.#own('OutboxUnsentOverdue', minutes(10), 'Maximum'),
      above: 0,
      // The sweeper reports every five minutes, also zero: silence means that it does not run.
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning: 'Outbox events are more than five minutes late, or the sweeper is not running.',
    });
    this.#watch('PoisonEvents', {
      metric: this.#own('PoisonEvents', minutes(5)),
      above: 0,
      meaning: 'Unreadable outbox items were parked. Look up their keys in the table.',
    });
    const failed = this.#own('ProjectionsFailed', minutes(5));
    const meaning =
      'Some records could not be projected; lists, search or totals are stale. See the projector log for ids.';
    this.#watch('ProjectionsFailed', { metric: failed, above: 0, meaning });
    const lag = this.#own('ProjectionLag', minutes(5), 'p95');
    this.#watch('ProjectionLag', { metric: lag, above: 30_000, meaning: 'Projections are 30 seconds behind.' });
    this.#watch('ScansOverdue', {
      metric: this.#own('ScansOverdue', Duration.hours(1)),
      above: 0,
      meaning: 'Documents have waited for their scan for more than an hour: GuardDuty does not answer.',
    });
    this.#watch('WorkLate', {
      metric: this.#own('WorkLate', minutes(10)),
      above: 0,
      meaning: 'Messages have been failing for 30 minutes. A partner is down or a worker is broken.',
    });
  }

  #watchApi({ edge: { frontDoor } }: Watched): void {
    this.#watch('ServerErrors', {
      metric: new cloudwatch.MathExpression({
        expression: 'IF(calls > 0, 100 * failed / calls, 0)',
        usingMetrics: {
          calls: frontDoor.api.metricCount(inFiveMinutes),
          failed: frontDoor.api.metricServerError(inFiveMinutes),
        },
        period: minutes(5),
        label: 'Answers of 500 and above, percent',
      }),
      above: 0.5,
      meaning: 'More than 0.5% of API responses are 5xx.',
    });
    this.#watch('SlowAnswers', {
      // With few calls, the slowest is a cold start.
      metric: new cloudwatch.MathExpression({
        expression: 'IF(calls >= 50, slow, 0)',
        usingMetrics: {
          calls: frontDoor.api.metricCount(inFiveMinutes),
          slow: frontDoor.api.metricLatency({ period: minutes(5), statistic: 'p95' }),
        },
        period: minutes(5),
        label: 'Milliseconds that one answer in twenty takes longer than',
      }),
      above: 1000,
      periods: 3,
      meaning: 'p95 latency has been above 1 second for 15 minutes.',
    });
    this.#watch('ClientErrors', {
      metric: frontDoor.api.metricClientError(inFiveMinutes),
      above: 2000,
      meaning: 'High rate of 4xx responses: probing, flooding, or a broken page.',
    });
    this.#watch('FunctionThrottles', {
      // All functions of the account share its concurrency. Single throttles are retried.
      metric: new cloudwatch.Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...inFiveMinutes }),
      above: 10,
      meaning: 'Lambda throttled invocations. Account or reserved concurrency is exhausted.',
    });
  }

  /** Watches CloudFront, certificates and DNS, from inside and outside of AWS. */
  #watchSites({ edge: { staff, intake } }: Watched): void {
    for (const [name, { distribution }] of Object.entries({ Staff: staff, Intake: intake }))
      this.#watch(`${name}SiteErrors`, {
        metric: distribution.metric5xxErrorRate({ period: minutes(5), statistic: 'Average' }),
        above: 5,
        periods: 3,
        meaning: 'CloudFront has answered errors for a quarter of an hour: it does not reach the API or the files.',
      });
    const check = new route53.CfnHealthCheck(this, 'FromOutside', {
      healthCheckConfig: {
        type: 'HTTPS',
        fullyQualifiedDomainName: this.#config.staffDomain ?? staff.distribution.distributionDomainName,
        resourcePath: healthEndpoints.get.path,
        port: 443,
        enableSni: true,
        requestInterval: 30,
        failureThreshold: 3,
        // Route 53's minimum, because each check is a call of the API.
        regions: ['us-east-1', 'us-west-2', 'eu-west-1'],
      },
    });
    const healthy = new cloudwatch.Metric({
      namespace: 'AWS/Route53',
      metricName: 'HealthCheckStatus',
      dimensionsMap: { HealthCheckId: check.attrHealthCheckId },
      period: minutes(1),
      statistic: 'Minimum',
    });
    this.#watch('SiteUnreachable', {
      metric: new cloudwatch.MathExpression({
        expression: '1 - healthy',
        usingMetrics: { healthy },
        period: minutes(1),
        label: 'Whether the staff site cannot be reached from outside',
      }),
      above: 0,
      periods: 3,
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning:
        'The product’s health cannot be read from outside: the name, the certificate, CloudFront or the API fails.',
    });
  }

  #watchTable({ data: { table } }: Watched): void {
    const throttled = (metricName: string, index?: string) =>
      new cloudwatch.Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: table.tableName, ...(index ? { GlobalSecondaryIndexName: index } : {}) },
        ...inFiveMinutes,
      });
    const both = (index?: string) => [throttled('ReadThrottleEvents', index), throttled('WriteThrottleEvents', index)];
    this.#watchSum('TableThrottles', both(), {
      above: 0,
      meaning: 'DynamoDB throttled the table: a hot partition key, or maximum throughput reached.',
    });
    this.#watchSum('IndexThrottles', tableShape.indexes.flatMap(both), {
      above: 0,
      meaning: 'DynamoDB throttled an index, which also throttles table writes: a hot list partition.',
    });
  }

  #watchCopies(): void {
    const jobs = (metricName: string) =>
      new cloudwatch.Metric({
        namespace: 'AWS/Backup',
        metricName,
        dimensionsMap: { BackupVaultName: vaultNameOf(this.#config) },
        period: Duration.days(1),
        statistic: 'Sum',
      });
    this.#watch('CopiesMissing', {
      metric: new cloudwatch.MathExpression({
        // The table, the documents and the audit witness: an expired or aborted job is not completed.
        expression: 'FILL(failed, 0) + FILL(notCopied, 0) + IF(FILL(made, 0) >= 3, 0, 1)',
        usingMetrics: {
          made: jobs('NumberOfBackupJobsCompleted'),
          failed: jobs('NumberOfBackupJobsFailed'),
          notCopied: jobs('NumberOfCopyJobsFailed'),
        },
        period: Duration.days(1),
        label: 'Copies of the data that were not made',
      }),
      above: 0,
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning: 'AWS Backup did not copy the table and both buckets for a day, or a copy failed.',
    });
  }

  #watchMail({ events: { mail } }: Watched): void {
    const rate = (metricName: string) =>
      new cloudwatch.Metric({
        namespace: 'AWS/SES',
        metricName,
        dimensionsMap: { 'ses:configuration-set': mail.configurationSetName },
        period: Duration.hours(1),
        statistic: 'Average',
      });
    this.#watch('MailBounces', {
      metric: rate('Reputation.BounceRate'),
      above: 0.04,
      meaning: 'Bounce rate is above 4%. SES reviews accounts at 5% and may pause sending.',
    });
    this.#watch('MailComplaints', {
      metric: rate('Reputation.ComplaintRate'),
      above: 0.0008,
      meaning: 'Complaint rate is high. SES reviews accounts at 0.1%.',
    });
  }

  #watchSecurity({ edge, identity }: Watched): void {
    this.#watch('SsnReveals', {
      metric: this.#own('SsnReveals', Duration.hours(1)),
      above: 30,
      meaning: 'More than 30 SSNs were viewed in one hour. Check the audit log.',
    });
    this.#watch('AuditChainBroken', {
      // Each hourly verification finds a break again until it is fixed.
      metric: this.#own('AuditChainBroken', Duration.hours(2), 'Maximum'),
      above: 0,
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning: 'Audit log verification failed. See the log for the entry key.',
    });
    this.#watch('AuditVerification', {
      metric: this.#own('AuditVerifyUnfinished', Duration.hours(2), 'Maximum'),
      above: 0,
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning:
        'Audit verification did not run, did not finish, failed for an organization, or has not covered every organization for a day.',
    });
    this.#watch('AuditSealing', {
      metric: this.#own('AuditSealBehind', minutes(10), 'Minimum'),
      above: 0,
      missing: cloudwatch.TreatMissingData.BREACHING,
      meaning: 'Audit entries have not been sealed for ten minutes, or the sealer is not running.',
    });
    for (const { metric, minutes: length, above, meaning } of rejectionAlarms)
      this.#watch(metric, { metric: this.#own(metric, minutes(length)), above, meaning });
    this.#watchSum(
      'SignInTriggerErrors',
      [...identity.functions.keys()].map((name) => this.#ofFunction(name, 'Errors')),
      { above: 0, meaning: 'The Cognito trigger is failing. Users cannot reset passwords.' },
    );
    this.#watch('SignInFailures', {
      metric: failedSignIns(identity),
      above: 60,
      meaning: 'Many failed sign-ins: password guessing, or a Cognito problem.',
    });
    this.#watch('FirewallBlocks', {
      metric: blockedRequests(edge.firewall.metricName),
      above: 500,
      meaning: 'WAF is blocking many requests: an attack, or a false-positive rule.',
    });
    this.#watch('SignInBlocks', {
      metric: blockedRequests(identity.firewall.metricName, this.region),
      above: 0,
      meaning: 'Sign-ins from one IP are blocked: password guessing, or an office is locked out.',
    });
    this.#watch('SignInThrottles', {
      metric: throttledSignIns(identity),
      above: 0,
      meaning: 'Cognito is throttling sign-ins: the account quota is exhausted.',
    });
  }
}
