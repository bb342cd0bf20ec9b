import { Select, Switch } from '@mantine/core';
import { INTEGRATION_TYPES, type IntegrationType } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useClient, usePermission } from '../../../lib/client-context.tsx';
import { connectorName } from '../../integrations/connector-types.ts';
import { integrationsQuery } from '../../integrations/queries.ts';

/** Switches the tables to editing what a connector gets, for administrators of accounts with connectors. */
export function MappingSwitch(props: {
  connector: IntegrationType | undefined;
  onChange: (connector: IntegrationType | undefined) => void;
}) {
  const { connector, onChange } = props;
  const { clientName } = useClient();
  const isAdmin = usePermission('ADMIN');
  const { data } = useQuery({ ...integrationsQuery(clientName), enabled: isAdmin });
  const types = INTEGRATION_TYPES.filter((type) => data?.integrations.some((one) => one.integrationType === type));
  const [first] = types;
  if (!isAdmin || first === undefined) return null;
  return (
    <>
      {connector !== undefined && types.length > 1 && (
        <Select
          aria-label="Connector"
          size="xs"
          w={140}
          allowDeselect={false}
          data={types.map((type) => ({ value: type, label: connectorName(type) }))}
          value={connector}
          onChange={(value) => onChange(types.find((type) => type === value) ?? connector)}
        />
      )}
      <Switch
        size="sm"
        label={types.length === 1 ? `Edit ${connectorName(first)} mappings` : 'Edit mappings'}
        checked={connector !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? first : undefined)}
      />
    </>
  );
}
