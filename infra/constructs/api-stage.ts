import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { type routes, throttleOf } from '../routes.ts';
import type { ApiFrontDoor } from './api-front-door.ts';

/**
 * What publishes the API's routes. Each has a rate of its own; those that anybody may call have a small one, so that a
 * flood of them, also past CloudFront's firewall, takes neither the account's rate nor the functions of the staff.
 */
export class ApiStage extends apigateway.HttpStage {
  constructor(
    scope: Construct,
    id: string,
    { frontDoor, published }: { frontDoor: ApiFrontDoor; published: ReturnType<typeof routes> },
  ) {
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
    const stage = this.node.defaultChild as apigateway.CfnStage;
    stage.routeSettings = Object.fromEntries(
      published.flatMap((route) => {
        const throttle = throttleOf(route);
        if (!throttle) return [];
        const { rateLimit: ThrottlingRateLimit, burstLimit: ThrottlingBurstLimit } = throttle;
        return [[`${route.method} ${route.path}`, { ThrottlingRateLimit, ThrottlingBurstLimit }]];
      }),
    );
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
