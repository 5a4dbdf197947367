import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, clientOf } from './client.ts';
import { usageOf } from './machine.ts';

export interface Product {
  send: (call: Call) => Promise<Record<string, unknown>>;
  /** Signs the owner in again, because tokens expire after minutes. */
  signIn: () => Promise<void>;
  usage: () => { cpuSeconds: number; megabytes: number };
  /** Resolves when its processes have been idle for a second; returns the seconds until then. */
  untilIdle: () => Promise<number>;
  itemsWritten: () => number;
}

export interface Checkout {
  folder: string;
  dataDir: string;
  port: number;
}

const owner = { email: 'owner@whitcomb-ames.example', password: 'Stillwater-2026' };
const startedWithinMs = 300_000;

const run = ({ folder, dataDir, port }: Checkout, script: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', DEMO_PARTNERS: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const finished = async (checkout: Checkout, script: string, ...args: string[]): Promise<void> => {
  const [code] = await once(run(checkout, script, ...args), 'exit');
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
};

/** Builds the sites and creates demo data with this many generated records. Returns false if data exists. */
export const prepare = async (checkout: Checkout, customers: number, cases: number): Promise<boolean> => {
  await finished(checkout, 'scripts/build-web.ts');
  if (existsSync(join(checkout.dataDir, 'database'))) return false;
  const numbers = ['--customers', String(customers), '--cases', String(cases)];
  await finished(checkout, 'tests/bench/seed-records.ts', ...numbers);
  return true;
};

interface Addresses {
  pid: number;
  staffUrl: string;
  userPoolUrl: string;
  userPoolClientId: string;
}

const announced = async ({ dataDir }: Checkout, child: ChildProcess): Promise<Addresses> => {
  const path = join(dataDir, 'running.json');
  const began = performance.now();
  for (;;) {
    const found = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Addresses) : undefined;
    if (found?.pid === child.pid) return found as Addresses;
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}`);
    if (performance.now() - began > startedWithinMs) throw new Error('The product did not start');
    await pause(100);
  }
};

const accessToken = async ({ userPoolUrl, userPoolClientId }: Addresses): Promise<string> => {
  const answer = await fetch(userPoolUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: userPoolClientId,
      AuthParameters: { USERNAME: owner.email, PASSWORD: owner.password },
    }),
  });
  const { AuthenticationResult } = (await answer.json()) as { AuthenticationResult?: { AccessToken: string } };
  if (!AuthenticationResult) throw new Error('The owner cannot sign in');
  return AuthenticationResult.AccessToken;
};

const productOf = async ({ dataDir }: Checkout, pid: number, addresses: Addresses) => {
  const client = clientOf(addresses.staffUrl);
  const database = new DatabaseSync(join(dataDir, 'database', 'dynoxide.sqlite'), { readOnly: true, timeout: 5000 });
  const written = database.prepare(`SELECT seq FROM sqlite_sequence WHERE name = '_stream_records'`);
  let token = '';
  const usage = () => usageOf(pid);
  const product: Product = {
    send: (call) => client.send(call, { authorization: `Bearer ${token}` }),
    async signIn() {
      token = await accessToken(addresses);
      await product.untilIdle();
    },
    usage,
    async untilIdle() {
      const began = performance.now();
      let [quietSince, used] = [began, usage().cpuSeconds];
      while (performance.now() - quietSince < 1000) {
        await pause(100);
        const now = usage().cpuSeconds;
        if (now - used > 0.015) quietSince = performance.now();
        used = now;
      }
      return (quietSince - began) / 1000;
    },
    itemsWritten: () => Number(written.get()?.seq ?? 0),
  };
  const close = (): void => {
    client.close();
    database.close();
  };
  return { product, close };
};

export const withProduct = async (checkout: Checkout, work: (product: Product) => Promise<void>): Promise<void> => {
  const child = run(checkout, 'local/start.ts');
  try {
    const { product, close } = await productOf(checkout, child.pid ?? 0, await announced(checkout, child));
    try {
      await product.signIn();
      await work(product);
    } finally {
      close();
    }
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  }
};
