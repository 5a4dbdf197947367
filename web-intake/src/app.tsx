import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import { IntakePage } from './intake-page.tsx';
import type { PageAddress } from './page-address.ts';
import { StartPage } from './start-page.tsx';
import { StatusPage } from './status-page.tsx';
import { Toasts } from './toasts.tsx';

const nothingTyped: Partial<IntakeFormValues> = {};

/** The page of an address. */
export function App({
  address,
  typedEarly = nothingTyped,
}: {
  address: PageAddress;
  typedEarly?: Partial<IntakeFormValues>;
}) {
  return (
    <>
      <PageView address={address} typedEarly={typedEarly} />
      <Toasts />
    </>
  );
}

function PageView({ address, typedEarly }: { address: PageAddress; typedEarly: Partial<IntakeFormValues> }) {
  if (address.page === 'form') return <IntakePage slug={address.slug} typedEarly={typedEarly} />;
  if (address.page === 'status') return <StatusPage reference={address.reference} token={address.token} />;
  return <StartPage />;
}
