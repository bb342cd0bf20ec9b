import { ActionIcon } from '@mantine/core';
import type { Persona } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Hint } from '../../../ui/Hint.tsx';
import { personaErrors } from './persona-errors.ts';

/** Names the personas whose search failed, and why; nothing if none did. */
export function PersonaErrors({ personas }: { personas: readonly Persona[] }) {
  const errors = personaErrors(personas);
  if (errors.length === 0) return null;
  return (
    <Hint label={errors.join('\n')}>
      <ActionIcon size={22} color="red" aria-label={errors.join('. ')}>
        <IconAlertTriangle size={16} aria-hidden="true" />
      </ActionIcon>
    </Hint>
  );
}
