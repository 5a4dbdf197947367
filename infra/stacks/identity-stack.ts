import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { resetCodeMail } from '../cognito-emails.ts';
import { type Config, nameOf, type StackId, stackNameOf } from '../config.ts';
import { SignInFirewall } from '../constructs/firewall.ts';
import { Sender } from '../constructs/mail.ts';
import { PrivilegedFunction } from '../constructs/privileged-function.ts';
import { type FunctionName, functions } from '../functions.ts';
import { acknowledge } from '../nag-suppressions.ts';
import type { DataStack } from './data-stack.ts';

/** The user pool, the staff site's client, and the sender of email. Families have no account. */
export class IdentityStack extends Stack {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;
  readonly sender: Sender;
  readonly firewall: SignInFirewall;

  /** Trigger functions of the pool. */
  readonly functions = new Map<FunctionName, PrivilegedFunction>();

  constructor(scope: Construct, id: StackId, config: Config, { data }: { data: DataStack }) {
    super(scope, id, { env: config, stackName: stackNameOf(config, id), terminationProtection: true });
    this.sender = new Sender(this, 'Sender', config);

    this.pool = new cognito.UserPool(this, 'Staff', {
      userPoolName: nameOf(config, 'staff'),
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      // The product's own rule (D1 §7): no symbol required.
      passwordPolicy: {
        minLength: 8,
        requireUppercase: true,
        requireLowercase: true,
        requireDigits: true,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      // Plus (threat protection, breached passwords) costs about four times as much per user; to raise it, use
      // featurePlan PLUS and standardThreatProtectionMode FULL_FUNCTION.
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      email:
        config.signInMail === 'ses'
          ? cognito.UserPoolEmail.withSES({
              fromEmail: this.sender.address,
              fromName: 'Stillwater',
              sesRegion: config.region,
              // Cognito requires an identity of the exact sender address or its verified domain.
              sesVerifiedDomain: this.sender.domain,
            })
          : cognito.UserPoolEmail.withCognito(),
      userVerification: {
        emailSubject: resetCodeMail.subject,
        emailBody: resetCodeMail.body,
        smsMessage: resetCodeMail.body,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });

    acknowledge(this.pool, 'passwordWithoutSymbol', 'optionalMfa', 'essentialsTier');

    this.client = this.pool.addClient('Web', {
      generateSecret: false,
      disableOAuth: true,
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.days(30),
      // Two tabs may refresh at the same time.
      refreshTokenRotationGracePeriod: Duration.seconds(30),
      // Not the email address: it is the sign-in name, which only the office changes.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ givenName: true, familyName: true }),
    });
    this.#putOnRecord(config, data);
    this.firewall = new SignInFirewall(this, 'Firewall', nameOf(config, 'sign-in'));
    new CfnOutput(this, 'UserPoolId', { value: this.pool.userPoolId });
  }

  /** Records sign-ins, and ends all sessions after a password reset. */
  #putOnRecord(config: Config, data: DataStack): void {
    const operationsKey = kms.Key.fromKeyArn(this, 'OperationsKey', data.operationsKey.keyArn);
    const on = { ...data.grantable, operationsKey };
    const settings = { TABLE_NAME: data.table.tableName };
    const name = 'sign-ins';
    const fn = new PrivilegedFunction(this, name, { config, name, on, settings });
    fn.serve(this.pool, functions[name].trigger.userPool);
    this.functions.set(name, fn);
  }
}
