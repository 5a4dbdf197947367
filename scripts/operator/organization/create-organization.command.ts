import * as z from 'zod';
import { createOrganization, NewOrganization } from '#functions/organizations/create-organization.ts';
import { command, flag, text, underscored } from '../command.ts';
import { localTable } from '../local-product.ts';

/** Local products have no authenticator app by default. */
const defaults = () => ({ second_factor: process.env.TABLE_NAME ? 'everybody' : 'optional' });

export const createOrganizationCommand = command({
  name: 'create-organization',
  options: {
    ...{ name: text, home: text, slug: text, email: text },
    ...{ 'time-zone': text, 'second-factor': text, 'allow-look-alike': flag },
  },
  schema: z.preprocess((typed) => ({ ...defaults(), ...underscored(typed) }), NewOrganization),
  usage: `create-organization --name NAME --home NAME --slug ADDRESS --email OWNER [--time-zone ZONE]
                    [--second-factor optional|administrators|everybody] [--allow-look-alike]
  Creates an organization with its first funeral home, and invites its first owner by mail. Whether owners and
  administrators need an authenticator app at sign-in: in AWS they do unless told otherwise, here they do not. An address
  that looks like another organization's is refused, unless --allow-look-alike says that this is meant.`,
  async run(wanted) {
    await createOrganization(localTable(), wanted, new Date());
    return `${wanted.name} is there. Its owner is invited: the mail to ${wanted.email} is on its way.`;
  },
});
