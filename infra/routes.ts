import type { Endpoint, Method } from '#domain/shared/contract/endpoint.ts';
import { routePath } from '#domain/shared/contract/endpoint.ts';
import { type Area, allEndpoints } from '#domain/shared/contract/endpoints.ts';
import { type FunctionName, functions } from './functions.ts';

export interface Route {
  /** Name of the endpoint, such as `ssn.retrieve`. */
  endpoint: string;
  method: Method;
  /** Without the trailing slash, which API Gateway rejects. */
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
 * Returns one route per endpoint with its function; disclosing endpoints of an area have their own. Throws when an
 * endpoint has none or two.
 */
export const routes = (): Route[] =>
  allEndpoints().map(({ area, name, endpoint }) => ({
    endpoint: name,
    method: endpoint.method,
    path: routePath(endpoint.path),
    public: endpoint.permission === 'public',
    functionName: servedBy(area, endpoint),
  }));

export const publicFunctions = (): FunctionName[] => [
  ...new Set(routes().flatMap((route) => (route.public ? [route.functionName] : []))),
];
