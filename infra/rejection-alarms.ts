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
    meaning: 'A function was refused a key, of numbers, of people or of partners: a wrong grant, or somebody trying.',
  },
  {
    metric: 'OrganizationRoleRefused',
    minutes: 5,
    above: 0,
    meaning: 'A function could not take on the rights of one organization: nothing is disclosed until it is mended.',
  },
  {
    metric: 'TableDenied',
    minutes: 5,
    above: 0,
    meaning: 'The table refused a function an item: a wrong grant, or a fault that reached for another organization.',
  },
  {
    metric: 'CheckNumberReveals',
    minutes: 60,
    above: 60,
    meaning: 'Very many numbers of checks were shown within an hour: the audit trails of the cases name who asked.',
  },
  {
    metric: 'RevealsRefused',
    minutes: 60,
    above: 3,
    meaning: 'Somebody asks for Social Security numbers without the right to: the audit trails of the cases name them.',
  },
  {
    metric: 'BotCheckSecretRefused',
    minutes: 5,
    above: 0,
    meaning: 'The verifier does not know our secret, or none is put in: every report is refused until it is mended.',
  },
  {
    metric: 'BotCheckUnverified',
    minutes: 60,
    above: 3,
    meaning: 'The bot check gives no verdicts, and reports are taken without it: is the verifier down?',
  },
  {
    metric: 'ReportsOverLimit',
    minutes: 60,
    above: 0,
    meaning: 'A home gets more than 60 reports an hour: they are kept and marked, and somebody has to look at them.',
  },
  {
    metric: 'PoolSessionsLeft',
    minutes: 60,
    above: 3,
    meaning: 'Sessions were ended that the user pool may still refresh: it could not be reached.',
  },
  {
    metric: 'SignInTriesOfOne',
    minutes: 60,
    above: 0,
    meaning:
      'Ten sign-ins of one person in a row have failed: somebody tries passwords. Team, History, names the hour.',
  },
  {
    metric: 'SignInsUnrecorded',
    minutes: 60,
    above: 0,
    meaning: 'Sign-ins are not on record: the trigger of the user pool cannot write.',
  },
  {
    metric: 'Unauthenticated',
    minutes: 5,
    above: 300,
    meaning: 'Very many answers of 401: somebody tries tokens, or sign-in is broken.',
  },
  {
    metric: 'Forbidden',
    minutes: 5,
    above: 100,
    meaning: 'Very many answers of 403: somebody tries what they may not, or a page asks for too much.',
  },
  {
    metric: 'TooManyRequests',
    minutes: 5,
    above: 300,
    meaning: 'Very many answers of 429: a flood, or a limit that honest people meet.',
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
