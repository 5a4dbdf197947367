import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type { MetricName } from '#domain/shared/operations/metrics.ts';

interface RejectionAlarm {
  metric: MetricName;
  minutes: number;
  above: number;
  meaning: string;
}

/** Rejected requests per period that trigger an alarm: single rejections are normal. */
export const rejectionAlarms: readonly RejectionAlarm[] = [
  {
    metric: 'KmsDenied',
    minutes: 5,
    above: 0,
    meaning:
      'KMS denied a function access to a key (SSN, personal data or partner credentials): a wrong grant, or an attack.',
  },
  {
    metric: 'OrganizationRoleRefused',
    minutes: 5,
    above: 0,
    meaning:
      'A function could not assume the role for an organization. Sensitive endpoints are down until this is fixed.',
  },
  {
    metric: 'TableDenied',
    minutes: 5,
    above: 0,
    meaning: "DynamoDB denied access to an item: a wrong grant, or a bug that reached for another organization's data.",
  },
  {
    metric: 'CheckNumberReveals',
    minutes: 60,
    above: 60,
    meaning: 'Unusually many check numbers were revealed in one hour. See the case audit logs.',
  },
  {
    metric: 'RevealsRefused',
    minutes: 60,
    above: 3,
    meaning: 'A user without permission is requesting SSNs. See the case audit logs.',
  },
  {
    metric: 'BotCheckSecretRefused',
    minutes: 5,
    above: 0,
    meaning: 'The bot-check secret is missing or wrong. All public reports are rejected until this is fixed.',
  },
  {
    metric: 'BotCheckUnverified',
    minutes: 60,
    above: 3,
    meaning: 'The bot check is not responding. Reports are accepted unchecked.',
  },
  {
    metric: 'ReportsOverLimit',
    minutes: 60,
    above: 0,
    meaning: 'A location received more than 60 reports in one hour. They are stored and flagged for review.',
  },
  {
    metric: 'PoolSessionsLeft',
    minutes: 60,
    above: 3,
    meaning: 'Sessions were ended, but Cognito could not be reached to revoke their refresh tokens.',
  },
  {
    metric: 'SignInTriesOfOne',
    minutes: 60,
    above: 0,
    meaning: 'Ten consecutive failed sign-ins for one user: password guessing. See Team > History for the time.',
  },
  {
    metric: 'SignInsUnrecorded',
    minutes: 60,
    above: 0,
    meaning: 'Sign-ins are not being recorded: the Cognito trigger cannot write to the table.',
  },
  {
    metric: 'Unauthenticated',
    minutes: 5,
    above: 300,
    meaning: 'High rate of 401 responses: token probing, or sign-in is broken.',
  },
  {
    metric: 'Forbidden',
    minutes: 5,
    above: 100,
    meaning: 'High rate of 403 responses: probing, or a page requests data it may not read.',
  },
  {
    metric: 'TooManyRequests',
    minutes: 5,
    above: 300,
    meaning: 'High rate of 429 responses: flooding, or a rate limit is too low.',
  },
];

/** Requests that a firewall blocked. `region` is set for a regional firewall, not for CloudFront's. */
export const blockedRequests = (acl: string, region?: string): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: acl, Rule: 'ALL', ...(region ? { Region: region } : {}) },
    period: Duration.minutes(5),
    statistic: 'Sum',
  });

/** Failed sign-ins: Cognito writes 1 for a success and 0 for a failure. */
export const failedSignIns = ({
  pool,
  client,
}: {
  pool: cognito.IUserPool;
  client: cognito.IUserPoolClient;
}): cloudwatch.MathExpression => {
  const period = Duration.minutes(5);
  const dimensionsMap = { UserPool: pool.userPoolId, UserPoolClient: client.userPoolClientId };
  const attempts = (statistic: string) =>
    new cloudwatch.Metric({
      namespace: 'AWS/Cognito',
      metricName: 'SignInSuccesses',
      dimensionsMap,
      period,
      statistic,
    });
  return new cloudwatch.MathExpression({
    expression: 'all - good',
    usingMetrics: { all: attempts('SampleCount'), good: attempts('Sum') },
    period,
    label: 'Sign-ins that failed',
  });
};

/** Sign-ins throttled by Cognito's account quota. */
export const throttledSignIns = ({
  pool,
  client,
}: {
  pool: cognito.IUserPool;
  client: cognito.IUserPoolClient;
}): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/Cognito',
    metricName: 'SignInThrottles',
    dimensionsMap: { UserPool: pool.userPoolId, UserPoolClient: client.userPoolClientId },
    period: Duration.minutes(5),
    statistic: 'Sum',
  });
