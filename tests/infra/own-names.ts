import type { Resource } from './synthesis.ts';

/** Properties with a physical name, unique in an account. */
const naming = /^(Name|.*Name|AliasName|EmailIdentity)$/;
/** Their names are unique within a role or an API. */
const withinOthers = new Set(['AWS::IAM::Policy', 'AWS::ApiGatewayV2::Authorizer']);
const ofOthers = ['StageName', 'MetricName', 'EventName'];

/** Returns the physical names of a resource, unique in the account. */
export const ownNamesOf = ({ Type, Properties = {} }: Resource): string[] => {
  if (withinOthers.has(Type)) return [];
  // CloudFront, Budgets and AWS Backup have the name one level deeper.
  const inner = Object.entries(Properties).flatMap(([name, value]) =>
    /Config$|^Budget$|^BackupPlan$/.test(name) ? [value] : [],
  );
  return [Properties, ...inner]
    .flatMap((level) => Object.entries(level as object))
    .flatMap(([property, value]) =>
      naming.test(property) && typeof value === 'string' && !ofOthers.includes(property) ? [`${Type} ${value}`] : [],
    );
};
