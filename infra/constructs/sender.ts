import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { type Config, dmarc } from '../config.ts';

/** A demonstration without a sender: SES refuses every mail from it. */
const nobody = 'no-reply@demonstration.invalid';

/**
 * Whom all mail comes from, sign-in codes too. The sender's domain is one SES identity per account: the stage that brings
 * it makes it, and leaves it where it is when it goes; others say that it exists.
 */
export class Sender extends Construct {
  readonly address: string;
  readonly domain: string;
  readonly identityArn: string;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.address = config.mailFrom ?? nobody;
    this.domain = this.address.slice(this.address.indexOf('@') + 1);
    if (config.mailFrom && config.mailIdentity === 'new') this.#identity(config);
    this.identityArn = Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: this.domain });
  }

  /** Verified by itself where the zone is ours; otherwise the records to publish are the stack's outputs. */
  #identity({ hostedZoneId, hostedZoneName, dmarc: owner }: Config): void {
    const { domain } = this;
    if (hostedZoneId && hostedZoneName === domain) {
      const zone = route53.PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
        hostedZoneId,
        zoneName: domain,
      });
      const identity = ses.Identity.publicHostedZone(zone);
      this.#keep(new ses.EmailIdentity(this, 'Identity', { identity, mailFromDomain: `mail.${domain}` }));
      if (owner === 'new') new route53.TxtRecord(this, 'Dmarc', { zone, recordName: '_dmarc', values: [dmarc] });
      return;
    }
    const identity = new ses.EmailIdentity(this, 'Identity', { identity: ses.Identity.domain(domain) });
    this.#keep(identity);
    new CfnOutput(this, 'DmarcRecord', { value: `TXT _dmarc.${domain} "${dmarc}"` });
    identity.dkimRecords.forEach(({ name, value }, at) => {
      new CfnOutput(this, `DkimRecord${at + 1}`, { value: `CNAME ${name} ${value}` });
    });
  }

  #keep(identity: ses.EmailIdentity): void {
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }
}
