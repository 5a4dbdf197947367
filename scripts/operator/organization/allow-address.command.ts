import { AllowedAddress, allowAddress } from '#functions/organizations/create-organization.ts';
import { command, text } from '../command.ts';
import { localTable } from '../local-product.ts';

export const allowAddressCommand = command({
  name: 'allow-address',
  options: { beside: text, slug: text },
  schema: AllowedAddress,
  usage: `allow-address --beside ADDRESS --slug ADDRESS
  Lets the organization of the home beside it give one of its homes this address, although it looks like another
  organization's: for whoever has shown that the name is theirs.`,
  async run(wanted) {
    const name = await allowAddress(localTable(), wanted, new Date());
    return `${name} may give one of its homes the address /${wanted.slug}, under Settings, Funeral homes.`;
  },
});
