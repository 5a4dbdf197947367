import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { accounts, demoPassword } from './accounts.ts';
import { dataDirFromEnvironment, runningProduct } from './data-dir.ts';

async function accessToken(email: string, password: string): Promise<string> {
  const dataDir = dataDirFromEnvironment();
  const product = runningProduct(dataDir);
  if (!product) {
    throw new Error(
      `No product runs on the data in ${dataDir}. Start it with npm start, or set DATA_DIR as it has it.`,
    );
  }
  const client = new CognitoIdentityProviderClient({
    endpoint: product.userPoolUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { AuthenticationResult, ChallengeName } = await client.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: product.userPoolClientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  );
  const token = AuthenticationResult?.AccessToken;
  if (!token) throw new Error(`${email} cannot be signed in here: the account asks for ${ChallengeName}.`);
  return token;
}

const usage = () =>
  `Usage: npm run -s token -- EMAIL\nThe accounts:\n${accounts.map(({ email }) => `  ${email}\n`).join('')}`;

async function main(): Promise<void> {
  const [email] = process.argv.slice(2);
  if (!email?.includes('@')) throw new Error(usage());
  process.stdout.write(`${await accessToken(email, demoPassword())}\n`);
}

main().catch((error: unknown) => {
  const messages: Record<string, string> = {
    NotAuthorizedException:
      'That account does not exist or has another password; set STILLWATER_DEMO_PASSWORD to sign in with yours.',
  };
  const problem = error instanceof Error ? (messages[error.name] ?? error.message) : String(error);
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
});
