import { type FormKind, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import type { OwnCemetery } from '#domain/managed-forms/form-options.ts';
import type { FormSettings } from '#domain/managed-forms/managed-form.schema.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { FieldList } from '../ui/fields/field-list.tsx';
import { partLabels } from './form-text.tsx';

const line = { kind: 'text' } as const;
const fields = [
  { name: 'title', label: 'Title', ...line },
  { name: 'condolence_message', label: 'Condolence message', ...line },
  { name: 'notice', label: 'Notice', ...line },
  { name: 'emergency_phone', label: 'Emergency phone', ...line },
  { name: 'show_logo', label: 'Logo', ...line },
  { name: 'color', label: 'Color', ...line },
  { name: 'left_out', label: 'Left out', ...line },
  { name: 'cemeteries', label: 'Cemeteries', ...line },
  { name: 'copies', label: 'Certificate copies', ...line },
  { name: 'questions', label: 'Own questions', ...line },
  { name: 'spanish', label: 'In Spanish', ...line },
] as const;

/** What only a report of a death has. */
const ofReports: ReadonlySet<string> = new Set(['left_out', 'cemeteries', 'copies']);

const cemeteryText = ({ name, cost, note }: OwnCemetery): string => {
  const said = [cost === null ? '' : formatMoney(parseMoney(cost) ?? 0), note].filter(Boolean).join(', ');
  return said ? `${name} (${said})` : name;
};

/** What a form is set to, in words. */
export const SettingsText = ({ kind, settings }: { kind: FormKind; settings: FormSettings }) => {
  const { certificate_copies: usual } = settings;
  const values = {
    title: settings.title,
    condolence_message: settings.condolence_message ?? 'As the home says',
    notice: settings.notice ?? 'None',
    emergency_phone: settings.emergency_phone ? formatPhone(settings.emergency_phone) : 'The home’s own',
    show_logo: settings.show_logo ? 'Shown' : 'Not shown',
    color: settings.color ?? 'Standard',
    left_out: settings.switched_off.map((part) => partLabels[part].label).join(', ') || 'Nothing',
    cemeteries: settings.cemeteries?.map(cemeteryText).join(', ') ?? 'The standard list',
    copies: usual === null ? 'Not asked' : usual === 0 ? 'Asked' : `Asked; about ${usual} are usual`,
    questions:
      settings.questions.map(({ label, required }) => (required ? `${label} (required)` : label)).join(' · ') || 'None',
    spanish: settings.spanish
      ? [...Object.values(settings.spanish), ...settings.questions.map(({ spanish }) => spanish?.label)]
          .filter(Boolean)
          .join(' · ') || 'Switched on, nothing written yet'
      : 'English alone',
  };
  const shown = isInquiry(kind) ? fields.filter(({ name }) => !ofReports.has(name)) : fields;
  return <FieldList fields={shown} values={values} />;
};
