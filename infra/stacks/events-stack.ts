import { Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { eventSource } from '#domain/events/catalog.ts';
import { type Config, nameOf } from '../config.ts';
import { Mail } from '../constructs/mail.ts';
import { PrivilegedFunction } from '../constructs/privileged-function.ts';
import { deadLetterQueue, WorkerQueue } from '../constructs/worker-queue.ts';
import { type FunctionName, functions, queues } from '../functions.ts';
import type { DataStack } from './data-stack.ts';
import type { SitesStack } from './sites-stack.ts';

/** What happens after an answer is given: stream → relay → bus → one queue per worker, and the sweeper behind it. */
export class EventsStack extends Stack {
  readonly bus: events.EventBus;
  readonly mail: Mail;
  readonly relay: PrivilegedFunction;
  readonly sweeper: PrivilegedFunction;
  readonly notify: PrivilegedFunction;
  /** Queues that stay empty while all is well. */
  readonly deadLetters: sqs.Queue[] = [];

  constructor(scope: Construct, id: string, config: Config, { data, sites }: { data: DataStack; sites: SitesStack }) {
    super(scope, id, { env: config });
    const operationsKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);

    this.bus = new events.EventBus(this, 'Bus', { eventBusName: nameOf(config, 'events') });
    this.bus.archive('Archive', {
      archiveName: nameOf(config, 'events'),
      eventPattern: { source: [eventSource] },
      retention: Duration.days(90),
    });
    this.mail = new Mail(this, 'Mail', config);

    const settings = {
      TABLE_NAME: data.table.tableName,
      EVENT_BUS_NAME: this.bus.eventBusName,
      STAFF_SITE_URL: sites.staff.url,
      MAIL_FROM: this.mail.from,
      MAIL_CONFIGURATION_SET: this.mail.configurationSet.configurationSetName,
      EFFECT_LEASE_SECONDS: String(functions.notify.timeoutSeconds),
    };
    const mail = {
      from: this.mail.from,
      identityArn: this.mail.identity.emailIdentityArn,
      configurationSetArn: this.formatArn({
        service: 'ses',
        resource: 'configuration-set',
        resourceName: this.mail.configurationSet.configurationSetName,
      }),
    };
    const on = { table: data.table, dataKey: data.dataKey, ssnKey: data.ssnKey, operationsKey, bus: this.bus, mail };
    const worker = (name: FunctionName) => new PrivilegedFunction(this, name, { config, name, on, settings });

    this.relay = worker('relay');
    this.#relayFromStream(data, operationsKey);
    this.sweeper = worker('sweeper');
    new events.Rule(this, 'Sweep', {
      schedule: events.Schedule.expression(functions.sweeper.trigger.schedule),
      targets: [new targets.LambdaFunction(this.sweeper, { retryAttempts: 1, maxEventAge: Duration.minutes(5) })],
    });
    this.notify = worker('notify');
    this.#queueFor('notify', this.notify, operationsKey);
  }

  #relayFromStream({ table }: DataStack, key: kms.IKey): void {
    const undelivered = deadLetterQueue(this, 'RelayDeadLetters', key);
    this.deadLetters.push(undelivered);
    this.relay.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: lambda.StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 10,
        onFailure: new SqsDlq(undelivered),
        // Only new outbox items: marking them as sent writes to the stream as well.
        filters: [
          lambda.FilterCriteria.filter({
            eventName: lambda.FilterRule.isEqual('INSERT'),
            dynamodb: { Keys: { sk: { S: lambda.FilterRule.beginsWith('EVENT#') } } },
          }),
        ],
      }),
    );
  }

  #queueFor(name: keyof typeof queues, worker: PrivilegedFunction, key: kms.IKey): void {
    const { events: names, mailSent, maxReceiveCount } = queues[name];
    const workerTimeout = Duration.seconds(functions[name].timeoutSeconds);
    const { queue, deadLetters } = new WorkerQueue(this, `${name}Work`, { key, maxReceiveCount, workerTimeout });
    this.deadLetters.push(deadLetters);
    const target = new targets.SqsQueue(queue, { deadLetterQueue: deadLetters });
    new events.Rule(this, `${name}Events`, {
      eventBus: this.bus,
      eventPattern: { source: [eventSource], detailType: [...names] },
      targets: [target],
    });
    if (mailSent) new events.Rule(this, `${name}MailSent`, { eventPattern: this.mail.sentPattern, targets: [target] });
    worker.addEventSource(
      new SqsEventSource(queue, { batchSize: 10, maxConcurrency: 5, reportBatchItemFailures: true }),
    );
  }
}
