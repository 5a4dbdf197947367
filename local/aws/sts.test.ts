import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
  type KMSClientConfig,
} from '@aws-sdk/client-kms';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stsOrganizationSessions } from '#functions/platform/adapters/organization-sessions.ts';
import { startKms } from '#local/aws/kms/kms.ts';
import { type RunningSts, startSts } from '../services.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const role = 'arn:aws:iam::000000000000:role/stillwater-organization';
const [ours, theirs] = ['0197a4d2-0000-7000-8000-000000000001', '0197a4d2-0000-7000-8000-0000000000ff'];

describe('local STS sessions', () => {
  let dataDir: string;
  let clock = Date.now();
  let sts: RunningSts;
  let kms: Awaited<ReturnType<typeof startKms>>;
  let client: STSClient;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-sts-'));
    sts = await startSts({ port: 0, now: () => clock });
    const sessions = { organizationOf: sts.organizationOf, alone: ['alias/ssn'] };
    kms = await startKms({ port: 0, dataDir, aliases: ['alias/ssn', 'alias/subjects'], sessions });
    client = new STSClient({ endpoint: sts.url, region: 'us-east-1', credentials });
  });
  afterAll(async () => {
    await kms.close();
    await sts.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const assume = (changes: object) =>
    client.send(
      new AssumeRoleCommand({
        RoleArn: role,
        RoleSessionName: ours,
        Tags: [{ Key: 'organization', Value: ours }],
        ...changes,
      }),
    );
  const keysWith = (given: KMSClientConfig['credentials']) =>
    new KMSClient({ endpoint: kms.url, region: 'us-east-1', ...(given ? { credentials: given } : {}) });
  const sealed = async () => {
    const EncryptionContext = { organization: ours };
    const command = new EncryptCommand({ KeyId: 'alias/ssn', Plaintext: Buffer.from('987654321'), EncryptionContext });
    return (await keysWith(credentials).send(command)).CiphertextBlob;
  };
  const open = async (given: Parameters<typeof keysWith>[0], organization = ours) => {
    const command = new DecryptCommand({ CiphertextBlob: await sealed(), EncryptionContext: { organization } });
    const { Plaintext } = await keysWith(given).send(command);
    return Buffer.from(Plaintext ?? []).toString();
  };

  it("S-02 limits a session to its organization's data, as the AWS key policy does", async () => {
    const of = stsOrganizationSessions(client, role, () => new Date(clock));
    expect(await open(of(ours))).toBe('987654321');
    await expect(open(of(theirs))).rejects.toMatchObject({ name: 'AccessDeniedException' });
    // Another organization's context does not help with one's own session.
    await expect(open(of(theirs), theirs)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
    await expect(open(credentials)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it('S-02 limits a session to its own use of a shared key', async () => {
    const of = stsOrganizationSessions(client, role, () => new Date(clock));
    const dataKey = (given: Parameters<typeof keysWith>[0], organization = ours) => {
      const EncryptionContext = { organization };
      return keysWith(given).send(
        new GenerateDataKeyCommand({ KeyId: 'alias/subjects', KeySpec: 'AES_256', EncryptionContext }),
      );
    };
    const { Plaintext, CiphertextBlob } = await dataKey(credentials);
    const openedBy = async (given: Parameters<typeof keysWith>[0]) => {
      const command = new DecryptCommand({ CiphertextBlob, EncryptionContext: { organization: ours } });
      return (await keysWith(given).send(command)).Plaintext;
    };
    expect(await openedBy(credentials)).toEqual(Plaintext);
    expect(await openedBy(of(ours))).toEqual(Plaintext);
    await expect(openedBy(of(theirs))).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(dataKey(of(theirs))).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect((await dataKey(of(theirs), theirs)).Plaintext).toHaveLength(32);
  });

  it('S-02 rejects an expired session', async () => {
    const { Credentials: session } = await assume({ DurationSeconds: 900 });
    const given = { accessKeyId: session?.AccessKeyId ?? '', secretAccessKey: session?.SecretAccessKey ?? '' };
    expect(await open(given)).toBe('987654321');
    clock += 900_000;
    await expect(open(given)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it.each([
    ['no tag', { Tags: [] }],
    ['another tag', { Tags: [{ Key: 'team', Value: ours }] }],
    [
      'a tag beside the organization',
      {
        Tags: [
          { Key: 'organization', Value: ours },
          { Key: 'admin', Value: 'yes' },
        ],
      },
    ],
    ['something that is no organization', { Tags: [{ Key: 'organization', Value: 'everybody' }] }],
    ['more than an hour', { DurationSeconds: 3601 }],
    ['no role', { RoleArn: 'arn:aws:iam::000000000000:user/somebody' }],
  ])('S-02 issues no session for %s', async (_, changes) => {
    await expect(assume(changes)).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});
