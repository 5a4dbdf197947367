import { Duration, Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { eventSource, events as everyEvent } from '#domain/registry/event-catalog.ts';
import { archivedDays } from '#domain/shared/operations/deployment.ts';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';
import { Mail } from '../constructs/mail.ts';
import { PrivilegedFunction } from '../constructs/privileged-function.ts';
import { allow, viaService } from '../constructs/table-access.ts';
import { type FunctionName, functions } from '../functions.ts';
import { acknowledge, acknowledgeRecipients } from '../nag-suppressions.ts';
import {
  maxReceiveCount,
  messagesAtOnce,
  projectedItems,
  type QueueName,
  queues,
  type StreamName,
  workersAtOnce,
} from '../queues.ts';
import type { DataStack } from './data-stack.ts';
import { type BaseStacks, functionSettings } from './function-settings.ts';

const sealed = (encryptionMasterKey: kms.IKey): sqs.QueueProps => ({
  encryption: sqs.QueueEncryption.KMS,
  encryptionMasterKey,
  dataKeyReuse: Duration.minutes(5),
  enforceSSL: true,
});

/**
 * Keeps failed messages for two weeks, with an alarm. SQS's own key encrypts it, because messages may have failed when
 * the product's key refused; they contain only ids.
 */
const deadLetterQueue = (scope: Construct, id: string): sqs.Queue =>
  new sqs.Queue(scope, id, {
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });

/** Lets a worker dead-letter messages that can never succeed. */
const allowDeadLettering = (worker: lambda.Function, deadLetters: sqs.Queue): void => {
  worker.addToRolePolicy(allow(['sqs:SendMessage'], [deadLetters.queueArn]));
};

class WorkerQueue extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;

  constructor(scope: Construct, id: string, { key, workerTimeout }: { key: kms.IKey; workerTimeout: Duration }) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, 'DeadLetters');
    this.queue = new sqs.Queue(this, 'Queue', {
      ...sealed(key),
      // Six times the worker's timeout, so that a message is never handled twice at once (quality C1).
      visibilityTimeout: Duration.seconds(workerTimeout.toSeconds() * 6),
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
  }
}

interface StreamReading {
  table: dynamodb.ITable;
  dataKey: kms.IKey;
  stream: StreamName;
  /** Receives records after ten failed tries. */
  undelivered: sqs.Queue;
}

const newItemsOf = (stream: StreamName) => ({
  eventName: lambda.FilterRule.isEqual('INSERT'),
  dynamodb: { NewImage: { stream: { S: lambda.FilterRule.isEqual(stream) } } },
});
const aboutRecords = {
  dynamodb: {
    Keys: { sk: { S: [...projectedItems.equal, ...projectedItems.beginning.map((prefix) => ({ prefix }))] } },
  },
};

/**
 * Feeds a function with new items that name `stream`, without their later changes. A bad record blocks its shard for
 * at most ten tries, and never its whole batch.
 */
const readStream = (reader: lambda.Function, { table, dataKey, stream, undelivered }: StreamReading): void => {
  const { tableStreamArn } = table;
  if (!tableStreamArn) throw new Error('the table has no stream');
  const statements = [
    allow(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
      [tableStreamArn],
    ),
    allow(['kms:Decrypt'], [dataKey.keyArn], viaService(dataKey, 'dynamodb')),
    allow(['sqs:SendMessage'], [undelivered.queueArn]),
  ];
  for (const statement of statements) reader.addToRolePolicy(statement);
  reader.addEventSourceMapping('Stream', {
    eventSourceArn: tableStreamArn,
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 10,
    onFailure: { bind: () => ({ destination: undelivered.queueArn }) },
    filters: [lambda.FilterCriteria.filter(stream === 'projections' ? aboutRecords : newItemsOf(stream))],
  });
};

/** EventBridge accepts patterns of 2,048 characters; this leaves room around the names. */
const maxCharacters = 1500;

/** Returns `case.` for `case.created`. */
const nounOf = (name: string): string => name.slice(0, name.indexOf('.') + 1);

interface Group {
  nouns: string[];
  names: string[];
}

/** Groups event names by noun, as many per group as one rule's pattern can contain. */
export const eventNameGroups = (names: readonly string[]): Group[] => {
  const groups: Group[] = [];
  let [group, left]: [Group, number] = [{ nouns: [], names: [] }, 0];
  for (const [noun, own] of Map.groupBy(names, nounOf)) {
    const length = JSON.stringify([{ prefix: noun }, ...own]).length;
    if (length > left) {
      [group, left] = [{ nouns: [], names: [] }, maxCharacters];
      groups.push(group);
    }
    left -= length;
    group.nouns.push(noun);
    group.names.push(...own);
  }
  return groups;
};

const workers = (Object.keys(functions) as FunctionName[]).filter((name) => {
  const row = functions[name];
  return 'trigger' in row && !('userPool' in row.trigger);
});

/**
 * Asynchronous work: the table stream feeds the relay, the relay the bus, rules one queue per worker; schedules run
 * jobs.
 */
export class EventsStack extends Stack {
  readonly bus: events.EventBus;
  readonly busName: string;
  readonly mail: Mail;
  readonly functions = new Map<FunctionName, PrivilegedFunction>();
  readonly streamReaders: FunctionName[] = [];
  readonly scheduled: FunctionName[] = [];
  /** Queues that are empty in normal operation. */
  readonly workQueues: sqs.Queue[] = [];
  readonly deadLetters: sqs.Queue[] = [];
  readonly rules: { name: string; ownBus: boolean }[] = [];
  readonly #config: Config;
  readonly #data: DataStack;
  readonly #operationsKey: kms.IKey;
  readonly #scannedPattern: events.EventPattern;

  constructor(scope: Construct, id: StackId, config: Config, stacks: BaseStacks) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    const { data, identity, edge } = stacks;
    const operationsKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    this.#config = config;
    this.#data = data;
    this.#operationsKey = operationsKey;
    this.#scannedPattern = edge.documents.scannedPattern;

    this.busName = nameOf(config, 'events');
    this.bus = new events.EventBus(this, 'Bus', { eventBusName: this.busName });
    this.exportValue(this.bus.eventBusName);
    this.bus.archive('Archive', {
      archiveName: this.busName,
      eventPattern: { source: [eventSource] },
      retention: Duration.days(archivedDays),
    });
    this.#keepUnrouted();
    this.mail = new Mail(this, 'Mail', { config, sender: identity.sender });

    const settings = {
      ...functionSettings(config, stacks),
      EVENT_BUS_NAME: this.bus.eventBusName,
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

  /** Queues events of newer functions that no rule of this stack knows. */
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
    // A pattern has one condition per field, so each group compares names within its nouns.
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

  /** The rule is named, because its metrics use the name. */
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

  #takeFromQueue(name: QueueName, fn: PrivilegedFunction, timeoutSeconds: number): void {
    const { events: names, mailSent, scanned } = queues[name];
    const { queue, deadLetters } = new WorkerQueue(this, `${name}Work`, {
      key: this.#operationsKey,
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
