import { RemovalPolicy } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as targets from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';

/**
 * The HTTP API without routes. It belongs to the edge stack, because CloudFront needs its address and the functions
 * behind its routes need CloudFront's.
 */
export class ApiFrontDoor extends Construct {
  readonly api: apigateway.HttpApi;
  readonly domainName: string | undefined;
  readonly accessLog: logs.LogGroup;
  readonly host: string;

  constructor(
    scope: Construct,
    id: string,
    { config, zone, logKey }: { config: Config; zone?: route53.IHostedZone; logKey: kms.IKey },
  ) {
    super(scope, id);
    this.api = new apigateway.HttpApi(this, 'Http', {
      apiName: nameOf(config, 'api'),
      createDefaultStage: false,
      disableExecuteApiEndpoint: config.apiDomain !== undefined,
    });
    this.domainName = zone && config.apiDomain;
    if (zone && config.apiDomain) this.#addDomain(config.apiDomain, zone);
    this.accessLog = new logs.LogGroup(this, 'AccessLog', {
      encryptionKey: logKey,
      retention: logs.RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.host = config.apiDomain ?? `${this.api.apiId}.execute-api.${config.region}.amazonaws.com`;
  }

  #addDomain(domainName: string, zone: route53.IHostedZone): void {
    const domain = new apigateway.DomainName(this, 'Domain', {
      domainName,
      certificate: new acm.Certificate(this, 'Certificate', {
        domainName,
        validation: acm.CertificateValidation.fromDns(zone),
      }),
    });
    new route53.ARecord(this, 'Address', {
      zone,
      recordName: domainName,
      target: route53.RecordTarget.fromAlias(
        new targets.ApiGatewayv2DomainProperties(domain.regionalDomainName, domain.regionalHostedZoneId),
      ),
    });
  }
}
