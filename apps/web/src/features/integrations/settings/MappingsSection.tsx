import { Text, Title } from '@mantine/core';
import type { Integration } from '@quarry/contracts';
import { useId } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { mappedText } from '../connector-state.ts';
import { connectorName, crmOf, KEY_FIELDS } from '../connector-types.ts';
import classes from '../connectors.module.css';

/** What is mapped, with the way to the mapping editor. */
export function MappingsSection({ integration }: { integration: Integration }) {
  const { clientName } = useClient();
  const titleId = useId();
  const { integrationType: type } = integration;
  const crm = crmOf(type);
  const name = connectorName(type);
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Field mappings
      </Title>
      <Text size="sm">
        {crm === null
          ? 'Without mappings, every visible field is sent under its own name. With mappings, only the mapped fields are sent, under the names that you choose.'
          : `A sync writes only what is mapped. Name and domain are always sent when a record is created, and Quarry's id goes to ${KEY_FIELDS[crm]}.`}
      </Text>
      <div>
        <ButtonLink
          size="xs"
          variant="default"
          to="/app/$clientName/data-directory"
          params={{ clientName }}
          search={{ mapping: type }}
        >
          Edit field mappings
        </ButtonLink>
        <Text span size="sm" c="dimmed" ml="sm">
          {mappedText(integration)} mapped to {name}
        </Text>
      </div>
    </section>
  );
}
