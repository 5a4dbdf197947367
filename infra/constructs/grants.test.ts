import { describe, expect, it } from 'vitest';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import { type SecretName, secretRows, secrets } from '#infra/environment-names.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { routes } from '#infra/routes.ts';
import {
  all,
  arnOf,
  changes,
  disclosing,
  everyPartition,
  flat,
  index,
  inOrganization,
  keys,
  names,
  only,
  org,
  partitions,
  reached,
  reads,
  role,
  ssnKey,
  ssnKeyArn,
  synthesis,
  tableArn,
} from '#tests/infra/privileged-roles.ts';
import { functionOf, isAllowed, type Role, rolesOf } from '#tests/infra/roles.ts';
import { organizationTag } from './organization-role.ts';

const list = (names: string): string[] => names.trim().split(/\s+/);

const guardDutys = /:rule\/DO-NOT-DELETE-AmazonGuardDutyMalwareProtectionS3\*$/;
const backups = /:rule\/AwsBackupManagedRule\*$|:recovery-point:\*$/;
/** Actions without resource-level permissions: GuardDuty scans, and the lists of AWS Backup. */
const withoutResource = [
  'guardduty:SendObjectMalwareScan',
  ...['cloudwatch:GetMetricData', 'events:ListRules', 's3:ListAllMyBuckets', 'tag:GetResources'],
];

describe('S-34 roles of functions', () => {
  it('S-34 gives every function a role of its own', () => {
    const arns = names.map((name) => {
      const { Properties, stack } = functionOf(synthesis, name);
      return flat(Properties.Role, stack);
    });
    expect(new Set(arns).size).toBe(names.length);
  });

  it('S-34 uses no managed policy, no wildcard action and no wildcard resource', () => {
    for (const { placed, statements } of rolesOf(synthesis)) {
      expect(placed.Properties.ManagedPolicyArns, placed.id).toBeUndefined();
      for (const { Effect, Action, Resource } of statements.filter(({ Effect }) => Effect === 'Allow')) {
        // GuardDuty and AWS Backup choose the names of their rules and recovery points.
        const isOfService = (resource: string) => guardDutys.test(resource) || backups.test(resource);
        if (Resource.every(isOfService) || Action.every((action) => withoutResource.includes(action))) continue;
        expect(
          Action.filter((action) => action.includes('*')),
          `${placed.id} ${Effect}`,
        ).toEqual([]);
        // The only exception is the objects of a bucket, which the site deployment writes.
        const loose = Resource.filter(
          (resource) => resource.includes('*') && !Action.every((action) => action.startsWith('s3:')),
        );
        expect(loose, placed.id).toEqual([]);
      }
    }
  });

  it('S-34 lets no function pass roles, manage keys, or assume a foreign role', () => {
    for (const any of [...names.map(role), ...disclosing.map(inOrganization)])
      for (const { Action } of any.statements)
        expect(
          Action.filter((action) => /^(iam|kms:(Create|Put|Schedule|Disable))/.test(action)),
          any.placed.id,
        ).toEqual([]);
    const assuming = names.flatMap((name) =>
      role(name)
        .statements.filter(({ Action }) => Action.some((action) => action.startsWith('sts:')))
        .map(({ Action, Resource }) => [name, Action, Resource]),
    );
    expect(assuming).toEqual(
      disclosing.map((name) => [name, ['sts:AssumeRole', 'sts:TagSession'], [arnOf(inOrganization(name))]]),
    );
  });

  it('S-34 lets no function scan the table or query an unlisted index', () => {
    for (const name of names) {
      expect(isAllowed(role(name), 'dynamodb:Scan', tableArn), name).toBe(false);
      expect(isAllowed(role(name), 'dynamodb:Query', tableArn), name).toBe(false);
    }
    const unsent = names.filter((name) =>
      isAllowed(role(name), 'dynamodb:Query', index('gsi1'), { leadingKeys: [sharedKeys.unsentEvents(7)] }),
    );
    expect(unsent).toEqual(['relay', 'sweeper']);
    const lists = names.filter((name) =>
      isAllowed(role(name), 'dynamodb:Query', index('gsi3'), { leadingKeys: [keys.listView('cases', 'created')] }),
    );
    // The projector splits the buckets that count a view.
    expect(lists).toEqual(
      list(
        `cases day tasks first-calls payments signatures accounting quickbooks paper staff imports calendar-integration
         google-calendar projector task-work`,
      ),
    );
  });
});

describe('SSN key', () => {
  it('S-34 lets only one role decrypt, among all roles of the app', () => {
    const context = { principalTags: { [organizationTag]: org }, encryptionContext: { organization: org } };
    const decrypting = rolesOf(synthesis).filter((any) => isAllowed(any, 'kms:Decrypt', ssnKeyArn, context));
    expect(decrypting.map(({ placed }) => placed.id)).toEqual([inOrganization('ssn').placed.id]);
    const encrypting = names.filter((name) => isAllowed(role(name), 'kms:Encrypt', ssnKeyArn));
    expect(encrypting).toEqual(['intake', 'cases', 'day', 'first-calls', 'payments', 'imports']);
  });

  it('S-34 enforces this in the key policy, without delegating to IAM', () => {
    const arn = ({ placed }: Role) => `arn:aws:iam::AWS::AccountId:role/${placed.Properties.RoleName}`;
    // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
    const statements: any[] = ssnKey.Properties.KeyPolicy.Statement;
    const using = statements.filter(({ Effect, Sid }) => Effect === 'Allow' && Sid !== 'Administer');
    expect(
      using.map(({ Action, Condition }) => [Action, flat(Condition.ArnEquals['aws:PrincipalArn'], ssnKey.stack)]),
    ).toEqual([
      [
        'kms:Encrypt',
        (['intake', 'cases', 'day', 'first-calls', 'payments', 'imports'] as const)
          .map((name) => arn(role(name)))
          .join(),
      ],
      ['kms:Decrypt', arn(inOrganization('ssn'))],
    ]);
    expect(using[1].Condition.StringEquals).toEqual({
      'kms:EncryptionContext:organization': `\${aws:PrincipalTag/${organizationTag}}`,
    });
    const administering: string[] = statements.find(({ Sid }) => Sid === 'Administer').Action;
    expect(administering.filter((action) => /crypt|DataKey|CreateGrant|Sign|Mac|\*/.test(action))).toEqual([]);
    const denied = statements.filter(({ Effect }) => Effect === 'Deny');
    expect(denied.map(({ Sid }) => Sid)).toEqual(['NobodyElseDecrypts', 'NoWayAround']);
    expect(flat(denied[0].Condition.ArnNotEquals['aws:PrincipalArn'], ssnKey.stack)).toBe(arn(inOrganization('ssn')));
  });

  it('S-34 encrypts only SSNs: no resource uses the key', () => {
    const users = all().filter(({ id: logicalId, Type, Properties, stack }) => {
      if (logicalId === ssnKey.id || ['AWS::IAM::Policy', 'AWS::KMS::Alias', 'AWS::Lambda::Function'].includes(Type))
        return false;
      return JSON.stringify(Properties ?? {}).includes(ssnKey.id) && stack !== '';
    });
    expect(users.map(({ id: logicalId }) => logicalId)).toEqual([]);
  });

  it('S-34 requires a sign-in: the decrypting function serves no public route', () => {
    const served = routes().filter(({ functionName }) => functionName === 'ssn');
    expect(served.map(({ endpoint, public: open }) => [endpoint, open])).toEqual([
      ['ssn.retrieve', false],
      ['ssn.checkNumber', false],
    ]);
  });
});

describe('grants of public functions', () => {
  it('S-34 lets intake read only public items, drafts and replays', () => {
    expect(reached('intake', reads)).toEqual(['slug', 'homeCard', 'reportStatus', 'reportDraft', 'publicIdempotency']);
    for (const name of ['gsi1', 'gsi2', 'gsi3', 'gsi4'])
      expect(
        isAllowed(role('intake'), 'dynamodb:Query', index(name), {
          leadingKeys: [keys.listView('submissions', 'created')],
        }),
      ).toBe(false);
  });

  it('S-34 lets intake write submissions, and delete only drafts of families', () => {
    expect(reached('intake', ['PutItem'])).toEqual(
      list(
        `submission ssn document papers auditOfCase auditOfSubmission outbox reportStatus reportDraft
         publicIdempotency`,
      ),
    );
    expect(reached('intake', ['UpdateItem'])).toEqual(['rate']);
    expect(reached('intake', ['DeleteItem'])).toEqual(['reportDraft']);
  });

  it('S-34 lets the invitation function read its link and no staff data', () => {
    expect(reached('invitations', reads)).toEqual(['subject', 'invitationLink']);
    expect(reached('invitations', ['PutItem'])).toEqual(list('profiles auditOfCase auditOfSubmission outbox subject'));
    expect(reached('invitations', changes)).toEqual(['invitations', 'invited', 'invitationLink', 'rate']);
  });

  it('S-34 lets the calendar feed find its link, and no staff data in its own role', () => {
    expect(reached('calendar-file', reads)).toEqual(['feedAddress']);
    expect(reached('calendar-file', ['PutItem', ...changes])).toEqual(['rate']);
  });

  it('S-34 denies the reference function every item', () => {
    expect(reached('reference', [...reads, ...changes, 'PutItem'])).toEqual([]);
  });

  it('S-34 lets the health function read one item without personal data', () => {
    expect(reached('health', reads)).toEqual(['health']);
    expect(reached('health', [...changes, 'PutItem'])).toEqual([]);
    expect(names.filter((name) => reached(name, ['PutItem', ...changes]).includes('health'))).toEqual(['sweeper']);
    expect(names.filter((name) => reached(name, reads).includes('health'))).toEqual(['health']);
  });
});

describe('grants of other functions', () => {
  it('S-34 lets relay, sweeper and notify reach only their own items', () => {
    for (const name of ['relay', 'sweeper'] as const) {
      expect(reached(name, reads), name).toEqual(['outbox']);
      expect(reached(name, changes), name).toEqual(['outbox']);
    }
    expect(reached('relay', ['PutItem'])).toEqual([]);
    expect(reached('sweeper', ['PutItem'])).toEqual(['health']);
    expect(reached('notify', reads)).toEqual(
      list(
        `organization homes profiles invitations preferences archives submission case deadline effect partner homeCard
         reportStatus reportDraft`,
      ),
    );
    expect(reached('notify', ['PutItem', ...changes])).toEqual(
      list('invitations effect partner reportStatus reportDraft invitationLink'),
    );
    expect(reached('identity', reads)).toEqual(['profiles', 'effect', 'partner']);
    expect(reached('identity', ['PutItem', ...changes])).toEqual(['effect', 'partner']);
  });

  it('S-34 lets the reminder read deadlines and monthly figures, but no case', () => {
    expect(reached('remind', reads)).toEqual(
      list('organization homes profiles preferences facts monthSums monthReports reminder'),
    );
    expect(reached('remind', ['PutItem'])).toEqual(['monthReports', 'reminder', 'outbox']);
    expect(reached('remind', changes)).toEqual([]);
  });

  it('S-34 lets the projector read records and write only derived items', () => {
    expect(reached('projector', reads)).toEqual(
      list('submission firstCall case moneyDue deadline payment envelope list customer'),
    );
    expect(reached('projector', ['PutItem'])).toEqual(
      list(
        'submission firstCall case moneyDue facts deadline payment envelope list shared customer tokens reportStatus',
      ),
    );
    expect(reached('projector', ['UpdateItem'])).toEqual(['monthSums', 'list']);
  });

  it('S-34 lets the account function read the caller and write the audit trail', () => {
    expect(reached('account', reads)).toEqual(['organization', 'profiles', 'secondFactor', 'subject']);
    expect(reached('account', ['PutItem'])).toEqual(['secondFactor', 'auditOfCase', 'auditOfSubmission']);
    // It updates when sessions begin to count, and cannot change a role.
    expect(reached('account', changes)).toEqual(['profiles', 'rate']);
    const updates = (...attributes: string[]) =>
      isAllowed(role('account'), 'dynamodb:UpdateItem', tableArn, {
        leadingKeys: [partitions.profiles],
        attributes: ['pk', 'sk', ...attributes],
      });
    expect(updates('sessions_since')).toBe(true);
    for (const more of [['role'], ['sessions_since', 'status']]) expect(updates(...more)).toBe(false);
  });

  it('S-08 lets account record a second factor, and staff clear it', () => {
    const writing = names.filter((name) => reached(name, ['PutItem', ...changes]).includes('secondFactor'));
    expect(writing).toEqual(['staff', 'account']);
  });

  it("S-34 lets staff functions read their areas' records, but no SSN ciphertext", () => {
    const machinery = list(`
      auditBatches auditHead auditVerified auditLate auditTrail ssn outbox effect partner auditOfCase auditOfSubmission
      export publicIdempotency invitationLink rate health signIns checkNumber moneyDue reminder reportDraft document
      papers documentZip facts monthSums monthReports feedAddress signatureTemplates envelope submissionOwner
      booksConnection connection heard webhook oauthState googleCalendar accounting archives imports importLines
    `);
    const closed = (name: FunctionName) =>
      everyPartition.filter((partition) => !reached(name, reads).includes(partition)).sort();
    const machineryAnd = (more: string) => [...machinery, ...list(more)].sort();
    // A permit names its scan, which is a document of its case.
    expect(closed('cases')).toEqual(
      machineryAnd('invitations invited payment managedForms calendarFeeds').filter(
        (partition) => !['document', 'documentZip'].includes(partition),
      ),
    );
    expect(closed('first-calls')).toEqual(
      machineryAnd('deadline reportStatus invitations invited payment priceLists managedForms calendarFeeds'),
    );
    expect(closed('payments')).toEqual(
      machineryAnd(
        `submission firstCall reportStatus invitations invited customer caller deadline priceLists managedForms
         calendarFeeds`,
      ),
    );
    expect(closed('staff')).toEqual(machineryAnd('deadline submission firstCall reportStatus payment'));
    expect(reached('insight', reads)).toEqual(
      list('organization homes profiles secondFactor facts monthSums monthReports subject'),
    );
    expect(reached('insight', ['PutItem', ...changes])).toEqual(
      list('profiles monthReports auditOfCase auditOfSubmission outbox rate'),
    );
    // A call records the day of its caller, and nothing else of a profile.
    const updates = (...attributes: string[]) =>
      isAllowed(role('insight'), 'dynamodb:UpdateItem', tableArn, {
        leadingKeys: [partitions.profiles],
        attributes: ['pk', 'sk', ...attributes],
      });
    expect(updates('last_seen_on')).toBe(true);
    for (const more of [['role'], ['sessions_since'], ['last_seen_on', 'status']]) expect(updates(...more)).toBe(false);
  });
});

describe('S-16 document files', () => {
  const bucket = only('AWS::S3::Bucket', ({ id: logicalId }) => logicalId.startsWith('Documents'));
  const arn = `${bucket.stack}.${bucket.id}.Arn`;
  const file = (place: string, of = org) => `${arn}/${place}/${of}/${org}`;
  const holding = (action: string, place: string) => names.filter((name) => isAllowed(role(name), action, file(place)));

  it('S-16 lets only the inspecting function read quarantine and publish uploads', () => {
    expect(holding('s3:GetObject', 'quarantine')).toEqual(['document-scans']);
    expect(holding('s3:PutObject', 'clean')).toEqual(['document-scans', 'kept-papers']);
    expect(holding('s3:PutObject', 'quarantine')).toEqual(['intake', 'signing-work', 'documents']);
    expect(holding('s3:GetObject', 'clean')).toEqual(['signing-work', 'document-zips', 'archives']);
    expect(holding('s3:PutObject', 'zips')).toEqual(['document-zips', 'archives']);
    expect(holding('s3:DeleteObject', 'clean')).toEqual(['document-scans', 'document-sweep']);
  });

  it('S-02 S-17 links to files only in a session of their organization', () => {
    const linked = (place: string, of: string) =>
      isAllowed(inOrganization('disclosures'), 's3:GetObject', file(place, of), {
        principalTags: { [organizationTag]: org },
      });
    const other = '0197a4d2-0000-7000-8000-0000000000ff';
    expect([linked('clean', org), linked('zips', org)]).toEqual([true, true]);
    expect([linked('clean', other), linked('zips', other), linked('quarantine', org)]).toEqual([false, false, false]);
  });

  it('S-16 denies reads before the scan, and lets only the scanner tag', () => {
    const policy = only('AWS::S3::BucketPolicy', ({ id: logicalId }) => logicalId.startsWith('Documents'));
    // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
    const denials: any[] = policy.Properties.PolicyDocument.Statement.filter(({ Sid }: { Sid?: string }) => Sid);
    expect(denials.map(({ Sid, Effect, Condition }) => [Sid, Effect, Object.keys(Condition)])).toEqual([
      ['NobodyReadsBeforeTheScan', 'Deny', ['StringNotEquals', 'ArnNotEquals']],
      ['TheScannerAloneTags', 'Deny', ['ArnNotEquals']],
      ['OnlyWhatWasLookedAtIsServed', 'Deny', ['ArnNotEquals']],
    ]);
    expect(denials[0].Condition.StringNotEquals).toEqual({
      's3:ExistingObjectTag/GuardDutyMalwareScanStatus': 'NO_THREATS_FOUND',
    });
    const clears = denials[2].Condition.ArnNotEquals['aws:PrincipalArn'];
    const holders = [clears].flat().map((one) => /role\/stillwater-prod-([a-z-]+)$/.exec(flat(one, policy.stack))?.[1]);
    expect(holders).toEqual(['document-scans', 'kept-papers']);
  });

  it('F25 accepts uploads from the staff site only', () => {
    const [rule, ...others] = bucket.Properties.CorsConfiguration.CorsRules;
    expect([others, rule.AllowedMethods]).toEqual([[], ['POST']]);
    expect(JSON.stringify(rule.AllowedOrigins)).not.toContain('*');
  });
});

describe('S-12 audit trail', () => {
  it('S-12 lets only the sealer sign and write the witness', () => {
    const arnOf = (type: string, chosen: RegExp) => {
      const { stack, id: logicalId } = only(type, (placed) => chosen.test(placed.id));
      return `${stack}.${logicalId}.Arn`;
    };
    const key = arnOf('AWS::KMS::Key', /^AuditKey/);
    const witness = `${arnOf('AWS::S3::Bucket', /^AuditWitness/)}/${org}.json`;
    const allowed = (action: string, resource: string) =>
      rolesOf(synthesis)
        .filter((any) => isAllowed(any, action, resource))
        .map(({ placed }) => placed.id)
        .sort();
    const idsOf = (...these: FunctionName[]) => these.map((name) => role(name).placed.id).sort();
    expect(allowed('kms:GenerateMac', key)).toEqual(idsOf('audit-seal'));
    expect(allowed('kms:VerifyMac', key)).toEqual(idsOf('archives', 'audit-seal', 'audit-verify', 'disclosures'));
    expect(allowed('s3:PutObject', witness)).toEqual(idsOf('audit-seal'));
    const readers = allowed('s3:GetObject', witness).filter((id) => !id.startsWith('Copier'));
    // AWS Backup also copies it into the vault.
    expect(readers).toEqual(idsOf('archives', 'audit-seal', 'audit-verify', 'disclosures'));
    for (const action of list('DeleteObject DeleteObjectVersion PutObjectRetention BypassGovernanceRetention'))
      expect(allowed(`s3:${action}`, witness), action).toEqual([]);
  });

  it('S-12 gives administrators neither the signing key nor the witness', () => {
    const key = only('AWS::KMS::Key', ({ id: logicalId }) => logicalId.startsWith('AuditKey'));
    // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
    const statements: any[] = key.Properties.KeyPolicy.Statement;
    const signing = statements.filter(({ Action }) =>
      [Action].flat().some((action) => /GenerateMac|kms:\*/.test(action)),
    );
    expect(signing.map(({ Effect, Condition }) => [Effect, Object.keys(Condition)])).toEqual([
      ['Allow', ['ArnEquals']],
      ['Deny', ['ArnNotEquals']],
    ]);
    const bucket = only('AWS::S3::Bucket', ({ id: logicalId }) => logicalId.startsWith('AuditWitness'));
    expect(bucket.Properties.ObjectLockConfiguration.Rule.DefaultRetention).toEqual({ Mode: 'COMPLIANCE', Days: 30 });
  });

  it('S-12 lets no role update or delete entries', () => {
    for (const any of rolesOf(synthesis))
      for (const partition of [partitions.auditOfCase, partitions.auditOfSubmission])
        for (const action of changes)
          expect(
            isAllowed(any, `dynamodb:${action}`, tableArn, { leadingKeys: [partition] }),
            `${any.placed.id} ${action}`,
          ).toBe(false);
  });

  it('S-12 denies both explicitly in every role, against later grants', () => {
    const ofFunctions = [...names.map((name) => [name, role(name)] as const)];
    const ofOrganizations = disclosing.map((name) => [`${name} in an organization`, inOrganization(name)] as const);
    for (const [name, { statements }] of [...ofFunctions, ...ofOrganizations]) {
      const denials = statements.filter(({ Effect, Resource }) => Effect === 'Deny' && Resource.includes(tableArn));
      expect(
        denials.flatMap(({ Action }) => Action),
        name,
      ).toEqual(expect.arrayContaining(['dynamodb:DeleteItem', 'dynamodb:UpdateItem']));
    }
  });

  it('S-12 lets only sealers write the hash chain, who cannot write entries', () => {
    const chain = ['auditBatches', 'auditHead', 'auditVerified', 'auditLate', 'auditTrail'] as const;
    const writers = names.filter((name) => chain.some((part) => reached(name, ['PutItem', ...changes]).includes(part)));
    expect(writers).toEqual(['audit-seal', 'audit-verify']);
    // No role changes a batch; the verifier stores only its own progress.
    expect(reached('audit-seal', ['PutItem'])).toEqual(['auditBatches', 'auditLate', 'auditTrail']);
    expect(reached('audit-seal', changes)).toEqual(['auditHead']);
    expect(reached('audit-verify', ['PutItem', ...changes])).toEqual(['auditVerified']);
    for (const name of writers) expect(reached(name, reads)).toEqual(['auditOfCase', 'auditOfSubmission', ...chain]);
  });

  it('S-12 lets no function remove an organization from the sealing list', () => {
    for (const name of names)
      for (const action of ['PutItem', ...changes])
        expect(
          isAllowed(role(name), `dynamodb:${action}`, tableArn, { leadingKeys: [sharedKeys.organizations] }),
          name,
        ).toBe(false);
  });
});

describe('secrets and partners', () => {
  it("S-33 lets only the functions with a secret's grant read it", () => {
    const reading = (secret: SecretName) => {
      const { stack, id: logicalId } = only(
        'AWS::SecretsManager::Secret',
        ({ Properties }) => Properties.Description === secrets[secret].description,
      );
      return names.filter((name) => isAllowed(role(name), 'secretsmanager:GetSecretValue', `${stack}.${logicalId}`));
    };
    for (const [secret] of secretRows)
      expect(reading(secret), secret).toEqual(
        names.filter((name) => (functions[name].grants as readonly string[]).includes(`secret:${secret}`)),
      );
    expect(reading('origin')).toEqual(names.filter((name) => 'endpoints' in functions[name]));
    expect(reading('bot-check')).toEqual(['intake']);
  });

  it('S-34 lets only the functions with the grant send email and publish events', () => {
    const granted = (prefix: string) =>
      names.filter((name) =>
        role(name).statements.some(({ Action }) => Action.some((action) => action.startsWith(prefix))),
      );
    expect(granted('ses:')).toEqual(['notify']);
    expect(granted('events:')).toEqual(['relay', 'sweeper']);
    expect(granted('cognito-idp:Admin')).toEqual(['invitations', 'sign-ins', 'identity']);
  });
});
