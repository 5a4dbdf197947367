import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { publicHomeProfile } from '#functions/organizations/repository/homes.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { readArguments } from './operator/command.ts';
import { commands } from './operator.ts';

const file = fileURLToPath(new URL('operator.ts', import.meta.url));

const harness = await openHarness();

describe('operator command', { timeout: 30_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-operator-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const run = (args: readonly string[], more: Record<string, string> = {}) => {
    const { AWS_REGION: _, AWS_DEFAULT_REGION: __, ...environment } = process.env;
    const env = { ...environment, NODE_OPTIONS: '', DATA_DIR: dataDir, TABLE_NAME: '', ...more };
    const { status, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' });
    return { status, stderr };
  };

  it('uses the region of every stage in AWS by default', () => {
    const nowhere = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1', AWS_CONFIG_FILE: '/nonexistent' };
    const keys = { AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'nothing', TABLE_NAME: 'stillwater' };
    const words = ['add-home', '--beside', 'a', '--home', 'Chapel', '--slug', 'chapel'];
    const { status, stderr } = run(words, { ...nowhere, ...keys });
    expect(status).toBe(1);
    expect(stderr).not.toMatch(/region/i);
  });

  it.each([
    [[], 'Usage: npm run operator'],
    [['create-organization', '--bogus'], "Unknown option '--bogus'\n\nUsage"],
    [['invite-owner', '--slug', 'quiet-water', '--email', 'a@example.com'], 'No local product is running.'],
    [['backup', 'aside'], 'There is no data of Stillwater in'],
  ])('ends with the error in %j', (args, message) => {
    const { status, stderr } = run(args);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it.each([
    ['create-organization', 'Home is required\nPublic address is required\nName is required\nEmail is required'],
    ['create-organization --second-factor nobody', 'Second factor is optional, administrators or everybody'],
    ['invite-owner --slug quiet-water --email nobody', 'Please enter a valid email address'],
    ['add-home --home Chapel --slug chapel', 'Organization is required'],
    ['reindex dreams', 'There is no list dreams. There are: submissions, '],
    ['reindex cases customers', 'reindex does not know what to do with customers'],
    ['organization quiet-water --close ses', 'organization does not take --close'],
    ['restore --slug quiet-water', 'The table to restore from is required'],
    ['forget --slug quiet-water', 'Kind is required: customer, submission, first-call, case'],
    ['circuits', 'Public address is required'],
    ['circuits --slug quiet-water --close the-moon', 'Partners are ses, user-pool'],
    ['organization', 'Public address is required'],
    ['import families.csv --slug quiet-water --kind dreams', 'Kinds of records are customers and cases'],
    ['restore-backup /nowhere', '/nowhere is no whole backup'],
  ])('explains the error in %s', async (typed, message) => {
    const explained = async () => {
      const { command, word, asked } = readArguments(commands, typed.split(' '));
      return command?.run(asked, word);
    };
    const error = await explained().catch((thrown: unknown) => thrown);
    expect(error instanceof AppError ? Object.values(error.body).flat().join('\n') : String(error)).toContain(message);
  });

  it.each([
    [[], 'everybody', 'quiet-water'],
    [['--second-factor', 'optional'], 'optional', 'still-water'],
  ])('S-08 requires a second factor of everyone by default in AWS: %j', async (more, rule, slug) => {
    const args = ['--name', 'Quiet Water', '--home', 'Chapel', '--slug', slug, '--email', 'a@example.com'];
    const { stderr } = run(['create-organization', ...args, ...more], {
      ...{ TABLE_NAME: harness.tableName, AWS_ENDPOINT_URL_DYNAMODB: harness.engine.url, AWS_REGION: 'us-east-1' },
      ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    });
    expect(stderr).toBe('');
    const card = await publicHomeProfile(harness.table, slug);
    const made = await harness.databaseOf(card?.organization_id ?? '').organizations.organization();
    expect(made?.second_factor).toBe(rule);
  });
});
