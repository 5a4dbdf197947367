import { Button, Menu } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '../../api/api-context.ts';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { paths } from '../../paths.ts';
import { pricesInForceQuery } from '../../statements/price-lists/queries.ts';
import { useFocusAfterBusy } from '../../ui/preserve-focus.ts';
import { usePrint } from './use-paper.ts';

interface PapersMenuProps {
  caseId: string;
  homeId: string;
  unlabeled: readonly string[];
}

export const PapersMenu = ({ caseId, homeId, unlabeled }: PapersMenuProps) => {
  const papers = {
    worksheet: usePrint('worksheet'),
    labels: usePrint('labels'),
    case: usePrint('case'),
    priceList: usePrint('priceList'),
  };
  const lists = useQuery(pricesInForceQuery(useApi(), homeId, useTodayAt(homeId)));
  const isMaking = Object.values(papers).some(({ isPending }) => isPending);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          ref={useFocusAfterBusy(isMaking)}
          variant="default"
          loading={isMaking}
          leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />}
        >
          Print
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => papers.worksheet.mutate({ id: caseId })}>Permit and certificate worksheet</Menu.Item>
        <Menu.Item onClick={() => papers.labels.mutate({ id: caseId })}>Envelope labels</Menu.Item>
        {unlabeled.length > 0 && (
          <Menu.Item component={Link} to={`${paths.case(caseId)}?section=informant&field=next_of_kins`}>
            No address for a label: {unlabeled.join(', ')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => papers.case.mutate({ id: caseId })}>Full case file</Menu.Item>
        {lists.data?.lists.map(({ id, caption }) => (
          <Menu.Item key={id} onClick={() => papers.priceList.mutate({ id, homeId, caseId })}>
            {caption} for this family
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
