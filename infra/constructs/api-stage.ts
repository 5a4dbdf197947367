import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { ApiFrontDoor } from './api-front-door.ts';

/**
 * What publishes the API's routes, with one rate for all. A route has no settings of its own: API Gateway keeps them when the
 * route goes, and then refuses every later change of the stage.
 */
export class ApiStage extends apigateway.HttpStage {
  constructor(scope: Construct, id: string, { frontDoor }: { frontDoor: ApiFrontDoor }) {
    super(scope, id, {
      httpApi: frontDoor.api,
      stageName: '$default',
      autoDeploy: true,
      // By its name, so that no export stands in the way of a stage that gives its domain up.
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

/** Route templates, never paths or queries: a path may hold a secret token, a query a name (quality S-13). */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    at: '$context.requestTime',
    request_id: '$context.requestId',
    route: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    ms: '$context.responseLatency',
    integration_ms: '$context.integrationLatency',
    sub: '$context.authorizer.claims.sub',
    error: '$context.error.responseType',
    integration_error: '$context.integration.error',
  }),
);
