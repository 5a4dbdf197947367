import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';
import { recountSettled } from '#tests/support/checker/recount.ts';
import { clientOf } from './client.ts';
import { filesOnTheWay } from './files-on-the-way.ts';
import { importsUnderKills } from './imports-under-kills.ts';
import { killedSoak } from './killed-soak.ts';
import { circumstances, openFilesOf, usageOf } from './machine.ts';
import { withProduct } from './running-product.ts';
import { type Minute, mixedCalls, steadyLoad } from './steady.ts';

const usage = `Usage: npm run soak -- [--minutes 15] [--rate 100] [--to RATE] [--customers 10000] [--record NAME]
       npm run soak -- --kills 25 [--minutes 60] [--rate 50] [--record NAME]
       npm run soak -- --files [--seconds 30] [--rate 30]
       npm run soak -- --imports [--customers 100000] [--cases 20000] [--record NAME]
       npm run soak -- --url https://STAFF-SITE --tokens FILE [--minutes 5] [--rate 500] [--to 1000]

A steady load of gets, pages, searches and creates, sent at its own pace. The first form starts a product of its own and
prints every minute's times, memory and open files; at the end everything derived is recounted.
--kills  everything that an office and families ask for, of a product as npm start runs it, which is killed so often in the
         second half; at the end nothing that was answered may be missing or there twice
--imports  customers and cases of another system, brought in and taken back as the page does it, with a kill in each step;
         records that are few enough are recounted when they are in, and in any case when they are gone
--files  the same load without and with files of 25 MB on their way in and out
--url    against a deployed stage, whose figures are on its dashboard. The file has an access token of a member of staff
         on each line; a member may ask ten times a second, so --to must not exceed ten times the lines. Use a stage of
         its own: customers are created.`;

const { values } = parseArgs({
  options: {
    ...{ minutes: { type: 'string' }, seconds: { type: 'string' }, rate: { type: 'string' }, to: { type: 'string' } },
    ...{
      customers: { type: 'string' },
      cases: { type: 'string' },
      imports: { type: 'boolean' },
      record: { type: 'string' },
      kills: { type: 'string' },
      files: { type: 'boolean' },
    },
    ...{ url: { type: 'string' }, tokens: { type: 'string' }, help: { type: 'boolean' } },
  },
});
const number = (text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0)) throw new Error(usage);
  return value;
};
/** What one member of staff may ask in a second (quality S-23). */
const perMember = 10;
const RENEW_EVERY_MS = 240_000;

const lines: string[] = [];
const say = (...more: string[]): void => {
  lines.push(...more);
  process.stdout.write(`${more.join('\n')}\n`);
};
const cells = ({ sent, failed, p50, p95, p99 }: Minute): string =>
  [sent, failed, ...[p50, p95, p99].map((ms) => ms.toFixed(1))].join(' | ');
const growth = (first: number, last: number): string => `${(100 * (last / Math.max(1, first) - 1)).toFixed(1)} %`;

const ownProduct = (): Promise<void> =>
  withProduct({ count: number(values.customers, 10_000) }, async (product) => {
    const rate = number(values.rate, 100);
    const request = await mixedCalls(product);
    const renewing = setInterval(() => void product.renew(), RENEW_EVERY_MS);
    const memory: { product: number; engine: number; files: number }[] = [];
    say('', '| Minute | sent | failed | p50 ms | p95 ms | p99 ms | product MB | engine MB | open files |');
    say(`|---|${'---:|'.repeat(8)}`);
    const total = await steadyLoad((n) => product.send(request(n)), {
      ...{ from: rate, to: number(values.to, rate), seconds: number(values.minutes, 15) * 60 },
      onMinute(minute, n) {
        const [own, engine] = [product.pid, product.enginePid];
        const now = {
          product: usageOf(own).residentMb,
          engine: usageOf(engine).residentMb,
          files: openFilesOf(own) + openFilesOf(engine),
        };
        memory.push(now);
        say(`| ${n} | ${cells(minute)} | ${now.product} | ${now.engine} | ${now.files} |`);
      },
    });
    clearInterval(renewing);
    const idleMs = await product.waitUntilIdle();
    const client = new DynamoDBClient({
      endpoint: product.databaseUrl,
      region: REGION,
      credentials: LOCAL_CREDENTIALS,
    });
    await recountSettled(client, TABLE_NAME);
    client.destroy();
    say(`| all | ${cells(total)} | | | |`, '');
    const [first, last] = [memory[1] ?? memory[0], memory.at(-1)];
    if (first && last)
      say(
        `From the second minute to the last: product ${growth(first.product, last.product)}, ` +
          `engine ${growth(first.engine, last.engine)}, open files ${first.files} to ${last.files}.`,
      );
    say(`Quiet ${(idleMs / 1000).toFixed(1)} s after the last answer; a recount of everything derived found nothing.`);
    if (total.failed > 0) process.exitCode = 1;
  });

const besideFiles = (): Promise<void> =>
  withProduct({ count: number(values.customers, 10_000) }, async (product) => {
    const rate = number(values.rate, 30);
    const request = await mixedCalls(product);
    const run = () =>
      steadyLoad((n) => product.send(request(n)), { from: rate, to: rate, seconds: number(values.seconds, 30) });
    await run();
    const without = await run();
    const stop = filesOnTheWay({ origin: product.origin, token: await product.renew() });
    const beside = await run();
    const { same, different } = await stop();
    say('', '| | sent | failed | p50 ms | p95 ms | p99 ms |', `|---|${'---:|'.repeat(5)}`);
    say(`| alone | ${cells(without)} |`, `| beside files | ${cells(beside)} |`, '');
    say(
      `p95 ${growth(without.p95, beside.p95)}; ${same} files of 25 MB came back as they were sent, ${different} did not.`,
    );
    if (different > 0 || without.failed + beside.failed > 0) process.exitCode = 1;
  });

const underKills = async (kills: number): Promise<void> => {
  const isWell = await killedSoak({ minutes: number(values.minutes, 60), rate: number(values.rate, 50), kills, say });
  if (!isWell) process.exitCode = 1;
};

const movingIn = async (): Promise<void> => {
  const [customers, cases] = [number(values.customers, 100_000), number(values.cases, 20_000)];
  if (!(await importsUnderKills({ customers, cases, say }))) process.exitCode = 1;
};

const deployedStage = async (url: string): Promise<void> => {
  const tokens = readFileSync(values.tokens ?? '', 'utf8')
    .split('\n')
    .filter(Boolean);
  const from = number(values.rate, 500);
  const to = number(values.to, from);
  if (Math.max(from, to) > perMember * tokens.length)
    throw new Error(
      `${tokens.length} members of staff may ask ${perMember * tokens.length} times a second.\n\n${usage}`,
    );
  let asked = 0;
  const client = clientOf(url, () => tokens[asked++ % tokens.length] ?? '');
  const request = await mixedCalls(client);
  say('', '| Minute | sent | failed | p50 ms | p95 ms | p99 ms |', `|---|${'---:|'.repeat(5)}`);
  const total = await steadyLoad((n) => client.send(request(n)), {
    ...{ from, to, seconds: number(values.minutes, 5) * 60 },
    onMinute: (minute, n) => say(`| ${n} | ${cells(minute)} |`),
  });
  client.close();
  say(`| all | ${cells(total)} |`);
  if (total.failed > 0) process.exitCode = 1;
};

if (values.help) {
  say(usage);
} else {
  say(`# Steady load, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`, '');
  say(...circumstances().map((line) => `- ${line}`));
  await (values.url
    ? deployedStage(values.url)
    : values.kills
      ? underKills(number(values.kills, 25))
      : values.imports
        ? movingIn()
        : values.files
          ? besideFiles()
          : ownProduct());
  if (values.record) {
    mkdirSync(new URL('results/', import.meta.url), { recursive: true });
    writeFileSync(new URL(`results/${values.record}.md`, import.meta.url), `${lines.join('\n')}\n`);
  }
}
