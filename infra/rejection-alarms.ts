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

/** What is refused, or taken with a doubt, and how much of it wakes somebody: most of it happens now and then. */
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

/** What a firewall blocked; one that stands in a region, and not before CloudFront, names it. */
export const blockedRequests = (acl: string, region?: string): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: acl, Rule: 'ALL', ...(region ? { Region: region } : {}) },
    period: Duration.minutes(5),
    statistic: 'Sum',
  });

/** Sign-ins that failed: each attempt is a sample, 1 when it went well and 0 when it did not. */
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

/** How often Cognito refused a sign-in because its quota for the account was used up. */
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
