import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '#local/stack.ts';
import { ensureBuilt, siteFolders } from '../../scripts/build-web.ts';
import { localProduct } from '../../scripts/smoke/product.ts';
import { SmokeTest, type Step } from '../../scripts/smoke/smoke-test.ts';
import { Crawler } from './support/crawler.ts';

describe('smoke test of a deployed product', { timeout: 600_000 }, () => {
  let dataDir: string;
  let stack: Stack;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-smoke-'));
    const sites = async () => {
      await ensureBuilt();
      return siteFolders();
    };
    stack = await startStack({ dataDir, ports: 'random', rateLimits: 'on', seed: false, effectLeaseSeconds: 1, sites });
  }, 600_000);
  afterAll(async () => {
    await stack?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const walked = (steps: Step[]) =>
    steps.map(({ call, state, message }) => (state === 'good' ? call : `${call}: ${message}`));
  const whole = [
    'Staff site',
    'Public page of a home',
    'API through CloudFront',
    'API past CloudFront refuses',
    'Invitation accepted',
    'Sign-in',
    'Session renewed',
    'Report sent by the form',
    'Report taken into a case',
    'Social Security number revealed',
    'Event through to its email',
    'Alarm rung: there are no alarms on one machine',
  ];

  it('finds everything in order, also a second time', async () => {
    for (const _ of ['first', 'second']) {
      const steps = await new SmokeTest(localProduct(dataDir)).take();
      expect(walked(steps)).toEqual(whole);
    }
  });

  it('S-42 lets a crawler without an account find nothing', async () => {
    const { asked, findings } = await new Crawler(stack).run();
    expect(findings).toEqual([]);
    expect(asked).toBeGreaterThan(500);
  });

  it('reports an email that SES rejects, and an origin that accepts everyone', async () => {
    stack.services.mailbox.faults.account = 'unverified';
    const product = { ...localProduct(dataDir), apiUrl: stack.staffUrl, botToken: async () => undefined };
    const steps = await new SmokeTest(product, { patienceSeconds: 5 }).take();
    const bad = Object.fromEntries(
      steps.filter(({ state }) => state !== 'good').map(({ call, message }) => [call, message]),
    );
    expect(bad).toMatchObject({
      'API past CloudFront refuses': expect.stringContaining('whoever finds it is past the firewall'),
      'Report sent by the form': expect.stringContaining('a made-up token is refused, as it should be'),
      'Report taken into a case': 'no report was sent by this walk',
      'Event through to its email': 'the mail did not happen within 5 seconds',
    });
  });
});
