import { List, Skeleton, Text } from '@mantine/core';
import type { ExportConfig } from '@quarry/contracts';
import { useClient } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { describeOrder, describeSearch } from '../datasets/describe-search.ts';
import { useTags } from '../tags/queries.ts';
import classes from './exports.module.css';

/** Summarizes the companies to export and their order; `count` is null while loading. */
export function ExportScope(props: {
  count: number | null;
  /** The companies were chosen one by one. */
  isChosen: boolean;
  search: Pick<ExportConfig, 'filters' | 'search' | 'tab' | 'sortby' | 'sortdirection'>;
}) {
  const { count, search } = props;
  const { clientName, companiesSchema } = useClient();
  const { names } = useTags(clientName);
  const conditions = describeSearch(search, companiesSchema, names);
  return (
    <div className={classes.scope} data-testid="export-scope">
      <Text fw={600} aria-live="polite">
        {count === null ? (
          <Skeleton component="span" display="inline-block" height={12} width={220} />
        ) : (
          `${plural(count, 'company', 'companies')} will be exported`
        )}
      </Text>
      {props.isChosen ? (
        <Text size="sm">The companies that you selected.</Text>
      ) : conditions.length === 0 ? (
        <Text size="sm">Every company in the dataset: no filter, search or tab is set.</Text>
      ) : (
        <List size="sm" aria-label="Filters">
          {conditions.map((condition) => (
            <List.Item key={condition}>{condition}</List.Item>
          ))}
        </List>
      )}
      <Text size="sm" c="dimmed">
        Order: {describeOrder(search, companiesSchema)}
      </Text>
    </div>
  );
}
