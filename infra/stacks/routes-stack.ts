import { ArnFormat, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';
import type { ApiFrontDoor } from '../constructs/api-front-door.ts';
import type { FunctionName } from '../functions.ts';
import { acknowledge } from '../nag-suppressions.ts';
import { gatewayRoutes } from '../routes.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

/**
 * Stage that publishes the routes, with one rate limit for all. Route settings would outlive their route, and API
 * Gateway would then reject every change of the stage.
 */
class ApiStage extends apigateway.HttpStage {
  constructor(scope: Construct, id: string, { frontDoor }: { frontDoor: ApiFrontDoor }) {
    super(scope, id, {
      httpApi: frontDoor.api,
      stageName: '$default',
      autoDeploy: true,
      // By name, so that no export blocks a stage that gives up its domain.
      domainMapping: frontDoor.domainName ? { domainName: namedDomain(scope, frontDoor.domainName) } : undefined,
      throttle: { rateLimit: 1000, burstLimit: 2000 },
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(frontDoor.accessLog),
        format: accessLine,
      },
    });
  }
}

const namedDomain = (scope: Construct, name: string): apigateway.IDomainName =>
  apigateway.DomainName.fromDomainNameAttributes(scope, 'ApiDomain', {
    name,
    regionalDomainName: '',
    regionalHostedZoneId: '',
  });

/** Route templates instead of paths and queries, which may contain a token or a name (quality S-13). */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    at: '$context.requestTime',
    request_id: '$context.requestId',
    route: '$context.routeKey',
    method: '$context.httpMethod',
    status: '$context.status',
    bytes: '$context.responseLength',
    ms: '$context.responseLatency',
    integration_ms: '$context.integrationLatency',
    sub: '$context.authorizer.claims.sub',
    error: '$context.error.responseType',
    integration_error: '$context.integration.error',
  }),
);

const laneCount = 8;

export class RoutesStack extends Stack {
  readonly #config: Config;
  readonly #integrations = new Map<FunctionName, HttpLambdaIntegration>();

  constructor(
    scope: Construct,
    id: StackId,
    config: Config,
    { identity: { pool, client }, edge: { frontDoor } }: { identity: IdentityStack; edge: EdgeStack },
  ) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    this.#config = config;
    const signedIn = new HttpJwtAuthorizer('Staff', pool.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    });
    // API Gateway rejects many concurrent changes of one API.
    const lanes: apigateway.HttpRoute[] = [];
    for (const [at, { endpoint, method, path, functionName, public: open }] of gatewayRoutes().entries()) {
      const route = new apigateway.HttpRoute(this, endpoint, {
        httpApi: frontDoor.api,
        routeKey: apigateway.HttpRouteKey.with(path, apigateway.HttpMethod[method]),
        integration: this.#integrationOf(functionName),
        authorizer: open ? new apigateway.HttpNoneAuthorizer() : signedIn,
      });
      if (open) acknowledge(route, 'publicRoute');
      const before = lanes[at % laneCount];
      if (before) route.node.addDependency(before);
      lanes[at % laneCount] = route;
    }
    new ApiStage(this, 'Stage', { frontDoor }).node.addDependency(...lanes);
  }

  /** Refers to a function by name: an export would block the removal of a function. */
  #integrationOf(name: FunctionName): HttpLambdaIntegration {
    const known = this.#integrations.get(name);
    if (known) return known;
    const functionArn = this.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: nameOf(this.#config, name),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const fn = lambda.Function.fromFunctionAttributes(this, name, { functionArn, sameEnvironment: true });
    const integration = new HttpLambdaIntegration(`${name}Calls`, fn, { scopePermissionToRoute: false });
    this.#integrations.set(name, integration);
    return integration;
  }
}
