import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { publicHomeProfile } from '#functions/organizations/repository/homes.ts';
import { startHarness } from '#tests/support/harness.ts';

const file = fileURLToPath(new URL('operator.ts', import.meta.url));

describe('operator command', { timeout: 30_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-operator-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const run = (...args: string[]) => {
    const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, TABLE_NAME: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  it('uses the region of every stage in AWS by default', () => {
    const { AWS_REGION: _, AWS_DEFAULT_REGION: __, ...told } = process.env;
    const nowhere = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1', AWS_CONFIG_FILE: '/nonexistent' };
    const keys = { AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'nothing' };
    const env = { ...told, ...nowhere, ...keys, NODE_OPTIONS: '', TABLE_NAME: 'stillwater' };
    const words = ['add-home', '--beside', 'a', '--home', 'Chapel', '--slug', 'chapel'];
    const { status, stderr } = spawnSync(process.execPath, [file, ...words], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).not.toMatch(/region/i);
  });

  it.each([
    [[], 'Usage: npm run operator'],
    [['constructor'], 'Usage: npm run operator'],
    [['create-organization', '--bogus'], "Unknown option '--bogus'\n\nUsage"],
    [['create-organization'], 'Home is required\nPublic address is required\nName is required\nEmail is required'],
    [['create-organization', '--second-factor', 'nobody'], 'Second factor is optional, administrators or everybody'],
    [['invite-owner', '--slug', 'quiet-water', '--email', 'nobody'], 'Please enter a valid email address'],
    [['add-home', '--home', 'Chapel', '--slug', 'chapel'], 'Organization is required'],
    [['invite-owner', '--slug', 'quiet-water', '--email', 'a@example.com'], 'No local product is running.'],
    [['reindex', 'dreams'], 'There is no list dreams. There are: submissions, '],
    [['reindex', 'cases', 'customers'], 'reindex does not know what to do with customers'],
    [['circuits', '--slug', 'quiet-water', 'ses'], 'circuits does not know what to do with ses'],
    [['organization', 'quiet-water', '--close', 'ses'], 'organization does not take --close'],
    [['queues', '--slug', 'quiet-water'], 'queues does not take --slug'],
    [['restore', '--slug', 'quiet-water'], 'The table to restore from is required'],
    [['restore', '--from', 'aside', '--slug', 'quiet-water'], 'No local product is running.'],
    [['forget', '--slug', 'quiet-water'], 'Kind is required: customer, submission, first-call, case'],
    [['queues'], 'No local product is running.'],
    [['circuits'], 'Public address is required'],
    [['circuits', '--slug', 'quiet-water', '--close', 'the-moon'], 'Partners are ses, user-pool'],
    [['organization'], 'Public address is required'],
    [
      ['import', 'families.csv', '--slug', 'quiet-water', '--kind', 'dreams'],
      'Kinds of records are customers and cases',
    ],
    [['backup', 'aside'], 'There is no data of Stillwater in'],
    [['restore-backup', '/nowhere'], '/nowhere is no whole backup'],
  ])('explains the error in %j', (args, message) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it.each([
    [[], 'everybody'],
    [['--second-factor', 'optional'], 'optional'],
  ])('S-08 requires a second factor of everyone by default in AWS: %j', async (more, rule) => {
    const harness = await startHarness();
    try {
      const env = {
        ...{ ...process.env, NODE_OPTIONS: '', TABLE_NAME: harness.tableName },
        ...{ AWS_ENDPOINT_URL_DYNAMODB: harness.engine.url, AWS_REGION: 'us-east-1' },
        ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
      };
      const args = ['--name', 'Quiet Water', '--home', 'Chapel', '--slug', 'quiet-water', '--email', 'a@example.com'];
      const command = [file, 'create-organization', ...args, ...more];
      const { stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
      expect(stderr).toBe('');
      const card = await publicHomeProfile(harness.table, 'quiet-water');
      const made = await harness.databaseOf(card?.organization_id ?? '').organizations.organization();
      expect(made?.second_factor).toBe(rule);
    } finally {
      await harness.close();
    }
  });
});
