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

  it("count separate metrics, so that neither masks the other's alarms", () => {
    const services = ({ all }: typeof production) =>
      new Set(
        all('AWS::Lambda::Function').flatMap(
          ({ Properties }) => Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME ?? [],
        ),
      );
    expect(services(production)).toEqual(new Set(['stillwater-prod']));
    expect(services(other)).toEqual(new Set(['stillwater-demo']));
  });

  it("share the sender's domain, which only the first one manages", async () => {
    const second = await synthesize(everything);
    expect(production.all('AWS::SES::EmailIdentity')).toHaveLength(1);
    expect(second.all('AWS::SES::EmailIdentity')).toEqual([]);
  });
});

describe('unchangeable values', () => {
  it("keep generated values constant: a change would overwrite an operator's", async () => {
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

describe("email in SES's sandbox", () => {
  const may = (synthesis: typeof production, account: string, identity: string) =>
    mayDo(roleOf(synthesis, 'notify'), 'ses:SendEmail', `arn:aws:ses:us-east-1:${account}:identity/${identity}`);

  it("grants the right to each recipient's identity, only in the sandbox", async () => {
    const sandbox = await synthesize(everything);
    for (const identity of ['quiet-water.org', 'family@example.com'])
      expect(may(sandbox, everything.account, identity), identity).toBe(true);
    expect(may(production, 'AWS::AccountId', 'quiet-water.org')).toBe(true);
    expect(may(production, 'AWS::AccountId', 'family@example.com')).toBe(false);
  });
});

describe('sign-in email through SES', () => {
  it('uses the verified domain identity, which is created before the pool', async () => {
    const { all, flat } = await synthesize(everything);
    const [pool] = all('AWS::Cognito::UserPool');
    expect(flat(pool?.Properties.EmailConfiguration.SourceArn, pool?.stack ?? '')).toMatch(
      /:identity\/quiet-water\.org$/,
    );
    const [identity] = production.all('AWS::SES::EmailIdentity');
    expect(identity?.stack).toBe('Stillwater-prod-Identity');
  });
});
