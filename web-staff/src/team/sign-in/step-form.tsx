import { Button, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../session/problem-of.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

interface StepFormProps {
  /** Left out where a dialog says it already. */
  title?: string;
  lead?: ReactNode;
  notice?: string;
  submitLabel: string;
  /** Checks the fields and returns false to stay; rejects with what the user pool refused. */
  onSubmit: () => Promise<void> | false;
  children: ReactNode;
  below?: ReactNode;
}

/** One step of signing in: a heading, its fields, the refusal if there was one, and a button that shows it works. */
export const StepForm = ({ title, lead, notice, submitLabel, onSubmit, children, below }: StepFormProps) => {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const empty = [...(form.current?.querySelectorAll('input') ?? [])].find((input) => !input.readOnly && !input.value);
    empty?.focus();
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(undefined);
    const work = onSubmit();
    if (!work) return;
    setBusy(true);
    try {
      await work;
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="md">
        {title && (
          <div>
            <Title order={1}>{title}</Title>
            {lead && (
              <Text c="dimmed" mt={4}>
                {lead}
              </Text>
            )}
          </div>
        )}
        {notice && !problem && <Notice tone="info">{notice}</Notice>}
        {problem && <Notice tone="problem">{problem}</Notice>}
        {children}
        <Button type="submit" loading={busy} fullWidth size="md">
          {submitLabel}
        </Button>
        {below}
      </Stack>
    </form>
  );
};
