import { ApiError, type Call as Caller } from '#domain/shared/contract/client.ts';
import { type CallOutput, type Endpoint, isJsonResponse } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { SsnEncryptor } from '#functions/platform/adapters/kms.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { Actor, ApiDependencies, Call, Handler } from './actor.ts';
import { parsedInput } from './middleware/input.ts';
import { stripToSchema } from './strip-to-schema.ts';

/** The operator's rights on the table limit what it can do. */
const operatorOf = (organizationId: string, homeId: string): Actor => ({
  id: 'operator',
  organizationId,
  homeId,
  name: 'System',
  email: '',
  role: 'super_admin',
  session: '',
  sessionsSince: undefined,
  secondFactor: 'optional',
  showedApp: false,
});

/** Operators have no right to the SSN key. */
const noEncryptor: SsnEncryptor = {
  seal: () => Promise.reject(new Error('an operator brings no Social Security numbers along')),
};

const dependenciesWith = (table: Table): ApiDependencies => ({
  provisions: { table, ssnEncryptor: noEncryptor },
  countAccepted: async () => undefined,
  // A caller with this cursor can read the whole table anyway.
  cursorOf: () => ({ seal: async (position) => position, open: async (cursor) => cursor }),
  actors: { forget: () => {}, forgetOrganization: () => {} },
});

/** Creates API calls for an operator at the command line; audit entries name the system. */
export const operatorCalls = (
  handlers: readonly Handler<Endpoint, 'table' | 'ssnEncryptor'>[],
  table: Table,
  { organizationId, homeId }: { organizationId: string; homeId: string },
): Caller => {
  const dependencies = dependenciesWith(table);
  return async <E extends Endpoint>(endpoint: E, given: { params?: unknown; query?: unknown; body?: unknown }) => {
    const handler = handlers.find(
      (handler) => handler.endpoint.method === endpoint.method && handler.endpoint.path === endpoint.path,
    );
    if (!handler) throw new Error(`an operator cannot call ${endpoint.method} ${endpoint.path}`);
    try {
      const call: Call = {
        handler,
        now: new Date(),
        pathParameters: {},
        headers: {},
        byOperator: true,
        request: { id: 'operator', ip: null, path: endpoint.path, bearer: '' },
        actor: operatorOf(organizationId, homeId),
        input: parsedInput(endpoint, { params: given.params, query: given.query, body: given.body }),
      };
      const output = await handler.run(call, dependencies);
      return (isJsonResponse(endpoint.response) ? stripToSchema(endpoint.response, output) : output) as CallOutput<E>;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new ApiError(error.status, error.message, error.body);
    }
  };
};
