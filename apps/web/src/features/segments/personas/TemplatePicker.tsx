import { Modal, UnstyledButton } from '@mantine/core';
import { plural } from '../../../lib/format.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { PERSONA_TEMPLATES, type PersonaTemplate } from './persona-templates.ts';
import classes from './personas.module.css';

/** Chooses a ready-made persona to start from. */
export default function TemplatePicker(props: { onChoose: (template: PersonaTemplate) => void; onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal opened onClose={props.onClose} title="Use a template" size={560} centered>
      <ul className={classes.choices} aria-label="Templates">
        {PERSONA_TEMPLATES.map((template) => (
          <li key={template.name}>
            <UnstyledButton className={classes.choice} onClick={() => props.onChoose(template)}>
              <span className={classes.choiceName}>{template.name}</span>
              <span className={classes.choiceText}>
                {template.description} · {plural(template.criteriaGroups.length, 'group')}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
