import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { readJson, writeJsonDurably } from './child-process.ts';
import { operation, type Running, ServiceError, startJsonService } from './json-service.ts';

const Version = z.object({
  id: z.string(),
  value: z.string(),
  stages: z.array(z.string()),
  createdAt: z.iso.datetime(),
});
const Secret = z.object({
  name: z.string(),
  arn: z.string(),
  createdAt: z.iso.datetime(),
  versions: z.array(Version),
});
type Secret = z.output<typeof Secret>;

const INVALID = 'InvalidParameterException';
const SecretId = z.string().min(1);
const SecretString = z.string({ error: 'Only SecretString is kept here' }).min(1).max(65_536);

/** AWS Secrets Manager with text secrets, current values only. */
export function startSecrets(options: { port: number; dataDir: string }): Promise<Running> {
  const path = join(options.dataDir, 'secrets.json');
  const secrets = readJson(path, z.array(Secret)) ?? [];
  /** Finds by name, ARN, or ARN without its random suffix. */
  const find = (secretId: string): Secret => {
    const secret = secrets.find(
      ({ name, arn }) => name === secretId || arn === secretId || arn.slice(0, -7) === secretId,
    );
    if (!secret)
      throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return secret;
  };
  const put = (secret: Secret, value: string) => {
    const current = { id: randomUUID(), value, stages: ['AWSCURRENT'], createdAt: new Date().toISOString() };
    secret.versions = [current];
    writeJsonDurably(path, secrets);
    return { ARN: secret.arn, Name: secret.name, VersionId: current.id };
  };
  const operations = {
    CreateSecret: operation(
      z.object({ Name: SecretId, SecretString }),
      (input) => {
        if (secrets.some(({ name }) => name === input.Name))
          throw new ServiceError('ResourceExistsException', `The secret ${input.Name} already exists`);
        const suffix = randomBytes(3).toString('hex');
        const arn = `arn:aws:secretsmanager:us-east-1:000000000000:secret:${input.Name}-${suffix}`;
        const secret = { name: input.Name, arn, createdAt: new Date().toISOString(), versions: [] };
        secrets.push(secret);
        return put(secret, input.SecretString);
      },
      INVALID,
    ),
    PutSecretValue: operation(
      z.object({ SecretId, SecretString }),
      (input) => put(find(input.SecretId), input.SecretString),
      INVALID,
    ),
    GetSecretValue: operation(
      z.object({ SecretId }),
      (input) => {
        const { arn, name, versions } = find(input.SecretId);
        const current = versions.find(({ stages }) => stages.includes('AWSCURRENT'));
        return { ARN: arn, Name: name, VersionId: current?.id, SecretString: current?.value };
      },
      INVALID,
    ),
  };
  return startJsonService({ port: options.port, target: 'secretsmanager', operations });
}
