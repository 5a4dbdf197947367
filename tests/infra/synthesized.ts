import type { stillwater } from '#infra/app.ts';

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
  Properties: any;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
}
export interface Placed extends Resource {
  stack: string;
  id: string;
}
export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>;
}
export type StackName = keyof ReturnType<typeof stillwater>;

/** Result of one synthesis, cached as JSON for all test files. */
export interface SynthesizedApp {
  stacks: Record<
    StackName,
    { stackName: string; template: Template /** Stacks deployed before it. */; after: string[] }
  >;
  findings: string[];
}
