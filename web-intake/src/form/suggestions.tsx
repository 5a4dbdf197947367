import { addDays } from '#domain/shared/values/calendar-date.ts';
import { t } from '../language.ts';
import { fieldId } from './focus-field.ts';
import { buttonsBelow, lastNameOf, useFormSnapshot, useFormStore } from './form-store.ts';
import type { FormFieldData } from './funeral-home-form.ts';

interface FieldProps {
  field: FormFieldData;
}

const recentDays = [
  { label: 'Today', daysAgo: 0 },
  { label: 'Yesterday', daysAgo: 1 },
] as const;

/** Answers of one tap below a field, where most families would type what they enter. */
export function Suggestions({ field }: FieldProps) {
  if (field.name === 'date_of_death') return <RecentDays field={field} />;
  if (field.kind === 'email') return <EmailDomains field={field} />;
  return buttonsBelow(field.name).map((shortcut) => <ShortcutButton key={shortcut.label} shortcut={shortcut} />);
}

interface ChipProps {
  label: string;
  pressed?: boolean;
  onPress: () => void;
}

function Chip({ label, pressed, onPress }: ChipProps) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={pressed}
      // The field keeps the focus, so that no message moves the button away while it is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </button>
  );
}

function RecentDays({ field: { name } }: FieldProps) {
  const store = useFormStore();
  const value = useFormSnapshot(({ values }) => values[name]);
  const today = useFormSnapshot((snapshot) => snapshot.today);
  if (today === '') return null;
  return (
    <p className="suggestions">
      {recentDays.map(({ label, daysAgo }) => {
        const day = addDays(today, -daysAgo);
        return <Chip key={label} label={t(label)} pressed={value === day} onPress={() => store.enter(name, day)} />;
      })}
    </p>
  );
}

/** The domains of most private addresses in the United States. */
const emailDomains = ['gmail.com', 'yahoo.com', 'icloud.com', 'outlook.com', 'aol.com'];

/** Returns the domains that complete a typed address; none once it has one of its own. */
const domainsFor = (typed: string): string[] => {
  const [local, domain = '', ...others] = typed.trim().toLowerCase().split('@');
  if (!local || others.length > 0) return [];
  return emailDomains.filter((offered) => offered.startsWith(domain) && offered !== domain);
};

function EmailDomains({ field: { name } }: FieldProps) {
  const store = useFormStore();
  const typed = useFormSnapshot(({ values }) => String(values[name] ?? ''));
  const isFollowing = useFormSnapshot(({ ticked }) => [...ticked].some(({ copies = {} }) => name in copies));
  const domains = isFollowing ? [] : domainsFor(typed);
  if (domains.length === 0) return null;
  const complete = (domain: string) => {
    store.enter(name, `${typed.trim().split('@')[0]}@${domain}`);
    // The pressed button goes.
    document.getElementById(fieldId(name))?.focus();
  };
  return (
    <p className="suggestions">
      {domains.map((domain) => (
        <Chip key={domain} label={`@${domain}`} onPress={() => complete(domain)} />
      ))}
    </p>
  );
}

function ShortcutButton({ shortcut }: { shortcut: ReturnType<typeof buttonsBelow>[number] }) {
  const store = useFormStore();
  const pressed = useFormSnapshot(({ ticked }) => ticked.has(shortcut));
  const lastName = useFormSnapshot((snapshot) => lastNameOf(shortcut, snapshot));
  if (lastName === '') return null;
  return (
    <p className="suggestions">
      <Chip
        label={[t(shortcut.label), lastName].filter(Boolean).join(': ')}
        pressed={pressed}
        onPress={() => store.tick(shortcut, !pressed)}
      />
    </p>
  );
}
