import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '#tests/support/test-length.ts';
import { madeOnce } from './content-cache.ts';
import type { Placed, Resource, StackName, SynthesizedApp, Template } from './synthesized.ts';

export type { Placed, Resource, StackName };

export interface Synthesis {
  template(stack: StackName): Template;
  all(type?: string): Placed[];
  /** Returns a property as text: references become `Stack.LogicalId.Attribute`, also across stacks. */
  flat(value: unknown, stack: string): string;
  /** Returns the names of the stacks deployed before this one. */
  deployedBefore(stack: StackName): StackName[];
  findings: string[];
}

const sources = ['infra', 'domain', 'cdk.json', 'package-lock.json', 'tests/infra/synthesized-app.ts'];

/** Settings that a production stage requires. */
export const requiredSettings = {
  mailFrom: 'no-reply@quiet-water.org',
  alarmMail: 'on-call@quiet-water.org',
  botCheckSiteKey: 'site-key',
};

/**
 * Synthesizes the app of a stage with these settings and the required ones, once for all test files. Only the stage
 * without other settings runs CDK's slow schema checks, in `npm run test:long` every stage; cdk-nag checks all.
 */
export const synthesize = async (
  settings: object = {},
  stage = 'prod',
  checked = long || (stage === 'prod' && Object.keys(settings).length === 0),
): Promise<Synthesis> => {
  const given = { stage, settings: { ...requiredSettings, ...settings }, checked };
  const folder = await madeOnce('synthesis', { from: sources, given }, async (made) => {
    const { synthesizeApp } = await import('./synthesized-app.ts');
    writeFileSync(join(made, 'app.json'), JSON.stringify(synthesizeApp(stage, given.settings, checked)));
  });
  return synthesisOf(JSON.parse(readFileSync(join(folder, 'app.json'), 'utf8')) as SynthesizedApp);
};

const synthesisOf = ({ stacks, findings }: SynthesizedApp): Synthesis => {
  const names = Object.keys(stacks) as StackName[];
  const templates = new Map(names.map((name) => [stacks[name].stackName, stacks[name].template]));
  const exported = new Map(
    [...templates].flatMap(([stack, { Outputs = {} }]) =>
      Object.values(Outputs).flatMap(({ Value, Export }) => (Export ? [[Export.Name, { Value, stack }] as const] : [])),
    ),
  );

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
    const source = name === 'Fn::ImportValue' ? exported.get(String(argument)) : undefined;
    if (source) return flat(source.Value, source.stack);
    throw new Error(`no text for ${name}`);
  };

  const deployedBefore = (stack: StackName, found = new Set<StackName>()): StackName[] => {
    for (const name of names)
      if (!found.has(name) && stacks[stack].after.includes(stacks[name].stackName))
        deployedBefore(name, found.add(name));
    return [...found];
  };

  return {
    template: (stack) => stacks[stack].template,
    all: (type) =>
      [...templates].flatMap(([stack, { Resources }]) =>
        Object.entries(Resources)
          .filter(([, resource]) => type === undefined || resource.Type === type)
          .map(([id, resource]) => ({ ...resource, stack, id })),
      ),
    flat,
    deployedBefore,
    findings,
  };
};
