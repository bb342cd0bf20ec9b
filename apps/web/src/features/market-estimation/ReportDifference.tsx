import { List, Modal, Text, Title } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReportComparison, SavedReport } from '@quarry/contracts';
import { formatInstant, formatNumber, plural } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/Figures.tsx';

type Companies = NonNullable<ReportComparison['difference']>['companiesThatCame'];

/** What came and went since a report was frozen. */
export default function ReportDifference(props: {
  report: SavedReport;
  comparison: ReportComparison;
  onClose: () => void;
}) {
  const { report, comparison, onClose } = props;
  const isMounted = useMounted();
  const { difference } = comparison;
  return (
    <Modal opened={isMounted} onClose={onClose} title={`"${report.id}" then and now`} size="lg" centered>
      {difference === null ? null : (
        <>
          <Figures>
            <Figure label={report.frozen === null ? 'Then' : formatInstant(report.frozen.at)}>
              {formatNumber(difference.frozenCount)}
            </Figure>
            <Figure label="Now">{formatNumber(comparison.count)}</Figure>
            <Figure label="Came">{`+${formatNumber(difference.came)}`}</Figure>
            <Figure label="Went">{`−${formatNumber(difference.went)}`}</Figure>
          </Figures>
          <Changed title="Came" companies={difference.companiesThatCame} total={difference.came} />
          <Changed title="Went" companies={difference.companiesThatWent} total={difference.went} />
        </>
      )}
    </Modal>
  );
}

function Changed({ title, companies, total }: { title: string; companies: Companies; total: number }) {
  if (total === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3} mt="md">
        {title}
      </Title>
      <List size="sm">
        {companies.map(({ companyId, name, domain }) => (
          <List.Item key={companyId}>
            {name}{' '}
            <Text span size="xs" c="dimmed">
              {domain}
            </Text>
          </List.Item>
        ))}
      </List>
      {companies.length < total ? (
        <Text size="xs" c="dimmed">{`and ${plural(total - companies.length, 'company', 'companies')} more`}</Text>
      ) : null}
    </section>
  );
}
