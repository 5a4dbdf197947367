import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { median } from './measure.ts';
import { type Request, sampleOf } from './operations.ts';
import { type Population, withProduct } from './running-product.ts';

const TIMES = 40;
const PAGE = 20;

/** The middle of the milliseconds of calls through the whole product, one client, at one size of an organization. */
export const callTimes = (population: Population): Promise<Map<string, number>> =>
  withProduct(population, async ({ send }) => {
    const { ids, names } = await sampleOf(send, population.count);
    const last = Math.ceil(population.count / PAGE);
    const page = (at: number): Request => ({ row: customerEndpoints.list, query: { page: String(at) } });
    const near = (at: number, n: number): number => Math.max(1, Math.min(last, at + (n % 7) - 3));
    const calls: Record<string, (n: number) => Request> = {
      get: (n) => ({ row: customerEndpoints.get, params: { id: ids[n % ids.length] ?? '' } }),
      'page 1': () => page(1),
      'a page at a quarter': (n) => page(near(Math.floor(last / 4), n)),
      'a page in the middle': (n) => page(near(Math.floor(last / 2), n)),
      'the last page': () => page(last),
      'search, a last name': (n) => ({ row: customerEndpoints.search, query: { q: names[n % names.length] ?? '' } }),
    };
    const found = new Map<string, number>();
    for (const [what, request] of Object.entries(calls)) {
      const took: number[] = [];
      for (let n = 0; n < TIMES; n++) {
        const sent = performance.now();
        await send(request(n));
        // The first ones warm up.
        if (n >= 10) took.push(performance.now() - sent);
      }
      found.set(what, median(took));
    }
    return found;
  });
