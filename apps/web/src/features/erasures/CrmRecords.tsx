import { Anchor, List } from '@mantine/core';
import type { CrmRecord } from '@quarry/contracts';
import { connectorName } from '../integrations/connector-types.ts';

/** Where accounts' CRMs and webhooks have a person, with links to the records. */
export function CrmRecords({ records }: { records: readonly CrmRecord[] }) {
  return (
    <List size="sm" mt={4}>
      {records.map((record) => (
        <List.Item key={`${record.clientName} ${record.integrationType} ${record.externalId}`}>
          {`${record.clientName}: `}
          <Where record={record} />
        </List.Item>
      ))}
    </List>
  );
}

function Where({ record: { integrationType, externalId, url } }: { record: CrmRecord }) {
  const name = connectorName(integrationType);
  if (url !== null) {
    return (
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
        {`${name} record ${externalId}`}
      </Anchor>
    );
  }
  if (externalId !== null) return `${name} record ${externalId}`;
  return integrationType === 'WEBHOOK' ? 'sent to the webhook' : `sent to ${name}, which has not said under which id`;
}
