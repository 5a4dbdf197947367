import type { FunctionName } from '#infra/functions.ts';
import type { Placed, Synthesis } from './synthesis.ts';

export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string[];
  Resource: string[];
  Condition: Record<string, Record<string, string | string[]>>;
}
export interface Role {
  placed: Placed;
  statements: Statement[];
}

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

export const rolesOf = ({ all, flat }: Synthesis): Role[] =>
  all('AWS::IAM::Role').map((placed) => {
    const attached = all('AWS::IAM::Policy').filter(
      ({ stack, Properties }) =>
        stack === placed.stack && flat(Properties.Roles, stack).split(',').includes(`${stack}.${placed.id}`),
    );
    const documents = [
      ...attached.map(({ Properties }) => Properties.PolicyDocument),
      ...(placed.Properties.Policies ?? []).map(({ PolicyDocument }: { PolicyDocument: unknown }) => PolicyDocument),
    ];
    const statements = documents.flatMap((document) =>
      list(document.Statement).map((statement) => ({
        Effect: statement.Effect,
        Action: list<string>(statement.Action),
        Resource: list<unknown>(statement.Resource).map((resource) => flat(resource, placed.stack)),
        Condition: statement.Condition ?? {},
      })),
    );
    return { placed, statements };
  });

export const roleOf = (synthesis: Synthesis, name: FunctionName): Role => {
  const fn = functionOf(synthesis, name);
  const role = rolesOf(synthesis).find(
    ({ placed }) => synthesis.flat(fn.Properties.Role, fn.stack) === `${placed.stack}.${placed.id}.Arn`,
  );
  if (!role) throw new Error(`${name} has no role`);
  return role;
};

export const functionOf = ({ all }: Synthesis, name: FunctionName): Placed => {
  const found = all('AWS::Lambda::Function').filter(
    ({ Properties }) => Properties.FunctionName === `stillwater-prod-${name}`,
  );
  const [fn] = found;
  if (!fn || found.length > 1) throw new Error(`${name} is there ${found.length} times`);
  return fn;
};

/** IAM's wildcards: `*` any text, `?` one character. */
export const like = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
    's',
  ).test(text);

const callContext: Readonly<Record<string, RegExp>> = {
  'kms:ViaService': /^(dynamodb|secretsmanager|s3|sqs)\.us-east-1\.amazonaws\.com$/,
  'ses:FromAddress': /^no-reply@quiet-water\.org$/,
};

/** Context of a call, without action and resource. */
export interface RequestContext {
  leadingKeys?: readonly string[];
  attributes?: readonly string[];
  principalTags?: Readonly<Record<string, string>>;
  requestTags?: Readonly<Record<string, string>>;
  listed?: string;
  encryptionContext?: Readonly<Record<string, string>>;
}

const one = (value: string | undefined): string[] => (value === undefined ? [] : [value]);

/** Returns the values of a condition key in a call, empty if the call has none. Throws for a key that no call has. */
const valuesOf = (key: string, context: RequestContext): readonly string[] => {
  const [, kind, name = ''] = /^(aws:RequestTag\/|kms:EncryptionContext:)(.+)$/.exec(key) ?? [];
  if (key === 'dynamodb:LeadingKeys') return context.leadingKeys ?? [];
  if (key === 'dynamodb:Attributes') return context.attributes ?? [];
  if (key === 's3:prefix') return one(context.listed);
  if (key === 'aws:TagKeys') return Object.keys(context.requestTags ?? {});
  if (kind === 'aws:RequestTag/') return one(context.requestTags?.[name]);
  if (kind === 'kms:EncryptionContext:') return one(context.encryptionContext?.[name]);
  throw new Error(`no call tells of ${key}: this model does not know whether it holds`);
};

/** Fills in policy variables; undefined, which matches nothing, without the session tag. */
const filledIn = (wanted: string, { principalTags = {} }: RequestContext): string | undefined => {
  let isKnown = true;
  const text = wanted.replace(/\$\{([^}]+)\}/g, (_, variable: string) => {
    const tag = /^aws:PrincipalTag\/(.+)$/.exec(variable)?.[1];
    if (tag === undefined) throw new Error(`the variable ${variable} is not modelled`);
    isKnown &&= tag in principalTags;
    return principalTags[tag] ?? '';
  });
  return isKnown ? text : undefined;
};

const holds = (operator: string, keys: Record<string, string | string[]>, context: RequestContext): boolean =>
  Object.entries(keys).every(([key, wanted]) => {
    const expected = callContext[key];
    if (expected) {
      if (operator !== 'StringEquals') throw new Error(`${operator} is not modelled for ${key}`);
      return list(wanted).some((value) => expected.test(value));
    }
    const values = valuesOf(key, context);
    if (operator === 'Null') return (values.length === 0) === (wanted === 'true');
    const [, quantifier, comparison] = /^(ForAllValues:|ForAnyValue:)?(StringEquals|StringLike)$/.exec(operator) ?? [];
    if (!comparison) throw new Error(`${operator} is not modelled`);
    const patterns = list(wanted).flatMap((value) => filledIn(value, context) ?? []);
    const matches = (value: string) =>
      patterns.some((pattern) => (comparison === 'StringLike' ? like(pattern, value) : pattern === value));
    if (quantifier === 'ForAllValues:') return values.every(matches);
    if (!quantifier && values.length > 1) throw new Error(`${operator} is not modelled for several values of ${key}`);
    return values.some(matches);
  });

const conditionsHold = (conditions: Statement['Condition'], context: RequestContext): boolean =>
  Object.entries(conditions).every(([operator, keys]) => holds(operator, keys, context));

/** Returns IAM's decision: any denial wins, and the default is denied. */
export const isAllowed = (
  { statements }: Role,
  action: string,
  resource: string,
  context: RequestContext = {},
): boolean => {
  const applying = statements.filter(
    ({ Action, Resource, Condition }) =>
      Action.some((pattern) => like(pattern, action)) &&
      Resource.some((pattern) => like(filledIn(pattern, context) ?? '', resource)) &&
      conditionsHold(Condition, context),
  );
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny');
};

/** Returns true if a role's trust policy lets another one assume it with these tags. */
export const trusts = (
  { flat }: Synthesis,
  { placed }: Role,
  by: Role,
  requestTags: Readonly<Record<string, string>>,
): boolean => {
  const trusted = list(placed.Properties.AssumeRolePolicyDocument.Statement).filter(
    ({ Effect, Principal, Condition = {} }) =>
      Effect === 'Allow' &&
      Principal.AWS !== undefined &&
      flat(Principal.AWS, placed.stack) === `${by.placed.stack}.${by.placed.id}.Arn` &&
      conditionsHold(Condition, { requestTags }),
  );
  const actions = trusted.flatMap(({ Action }) => list<string>(Action));
  return ['sts:AssumeRole', 'sts:TagSession'].every((action) => actions.includes(action));
};

export const organizationRoleOf = (synthesis: Synthesis, name: FunctionName): Role => {
  const role = rolesOf(synthesis).find(
    ({ placed }) => placed.Properties.RoleName === `stillwater-prod-${name}-organization`,
  );
  if (!role) throw new Error(`${name} has no role for one organization`);
  return role;
};
