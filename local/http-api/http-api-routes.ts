import type { FunctionName } from '#infra/functions.ts';
import { routes } from '#infra/routes.ts';

export interface Route {
  /** As API Gateway writes it: `POST /api/services/cases/{id}/retrieve_ssn`. */
  key: string;
  functionName: FunctionName;
  isPublic: boolean;
}

export interface Match {
  route: Route;
  parameters: Record<string, string>;
}

interface Segment {
  fixed: Map<string, Segment>;
  parameter?: Segment;
  /** Per method: the route that ends here, with the names of its parameters in order. */
  routes: Map<string, { route: Route; names: string[] }>;
}

const root = tree();

function tree(): Segment {
  const top: Segment = { fixed: new Map(), routes: new Map() };
  for (const { method, path, functionName, public: isPublic } of routes()) {
    const names: string[] = [];
    let at = top;
    for (const part of path.split('/')) {
      const parameter = /^\{(\w+)\}$/.exec(part)?.[1];
      if (parameter) names.push(parameter);
      at = parameter ? parameterChild(at) : fixedChild(at, part);
    }
    at.routes.set(method, { route: { key: `${method} ${path}`, functionName, isPublic }, names });
  }
  return top;
}

function fixedChild(parent: Segment, name: string): Segment {
  const child: Segment = parent.fixed.get(name) ?? { fixed: new Map(), routes: new Map() };
  parent.fixed.set(name, child);
  return child;
}

function parameterChild(parent: Segment): Segment {
  parent.parameter ??= { fixed: new Map(), routes: new Map() };
  return parent.parameter;
}

/** The most specific route: a fixed segment wins over a parameter. `path` has no trailing slash. */
export function matchRoute(method: string, path: string): Match | undefined {
  const found = descend(root, path.split('/'), 0, method, []);
  if (!found) return undefined;
  const parameters = Object.fromEntries(found.names.map((name, index) => [name, found.values[index] ?? '']));
  return { route: found.route, parameters };
}

function descend(
  at: Segment,
  parts: string[],
  index: number,
  method: string,
  values: string[],
): { route: Route; names: string[]; values: string[] } | undefined {
  const part = parts[index];
  if (part === undefined) {
    const end = at.routes.get(method);
    return end && { ...end, values };
  }
  const next = at.fixed.get(part);
  const found = next && descend(next, parts, index + 1, method, values);
  if (found) return found;
  // An empty segment fills no parameter.
  return at.parameter && part !== '' ? descend(at.parameter, parts, index + 1, method, [...values, part]) : undefined;
}
