import type { Resource } from './synthesis.ts';

/** Properties that give a resource a name of its own, unique in an account. */
const naming = /^(Name|.*Name|AliasName|EmailIdentity)$/;
/** Their names count within a role or an API. */
const withinOthers = new Set(['AWS::IAM::Policy', 'AWS::ApiGatewayV2::Authorizer']);
/** Names of something else. */
const ofOthers = ['StageName', 'MetricName', 'EventName'];

/** The names that a resource was given, by which nothing else in the account may go. */
export const ownNamesOf = ({ Type, Properties = {} }: Resource): string[] => {
  if (withinOthers.has(Type)) return [];
  // CloudFront, Budgets and AWS Backup have the name one level further down.
  const inner = Object.entries(Properties).flatMap(([name, value]) =>
    /Config$|^Budget$|^BackupPlan$/.test(name) ? [value] : [],
  );
  return [Properties, ...inner]
    .flatMap((level) => Object.entries(level as object))
    .flatMap(([property, value]) =>
      naming.test(property) && typeof value === 'string' && !ofOthers.includes(property) ? [`${Type} ${value}`] : [],
    );
};
