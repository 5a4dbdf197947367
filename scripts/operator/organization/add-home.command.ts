import * as z from 'zod';
import { AdditionalHome, addHome } from '#functions/organizations/create-organization.ts';
import { command, flag, text, underscored } from '../command.ts';
import { localTable } from '../local-product.ts';

export const addHomeCommand = command({
  name: 'add-home',
  options: { beside: text, home: text, slug: text, 'time-zone': text, 'allow-look-alike': flag },
  schema: z.preprocess(underscored, AdditionalHome),
  usage: `add-home --beside ADDRESS --home NAME --slug ADDRESS [--time-zone ZONE] [--allow-look-alike]
  Adds a funeral home to the organization of the one beside it.`,
  async run(wanted) {
    const { name, slug } = await addHome(localTable(), wanted, new Date());
    return `${name} is there. Families find it at /${slug}; owners see it under Settings, Funeral homes.`;
  },
});
