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

/** Every role of the app with the statements of all its policies, resources as flat texts. */
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

/** The role of a function of the privilege table, found through the function itself. */
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

/** What every call of the functions tells beside its leading keys: keys through a service of this region, mail from our sender. */
const callContext: Readonly<Record<string, RegExp>> = {
  'kms:ViaService': /^(dynamodb|secretsmanager|s3|sqs)\.us-east-1\.amazonaws\.com$/,
  'ses:FromAddress': /^no-reply@quiet-water\.org$/,
};

const holds = (
  operator: string,
  keys: Record<string, string | string[]>,
  leadingKeys: readonly string[],
  attributes: readonly string[],
): boolean =>
  Object.entries(keys).every(([key, wanted]) => {
    if (key === 'dynamodb:Attributes') {
      if (operator !== 'ForAllValues:StringEquals') throw new Error(`${operator} is not modelled for ${key}`);
      return attributes.every((attribute) => list(wanted).includes(attribute));
    }
    const expected = callContext[key];
    if (expected) {
      if (operator !== 'StringEquals') throw new Error(`${operator} is not modelled for ${key}`);
      return list(wanted).some((value) => expected.test(value));
    }
    if (key !== 'dynamodb:LeadingKeys')
      throw new Error(`no call tells of ${key}: this model does not know whether it holds`);
    if (operator === 'Null') return (leadingKeys.length === 0) === (wanted === 'true');
    const matches = (leadingKey: string) => list(wanted).some((pattern) => like(pattern, leadingKey));
    if (operator === 'ForAllValues:StringLike') return leadingKeys.every(matches);
    if (operator === 'ForAnyValue:StringLike') return leadingKeys.some(matches);
    throw new Error(`${operator} is not modelled`);
  });

/** What IAM answers for an action on a resource: any denial wins, and what nothing allows is denied. */
export const may = (
  { statements }: Role,
  action: string,
  resource: string,
  leadingKeys: readonly string[] = [],
  /** What an update names; nothing where a call tells of no attributes. */
  attributes: readonly string[] = [],
): boolean => {
  const applying = statements.filter(
    ({ Action, Resource, Condition }) =>
      Action.some((pattern) => like(pattern, action)) &&
      Resource.some((pattern) => like(pattern, resource)) &&
      Object.entries(Condition).every(([operator, keys]) => holds(operator, keys, leadingKeys, attributes)),
  );
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny');
};
