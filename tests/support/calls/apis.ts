import { type Area, areas } from '#domain/registry/endpoints.ts';
import type { Handler } from '#functions/platform/api/actor.ts';
import { type ApiSettings, createApi } from '#functions/platform/api/api.ts';
import type { Dependencies, DependencyName } from '#functions/platform/api/dependencies.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { allRoutes } from './all-routes.ts';

const isArea = (name: string): name is Area => Object.hasOwn(areas, name);

export const handlersOf = (name: FunctionName): readonly Handler[] => {
  const row = functions[name];
  const served: readonly string[] = 'endpoints' in row ? row.endpoints : [];
  return served.flatMap((area) => {
    if (!isArea(area)) throw new Error(`${name} serves ${area}, which is no area of the contract`);
    return allRoutes[area].filter(
      ({ endpoint: { organizationScoped: discloses } }) => Boolean(discloses) === 'inOrganization' in row,
    );
  });
};

const pick = <P extends DependencyName>(all: Partial<Dependencies>, names: readonly P[]): Pick<Dependencies, P> =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Dependencies, P>;

export const apisOf = (provisions: Partial<Dependencies>, settings: ApiSettings) =>
  Object.fromEntries(
    (Object.keys(functions) as FunctionName[]).map((name) => {
      const handlers = handlersOf(name);
      const names = [...new Set(handlers.flatMap((handler) => handler.provisions))];
      return [name, createApi(handlers, pick(provisions, names), settings)];
    }),
  ) as Record<FunctionName, ReturnType<typeof createApi>>;
