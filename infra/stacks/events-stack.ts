import { Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as kms from 'aws-cdk-lib/aws-kms';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { eventSource, events as everyEvent } from '#domain/shared/events/catalog.ts';
import { archivedDays } from '#domain/shared/operations/replays.ts';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';
import { Mail } from '../constructs/mail.ts';
import { PrivilegedFunction } from '../constructs/privileged-function.ts';
import { readStream } from '../constructs/stream-reader.ts';
import { allowDeadLettering, deadLetterQueue, WorkerQueue } from '../constructs/worker-queue.ts';
import { type FunctionName, functions } from '../functions.ts';
import { googleEndpoints } from '../google-endpoints.ts';
import { acknowledge, acknowledgeRecipients } from '../nag-suppressions.ts';
import { messagesAtOnce, queues, workersAtOnce } from '../queues.ts';
import { quickBooksOf } from '../quickbooks-service.ts';
import { bySecretSetting } from '../secrets.ts';
import { signingServicesOf } from '../signing-services.ts';
import type { StreamName } from '../streams.ts';
import { eventNameGroups } from '../unrouted-events.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

const workers = (Object.keys(functions) as FunctionName[]).filter((name) => {
  const row = functions[name];
  return 'trigger' in row && !('userPool' in row.trigger);
});

/**
 * What happens after an answer is given: the table's stream feeds the relay, the relay the bus, rules one queue per
 * worker; schedules run what looks after them.
 */
export class EventsStack extends Stack {
  readonly bus: events.EventBus;
  readonly busName: string;
  readonly mail: Mail;
  readonly functions = new Map<FunctionName, PrivilegedFunction>();
  /** Functions fed by the table's stream, and functions that run by the clock. */
  readonly streamReaders: FunctionName[] = [];
  readonly scheduled: FunctionName[] = [];
  /** Queues that stay empty while all is well. */
  readonly workQueues: sqs.Queue[] = [];
  readonly deadLetters: sqs.Queue[] = [];
  /** Rules that carry events or run jobs. */
  readonly rules: { name: string; ownBus: boolean }[] = [];
  readonly #config: Config;
  readonly #data: DataStack;
  readonly #operationsKey: kms.IKey;
  readonly #scannedPattern: events.EventPattern;

  constructor(
    scope: Construct,
    id: StackId,
    config: Config,
    { data, identity, edge }: { data: DataStack; identity: IdentityStack; edge: EdgeStack },
  ) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    const operationsKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    this.#config = config;
    this.#data = data;
    this.#operationsKey = operationsKey;
    this.#scannedPattern = edge.documents.scannedPattern;

    this.busName = nameOf(config, 'events');
    this.bus = new events.EventBus(this, 'Bus', { eventBusName: this.busName });
    // As with the names of functions (constructs/privileged-function.ts).
    this.exportValue(this.bus.eventBusName);
    this.bus.archive('Archive', {
      archiveName: this.busName,
      eventPattern: { source: [eventSource] },
      retention: Duration.days(archivedDays),
    });
    this.#keepUnrouted();
    this.mail = new Mail(this, 'Mail', { config, sender: identity.sender });

    const settings = {
      TABLE_NAME: data.table.tableName,
      AUDIT_KEY_ID: data.auditKey.keyArn,
      SUBJECT_KEY_ID: data.subjectKey.keyArn,
      PARTNER_KEY_ID: data.partnerKey.keyArn,
      SIGNING_SERVICES: JSON.stringify(signingServicesOf(config)),
      QUICKBOOKS: JSON.stringify(quickBooksOf(config)),
      GOOGLE_ENDPOINTS: JSON.stringify(googleEndpoints),
      AUDIT_WITNESS_BUCKET: data.auditWitness.bucketName,
      DOCUMENTS_BUCKET: edge.documents.bucket.bucketName,
      ...bySecretSetting((name) => data.secrets[name].secretArn),
      EVENT_BUS_NAME: this.bus.eventBusName,
      USER_POOL_ID: identity.pool.userPoolId,
      STAFF_SITE_URL: edge.staff.url,
      INTAKE_SITE_URL: edge.intake.url,
      MAIL_FROM: this.mail.from,
      MAIL_CONFIGURATION_SET: this.mail.configurationSetName,
    };
    const on = {
      ...data.grantable,
      documents: edge.documents.bucket,
      operationsKey,
      bus: this.bus,
      mail: this.mail.grantable,
      userPool: identity.pool,
    };
    for (const worker of workers) {
      const fn = new PrivilegedFunction(this, worker, { config, name: worker, on, settings });
      this.functions.set(worker, fn);
      if (config.sesSandbox) acknowledgeRecipients(fn.role ?? fn);
      this.#connect(worker, fn);
    }
  }

  /**
   * Events whose names these rules do not know: announced by functions newer than this stack. They wait for somebody
   * instead of being dropped.
   */
  #keepUnrouted(): void {
    const queue = deadLetterQueue(this, 'UnroutedEvents');
    acknowledge(queue, 'deadLetters');
    this.deadLetters.push(queue);
    const rule = (id: string, detailType: string[], detail?: object) =>
      this.#rule(id, {
        eventBus: this.bus,
        eventPattern: { source: [eventSource], detailType, ...(detail ? { detail } : {}) },
        targets: [new targets.SqsQueue(queue)],
      });
    const groups = eventNameGroups(Object.keys(everyEvent));
    rule('Unrouted', events.Match.anythingButPrefix(...groups.flatMap(({ nouns }) => nouns)));
    // A pattern has no two conditions for one field: what an event of these nouns is called is compared within it.
    for (const [at, { nouns, names }] of groups.entries()) {
      const ofNouns = nouns.flatMap((noun) => events.Match.prefix(noun));
      rule(`Unrouted${at + 1}`, ofNouns, { name: events.Match.anythingBut(...names) });
    }
  }

  #connect(name: FunctionName, fn: PrivilegedFunction): void {
    const row = functions[name];
    if (!('trigger' in row)) return;
    if ('stream' in row.trigger) this.#feedFromStream(name, fn, row.trigger.stream);
    else if ('schedule' in row.trigger) this.#runBySchedule(name, fn, row.trigger.schedule);
    else if ('queue' in row.trigger) this.#takeFromQueue(row.trigger.queue, fn, row.timeoutSeconds);
  }

  #feedFromStream(name: FunctionName, fn: PrivilegedFunction, stream: StreamName): void {
    const undelivered = deadLetterQueue(this, `${name}DeadLetters`);
    acknowledge(undelivered, 'deadLetters');
    this.deadLetters.push(undelivered);
    this.streamReaders.push(name);
    const { table, dataKey } = this.#data;
    readStream(fn, { table, dataKey, stream, undelivered });
  }

  /** Named, because the metrics of a rule go by its name, and a reference to it says more than that. */
  #rule(id: string, props: events.RuleProps): void {
    const name = nameOf(this.#config, id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, ''));
    new events.Rule(this, id, { ruleName: name, ...props });
    this.rules.push({ name, ownBus: props.eventBus !== undefined });
  }

  #runBySchedule(name: FunctionName, fn: PrivilegedFunction, rate: string): void {
    this.scheduled.push(name);
    const target = new targets.LambdaFunction(fn, { retryAttempts: 1, maxEventAge: Duration.minutes(5) });
    this.#rule(`${name}Schedule`, { schedule: events.Schedule.expression(rate), targets: [target] });
  }

  #takeFromQueue(name: keyof typeof queues, fn: PrivilegedFunction, timeoutSeconds: number): void {
    const { events: names, mailSent, scanned, maxReceiveCount } = queues[name];
    const { queue, deadLetters } = new WorkerQueue(this, `${name}Work`, {
      key: this.#operationsKey,
      maxReceiveCount,
      workerTimeout: Duration.seconds(timeoutSeconds),
    });
    this.workQueues.push(queue);
    this.deadLetters.push(deadLetters);
    const target = new targets.SqsQueue(queue, { deadLetterQueue: deadLetters });
    const eventPattern = { source: [eventSource], detailType: [...names] };
    this.#rule(`${name}Events`, { eventBus: this.bus, eventPattern, targets: [target] });
    if (mailSent) this.#rule(`${name}MailSent`, { eventPattern: this.mail.sentPattern, targets: [target] });
    if (scanned) this.#rule(`${name}Scanned`, { eventPattern: this.#scannedPattern, targets: [target] });
    allowDeadLettering(fn, deadLetters);
    const batchSize = messagesAtOnce(name);
    fn.addEventSource(
      new SqsEventSource(queue, { batchSize, maxConcurrency: workersAtOnce(name), reportBatchItemFailures: true }),
    );
  }
}
