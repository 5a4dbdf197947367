import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type MetricName, metricNamespace, metricService } from '#domain/shared/operations/metrics.ts';
import { type Config, nameOf } from '../config.ts';
import type { FunctionName } from '../functions.ts';
import type { ApiStack } from '../stacks/api-stack.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { EdgeStack } from '../stacks/edge-stack.ts';
import type { EventsStack } from '../stacks/events-stack.ts';
import type { IdentityStack } from '../stacks/identity-stack.ts';

/**
 * Returns a Lambda metric by function name. A reference would create an export, which blocks the removal of the
 * function while another stack imports it.
 */
export const functionMetric = (
  config: Config,
  name: FunctionName,
  metricName: string,
  options: cloudwatch.MetricOptions,
): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: nameOf(config, name) },
    ...options,
  });

interface Shown {
  data: DataStack;
  identity: IdentityStack;
  edge: EdgeStack;
  events: EventsStack;
  api: ApiStack;
  alarms: readonly cloudwatch.IAlarm[];
}

const period = Duration.minutes(5);
const wholeWidth = 24;
const widget = { width: wholeWidth / 3, height: 6, liveData: true };

const questions: Record<string, logs.QueryStringProps> = {
  'one request': {
    fields: ['@timestamp', 'function', 'level', 'message', 'route', 'status', 'reason', 'ms'],
    // Placeholder for the id that a 500 response contains.
    filterStatements: ["request_id = 'REQUEST-ID'"],
    sort: '@timestamp',
    limit: 200,
  },
  'most frequent errors': {
    filterStatements: ["level = 'ERROR'"],
    statsStatements: ['count(*) as times, latest(@timestamp) as last by function, message, reason'],
    sort: 'times desc',
    limit: 50,
  },
  'slowest requests': {
    filterStatements: ['ispresent(route)', 'ispresent(ms)'],
    statsStatements: ['count(*) as calls, pct(ms, 50) as p50, pct(ms, 95) as p95, max(ms) as slowest by route'],
    sort: 'p95 desc',
    limit: 50,
  },
  'rejected requests': {
    filterStatements: ['status >= 400'],
    statsStatements: ['count(*) as times by route, status, reason'],
    sort: 'times desc',
    limit: 50,
  },
  'dropped messages': {
    fields: ['@timestamp', 'function', 'event', 'reason', 'request_id'],
    filterStatements: ["message = 'given up'"],
    sort: '@timestamp desc',
    limit: 100,
  },
};

/** Dashboard of a stage and its saved log queries. It shows only figures and ids. */
export class OperatorsView extends Construct {
  constructor(scope: Construct, id: string, config: Config, shown: Shown) {
    super(scope, id);
    const { data, identity, edge, events, api, alarms } = shown;
    const own = (metricName: MetricName, statistic = 'Sum'): cloudwatch.Metric =>
      new cloudwatch.Metric({
        namespace: metricNamespace,
        metricName,
        statistic,
        period,
        dimensionsMap: { service: metricService(config.stage) },
      });
    new cloudwatch.Dashboard(this, 'Page', {
      dashboardName: nameOf(config, 'operations'),
      defaultInterval: Duration.hours(12),
      widgets: [
        [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', width: wholeWidth, height: 4, alarms: [...alarms] })],
        calls(edge),
        [
          behind(config, events, own),
          new cloudwatch.GraphWidget({
            ...widget,
            title: 'Dead-letter queues (should be empty)',
            left: events.deadLetters.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ period })),
          }),
          new cloudwatch.GraphWidget({
            ...widget,
            title: 'Failing messages',
            left: [own('WorkLate'), own('ProjectionsFailed'), own('PoisonEvents')],
          }),
        ],
        [
          ofEach('Lambda errors', 'Errors', config),
          ofEach('Lambda throttles', 'Throttles', config),
          new cloudwatch.GraphWidget({
            ...widget,
            title: 'Table capacity units',
            left: [data.table.metricConsumedReadCapacityUnits({ period })],
            right: [data.table.metricConsumedWriteCapacityUnits({ period })],
          }),
        ],
        [
          new cloudwatch.GraphWidget({
            ...widget,
            title: 'Rejected requests by reason',
            left: [own('Unauthenticated'), own('Forbidden'), own('TooManyRequests')],
          }),
          new cloudwatch.GraphWidget({
            ...widget,
            title: 'SSN and check number reveals',
            left: [own('SsnReveals'), own('CheckNumberReveals'), own('RevealsRefused')],
          }),
          new cloudwatch.GraphWidget({
            ...widget,
            title: 'Audit log problems (should be 0)',
            left: ['AuditChainBroken', 'AuditSealBehind', 'AuditVerifyUnfinished'].map((name) =>
              own(name as MetricName, 'Maximum'),
            ),
          }),
        ],
      ],
    });
    const logGroups = [api, events, identity].flatMap((stack) =>
      [...stack.functions.values()].map(({ logGroup }) => logGroup),
    );
    for (const [name, question] of Object.entries(questions))
      new logs.QueryDefinition(this, name, {
        queryDefinitionName: `stillwater-${config.stage}/${name}`,
        queryString: new logs.QueryString(question),
        logGroups,
      });
  }
}

const calls = ({ frontDoor: { api } }: EdgeStack): cloudwatch.IWidget[] => [
  new cloudwatch.GraphWidget({ ...widget, title: 'Requests', left: [api.metricCount({ period, statistic: 'Sum' })] }),
  new cloudwatch.GraphWidget({
    ...widget,
    title: 'Response time (ms)',
    left: ['p50', 'p95', 'p99'].map((statistic) => api.metricLatency({ period, statistic, label: statistic })),
  }),
  new cloudwatch.GraphWidget({
    ...widget,
    title: '4xx (left) and 5xx (right)',
    left: [api.metricClientError({ period, statistic: 'Sum' })],
    right: [api.metricServerError({ period, statistic: 'Sum' })],
  }),
];

const behind = (
  config: Config,
  { streamReaders }: EventsStack,
  own: (name: MetricName, statistic?: string) => cloudwatch.Metric,
): cloudwatch.IWidget =>
  new cloudwatch.GraphWidget({
    ...widget,
    title: 'Stream lag (ms)',
    left: streamReaders.map((name) => functionMetric(config, name, 'IteratorAge', { period, statistic: 'Maximum' })),
    right: [own('ProjectionLag', 'p50'), own('ProjectionLag', 'p95')],
  });

/** One line per function with data; a list of all names would exceed the length of a search expression. */
const ofEach = (title: string, metricName: string, { stage }: Config): cloudwatch.IWidget =>
  new cloudwatch.GraphWidget({
    ...widget,
    title,
    left: [
      new cloudwatch.MathExpression({
        expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metricName}" stillwater ${stage}', 'Sum')`,
        label: '',
        usingMetrics: {},
        period,
      }),
    ],
  });
