import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  PASSWORD,
  type PoolUnderTest,
  startPoolUnderTest,
  USER_POOL_ID,
} from '#tests/support/engines/amplify-test-client.ts';

let dataDir: string;
let pool: PoolUnderTest;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cognito-'));
  pool = await startPoolUnderTest({ dataDir });
});
afterAll(async () => {
  await pool.close();
  rmSync(dataDir, { recursive: true });
});

async function restart(): Promise<void> {
  const startAt = pool.now();
  await pool.close();
  pool = await startPoolUnderTest({ dataDir, startAt });
}

describe('pool state', () => {
  it('restores users, sessions, locks, codes and the signing key after a restart', async () => {
    await pool.addUser('kept@example.com');
    const { AuthenticationResult } = await pool.signIn('kept@example.com');
    await pool.sdk.forgotPassword({ ClientId: CLIENT_ID, Username: 'kept@example.com' });
    const ConfirmationCode = /\b\d{6}\b/.exec(pool.mails.at(-1)?.text ?? '')?.[0];
    const keys = pool.jwks();
    await restart();
    expect(pool.jwks()).toEqual(keys);
    expect((await pool.sdk.getUser({ AccessToken: AuthenticationResult?.AccessToken })).UserAttributes).toHaveLength(3);
    const RefreshToken = AuthenticationResult?.RefreshToken;
    expect(
      (await pool.sdk.getTokensFromRefreshToken({ ClientId: CLIENT_ID, RefreshToken })).AuthenticationResult,
    ).toBeDefined();
    const reset = { ClientId: CLIENT_ID, Username: 'kept@example.com', ConfirmationCode, Password: 'Different8' };
    await pool.sdk.confirmForgotPassword(reset);
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await pool.signIn('kept@example.com', 'Wrong0000').catch(() => undefined);
    await restart();
    await expect(pool.signIn('kept@example.com', 'Different8')).rejects.toThrow('Password attempts exceeded');
  });

  it('stores no password or token, in files only the owner can read', async () => {
    await pool.addUser('private@example.com', 'VerySecret4711');
    const { AuthenticationResult } = await pool.signIn('private@example.com', 'VerySecret4711');
    const files = readdirSync(dataDir);
    expect(files).toEqual(expect.arrayContaining(['cognito-signing-key.pem', 'cognito.sqlite']));
    for (const file of files) {
      const path = join(dataDir, file);
      expect([file, statSync(path).mode & 0o777]).toEqual([file, 0o600]);
      expect(readFileSync(path).includes('VerySecret4711')).toBe(false);
      expect(readFileSync(path).includes(AuthenticationResult?.RefreshToken ?? '')).toBe(false);
    }
  });

  it('stores everything that was acknowledged before kill -9', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'cognito-'));
    const program = `
      const { startCognito } = await import(${JSON.stringify(new URL('./cognito.ts', import.meta.url).href)});
      const { url } = await startCognito({ port: 0, dataDir: process.argv[1], userPoolId: process.argv[2],
        clientId: process.argv[3], sendMail: async () => {} });
      console.log(url);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory, USER_POOL_ID, CLIENT_ID]);
    const [url] = await once(child.stdout, 'data');
    const call = (operation: string, body: object) =>
      fetch(String(url).trim(), {
        method: 'POST',
        headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
        body: JSON.stringify({ UserPoolId: USER_POOL_ID, Username: 'killed@example.com', ...body }),
      });
    await call('AdminCreateUser', { MessageAction: 'SUPPRESS' });
    expect((await call('AdminSetUserPassword', { Password: PASSWORD, Permanent: true })).status).toBe(200);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    const survivor = await startPoolUnderTest({ dataDir: directory });
    expect((await survivor.signIn('killed@example.com')).AuthenticationResult?.AccessToken).toBeDefined();
    await survivor.close();
    rmSync(directory, { recursive: true });
  });
});
