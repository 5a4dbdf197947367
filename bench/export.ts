import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { usageOf } from './machine.ts';
import { type Population, withProduct } from './running-product.ts';

/** The whole export through the product: rows, seconds, and the size of the product's process on the way, in MB. */
export const exportOverHttp = (
  population: Population,
): Promise<{ rows: number; seconds: number; residentMb: number[] }> =>
  withProduct(population, async ({ send, pid }) => {
    const residentMb: number[] = [];
    const began = performance.now();
    let rows = 0;
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor; page++) {
      const answer = await send({ row: customerEndpoints.export, query: cursor ? { cursor } : {} });
      rows += (answer.rows as unknown[]).length;
      cursor = answer.next_cursor as string | null;
      if (page % 10 === 0) residentMb.push(usageOf(pid).residentMb);
    }
    return { rows, seconds: (performance.now() - began) / 1000, residentMb };
  });
