/**
 * Whether DocuSeal takes an email address: its own grammar (`User::FULL_EMAIL_REGEXP` of docusealco/docuseal), which refuses
 * some that mail servers deliver to, such as `_rosa@example.com` and `tom&jerry@example.com`.
 */
export const isDocuSealAddress = (email: string): boolean =>
  /^[a-z0-9][.']?(?:[a-z0-9_-]+(?:[.+'][a-z0-9_-]+)*)?@(?:[a-z0-9]+[.-])*[a-z0-9]+\.[a-z]{2,}$/i.test(email);
