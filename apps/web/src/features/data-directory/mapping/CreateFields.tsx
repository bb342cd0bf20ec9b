import { Alert, Button, Checkbox, Group, Modal, NativeSelect, Progress, Stack, Text, TextInput } from '@mantine/core';
import {
  CRM_FIELD_NAME_MAX,
  type Integration,
  type NewFieldType,
  type RecordType,
  type SchemaField,
} from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { plural } from '../../../lib/format.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { FIELD_TYPE_LABELS } from '../../../ui/cells/field-types.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { connectorName } from '../../integrations/connector-types.ts';
import { externalFieldsQuery } from '../../integrations/queries.ts';
import classes from './mapping.module.css';
import { useCreateFields } from './use-create-fields.ts';

const TOO_LONG = `Name must be ${CRM_FIELD_NAME_MAX} characters or less`;
/** How long the creation of fields takes as a rule. */
const ESTIMATE_MS = 20_000;
const MAX_FIELDS = 50;

/** Creates fields in the CRM for data points, and maps them. */
export default function CreateFields(props: {
  integration: Integration;
  recordType: RecordType;
  fields: readonly SchemaField[];
  onClose: () => void;
}) {
  useReturnFocus();
  const { integration, recordType, fields, onClose } = props;
  const crm = connectorName(integration.integrationType);
  const isSingle = fields.length === 1;
  const described = useQuery(externalFieldsQuery(useClient().clientName, integration.id));
  const allTypes = described.data?.newFieldTypes ?? [];
  const [types, setTypes] = useState<ReadonlyMap<string, string>>(new Map());
  const [names, setNames] = useState<ReadonlyMap<string, string>>(
    () =>
      new Map(
        fields.map(({ fieldName, displayName, dataBlockField }) => [fieldName, dataBlockField?.crmName ?? displayName]),
      ),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(isSingle ? fields.map(({ fieldName }) => fieldName) : []),
  );
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOf = (fieldName: string) => names.get(fieldName)?.trim() ?? '';
  const creation = useCreateFields(integration, ({ status, results }) => {
    const failed = new Map<string, string>();
    const done = new Set<string>();
    for (const { internalFieldName, externalName, errorMessage } of results) {
      if (errorMessage !== null || externalName === null) {
        failed.set(internalFieldName, errorMessage ?? 'Something went wrong');
        continue;
      }
      done.add(internalFieldName);
      notifySuccess(`Field ${nameOf(internalFieldName) || externalName} has been created successfully`);
    }
    if (status === 'SUCCEEDED' && failed.size === 0) return onClose();
    for (const fieldName of chosen) {
      if (!done.has(fieldName) && !failed.has(fieldName)) failed.set(fieldName, 'Something went wrong');
    }
    setFailures(failed);
    setChosen(new Set(failed.keys()));
  });
  const invalid = [...chosen].find((fieldName) => nameProblem(nameOf(fieldName)) !== null);
  const reason =
    chosen.size === 0
      ? 'Choose at least one field'
      : chosen.size > MAX_FIELDS
        ? `At most ${MAX_FIELDS} fields at once`
        : invalid === undefined
          ? null
          : nameProblem(nameOf(invalid));

  function create() {
    setFailures(new Map());
    creation.mutate(
      [...chosen].map((fieldName) => ({
        recordType,
        internalFieldName: fieldName,
        externalFieldName: nameOf(fieldName),
        externalFieldType: types.get(fieldName) || null,
        picklistValues: null,
      })),
    );
  }
  const nameInput = (field: SchemaField, failure: string | null) => (
    <NameInput
      field={field}
      name={names.get(field.fieldName) ?? ''}
      failure={failure}
      isDisabled={creation.isPending}
      onChange={(name) => setNames(new Map(names).set(field.fieldName, name))}
    />
  );
  const typeSelect = (field: SchemaField) => (
    <TypeSelect
      field={field}
      types={allTypes}
      type={types.get(field.fieldName) ?? ''}
      isDisabled={creation.isPending}
      onChange={(type) => setTypes(new Map(types).set(field.fieldName, type))}
    />
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={isSingle ? `Create a field in ${crm}` : `Create fields in ${crm}`}
      size={isSingle ? 'md' : 'lg'}
      centered
    >
      <Stack gap="md">
        <Text size="sm">
          {isSingle ? 'The field is' : 'Each field is'} mapped at once. A field that {crm} has with the same name and
          type is used instead.
        </Text>
        {creation.error !== null && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Something went wrong creating this field">
            {messageOf(creation.error)}
          </Alert>
        )}
        {failures.size > 0 && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Something went wrong creating this field">
            {isSingle
              ? [...failures.values()][0]
              : `${plural(failures.size, 'field')} could not be created; see below.`}
          </Alert>
        )}
        {creation.isPending && <Waiting crm={crm} />}
        {isSingle
          ? fields.map((field) => (
              <Stack key={field.fieldName} gap="sm">
                {nameInput(field, null)}
                {typeSelect(field)}
              </Stack>
            ))
          : fields.map((field) => (
              <div key={field.fieldName} className={classes.created}>
                <Checkbox
                  mt={8}
                  aria-label={`Create ${field.displayName}`}
                  disabled={creation.isPending}
                  checked={chosen.has(field.fieldName)}
                  onChange={(event) => {
                    const next = new Set(chosen);
                    if (event.currentTarget.checked) next.add(field.fieldName);
                    else next.delete(field.fieldName);
                    setChosen(next);
                  }}
                />
                <Text size="sm" mt={6}>
                  {field.displayName}{' '}
                  <Text span size="xs" c="dimmed">
                    {FIELD_TYPE_LABELS[field.type]}
                  </Text>
                </Text>
                {chosen.has(field.fieldName) ? (
                  <Stack gap="xs">
                    {nameInput(field, failures.get(field.fieldName) ?? null)}
                    {typeSelect(field)}
                  </Stack>
                ) : (
                  <span />
                )}
              </div>
            ))}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {creation.isPending ? 'Close' : 'Cancel'}
        </Button>
        <ReasonButton loading={creation.isPending} disabledReason={reason} onClick={create}>
          Create
        </ReasonButton>
      </Group>
    </Modal>
  );
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Enter a name';
  return name.length > CRM_FIELD_NAME_MAX ? TOO_LONG : null;
}

function NameInput(props: {
  field: SchemaField;
  name: string;
  /** Why it could not be created. */
  failure: string | null;
  isDisabled: boolean;
  onChange: (name: string) => void;
}) {
  const { field, name, failure } = props;
  const { length } = name.trim();
  return (
    <TextInput
      label="Name in the CRM"
      aria-label={`Name of ${field.displayName} in the CRM`}
      description={`Length ${length}/${CRM_FIELD_NAME_MAX}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      disabled={props.isDisabled}
      value={name}
      error={length > CRM_FIELD_NAME_MAX ? TOO_LONG : failure}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

function TypeSelect(props: {
  field: SchemaField;
  types: readonly NewFieldType[];
  /** Empty for the type that fits best. */
  type: string;
  isDisabled: boolean;
  onChange: (type: string) => void;
}) {
  const { field } = props;
  const choices = props.types.filter(({ takes }) => takes.includes(field.type));
  return (
    <NativeSelect
      label="Type in the CRM"
      aria-label={`Type of ${field.displayName} in the CRM`}
      disabled={props.isDisabled}
      data={[
        { value: '', label: 'The one that fits the values best' },
        ...choices.map(({ type, label }) => ({ value: type, label })),
      ]}
      value={props.type}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** A bar that fills over the time that this usually takes. */
function Waiting({ crm }: { crm: string }) {
  const [startedAt] = useState(() => Date.now());
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 500);
    return () => window.clearInterval(timer);
  }, []);
  const share = Math.min(0.95, (now - startedAt) / ESTIMATE_MS);
  return (
    <div role="status">
      <Text size="sm" mb={4}>
        Creating in {crm}…
      </Text>
      <Progress value={share * 100} animated aria-label="Progress of the creation" />
    </div>
  );
}
