import './no-eval.ts';
import { IntakePage } from './intake-page.tsx';
import type { PageAddress } from './page-address.ts';
import { StartPage } from './start-page.tsx';
import { StatusPage } from './status-page.tsx';
import { Toasts } from './toasts.tsx';

/** The page of an address. */
export function App({ address }: { address: PageAddress }) {
  return (
    <>
      <PageView address={address} />
      <Toasts />
    </>
  );
}

function PageView({ address }: { address: PageAddress }) {
  if (address.page === 'form') return <IntakePage slug={address.slug} form={address.form} />;
  if (address.page === 'status') return <StatusPage reference={address.reference} token={address.token} />;
  return <StartPage />;
}
