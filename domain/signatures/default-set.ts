import type { ServiceType } from '#domain/shared/reference-data/service-types.ts';
import { type PersonOfCase, peopleOfCase } from './people-of-case.ts';
import type { TemplateType } from './template-types.ts';

/** Papers that a kind of service has no use for: nobody is cremated after a burial, nor embalmed for a direct disposition. */
const unfit: Partial<Record<TemplateType, readonly ServiceType[]>> = {
  cremation_authorization: ['graveside', 'direct_burial'],
  embalming_authorization: ['direct_burial', 'direct_cremation'],
};

interface DefaultTemplate {
  template_type: TemplateType;
  is_active: boolean;
  in_default_set: boolean;
  docuseal_id: number | null;
  missing_since: string | null;
  roles: readonly { part: string; signs: boolean }[];
}

/** The templates of an organization that a new case of this service is prepared with: those of the default set that could be sent now. */
export const defaultSetFor = <T extends DefaultTemplate>(templates: readonly T[], serviceType: unknown): T[] =>
  templates.filter(
    ({ template_type, is_active, in_default_set, docuseal_id, missing_since }) =>
      is_active &&
      in_default_set &&
      docuseal_id !== null &&
      missing_since === null &&
      !unfit[template_type]?.includes(serviceType as ServiceType),
  );

/**
 * Who is put on a prepared envelope: the informant, and as many co-signers as its papers have places for. Who signs for
 * the house is chosen by whoever sends it.
 */
export const signersOfDefaultSet = (
  templates: readonly Pick<DefaultTemplate, 'roles'>[],
  ...[sections, customers]: [Parameters<typeof peopleOfCase>[0], Parameters<typeof peopleOfCase>[1]]
): PersonOfCase[] => {
  const family = peopleOfCase(sections, customers, { name: '', email: '' });
  const places = templates.map(({ roles }) => roles.filter(({ part, signs }) => signs && part === 'co_signer').length);
  const coSigners = family.filter(({ part }) => part === 'co_signer').slice(0, Math.max(0, ...places));
  return [...family.filter(({ part }) => part === 'authorizing_agent'), ...coSigners];
};
