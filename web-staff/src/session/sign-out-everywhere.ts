import { Amplify } from 'aws-amplify';

/**
 * Ends every session of this person, here and elsewhere. Asked of the user pool directly: Amplify's own call says that
 * it went well when it did not. Rejects when the sessions may go on.
 */
export const signOutEverywhere = async (accessToken: string | undefined): Promise<void> => {
  const pool = Amplify.getConfig().Auth?.Cognito;
  if (!pool?.userPoolId || !accessToken) throw new Error('Nobody is signed in here any more.');
  const [region] = pool.userPoolId.split('_');
  const response = await fetch(pool.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
    },
    body: JSON.stringify({ AccessToken: accessToken }),
  });
  if (!response.ok) throw new Error('The sessions could not be ended. Please try again.');
};
