import { ActionIcon, Tooltip } from '@mantine/core';
import type { Persona } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { personaErrors } from './persona-errors.ts';

/** Names the personas whose search failed, and why; nothing if none did. */
export function PersonaErrors({ personas }: { personas: readonly Persona[] }) {
  const errors = personaErrors(personas);
  if (errors.length === 0) return null;
  return (
    <Tooltip
      label={errors.map((error) => <div key={error}>{error}</div>)}
      events={{ hover: true, focus: true, touch: true }}
    >
      <ActionIcon size={22} color="red" aria-label={errors.join('. ')}>
        <IconAlertTriangle size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
