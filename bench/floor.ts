import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientTimeouts } from '#functions/lambdas/parts.ts';
import { callMs } from '#functions/store/call-retries.ts';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import { FloorOrders } from './floor-orders.ts';
import { carryOut } from './recorded-commands.ts';

/**
 * The floor: a bare server that carries out the DynamoDB calls which were recorded of the product, by the same SDK, against
 * the same engine, and answers what they answered. Nothing is checked, parsed, decided or logged. The product cannot be
 * faster than this; how near it comes is what the rest of it costs.
 */
const [endpoint = ''] = process.argv.slice(2);
const client = DynamoDBDocumentClient.from(
  // As the functions make theirs.
  new DynamoDBClient({
    ...{ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS, maxAttempts: 1 },
    ...clientTimeouts(callMs),
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);
client.middlewareStack.remove('loggerMiddleware');

const orders = new FloorOrders();
process.on('message', (message) => {
  orders.add(message);
  process.send?.('taken');
});
process.once('disconnect', () => process.exit());

const server = createServer((request, response) => {
  const [, operation = '', n = '0'] = (request.url ?? '').split('/');
  const answer = async (): Promise<void> => {
    const answers: unknown[] = [];
    for (const wave of orders.wavesOf(operation, Number(n)))
      answers.push(...(await Promise.all(wave.map((call) => carryOut(client, call)))));
    const found = (answers as { Item?: unknown; Items?: unknown; Responses?: unknown }[]).map(
      ({ Item, Items, Responses }) => Item ?? Items ?? Responses,
    );
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ found }));
  };
  answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, pid: process.pid });
});
