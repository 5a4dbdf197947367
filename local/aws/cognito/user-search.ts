import * as z from 'zod';
import { ServiceFault } from '../json-service.ts';
import { text } from './pool.ts';
import { describeUser, type User } from './user.ts';

export const listUsersInput = z.object({
  UserPoolId: text,
  Filter: z.string().max(256).optional(),
  Limit: z.int().min(0).max(60).optional(),
  PaginationToken: z.string().optional(),
  AttributesToGet: z.array(z.string()).optional(),
});

const SEARCHABLE = ['username', 'email', 'phone_number', 'name', 'given_name', 'family_name', 'preferred_username'];

/** One page of the users, oldest first. The token is the id of the last user of the page before. */
export function listUsers(users: User[], input: z.output<typeof listUsersInput>) {
  const matches = users.filter(userFilter(input.Filter));
  const start = input.PaginationToken ? matches.findIndex(({ sub }) => sub === input.PaginationToken) + 1 : 0;
  if (input.PaginationToken && start === 0) throw invalid('Invalid pagination token.');
  const page = matches.slice(start, start + (input.Limit || 60));
  const more = start + page.length < matches.length;
  return {
    Users: page.map((user) => withAttributes(describeUser(user), input.AttributesToGet)),
    ...(more ? { PaginationToken: page.at(-1)?.sub } : {}),
  };
}

function withAttributes(described: ReturnType<typeof describeUser>, names: string[] | undefined) {
  if (!names) return described;
  return { ...described, Attributes: described.Attributes.filter(({ Name }) => names.includes(Name)) };
}

// One condition: `email = "x"` or `email ^= "x"` (begins with), as the service's filter language has it.
function userFilter(filter: string | undefined): (user: User) => boolean {
  if (!filter) return () => true;
  const [, name = '', operator, quoted = ''] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const wanted = quoted.replaceAll(/\\(.)/g, '$1');
  const read = readerOf(name);
  if (!operator || !read) throw invalid('Invalid search filter.');
  return (user) => {
    const value = read(user);
    return operator === '=' ? value === wanted : value.startsWith(wanted);
  };
}

function readerOf(name: string): ((user: User) => string) | undefined {
  if (name === 'sub' || name === 'username') return ({ sub }) => sub;
  if (name === 'status') return ({ enabled }) => (enabled ? 'Enabled' : 'Disabled');
  if (name === 'cognito:user_status') return ({ status }) => status;
  return SEARCHABLE.includes(name) ? ({ attributes }) => attributes[name] ?? '' : undefined;
}

function invalid(message: string): ServiceFault {
  return new ServiceFault('InvalidParameterException', message);
}
