import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { readJson, writeJsonDurably } from './durable-file.ts';
import { operation, type Running, ServiceFault, startJsonService } from './json-service.ts';

const Version = z.object({
  id: z.string(),
  value: z.string(),
  stages: z.array(z.string()),
  createdAt: z.iso.datetime(),
});
const Secret = z.object({
  name: z.string(),
  arn: z.string(),
  description: z.string().optional(),
  createdAt: z.iso.datetime(),
  versions: z.array(Version),
});
type Secret = z.output<typeof Secret>;

const INVALID = 'InvalidParameterException';
const SecretId = z.string().min(1);
const Token = z.string().min(1).optional();
const SecretString = z.string({ error: 'Only SecretString is kept here' }).min(1).max(65_536);

/** AWS Secrets Manager with text secrets; `initial` fills in the names that do not exist yet. */
export function startSecrets(options: {
  port: number;
  dataDir: string;
  initial: Record<string, string>;
}): Promise<Running> {
  const vault = new Vault(join(options.dataDir, 'secrets.json'));
  vault.seed(options.initial);
  return startJsonService({ port: options.port, target: 'secretsmanager', operations: operationsOf(vault) });
}

function operationsOf(vault: Vault) {
  return {
    CreateSecret: operation(
      z.object({ Name: SecretId, SecretString, Description: z.string().optional(), ClientRequestToken: Token }),
      (input) => {
        const secret = vault.create(input.Name, input.Description);
        return nameOf(secret, vault.put(secret, input.SecretString, input.ClientRequestToken));
      },
      INVALID,
    ),
    PutSecretValue: operation(
      z.object({ SecretId, SecretString, ClientRequestToken: Token }),
      (input) => {
        const secret = vault.find(input.SecretId);
        const version = vault.put(secret, input.SecretString, input.ClientRequestToken);
        return { ...nameOf(secret, version), VersionStages: version.stages };
      },
      INVALID,
    ),
    GetSecretValue: operation(
      z.object({ SecretId, VersionId: z.string().optional(), VersionStage: z.string().optional() }),
      (input) => {
        const secret = vault.find(input.SecretId);
        const stage = input.VersionStage ?? (input.VersionId === undefined ? 'AWSCURRENT' : undefined);
        const version = secret.versions.find(
          ({ id, stages }) =>
            (input.VersionId === undefined || id === input.VersionId) &&
            (stage === undefined || stages.includes(stage)),
        );
        if (!version) throw notFound('secret value');
        return {
          ...nameOf(secret, version),
          SecretString: version.value,
          VersionStages: version.stages,
          CreatedDate: epochSeconds(version.createdAt),
        };
      },
      INVALID,
    ),
    DescribeSecret: operation(
      z.object({ SecretId }),
      (input) => {
        const secret = vault.find(input.SecretId);
        return {
          ARN: secret.arn,
          Name: secret.name,
          Description: secret.description,
          CreatedDate: epochSeconds(secret.createdAt),
          LastChangedDate: epochSeconds(secret.versions.at(-1)?.createdAt ?? secret.createdAt),
          VersionIdsToStages: Object.fromEntries(secret.versions.map(({ id, stages }) => [id, stages])),
        };
      },
      INVALID,
    ),
  };
}

class Vault {
  readonly #path: string;
  readonly #secrets: Secret[];

  constructor(path: string) {
    this.#path = path;
    this.#secrets = readJson(path, z.array(Secret)) ?? [];
  }

  seed(initial: Record<string, string>): void {
    for (const [name, value] of Object.entries(initial)) {
      if (!this.#secrets.some((secret) => secret.name === name)) this.put(this.create(name), value);
    }
  }

  /** By name, by ARN, or by ARN without its random suffix. */
  find(secretId: string): Secret {
    const secret = this.#secrets.find(
      ({ name, arn }) => name === secretId || arn === secretId || arn.slice(0, -7) === secretId,
    );
    if (!secret) throw notFound('secret');
    return secret;
  }

  create(name: string, description?: string): Secret {
    if (this.#secrets.some((secret) => secret.name === name)) {
      throw new ServiceFault('ResourceExistsException', `The secret ${name} already exists`);
    }
    const suffix = randomBytes(3).toString('hex');
    const arn = `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}-${suffix}`;
    const secret = { name, arn, description, createdAt: new Date().toISOString(), versions: [] };
    this.#secrets.push(secret);
    return secret;
  }

  /** The value becomes AWSCURRENT and the one before it AWSPREVIOUS; older values are dropped, as AWS does. */
  put(secret: Secret, value: string, id: string = randomUUID()): z.output<typeof Version> {
    const same = secret.versions.find((version) => version.id === id);
    if (same && same.value === value) return same;
    if (same) throw new ServiceFault('ResourceExistsException', `Version ${id} already has another value`);
    const previous = secret.versions.find(({ stages }) => stages.includes('AWSCURRENT'));
    const current = { id, value, stages: ['AWSCURRENT'], createdAt: new Date().toISOString() };
    secret.versions = previous ? [{ ...previous, stages: ['AWSPREVIOUS'] }, current] : [current];
    writeJsonDurably(this.#path, this.#secrets);
    return current;
  }
}

function nameOf(secret: Secret, version: { id: string }) {
  return { ARN: secret.arn, Name: secret.name, VersionId: version.id };
}

function epochSeconds(instant: string): number {
  return Date.parse(instant) / 1000;
}

function notFound(what: string): ServiceFault {
  return new ServiceFault('ResourceNotFoundException', `Secrets Manager can't find the specified ${what}.`);
}
