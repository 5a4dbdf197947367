import { type Area, allEndpoints } from '#domain/registry/endpoints.ts';
import type { Endpoint, Method } from '#domain/shared/contract/endpoint.ts';
import { routePath } from '#domain/shared/contract/endpoint.ts';
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

/** A route of API Gateway. */
export interface GatewayRoute extends Pick<Route, 'path' | 'public' | 'functionName'> {
  /** Name of its first endpoint. */
  endpoint: string;
  /** `ANY` for a path whose methods go to one function. */
  method: Method | 'ANY';
}

/** Returns the routes of API Gateway, one per path where possible: an API has at most 300. */
export const gatewayRoutes = (): GatewayRoute[] => {
  const byPath = Map.groupBy(routes(), ({ path }) => path);
  return [...byPath.values()].flatMap((of): GatewayRoute[] => {
    const [first, ...others] = of;
    const isOne = others.every((one) => one.functionName === first?.functionName && one.public === first.public);
    return first && others.length > 0 && isOne ? [{ ...first, method: 'ANY' }] : of;
  });
};

export const publicFunctions = (): FunctionName[] => [
  ...new Set(routes().flatMap((route) => (route.public ? [route.functionName] : []))),
];
