import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { type CriteriaGroup, criteriaGroup } from '@quarry/contracts';
import { useRef, useState } from 'react';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { PartEditor } from '../../data-blocks/ConfigEditor.tsx';
import { schemaProblems } from '../../data-blocks/config-problems.ts';
import { personaCriteria } from './persona-criteria.ts';
import classes from './personas.module.css';

/** Edits one group of a persona's criteria. */
export default function CriteriaModal(props: {
  title: string;
  group: CriteriaGroup;
  onSave: (group: CriteriaGroup) => void;
  onClose: () => void;
}) {
  const { group, onSave, onClose } = props;
  useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  useEscape(content, onClose);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(group);
  const [isAttempted, setAttempted] = useState(false);
  const problems = schemaProblems(personaCriteria, values);
  const general = problems.get('');
  const isUnchanged = JSON.stringify(values) === JSON.stringify(group);
  function save() {
    const parsed = criteriaGroup.safeParse(values);
    if (parsed.success) onSave(parsed.data);
    else setAttempted(true);
  }
  return (
    <Modal opened onClose={onClose} closeOnEscape={false} title={props.title} size={640} centered>
      <Stack ref={content} gap="md">
        <div className={classes.parts}>
          {personaCriteria.parts.map((part) => (
            <div key={part.key} data-wide={part.kind !== 'keywords' || undefined}>
              <PartEditor
                part={part}
                config={values}
                error={problems.get(part.key) ?? null}
                onChange={(change) => setValues((old) => ({ ...old, ...change }))}
              />
            </div>
          ))}
        </div>
        {isAttempted && general !== undefined && (
          <Alert color="red" role="alert" p="xs">
            {general}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton disabledReason={isUnchanged ? (general ?? 'Nothing has changed') : null} onClick={save}>
            Apply
          </ReasonButton>
        </Group>
      </Stack>
    </Modal>
  );
}
