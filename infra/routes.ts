import type { Endpoint, Method } from '#domain/shared/contract/endpoint.ts';
import { routePath } from '#domain/shared/contract/endpoint.ts';
import { type Area, allEndpoints } from '#domain/shared/contract/endpoints.ts';
import { type FunctionName, functions } from './functions.ts';

export interface Route {
  /** Full name of the contract row, such as `ssn.retrieve`. */
  endpoint: string;
  method: Method;
  /** Without its trailing slash, which API Gateway refuses. */
  path: string;
  public: boolean;
  functionName: FunctionName;
}

const servedBy = (area: Area, { organizationScoped: discloses }: Endpoint): FunctionName => {
  const names = (Object.keys(functions) as FunctionName[]).filter((name) => {
    const row = functions[name];
    const served: readonly Area[] = 'endpoints' in row ? row.endpoints : [];
    return served.includes(area) && 'inOrganization' in row === Boolean(discloses);
  });
  const [only] = names;
  if (only === undefined || names.length > 1)
    throw new Error(
      `${area}${discloses ? ', where it discloses,' : ''} must have one function, has: ${names.join(', ') || 'none'}`,
    );
  return only;
};

/**
 * One route per row of the contract, each with the one function that serves its area; the rows of an area that disclose
 * have one of their own. Throws when there is none or two.
 */
export const routes = (): Route[] =>
  allEndpoints().map(({ area, name, row }) => ({
    endpoint: name,
    method: row.method,
    path: routePath(row.path),
    public: row.permission === 'public',
    functionName: servedBy(area, row),
  }));

/** The functions that anybody may call: those that serve a public row. */
export const publicFunctions = (): FunctionName[] => [
  ...new Set(routes().flatMap((route) => (route.public ? [route.functionName] : []))),
];
