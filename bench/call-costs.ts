import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import { meter } from '#tests/support/engines/capacity.ts';
import { median } from './measure.ts';
import type { Request } from './operations.ts';
import { carryOut } from './recorded-commands.ts';
import type { Recording } from './recording.ts';
import { type Population, type RunningProduct, withProduct } from './running-product.ts';

/** A row is measured so often, some time after another: what the machine does for seconds befalls a part of it. */
const PASSES = 3;
const TIMES = 30;
const WARM_UP = 8;
const METERED = 5;

/** A call's cost at one size of an organization: capacity units and milliseconds. */
export interface Cost {
  what: string;
  units: number;
  milliseconds: number;
}

/** A call that is measured, as it is asked the n-th time. */
export interface MeasuredCall {
  what: string;
  request: (n: number) => Request;
}

/** What the recorded calls consume when they are carried out again; all of them only read. */
const unitsOf = async (databaseUrl: string, recording: Recording): Promise<number> => {
  const client = new DynamoDBClient({ endpoint: databaseUrl, region: REGION, credentials: LOCAL_CREDENTIALS });
  const { units } = meter(client);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  for (const call of recording.flat()) if (!/Put|Update|Write/.test(call.command)) await carryOut(documents, call);
  client.destroy();
  return units();
};

/** The products of these populations, all at once. */
const withProducts = <T>(
  populations: readonly Population[],
  work: (products: readonly RunningProduct[]) => Promise<T>,
  open: readonly RunningProduct[] = [],
): Promise<T> => {
  const [next, ...rest] = populations;
  return next ? withProduct(next, (product) => withProducts(rest, work, [...open, product])) : work(open);
};

const timed = async ({ send }: RunningProduct, request: Request): Promise<number> => {
  const sent = performance.now();
  await send(request);
  return performance.now() - sent;
};

const unitsIn = async ({ record, databaseUrl }: RunningProduct, { request }: MeasuredCall): Promise<number> => {
  const units: number[] = [];
  for (let n = 0; n < METERED; n++) units.push(await unitsOf(databaseUrl, (await record(request(n))).recording));
  return median(units);
};

/**
 * Milliseconds over HTTP and capacity units of calls that read, one client: medians, for each population. The same call is
 * asked of all of them by turns, and again later, so that whatever else the machine does meanwhile befalls each of them.
 */
export const costsByPopulation = (
  populations: readonly Population[],
  callsOn: (product: RunningProduct, population: Population) => Promise<readonly MeasuredCall[]>,
): Promise<Cost[][]> =>
  withProducts(populations, async (products) => {
    const measured: { product: RunningProduct; calls: readonly MeasuredCall[]; costs: Cost[] }[] = [];
    for (const [at, population] of populations.entries()) {
      const product = products[at] as RunningProduct;
      // The first of them was signed in to long before the last one was filled.
      await product.renew();
      measured.push({ product, calls: await callsOn(product, population), costs: [] });
    }
    const whats = (measured[0]?.calls ?? []).map(({ what }) => what);
    const took: number[][][] = whats.map(() => measured.map(() => []));
    for (let pass = 0; pass < PASSES; pass++)
      for (const at of whats.keys()) {
        for (const { product } of measured) await product.renew();
        for (let n = 0; n < TIMES + WARM_UP; n++)
          for (const [of, { product, calls }] of measured.entries()) {
            const { request } = calls[at] as MeasuredCall;
            const milliseconds = await timed(product, request(pass * (TIMES + WARM_UP) + n));
            if (n >= WARM_UP) took[at]?.[of]?.push(milliseconds);
          }
      }
    for (const [at, what] of whats.entries())
      for (const [of, { product, calls, costs }] of measured.entries()) {
        await product.renew();
        const units = await unitsIn(product, calls[at] as MeasuredCall);
        costs.push({ what, units, milliseconds: median(took[at]?.[of] ?? []) });
      }
    return measured.map(({ costs }) => costs);
  });
