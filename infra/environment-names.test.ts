import { describe, expect, it } from 'vitest';
import { functionOf } from '#tests/infra/roles.ts';
import { synthesize } from '#tests/infra/synthesis.ts';
import { settingsOf } from './constructs/privileged-function.ts';
import { secretRows, secretTitle } from './environment-names.ts';
import { type FunctionName, functions } from './functions.ts';

const synthesis = await synthesize();
const { all, flat } = synthesis;
const names = Object.keys(functions) as FunctionName[];

describe('S-33 secrets', () => {
  it('S-33 writes no secret into a template: a deployment generates or resolves it', () => {
    for (const { id, Properties } of all('AWS::SecretsManager::Secret')) {
      expect(Properties.SecretString, id).toBeUndefined();
      expect(Properties.GenerateSecretString.GenerateStringKey, id).toMatch(/^(current|unset)$/);
      // A changed template would generate a new value over the operator's.
      expect(Properties.GenerateSecretString.SecretStringTemplate, id).toBe('{}');
    }
    const text = JSON.stringify(all());
    expect(text).not.toMatch(
      /AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----|"(ClientSecret|SecretAccessKey|Password)"/,
    );
    expect(JSON.stringify(all('AWS::Cognito::UserPoolClient'))).toContain('"GenerateSecret":false');
  });

  it('S-33 gives functions the names of secrets, and only those they need', () => {
    for (const name of names) {
      const { Properties, stack } = functionOf(synthesis, name);
      const variables: Record<string, unknown> = Properties.Environment?.Variables ?? {};
      expect(Object.keys(variables).sort(), name).toEqual([...settingsOf(name), 'POWERTOOLS_SERVICE_NAME'].sort());
      for (const [secret, { setting }] of secretRows.filter((row) => row[1].setting in variables))
        expect(flat(variables[setting], stack), name).toContain(`Stillwater-prod-Data.${secretTitle(secret)}Secret`);
    }
  });
});
