import { Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledged-findings.ts';
import { type Config, type StackId, stackNameOf } from '../config.ts';
import { ApiStage } from '../constructs/api-stage.ts';
import { PrivilegedFunction } from '../constructs/privileged-function.ts';
import { type FunctionName, functions } from '../functions.ts';
import { googleEndpoints } from '../google-endpoints.ts';
import { quickBooksOf } from '../quickbooks-service.ts';
import { routes } from '../routes.ts';
import { bySecretSetting } from '../secrets.ts';
import { signingServicesOf } from '../signing-services.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

/** What of the bot check is no secret; without an address reports are kept unverified. */
const verifiers: Record<Config['botCheck'], object> = {
  none: {},
  recaptcha: { verifyUrl: 'https://www.google.com/recaptcha/api/siteverify', minScore: 0.5, action: 'public_submit' },
  turnstile: { verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify', action: 'public_submit' },
};

const laneCount = 8;

const apiFunctions = (Object.keys(functions) as FunctionName[]).filter((name) => 'endpoints' in functions[name]);

/** The functions behind the API, and a route for every row of the contract. */
export class ApiStack extends Stack {
  readonly functions = new Map<FunctionName, PrivilegedFunction>();

  constructor(
    scope: Construct,
    id: StackId,
    config: Config,
    { data, identity, edge }: { data: DataStack; identity: IdentityStack; edge: EdgeStack },
  ) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id) });
    const operationsKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    const on = {
      ...data.grantable,
      documents: edge.documents.bucket,
      operationsKey,
      userPool: identity.pool,
    };
    const settings = {
      TABLE_NAME: data.table.tableName,
      AUDIT_KEY_ID: data.auditKey.keyArn,
      SUBJECT_KEY_ID: data.subjectKey.keyArn,
      PARTNER_KEY_ID: data.partnerKey.keyArn,
      SIGNING_SERVICES: JSON.stringify(signingServicesOf(config)),
      QUICKBOOKS: JSON.stringify(quickBooksOf(config)),
      GOOGLE_ENDPOINTS: JSON.stringify(googleEndpoints),
      AUDIT_WITNESS_BUCKET: data.auditWitness.bucketName,
      DOCUMENTS_BUCKET: edge.documents.bucket.bucketName,
      SSN_KEY_ID: data.ssnKey.keyArn,
      ...bySecretSetting((name) => data.secrets[name].secretArn),
      // Only tokens made on our own page count.
      BOT_CHECK: JSON.stringify({
        ...verifiers[config.botCheck],
        ...(config.botCheck === 'none' ? {} : { hostnames: edge.intake.hosts }),
      }),
      USER_POOL_ID: identity.pool.userPoolId,
      USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
      STAFF_SITE_URL: edge.staff.url,
      SITE_ORIGINS: JSON.stringify({ staff: edge.staff.origins, intake: edge.intake.origins }),
      RATE_LIMITS: 'on',
    };
    for (const name of apiFunctions)
      this.functions.set(name, new PrivilegedFunction(this, name, { config, name, on, settings }));
    this.#addRoutes(edge, identity);
  }

  #addRoutes({ frontDoor }: EdgeStack, { pool, client }: IdentityStack): void {
    const signedIn = new HttpJwtAuthorizer('Staff', pool.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    });
    const integrations = new Map(
      [...this.functions].map(([name, fn]) => [
        name,
        new HttpLambdaIntegration(`${name}Calls`, fn, { scopePermissionToRoute: false }),
      ]),
    );
    // A few at a time: API Gateway refuses many changes of one API at once.
    const lanes: apigateway.HttpRoute[] = [];
    const published = routes();
    for (const [at, { endpoint, method, path, functionName, public: open }] of published.entries()) {
      const integration = integrations.get(functionName);
      if (!integration) throw new Error(`${endpoint} is served by ${functionName}, which is no function of the API`);
      const route = new apigateway.HttpRoute(this, endpoint, {
        httpApi: frontDoor.api,
        routeKey: apigateway.HttpRouteKey.with(path, apigateway.HttpMethod[method]),
        integration,
        authorizer: open ? new apigateway.HttpNoneAuthorizer() : signedIn,
      });
      if (open) acknowledge(route, 'publicRoute');
      const before = lanes[at % laneCount];
      if (before) route.node.addDependency(before);
      lanes[at % laneCount] = route;
    }
    // It names routes, which must be there.
    new ApiStage(this, 'Stage', { frontDoor, published }).node.addDependency(...lanes);
  }
}
