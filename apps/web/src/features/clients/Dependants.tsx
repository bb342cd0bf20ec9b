import { List, Text } from '@mantine/core';
import type { ConfigDependant } from '@quarry/contracts';
import { TextLink } from '../../ui/links.tsx';

const KIND_NAMES: Readonly<Record<ConfigDependant['kind'], string>> = {
  tag: 'Tag',
  segment: 'Segment',
  scoring: 'Scoring field',
  view: 'View',
  integration: 'Integration',
  market: 'Market',
};
const USE_NAMES: Readonly<Record<ConfigDependant['use'], string>> = {
  rule: 'in its conditions',
  order: 'as its order',
  column: 'as a column',
  criteria: 'in its criteria',
  mapping: 'in its mapping',
};

/** What uses a data point, each with a link to it. */
export function Dependants(props: { clientName: string; dependants: readonly ConfigDependant[] }) {
  return (
    <List size="sm">
      {props.dependants.map((dependant) => (
        <List.Item key={`${dependant.kind} ${dependant.id} ${dependant.use}`}>
          {KIND_NAMES[dependant.kind]} <DependantLink clientName={props.clientName} dependant={dependant} />{' '}
          <Text span size="sm" c="dimmed">
            {USE_NAMES[dependant.use]}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

function DependantLink({ clientName, dependant }: { clientName: string; dependant: ConfigDependant }) {
  const { kind, id, name } = dependant;
  switch (kind) {
    case 'tag':
      return (
        <TextLink to="/app/$clientName/tags" params={{ clientName }} search={{ search: name }} target="_blank">
          {name}
        </TextLink>
      );
    case 'segment':
      return (
        <TextLink to="/app/$clientName/segments/edit/$segmentId" params={{ clientName, segmentId: id }} target="_blank">
          {name}
        </TextLink>
      );
    case 'scoring':
      return (
        <TextLink to="/app/$clientName/scoring" params={{ clientName }} search={{ search: name }} target="_blank">
          {name}
        </TextLink>
      );
    case 'view':
      return (
        <TextLink to="/app/$clientName" params={{ clientName }} search={{ view: id }} target="_blank">
          {name}
        </TextLink>
      );
    case 'market':
      return (
        <TextLink to="/app/$clientName/markets/explore/$marketId" params={{ clientName, marketId: id }} target="_blank">
          {name}
        </TextLink>
      );
    case 'integration':
      return <b>{name}</b>;
  }
}
