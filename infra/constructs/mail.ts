import { Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';
import type { Grantable } from './grants.ts';
import type { Sender } from './sender.ts';

/**
 * The configuration set of what the product sends: SES announces on the default event bus each mail that it took, where a
 * worker that died after sending learns that it had sent.
 */
export class Mail extends Construct {
  /** Sender as recipients see it. */
  readonly from: string;
  /** What a grant to send needs to know. */
  readonly grantable: NonNullable<Grantable['mail']>;
  readonly configurationSetName: string;
  /** Matches SES's announcements about mails of this configuration set. */
  readonly sentPattern: events.EventPattern;

  constructor(scope: Construct, id: string, { config, sender }: { config: Config; sender: Sender }) {
    super(scope, id);
    this.from = `Stillwater <${sender.address}>`;
    this.configurationSetName = nameOf(config, 'mail');
    const configurationSet = new ses.ConfigurationSet(this, 'Sending', {
      configurationSetName: this.configurationSetName,
      // Mails name a dead person and a family: never in clear on the wire.
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    configurationSet.addEventDestination('Sent', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [ses.EmailSendingEvent.SEND],
    });
    const stack = Stack.of(this);
    const arn = (resource: string, resourceName: string) => stack.formatArn({ service: 'ses', resource, resourceName });
    this.grantable = {
      from: sender.address,
      // In the sandbox SES asks for the right to each recipient's identity too.
      identityArn: config.sesSandbox ? arn('identity', '*') : sender.identityArn,
      configurationSetArn: arn('configuration-set', this.configurationSetName),
    };
    this.sentPattern = {
      source: ['aws.ses'],
      detailType: ['Email Sent'],
      detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSetName] } } },
    };
  }
}
