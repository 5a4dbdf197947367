/**
 * Load and cost of many homes in AWS, computed from one home's day. scale.long.test.ts compares the capacity units
 * with measured ones, and docs/scale.md with these figures.
 */

export interface Act {
  name: string;
  perDay: number;
  calls: number;
  /** Capacity units of the call and what follows: row, search words, counters, event and audit entry. */
  reads: number;
  writes: number;
}

/**
 * A home of 300 cases a year, twice the national average, with six people and twice the counted actions: the figures
 * are a ceiling. Units are measured ones plus a half.
 */
export const acts: readonly Act[] = [
  { name: 'A list is opened, searched or paged', perDay: 240, calls: 1, reads: 12, writes: 1 },
  { name: 'A record is opened', perDay: 200, calls: 1, reads: 6, writes: 1 },
  { name: 'A section of a case is saved', perDay: 120, calls: 1, reads: 15, writes: 45 },
  { name: 'A case is opened', perDay: 3, calls: 1, reads: 30, writes: 205 },
  { name: 'A payment is recorded', perDay: 6, calls: 1, reads: 21, writes: 100 },
  { name: 'A customer is entered', perDay: 4, calls: 1, reads: 5, writes: 77 },
  { name: 'A family sends a report', perDay: 2, calls: 4, reads: 8, writes: 115 },
];

const workingDaySeconds = 10 * 3600;
/** The busiest second of a working day against the mean: Monday morning on the East Coast. */
const peak = 5;
/** Seconds that a call, and the projector and workers after it, occupy an execution environment. */
const callSeconds = 0.06;
const followsSeconds = 0.15;

export interface Load {
  homes: number;
  /** In the busiest second. */
  calls: number;
  reads: number;
  writes: number;
  concurrency: number;
}

const sumOf = (of: (act: Act) => number): number => acts.reduce((sum, act) => sum + act.perDay * of(act), 0);

export const loadOf = (homes: number): Load => {
  const perSecond = (ofHome: number): number => Math.ceil((homes * ofHome * peak) / workingDaySeconds);
  const calls = perSecond(sumOf((act) => act.calls));
  const changes = perSecond(sumOf((act) => (act.writes > 1 ? 1 : 0)));
  return {
    homes,
    calls,
    reads: perSecond(sumOf((act) => act.reads)),
    writes: perSecond(sumOf((act) => act.writes)),
    concurrency: Math.ceil(calls * callSeconds + changes * followsSeconds),
  };
};

/** Limits that AWS documents or a stage sets. */
export const bounds = {
  partitionReads: 3_000,
  partitionWrites: 1_000,
  /** The table's maximum throughput (decision 0029). */
  tableReads: 8_000,
  tableWrites: 4_000,
  /** Concurrent executions of an account after a quota increase. */
  concurrency: 1_000,
} as const;

const prices = {
  idle: 58,
  millionReads: 0.125,
  millionWrites: 0.625,
  millionCalls: 1 + 0.2 + 0.6 * 2,
  /** KMS, one call per change. */
  millionKeyCalls: 3,
  millionEdgeRequests: 1,
  thousandMails: 0.1,
  /** GuardDuty since February 2025; a file has a megabyte. */
  scannedGigabyte: 0.09 + 1.024 * 0.215,
  gigabyteSecond: 0.0000133334,
  gigabyteMonth: 0.25 + 0.2 + 0.1,
  documentsMonth: 0.023,
  /** AWS Backup copies a table completely each time, a bucket incrementally. */
  tableCopyMonth: 0.1,
  documentsCopyMonth: 0.05,
  betweenRegionsGigabyte: 0.02,
  /** S3 requests and events of the files that AWS Backup copies. */
  thousandFilesCopied: 0.006,
  logsGigabyte: 0.5,
  trafficGigabyte: 0.085,
};

const workingDays = 22;
const [tableMegabytes, documentsGigabytes, logsMegabytes, trafficMegabytes] = [120, 12, 40, 250];
/** Scanned documents of a month, emails of a month, site files per call, and reads of `audit-seal` a minute. */
const [scannedGigabytes, mails, filesPerCall, sealReads] = [documentsGigabytes / 36, 300, 0.5, 4];

/** Copies of the table in a vault, and copies a month to the second one (infra/stacks/backups-stack.ts). */
const [tableCopies, copiesSent] = [12, 34];

/** Monthly cost of a home's copies in one or two vaults: table copies are sent completely, documents incrementally. */
const copiesCost = (vaults: 1 | 2): number =>
  vaults * (tableMegabytes / 1024) * tableCopies * prices.tableCopyMonth +
  vaults * documentsGigabytes * prices.documentsCopyMonth +
  scannedGigabytes * prices.thousandFilesCopied +
  (vaults - 1) * ((tableMegabytes / 1024) * copiesSent + scannedGigabytes) * prices.betweenRegionsGigabyte;

/** Dollars a month: the idle stage, and a home's calls, capacity, storage after three years, logs and traffic. */
const monthlyCost = (homes: number, vaults: 1 | 2): { idle: number; perHome: number; sum: number } => {
  const millionsOf = (perDay: number): number => (perDay * workingDays) / 1e6;
  const calls = millionsOf(sumOf((act) => act.calls));
  const changes = millionsOf(sumOf((act) => (act.writes > 1 ? 1 : 0)));
  const perHome =
    millionsOf(sumOf((act) => act.reads)) * prices.millionReads +
    millionsOf(sumOf((act) => act.writes)) * prices.millionWrites +
    calls * prices.millionCalls +
    ((sealReads * 30 * 24 * 60) / 1e6) * prices.millionReads +
    changes * prices.millionKeyCalls +
    calls * (1 + filesPerCall) * prices.millionEdgeRequests +
    (mails / 1000) * prices.thousandMails +
    scannedGigabytes * prices.scannedGigabyte +
    (calls * callSeconds + changes * followsSeconds) * 1e6 * prices.gigabyteSecond +
    (tableMegabytes / 1024) * prices.gigabyteMonth +
    documentsGigabytes * prices.documentsMonth +
    copiesCost(vaults) +
    (logsMegabytes / 1024) * prices.logsGigabyte +
    (trafficMegabytes / 1024) * prices.trafficGigabyte;
  return { idle: prices.idle, perHome, sum: prices.idle + homes * perHome };
};

const number = (value: number): string => value.toLocaleString('en-US');

export const tables = {
  acts: [
    '| In a home, on a working day | times | reads | writes |',
    '|---|--:|--:|--:|',
    ...acts.map(({ name, perDay, reads, writes }) => `| ${name} | ${perDay} | ${reads} | ${writes} |`),
  ].join('\n'),
  loads: [
    '| Homes | calls a second | read units a second | write units a second | environments at work |',
    '|--:|--:|--:|--:|--:|',
    ...[1, 50, 1000]
      .map(loadOf)
      .map(
        ({ homes, calls, reads, writes, concurrency }) =>
          `| ${[homes, calls, reads, writes, concurrency].map(number).join(' | ')} |`,
      ),
  ].join('\n'),
  costs: [
    '| Homes | a month | with `backupVault` |',
    '|--:|--:|--:|',
    ...[1, 50, 1000].map((homes) => {
      const sums = ([1, 2] as const).map((vaults) => `$${number(Math.ceil(monthlyCost(homes, vaults).sum))}`);
      return `| ${[number(homes), ...sums].join(' | ')} |`;
    }),
  ].join('\n'),
} as const;
