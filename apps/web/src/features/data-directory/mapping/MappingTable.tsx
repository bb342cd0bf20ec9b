import { Button, NativeSelect, Skeleton, Table, Text } from '@mantine/core';
import { type ExternalField, type IntegrationType, UPDATE_STRATEGIES } from '@quarry/contracts';
import { FIELD_TYPE_ICONS, FIELD_TYPE_LABELS } from '../../../ui/cells/field-types.ts';
import { connectorName, crmOf, STRATEGY_LABELS } from '../../integrations/connector-types.ts';
import { MappingName } from './MappingName.tsx';
import { MappingTarget } from './MappingTarget.tsx';
import classes from './mapping.module.css';
import { FIELD_GONE, type MappingRow } from './mapping-rows.ts';
import type { MappingChange } from './use-save-mapping.ts';

/** The rows of the mapping editor. */
export function MappingTable(props: {
  type: IntegrationType;
  rows: readonly MappingRow[];
  /** Undefined while the CRM's fields are not known. */
  externalFields: readonly ExternalField[] | undefined;
  isLoading: boolean;
  onChange: (change: Omit<MappingChange, 'recordType'>) => void;
  onCreate: (fieldName: string) => void;
}) {
  const { type, rows, externalFields, onChange } = props;
  const isCrm = crmOf(type) !== null;
  const name = connectorName(type);
  return (
    <Table.ScrollContainer minWidth={760} className={classes.scroll}>
      <Table aria-label={`Mappings to ${name}`} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="34%">Data point</Table.Th>
            <Table.Th>{isCrm ? `${name} field` : 'Name in the body'}</Table.Th>
            {isCrm && <Table.Th w={180}>Update strategy</Table.Th>}
            {isCrm && <Table.Th w={130} aria-label="Create" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ field, mapping, isGone }) => {
            const TypeIcon = FIELD_TYPE_ICONS[field.type];
            const { fieldName: internalName, displayName } = field;
            const updateStrategy = mapping?.updateStrategy ?? 'OVERWRITE_ALWAYS';
            const map = (externalName: string | null) => onChange({ internalName, externalName, updateStrategy });
            return (
              <Table.Tr key={internalName}>
                <Table.Td>
                  <span className={classes.field}>
                    <TypeIcon size={16} className={classes.icon} aria-hidden="true" />
                    <span>
                      <Text component="span" size="sm" fw={500}>
                        {displayName}
                      </Text>{' '}
                      <Text component="span" size="xs" c="dimmed">
                        {FIELD_TYPE_LABELS[field.type]} · {internalName}
                      </Text>
                    </span>
                  </span>
                </Table.Td>
                <Table.Td>
                  {!isCrm ? (
                    <MappingName
                      key={mapping?.externalName ?? ''}
                      label={`Name of ${displayName}`}
                      value={mapping?.externalName ?? null}
                      onChange={map}
                    />
                  ) : props.isLoading ? (
                    <Skeleton height={14} width="60%" />
                  ) : (
                    <MappingTarget
                      field={field}
                      value={mapping?.externalName ?? null}
                      externalFields={externalFields ?? NO_FIELDS}
                      onChange={map}
                    />
                  )}
                  {isGone && (
                    <Text size="xs" className={classes.problem} mt={2}>
                      {FIELD_GONE}
                    </Text>
                  )}
                </Table.Td>
                {isCrm && (
                  <Table.Td>
                    <NativeSelect
                      size="xs"
                      aria-label={`Update strategy of ${displayName}`}
                      disabled={mapping === null}
                      data={UPDATE_STRATEGIES.map((strategy) => ({
                        value: strategy,
                        label: STRATEGY_LABELS[strategy],
                      }))}
                      value={updateStrategy}
                      onChange={(event) => {
                        const chosen = UPDATE_STRATEGIES.find((strategy) => strategy === event.currentTarget.value);
                        if (mapping === null || chosen === undefined) return;
                        onChange({ internalName, externalName: mapping.externalName, updateStrategy: chosen });
                      }}
                    />
                  </Table.Td>
                )}
                {isCrm && (
                  <Table.Td ta="end">
                    {(mapping === null || isGone) && externalFields !== undefined && (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        aria-label={`Create field for ${displayName}`}
                        onClick={() => props.onCreate(internalName)}
                      >
                        Create field
                      </Button>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const NO_FIELDS: readonly ExternalField[] = [];
