import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterEach, describe, expect, it } from 'vitest';
import { requiredSettings, synthesize } from '#tests/infra/synthesis.ts';
import { cdkSettings, findingsIn } from '#tests/infra/synthesized-app.ts';
import { everything } from '#tests/infra/variants.ts';
import { stillwater } from './app.ts';
import { configOf } from './config.ts';

// Findings set the exit code of the process.
afterEach(() => {
  process.exitCode = undefined;
});

describe('cdk-nag and CloudFormation’s schemas', () => {
  it('S-34 reports only acknowledged findings in a demonstration', async () => {
    expect((await synthesize()).findings).toEqual([]);
  });

  it('S-34 reports a finding that is not acknowledged', () => {
    const outdir = mkdtempSync(join(tmpdir(), 'stillwater-cdk-'));
    const app = new App({ outdir, context: cdkSettings() });
    new Queue(new Stack(app, 'Bad'), 'Open');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    try {
      app.synth();
    } catch {
      // CDK may throw or not; the report counts.
    }
    const findings = findingsIn(outdir).join();
    rmSync(outdir, { recursive: true, force: true });
    expect(findings).toContain('AwsSolutions-SQS4');
  });

  it('S-25 reports no finding with domains, and the API has only its domain', async () => {
    const { findings, all, flat } = await synthesize(everything);
    expect(findings).toEqual([]);
    expect(all('AWS::ApiGatewayV2::Api').map(({ Properties }) => Properties.DisableExecuteApiEndpoint)).toEqual([true]);
    for (const { Properties, stack } of all('AWS::CloudFront::Distribution')) {
      const { Aliases, Origins, ViewerCertificate } = Properties.DistributionConfig;
      expect(Aliases).toHaveLength(1);
      expect(ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
      expect(Origins.map(({ DomainName }: { DomainName: unknown }) => flat(DomainName, stack))).toContain(
        everything.apiDomain,
      );
    }
  });
});

describe('sites', () => {
  it('requires built sites for a deployment', () => {
    const app = new App({ context: { ...cdkSettings(), 'aws:cdk:bundling-stacks': [] } });
    expect(() => stillwater(app, configOf('prod', requiredSettings, '/nonexistent'))).toThrow('npm run build:web');
  });
});
