import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OnboardingStep } from '#domain/organizations/onboarding-steps.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx';
import { RowsSkeleton } from '../../ui/feedback/states.tsx';
import { TeamStep } from './team-step.tsx';

// Each step brings its form along when it is opened.
const rows = { waiting: <RowsSkeleton rows={5} height={61} /> };
const details = () => import('../homes/home-details-form.tsx');
const numbering = () => import('../numbering/case-numbering-form.tsx');
const HomeDetailsForm = lazyComponent(async () => (await details()).HomeDetailsForm, rows);
const SettingsForm = lazyComponent(async () => (await import('./settings-form.tsx')).SettingsForm, rows);
const CaseNumberingForm = lazyComponent(async () => (await numbering()).CaseNumberingForm, rows);

const leads: Record<OnboardingStep, string> = {
  home: 'As it stands on letters and on the public form.',
  numbering: 'Every case gets a number of its own. This is how they are made.',
  team: 'Invite the people you work with. They choose their own names and passwords.',
  settings: 'What families meet on the public form, and who hears of it.',
};

interface StepPanelProps {
  step: OnboardingStep;
  busy: boolean;
  onDone: () => void;
  onSkip: () => void;
}

export const StepPanel = ({ step, busy, onDone, onSkip }: StepPanelProps) => {
  const { funeral_home_details: home } = useCurrentUser();
  const skip = (
    <Button variant="default" onClick={onSkip} disabled={busy}>
      Skip for now
    </Button>
  );
  const common = { submitLabel: 'Save and continue', submitsUnchanged: true, aside: skip, onSaved: onDone };
  const forms: Record<OnboardingStep, ReactNode> = {
    home: <HomeDetailsForm home={home} {...common} />,
    numbering: <CaseNumberingForm homeId={home.id} {...common} />,
    team: <TeamStep aside={skip} busy={busy} onDone={onDone} />,
    settings: <SettingsForm home={home} {...common} />,
  };
  return (
    <>
      <Text c="dimmed" mb="md">
        {leads[step]}
      </Text>
      {forms[step]}
    </>
  );
};
