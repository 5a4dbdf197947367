import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { routePath } from '#domain/contract/endpoint.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { homeCard } from '#functions/records/homes.ts';
import { Table } from '#functions/store/table.ts';
import { accounts, demoPassword } from '#local/accounts.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';
import { importCustomers } from '#local/seed/customer-import.ts';
import type { Loaded } from './in-process.ts';
import { usageOf } from './machine.ts';
import { load } from './measure.ts';
import { operationsOn, type Request } from './operations.ts';

const Started = z.object({
  staffUrl: z.string(),
  userPoolUrl: z.string(),
  userPoolClientId: z.string(),
  databaseUrl: z.string(),
  enginePid: z.number(),
  pid: z.number(),
});
type Started = z.output<typeof Started>;

const tokenOf = async ({ userPoolUrl: endpoint, userPoolClientId: ClientId }: Started): Promise<string> => {
  const client = new CognitoIdentityProviderClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
  const AuthParameters = { USERNAME: accounts[0].email, PASSWORD: demoPassword() };
  const { AuthenticationResult } = await client.send(
    new InitiateAuthCommand({ AuthFlow: 'USER_PASSWORD_AUTH', ClientId, AuthParameters }),
  );
  client.destroy();
  return AuthenticationResult?.AccessToken ?? '';
};

const sender = (origin: string, token: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const send = ({ row, params = {}, query, body }: Request): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const path = routePath(row.path).replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const url = new URL(`${path}/?${new URLSearchParams(query)}`, origin);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = httpRequest(url, { method: row.method, agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('error', reject);
        answer.once('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${answer.statusCode} ${text}`));
          else resolve(JSON.parse(text) as Record<string, unknown>);
        });
      });
      sent.once('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  return { send, close: () => agent.destroy() };
};

/** The product in a process of its own, with so many customers; `work` is given a way to call it. */
const withProduct = async <T>(
  count: number,
  work: (send: (request: Request) => Promise<Record<string, unknown>>, product: Started) => Promise<T>,
): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-bench-'));
  const child = fork(fileURLToPath(new URL('product.ts', import.meta.url)), [dataDir], { stdio: 'inherit' });
  try {
    const [message] = (await once(child, 'message')) as [unknown];
    const product = Started.parse(message);
    const client = new DynamoDBClient({
      ...{ endpoint: product.databaseUrl, region: REGION, credentials: LOCAL_CREDENTIALS },
    });
    const card = await homeCard(new Table(client, TABLE_NAME), 'whitcomb-ames');
    const databasePath = join(dataDir, 'database', 'dynoxide.sqlite');
    await importCustomers({
      ...{ client, tableName: TABLE_NAME, organizationId: card?.organization_id ?? '', count },
      ...{ now: new Date(), databasePath },
    });
    const { send, close } = sender(product.staffUrl, await tokenOf(product));
    try {
      return await work(send, product);
    } finally {
      close();
      client.destroy();
    }
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** The four operations through the whole product: front, authorizer, function, engine, and the readers of its stream. */
export const loadOverHttp = (count: number, seconds: number): Promise<Loaded[]> =>
  withProduct(count, async (send, { pid, enginePid }) => {
    const first = { row: customerEndpoints.list, query: { page_size: '100' } };
    const rows = (await send(first)).results as CustomerRow[];
    const [ids, names] = [rows.map(({ id }) => id), rows.map(({ last_name }) => last_name)];
    const cpuSeconds = () => usageOf(pid).cpuSeconds + usageOf(enginePid).cpuSeconds;
    const loaded: Loaded[] = [];
    for (const { name, goal, request } of operationsOn(ids, names, count).reverse()) {
      const one = (n: number) =>
        send(request(n)).then(
          () => true,
          () => false,
        );
      const alone = await load(one, { concurrency: 1, seconds, cpuSeconds });
      const offset = alone.requests * 2;
      loaded.push({
        ...{ name, goal, alone },
        together: await load((n) => one(n + offset), { concurrency: 16, seconds, cpuSeconds }),
      });
    }
    return loaded.reverse();
  });

/** The whole export through the product: rows, seconds, and the size of the product's process on the way, in MB. */
export const exportOverHttp = (count: number): Promise<{ rows: number; seconds: number; residentMb: number[] }> =>
  withProduct(count, async (send, { pid }) => {
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
