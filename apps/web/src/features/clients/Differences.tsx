import { List, Stack, Text } from '@mantine/core';
import type { ConfigDifference } from '@quarry/contracts';
import { plural } from '../../lib/format.ts';
import classes from './clients.module.css';
import { partName } from './part-names.ts';
import { settingText } from './stage-names.ts';

/** More would be a list that nobody reads; the numbers stay exact. */
const MAX_LISTED = 20;

/** What differs between two configs, part by part. */
export function Differences({ differences }: { differences: readonly ConfigDifference[] }) {
  return (
    <Stack gap="sm" component="ul" className={classes.plain}>
      {differences.map(({ part, added, removed, changed }) => (
        <li key={part}>
          <Text size="sm" fw={600}>
            {partName(part)}
          </Text>
          <List size="sm">
            {changed.slice(0, MAX_LISTED).map(({ what, before, after }) => (
              <List.Item key={what}>
                {what}: <del className={classes.before}>{settingText(part, before)}</del>{' '}
                <ins>{settingText(part, after)}</ins>
              </List.Item>
            ))}
            {added.slice(0, MAX_LISTED).map((item) => (
              <List.Item key={`+${item}`}>Added {item}</List.Item>
            ))}
            {removed.slice(0, MAX_LISTED).map((item) => (
              <List.Item key={`-${item}`}>Removed {item}</List.Item>
            ))}
            <More counts={[changed.length, added.length, removed.length]} />
          </List>
        </li>
      ))}
    </Stack>
  );
}

function More({ counts }: { counts: readonly number[] }) {
  const hidden = counts.reduce((sum, count) => sum + Math.max(0, count - MAX_LISTED), 0);
  return hidden === 0 ? null : <List.Item>and {plural(hidden, 'more change')}</List.Item>;
}
