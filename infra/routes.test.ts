import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { routePath } from '#domain/shared/contract/endpoint.ts';
import { functionOf } from '#tests/infra/roles.ts';
import { synthesize } from '#tests/infra/synthesis.ts';
import { type FunctionName, functions } from './functions.ts';
import { routes } from './routes.ts';

const synthesis = await synthesize();
const { all, flat } = synthesis;

const integrations = new Map(
  all('AWS::ApiGatewayV2::Integration').map(({ id, stack, Properties }) => [
    `${stack}.${id}`,
    flat(Properties.IntegrationUri, stack),
  ]),
);
const deployed = all('AWS::ApiGatewayV2::Route').map(({ Properties, stack }) => ({
  key: Properties.RouteKey as string,
  authorization: Properties.AuthorizationType as string,
  authorizer: Properties.AuthorizerId && flat(Properties.AuthorizerId, stack),
  functionArn: integrations.get(flat(Properties.Target, stack).replace('integrations/', '')),
}));
const nameThere = (name: FunctionName): string => `:function:${functionOf(synthesis, name).Properties.FunctionName}`;

const serves = (route: string, key: string): boolean => route === key || route === key.replace(/^\w+/, 'ANY');

describe('API routes', () => {
  it('S-38 serves every endpoint by one route, and nothing else', () => {
    const wanted = allEndpoints().map(({ endpoint }) => `${endpoint.method} ${routePath(endpoint.path)}`);
    expect(new Set(wanted).size).toBe(wanted.length);
    for (const key of wanted)
      expect(
        deployed.filter((route) => serves(route.key, key)),
        key,
      ).toHaveLength(1);
    for (const { key } of deployed)
      expect(
        wanted.filter((one) => serves(key, one)),
        key,
      ).not.toEqual([]);
  });

  it('routes every endpoint to its function in the privilege table', () => {
    for (const { endpoint, method, path, functionName } of routes()) {
      const route = deployed.find(({ key }) => serves(key, `${method} ${path}`));
      expect(route?.functionArn?.endsWith(nameThere(functionName)), endpoint).toBe(true);
    }
    const served = (Object.keys(functions) as FunctionName[]).filter((name) => 'endpoints' in functions[name]);
    expect([...new Set(routes().map(({ functionName }) => functionName))].sort()).toEqual([...served].sort());
  });

  it('S-07 requires a session on every endpoint that is not public', () => {
    for (const { endpoint, method, path, public: open } of routes()) {
      const route = deployed.find(({ key }) => serves(key, `${method} ${path}`));
      expect(route?.authorization, endpoint).toBe(open ? 'NONE' : 'JWT');
      expect(Boolean(route?.authorizer), endpoint).toBe(!open);
    }
  });

  it("S-07 accepts only tokens of the stage's user pool and client", () => {
    const authorizers = all('AWS::ApiGatewayV2::Authorizer');
    expect(authorizers).toHaveLength(1);
    const [{ Properties, stack } = { Properties: {}, stack: '' }] = authorizers;
    expect(flat(Properties.JwtConfiguration.Issuer, stack)).toMatch(/^Stillwater-prod-Identity\.Staff.*\.ProviderURL$/);
    expect(flat(Properties.JwtConfiguration.Audience, stack)).toMatch(/^Stillwater-prod-Identity\.StaffWeb/);
    expect(Properties.IdentitySource).toEqual(['$request.header.Authorization']);
  });

  it('lets only API Gateway call the functions of the API', () => {
    const permissions = all('AWS::Lambda::Permission').filter(({ stack }) => stack.endsWith('-Routes'));
    expect(permissions.map(({ Properties }) => Properties.Principal)).toEqual(
      permissions.map(() => 'apigateway.amazonaws.com'),
    );
    for (const { Properties, stack } of permissions)
      expect(flat(Properties.SourceArn, stack)).toContain('Stillwater-prod-Edge.');
  });

  it('sets no route settings, which would outlive the route and block the stage', () => {
    const [stage] = all('AWS::ApiGatewayV2::Stage');
    expect(stage?.Properties.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
    expect(stage?.Properties).not.toHaveProperty('RouteSettings');
  });

  it('publishes routes after all of them exist', () => {
    const [stage] = all('AWS::ApiGatewayV2::Stage');
    const inStack = new Map(
      all()
        .filter((one) => one.stack === stage?.stack)
        .map((one) => [one.id, one]),
    );
    const before = new Set<string>();
    const collect = (ids: readonly string[] = []): void => {
      for (const id of ids) {
        if (before.has(id)) continue;
        before.add(id);
        collect(inStack.get(id)?.DependsOn);
      }
    };
    collect(stage?.DependsOn);
    const missing = all('AWS::ApiGatewayV2::Route').filter(({ id }) => !before.has(id));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('S-13 logs route templates, never paths, queries or addresses', () => {
    const [stage] = all('AWS::ApiGatewayV2::Stage');
    const line: string = stage?.Properties.AccessLogSettings.Format;
    expect(line).toContain('$context.routeKey');
    expect(line).not.toMatch(/\$context\.(path|http\.path|identity\.)|querystring/);
  });
});
