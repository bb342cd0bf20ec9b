import { Badge, Group, Text, Title } from '@mantine/core';
import type { DataBlockConfig } from '@quarry/contracts';
import classes from './data-point.module.css';

export function DynamicConfig({ config }: { config: DataBlockConfig }) {
  const entries = Object.entries(config.config).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return (
    <section aria-labelledby="dynamic-config">
      <Title order={3} id="dynamic-config" mb={6}>
        Configuration: {config.label}
      </Title>
      <dl className={classes.config}>
        {entries.map(([key, value]) => (
          <div key={key} className={classes.setting}>
            <dt>{settingLabel(key)}</dt>
            <dd>
              {Array.isArray(value) ? (
                <Group gap={4}>
                  {value.map((item) => (
                    <Badge key={String(item)} variant="light" color="gray" tt="none" fw={500}>
                      {String(item)}
                    </Badge>
                  ))}
                </Group>
              ) : (
                <Text size="sm">{typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)}</Text>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `negativeTitleKeywords` as `Negative title keywords`. */
function settingLabel(key: string): string {
  const spaced = key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
