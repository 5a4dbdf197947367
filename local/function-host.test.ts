import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FunctionName, functions } from '#infra/functions.ts';
import { type HostOptions, loadFunctions } from './function-host.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-functions-'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const load = (handler: string, options?: Partial<HostOptions>) => {
  for (const name of Object.keys(functions)) writeFileSync(join(folder, `${name}.ts`), handler);
  return loadFunctions(pathToFileURL(`${folder}/`), { ahead: Object.keys(functions) as FunctionName[], ...options });
};

describe('loadFunctions', () => {
  it('separates the logs of concurrent calls', async () => {
    vi.stubEnv('AWS_LAMBDA_MAX_CONCURRENCY', '100');
    const host =
      await load(`import { Logger } from ${JSON.stringify(import.meta.resolve('@aws-lambda-powertools/logger'))};
      const lines = [];
      const logger = new Logger({ logLevel: 'INFO' });
      logger.console = { info: (line) => lines.push(JSON.parse(line)) };
      let arrived = 0;
      const both = Promise.withResolvers();
      export const handler = async ({ who }, context) => {
        logger.addContext(context);
        logger.appendKeys({ who });
        if (++arrived === 2) both.resolve();
        await both.promise;
        logger.info('served');
        return lines.find((line) => line.who === who);
      };`);
    const served = await Promise.all(['a', 'b'].map((who) => host.invoke('ssn', { who }, `request-${who}`)));
    expect(served).toMatchObject([
      { who: 'a', function_request_id: 'request-a' },
      { who: 'b', function_request_id: 'request-b' },
    ]);
  });

  it("limits concurrent calls of all functions to the account's concurrency", async () => {
    const host = await load(
      `const { promise, resolve } = Promise.withResolvers();
      export const handler = ({ end }) => (end ? resolve() : promise);`,
      { concurrency: 2 },
    );
    const held = [host.invoke('ssn', {}), host.invoke('intake', {})];
    await expect(host.invoke('relay', { end: true })).rejects.toMatchObject({ kind: 'Throttled' });
    const entry = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'ssn.ts')).href);
    entry.handler({ end: true });
    await held[0];
    await host.invoke('relay', { end: true });
    const other = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'intake.ts')).href);
    other.handler({ end: true });
    await held[1];
  });

  it('rejects an event over 6 MB', async () => {
    const host = await load('export const handler = async () => ({});');
    const event = { body: 'x'.repeat(6 * 1024 * 1024) };
    await expect(host.invoke('intake', event)).rejects.toMatchObject({ kind: 'RequestTooLarge' });
  });
});
