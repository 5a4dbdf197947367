import { CfnOutput, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';
import type { Grantable } from './grants.ts';

/**
 * The sender's domain as an SES identity, and the configuration set that makes SES announce on the default event bus
 * each mail that it took: a worker that died after sending learns there that it had sent.
 */
export class Mail extends Construct {
  /** Sender as recipients see it. */
  readonly from: string;
  /** What a grant to send needs to know. */
  readonly grantable: NonNullable<Grantable['mail']>;
  readonly configurationSet: ses.ConfigurationSet;
  /** Matches SES's announcements about mails of this configuration set. */
  readonly sentPattern: events.EventPattern;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.from = `Stillwater <${config.mailFrom}>`;
    const domain = config.mailFrom.slice(config.mailFrom.indexOf('@') + 1);
    const configurationSetName = nameOf(config, 'mail');
    this.configurationSet = new ses.ConfigurationSet(this, 'Sending', {
      configurationSetName,
      // Mails name a dead person and a family: never in clear on the wire.
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSet.addEventDestination('Sent', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [ses.EmailSendingEvent.SEND],
    });
    const configurationSetArn = Stack.of(this).formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: configurationSetName,
    });
    this.grantable = {
      from: config.mailFrom,
      identityArn: this.#identity(domain, config).emailIdentityArn,
      configurationSetArn,
    };
    this.sentPattern = {
      source: ['aws.ses'],
      detailType: ['Email Sent'],
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName] } } },
    };
  }

  /** Verified by itself where the zone is ours; otherwise the records to publish are the stack's outputs. */
  #identity(domain: string, { hostedZoneId, hostedZoneName }: Config): ses.EmailIdentity {
    if (hostedZoneId && hostedZoneName === domain) {
      const zone = route53.PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
        hostedZoneId,
        zoneName: domain,
      });
      return new ses.EmailIdentity(this, 'Identity', {
        identity: ses.Identity.publicHostedZone(zone),
        mailFromDomain: `mail.${domain}`,
      });
    }
    const identity = new ses.EmailIdentity(this, 'Identity', { identity: ses.Identity.domain(domain) });
    identity.dkimRecords.forEach(({ name, value }, at) => {
      new CfnOutput(this, `DkimRecord${at + 1}`, { value: `CNAME ${name} ${value}` });
    });
    return identity;
  }
}
