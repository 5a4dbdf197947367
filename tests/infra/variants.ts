export const everything = {
  account: '123456789012',
  staffDomain: 'quiet-water.org',
  intakeDomain: 'report.quiet-water.org',
  apiDomain: 'origin.quiet-water.org',
  hostedZoneId: 'Z0000000000000000000',
  hostedZoneName: 'quiet-water.org',
  botCheck: 'turnstile',
  mailIdentity: 'existing',
  dmarc: 'existing',
  sesSandbox: true,
  signInMail: 'ses',
  publicConcurrency: 20,
  backupVault: 'arn:aws:backup:us-west-2:999999999999:backup-vault:stillwater',
  generation: 2,
};

export const demonstration = {
  mailFrom: undefined,
  alarmMail: undefined,
  botCheckSiteKey: undefined,
  demonstration: true,
};
