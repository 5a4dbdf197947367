import { ApiError, type Call as Caller } from '#domain/shared/contract/client.ts';
import { type CallOutput, type Endpoint, isJsonAnswer } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { SsnEncryptor } from '#functions/platform/adapters/ssn-cipher.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { stripToSchema } from './conflict.ts';
import type { Actor, ApiDependencies, Call, Handler } from './grants.ts';
import { parsedInput } from './middleware/parse-input.ts';

/** Nobody's session: what an operator may is said by the rights on the table. */
const operatorOf = (organizationId: string, homeId: string): Actor => ({
  ...{ id: 'operator', organizationId, homeId, name: 'System', email: '', role: 'super_admin', session: '' },
  ...{ sessionsSince: undefined, secondFactor: 'optional', showedApp: false },
});

/** An operator has no right to the key of Social Security numbers, and is given none to encrypt with. */
const noEncryptor: SsnEncryptor = {
  seal: () => Promise.reject(new Error('an operator brings no Social Security numbers along')),
};

const dependenciesWith = (table: Table): ApiDependencies => ({
  provisions: { table, ssnSealer: noEncryptor },
  countAccepted: async () => undefined,
  // Whoever carries this cursor has the whole table in hand.
  cursorOf: () => ({ seal: async (position) => position, open: async (cursor) => cursor }),
  actors: { forget: () => {}, forgetOrganization: () => {} },
});

/**
 * Calls of the API as an operator makes them from the command line for one organization: through the very handlers that
 * serve its people, by the rights that the operator has on the table. Their audit entries name the system. Throws as the
 * client of the sites does.
 */
export const operatorCalls = (
  handlers: readonly Handler<Endpoint, 'table' | 'ssnSealer'>[],
  table: Table,
  { organizationId, homeId }: { organizationId: string; homeId: string },
): Caller => {
  const dependencies = dependenciesWith(table);
  return async <E extends Endpoint>(row: E, given: { params?: unknown; query?: unknown; body?: unknown }) => {
    const handler = handlers.find((one) => one.row.method === row.method && one.row.path === row.path);
    if (!handler) throw new Error(`an operator cannot call ${row.method} ${row.path}`);
    try {
      const call: Call = {
        ...{ handler, now: new Date(), pathParameters: {}, headers: {}, byOperator: true },
        request: { id: 'operator', ip: null, path: row.path, bearer: '' },
        actor: operatorOf(organizationId, homeId),
        input: parsedInput(row, { params: given.params, query: given.query, body: given.body }),
      };
      const output = await handler.run(call, dependencies);
      // The row says what its answer is.
      return (isJsonAnswer(row.response) ? stripToSchema(row.response, output) : output) as CallOutput<E>;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new ApiError(error.status, error.message, error.body);
    }
  };
};
