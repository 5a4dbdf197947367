import { Button, Stack, Text } from '@mantine/core';
import { IconCopy, IconMail, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { CodeWay, FamilyPage } from '#domain/families/family-page.schema.ts';
import { type MailProblem, mailProblemText } from '#domain/shared/email/mail-problem.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { useLocations } from '../../organizations/homes/queries.ts';
import { usePublicSite } from '../../organizations/parts/public-site.tsx';
import { copyLink } from '../../ui/copy-link.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { usePreserveFocus } from '../../ui/preserve-focus.ts';
import { useCloseFamilyPage, useIssueCode } from '../queries.ts';
import classes from './family.module.css';

const whatToDo: Readonly<Record<MailProblem, string>> = {
  no_mailbox: 'Ask the family for the right address and enter it in the case, or give them a code on paper.',
  not_taken: 'Ask the family to check their mailbox, then email the code again, or give them a code on paper.',
  complaint: 'Call the family, and give them a code on paper.',
  rejected: 'Call the family, and give them a code on paper.',
  delayed: 'If the family is waiting for it, give them a code on paper.',
};

export const FamilyMailProblem = ({ problem }: { problem: MailProblem | null }) =>
  problem && (
    <Notice tone="warning" title={mailProblemText[problem]}>
      {whatToDo[problem]}
    </Notice>
  );

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface FamilyCodesProps {
  caseRecord: Case;
  page: FamilyPage;
  canEdit: boolean;
}

export const FamilyCodes = ({ caseRecord, page, canEdit }: FamilyCodesProps) => {
  const giving = useIssueCode(caseRecord.id);
  const closing = useCloseFamilyPage(caseRecord.id);
  const keyFor = useIdempotencyKey();
  const [code, setCode] = useState<string>();
  const [asking, setAsking] = useState<CodeWay | 'close'>();
  const part = usePreserveFocus<HTMLElement>();
  const site = usePublicSite();
  const link = page.reference && site ? `${site}/status/${page.reference}` : undefined;
  const give = (by: CodeWay) =>
    giving
      .mutateAsync({ by, idempotencyKey: keyFor({ by, version: page.version }) })
      .then((given) => {
        setCode(given.code ?? undefined);
        if (by === 'mail') toastSuccess(`Code sent to ${page.mails_to}`);
      }, toastFailure)
      .finally(() => setAsking(undefined));
  const close = () =>
    closing
      .mutateAsync()
      .then(() => {
        setCode(undefined);
        toastSuccess('Family page closed');
      }, toastFailure)
      .finally(() => setAsking(undefined));
  // A first code ends none, so it needs no confirmation.
  const want = (by: CodeWay) => (page.is_open ? setAsking(by) : void give(by));
  return (
    <section ref={part} tabIndex={-1} className={classes.part} aria-label="Family access">
      <h3 className={classes.title}>Family access</h3>
      <Stack gap="sm">
        <Text size="sm">
          {page.is_open
            ? `The page is open. Reference: ${page.reference}. Anyone with the reference and code can view it.`
            : 'The page is closed. Issue a code to open it.'}
        </Text>
        {code && link && page.reference && (
          <NewCode code={code} link={link} reference={page.reference} language={page.language} home={caseRecord} />
        )}
        {page.is_open && link && (
          <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copyLink(link)}>
            Copy link
          </Button>
        )}
        {page.is_open && <FamilyMailProblem problem={page.mail_problem} />}
        {canEdit && caseRecord.status !== 'cancelled' && (
          <>
            <Button
              variant={page.is_open ? 'default' : 'filled'}
              leftSection={<IconMail {...icon} />}
              disabled={!page.mails_to}
              loading={giving.isPending && asking !== 'paper'}
              onClick={() => want('mail')}
            >
              {page.is_open ? 'Email a new code' : 'Email a code'}
            </Button>
            <Text size="sm" c="dimmed">
              {page.mails_to
                ? `Sent to ${page.mails_to}. Staff cannot see the code.`
                : 'The informant has no email address on file.'}
            </Text>
            <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => want('paper')}>
              {page.is_open ? 'Print a new code' : 'Print a code'}
            </Button>
          </>
        )}
        {canEdit && page.is_open && (
          <Button variant="subtle" color="red" onClick={() => setAsking('close')}>
            Close page
          </Button>
        )}
      </Stack>
      {asking && (
        <ConfirmModal
          opened
          title={asking === 'close' ? 'Close the family page?' : 'Issue a new code?'}
          confirmLabel={asking === 'close' ? 'Close page' : 'New code'}
          danger={asking === 'close'}
          busy={giving.isPending || closing.isPending}
          onConfirm={() => void (asking === 'close' ? close() : give(asking))}
          onClose={() => setAsking(undefined)}
        >
          {asking === 'close'
            ? 'All codes will stop working. Your page settings are kept in case you reopen it.'
            : 'The family’s current code will stop working.'}
        </ConfirmModal>
      )}
    </section>
  );
};

interface Access {
  home: Pick<Case, 'funeral_home_id' | 'funeral_home_name'>;
  reference: string;
  code: string;
  link: string;
  language: Language;
}

const slips: Readonly<Record<Language, { see: string; reference: string; code: string; share: string; call: string }>> =
  {
    en: {
      see: 'To check the status',
      reference: 'Your reference:',
      code: 'Your code:',
      share: 'The page will ask for your code. Share the link and code only with people you want to see it.',
      call: 'If you have a question, call',
    },
    es: {
      see: 'Para ver el estado',
      reference: 'Su referencia:',
      code: 'Su código:',
      share:
        'La página le pedirá su código. Comparta el enlace y el código solo con las personas que usted quiera que la vean.',
      call: 'Si tiene alguna pregunta, llame al',
    },
  };

const NewCode = ({ home, reference, code, link, language }: Access) => {
  const place = useLocations().find(({ id }) => id === home.funeral_home_id);
  const phone = place?.emergency_phone ?? place?.phone;
  return (
    <>
      <Notice tone="info" title="Write down this code. You will not see it again.">
        Print it or write it down: <strong className={classes.code}>{code}</strong>
      </Notice>
      <Button leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
        Print for the family
      </Button>
      {createPortal(
        <div className={classes.slip} lang={language}>
          <h1>{slips[language].see}</h1>
          <p>{link}</p>
          <p>
            {slips[language].reference} <strong>{reference}</strong>
          </p>
          <p>
            {slips[language].code} <strong>{code}</strong>
          </p>
          <p>{slips[language].share}</p>
          {phone && (
            <p>
              {slips[language].call} <strong>{formatPhone(phone)}</strong>.
            </p>
          )}
          <p>{home.funeral_home_name}</p>
        </div>,
        document.body,
      )}
    </>
  );
};
