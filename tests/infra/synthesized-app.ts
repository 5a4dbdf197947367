import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { stillwater } from '#infra/app.ts';
import { configOf } from '#infra/config.ts';
import type { StackName, SynthesizedApp, Template } from './synthesized.ts';

const root = resolve(import.meta.dirname, '../..');

const placeholderSites = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stillwater-sites-'));
  for (const site of ['web-staff', 'web-intake']) {
    for (const part of ['assets', 'es']) mkdirSync(join(folder, site, part), { recursive: true });
    for (const page of ['index.html', 'landing.html', 'start.html', 'es/index.html'])
      writeFileSync(join(folder, site, page), '<!doctype html>');
    writeFileSync(join(folder, site, 'assets', 'index-0000.js'), '');
  }
  return folder;
};

export const cdkSettings = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context;

/** Returns cdk-nag's findings of the last synthesis into `outdir`. */
export const findingsIn = (outdir: string): string[] => {
  const file = join(outdir, 'validation-report.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')).pluginReports as unknown[]).map((report) => JSON.stringify(report))
    : [];
};

/**
 * Synthesizes the whole app in this process, without bundling the functions. `checked` adds CloudFormation's schema
 * checks, which take five times as long.
 */
export const synthesizeApp = (stage: string, settings: object, checked = true): SynthesizedApp => {
  const outdir = mkdtempSync(join(tmpdir(), 'stillwater-cdk-'));
  const webRoot = placeholderSites();
  // Findings set the exit code of the process.
  const { exitCode } = process;
  try {
    const context = { ...cdkSettings(), 'aws:cdk:bundling-stacks': [] };
    const app = new App({ outdir, context, builtinCloudFormationValidation: checked });
    const stacks = stillwater(app, configOf(stage, settings, webRoot));
    const assembly = app.synth();
    const synthesized = Object.entries(stacks).map(([name, { stackName }]) => {
      const artifact = assembly.getStackByName(stackName);
      const template = artifact.template as Template;
      const after = artifact.dependencies.flatMap((one) =>
        one instanceof CloudFormationStackArtifact ? one.stackName : [],
      );
      return [name, { stackName, template, after }] as const;
    });
    return {
      stacks: Object.fromEntries(synthesized) as Record<StackName, (typeof synthesized)[number][1]>,
      findings: findingsIn(outdir),
    };
  } finally {
    process.exitCode = exitCode;
    for (const folder of [outdir, webRoot]) rmSync(folder, { recursive: true, force: true });
  }
};
