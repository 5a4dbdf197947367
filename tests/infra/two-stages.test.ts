import { describe, expect, it } from 'vitest';
import { ownNamesOf } from './own-names.ts';
import { isAllowed as mayDo, roleOf } from './roles.ts';
import { synthesize } from './synthesis.ts';
import { demonstration, everything } from './variants.ts';

const production = await synthesize();
const other = await synthesize(demonstration, 'demo');

const namesIn = ({ all }: typeof production): string[] => all().flatMap(ownNamesOf);

describe('two stages in one account', () => {
  it('share no name', () => {
    const [ours, theirs] = [namesIn(production), namesIn(other)];
    expect(ours.length).toBeGreaterThan(20);
    expect(ours.filter((name) => theirs.includes(name))).toEqual([]);
  });

  it('count their own metrics: neither masks the other’s alarms', () => {
    const services = ({ all }: typeof production) =>
      new Set(
        all('AWS::Lambda::Function').flatMap(
          ({ Properties }) => Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME ?? [],
        ),
      );
    expect(services(production)).toEqual(new Set(['stillwater-prod']));
    expect(services(other)).toEqual(new Set(['stillwater-demo']));
  });

  it('have the sender’s domain once: the second says that it exists, and leaves it alone', async () => {
    const second = await synthesize(everything);
    expect(production.all('AWS::SES::EmailIdentity')).toHaveLength(1);
    expect(second.all('AWS::SES::EmailIdentity')).toEqual([]);
  });
});

describe('what settings never change', () => {
  it('is a value that CloudFormation generates: an operator’s would be lost', async () => {
    const generated = ({ all }: typeof production) =>
      Object.fromEntries(
        all('AWS::SecretsManager::Secret').map(({ id, Properties }) => [id, Properties.GenerateSecretString]),
      );
    const expected = generated(production);
    expect(Object.keys(expected).length).toBeGreaterThan(1);
    expect(generated(other)).toEqual(expected);
    expect(generated(await synthesize(everything))).toEqual(expected);
  });
});

describe('mail in SES’s sandbox', () => {
  const may = (synthesis: typeof production, account: string, identity: string) =>
    mayDo(roleOf(synthesis, 'notify'), 'ses:SendEmail', `arn:aws:ses:us-east-1:${account}:identity/${identity}`);

  it('takes the right to each recipient’s identity, which no other stage gives', async () => {
    const sandbox = await synthesize(everything);
    for (const identity of ['quiet-water.org', 'family@example.com'])
      expect(may(sandbox, everything.account, identity), identity).toBe(true);
    expect(may(production, 'AWS::AccountId', 'quiet-water.org')).toBe(true);
    expect(may(production, 'AWS::AccountId', 'family@example.com')).toBe(false);
  });
});

describe('sign-in mail through SES', () => {
  it('goes by the identity that is verified, the domain’s, which is there before the pool', async () => {
    const { all, flat } = await synthesize(everything);
    const [pool] = all('AWS::Cognito::UserPool');
    expect(flat(pool?.Properties.EmailConfiguration.SourceArn, pool?.stack ?? '')).toMatch(
      /:identity\/quiet-water\.org$/,
    );
    const [identity] = production.all('AWS::SES::EmailIdentity');
    expect(identity?.stack).toBe('Stillwater-prod-Identity');
  });
});
