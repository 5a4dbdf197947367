import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { stillwater } from '#infra/app.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
  Properties: any;
  DeletionPolicy?: string;
}
/** One resource of one template. */
export interface Placed extends Resource {
  stack: string;
  id: string;
}
interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
}
export type StackName = keyof ReturnType<typeof stillwater>;

export interface Synthesis {
  template(stack: StackName): Template;
  all(type?: string): Placed[];
  /** A property as one text: references become `Stack.LogicalId.Attribute`, also across stacks. */
  flat(value: unknown, stack: string): string;
  /** What cdk-nag and CDK's own checks found. */
  findings: string[];
}

/** A folder with both sites, as the build leaves it. */
const placeholderSites = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stillwater-sites-'));
  for (const site of ['web-staff', 'web-intake']) {
    mkdirSync(join(folder, site, 'assets'), { recursive: true });
    for (const page of ['index.html', 'landing.html', 'start.html'])
      writeFileSync(join(folder, site, page), '<!doctype html>');
    writeFileSync(join(folder, site, 'assets', 'index-0000.js'), '');
  }
  return folder;
};

export const cdkSettings = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context;

/** What cdk-nag wrote about the last synthesis into `outdir`. */
export const findingsIn = (outdir: string): string[] => {
  const file = join(outdir, 'validation-report.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')).pluginReports as unknown[]).map((report) => JSON.stringify(report))
    : [];
};

/**
 * Synthesizes the whole app in this process, without bundling the functions. `checked` has CDK also hold the templates
 * against CloudFormation's own schemas, which takes a second or two.
 */
export const synthesize = (settings: Record<string, unknown> = {}, { checked = false } = {}): Synthesis => {
  const outdir = mkdtempSync(join(tmpdir(), 'stillwater-cdk-'));
  const webRoot = placeholderSites();
  const context = { ...cdkSettings(), 'aws:cdk:bundling-stacks': [], webRoot, ...settings };
  const app = new App({ outdir, context, builtinCloudFormationValidation: checked });
  const stacks = stillwater(app);
  const assembly = app.synth();
  const templates = new Map(
    Object.values(stacks).map(({ stackName }) => [stackName, assembly.getStackByName(stackName).template as Template]),
  );

  const findings = findingsIn(outdir);
  for (const folder of [outdir, webRoot]) rmSync(folder, { recursive: true, force: true });

  const flat = (value: unknown, stack: string): string => {
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return value.map((part) => flat(part, stack)).join(',');
    const [[name, argument] = ['', undefined]] = Object.entries(value);
    if (name === 'Ref') return String(argument).startsWith('AWS::') ? String(argument) : `${stack}.${argument}`;
    if (name === 'Fn::GetAtt') return `${stack}.${(argument as string[]).join('.')}`;
    if (name === 'Fn::Join')
      return (argument as [string, unknown[]])[1].map((part) => flat(part, stack)).join((argument as [string])[0]);
    if (name === 'Fn::Sub') return String(argument);
    if (name === 'Fn::GetStackOutput') {
      const { StackName, OutputName } = argument as { StackName: string; OutputName: string };
      return flat(templates.get(StackName)?.Outputs?.[OutputName]?.Value, StackName);
    }
    throw new Error(`no text for ${name}`);
  };

  return {
    template: (stack) => templates.get(stacks[stack].stackName) as Template,
    all: (type) =>
      [...templates].flatMap(([stack, { Resources }]) =>
        Object.entries(Resources)
          .filter(([, resource]) => type === undefined || resource.Type === type)
          .map(([id, resource]) => ({ ...resource, stack, id })),
      ),
    flat,
    findings,
  };
};
