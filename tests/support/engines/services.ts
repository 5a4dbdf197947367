import { rmSync } from 'node:fs';
import { type DynamoEngine, startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { startKms } from '#local/aws/kms/kms.ts';
import { scratchFolder } from '#tests/support/engines/scratch-folder.ts';
import { partnerKeyAlias } from '#tests/support/partners/signing-service.ts';

export const ssnKeyAlias = 'alias/stillwater-ssn';

export const startServices = async (chosen?: DynamoEngine) => {
  const dataDir = scratchFolder();
  const engine = await startDynamoDb({ port: 0, dataDir, ...(chosen ? { engine: chosen } : {}) });
  const aliases = [ssnKeyAlias, 'alias/stillwater-audit', 'alias/stillwater-subjects', partnerKeyAlias];
  const kms = await startKms({ port: 0, dataDir, aliases }).catch(async (error) => {
    await engine.close();
    throw error;
  });
  return {
    ...{ dataDir, engine, kms },
    async close() {
      await engine.close();
      await kms.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
export type Services = Awaited<ReturnType<typeof startServices>>;

/** Vitest ends workers by a signal, at which Node.js runs no exit handlers. */
const endWithProcess = (services: Services): void => {
  const endBy = (signal: NodeJS.Signals) => () => {
    void services.close().finally(() => process.kill(process.pid, signal));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, endBy(signal));
  process.once('disconnect', endBy('SIGTERM'));
  process.once('exit', () => rmSync(services.dataDir, { recursive: true, force: true }));
};

let ofProcess: Promise<Services> | undefined;

/** Returns the engine and KMS shared by all tests of a Vitest worker. */
export const sharedServices = (): Promise<Services> => {
  ofProcess ??= startServices().then(
    (services) => {
      endWithProcess(services);
      return services;
    },
    (error) => {
      // The next test tries again.
      ofProcess = undefined;
      throw error;
    },
  );
  return ofProcess;
};
